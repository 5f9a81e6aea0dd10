//===- CheckJaxStart.cpp - How processes of JAX start ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Jax.h"
#include "Frontend/Python/Trainers/CallOrder.h"
#include "Frontend/Python/Trainers/JaxChecks.h"
#include "Frontend/Python/Trainers/ModuleNames.h"
#include "Frontend/Python/Trainers/Warnings.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

/// Earlier calls than these say nothing new.
static constexpr size_t MostCalls = 32;

static bool isInitialize(const Call &call) {
  return call.callee == "jax.distributed.initialize";
}

/// True for a call that asks JAX for its devices, or makes an array on one.
static bool startsJax(StringRef callee) {
  if (!callee.consume_front("jax."))
    return false;
  if (callee.consume_front("numpy."))
    return !callee.contains('.') &&
           llvm::StringSwitch<bool>(callee)
               .Cases({"dtype", "finfo", "iinfo", "issubdtype", "result_type",
                       "promote_types", "shape", "ndim", "broadcast_shapes",
                       "vectorize", "set_printoptions"},
                      false)
               .Default(true);
  if (callee.starts_with("random."))
    return callee == "random.PRNGKey" || callee == "random.key";
  return llvm::StringSwitch<bool>(callee)
      .Cases({"devices", "local_devices", "device_count", "local_device_count"},
             true)
      .Cases({"process_index", "process_count", "default_backend", "device_put",
              "make_mesh"},
             true)
      .Case("experimental.mesh_utils.create_device_mesh", true)
      .Case("lib.xla_bridge.get_backend", true)
      .Default(false);
}

/// The arguments of a call that connects processes.
static void checkInitializeArguments(const Call &call, const Context &context) {
  const Argument *id = call.find("process_id", 2);
  if (!id || !id->value->isInteger())
    return;
  int64_t number = id->value->integer;
  if (number < 0) {
    diag::InitializeArguments::negative(context.at(*id), number);
    return;
  }
  const Argument *count = call.find("num_processes", 1);
  if (!count || !count->value->isInteger() || number < count->value->integer)
    return;
  diag::InitializeArguments::range(context.at(*id), number,
                                   count->value->integer)
      .note(context.at(*count), "the number of processes");
}

static void checkJaxOrder(const Context &context) {
  SmallVector<const Call *> started, initialized;
  ReportedNodes reported;
  for (const Call *call : context.program.calls()) {
    if (call->callee == "jax.distributed.shutdown") {
      initialized.clear();
      started.clear();
      continue;
    }
    if (startsJax(call->callee) && started.size() < MostCalls)
      started.push_back(call);
    if (!isInitialize(*call))
      continue;
    auto hasRun = [&](const Call *other) {
      return hasRunBefore(*other, *call);
    };
    const auto *again = llvm::find_if(initialized, hasRun);
    const auto *early = llvm::find_if(started, hasRun);
    if (again != initialized.end()) {
      // The same statement twice is a function that is called twice.
      if ((*again)->node != call->node && reported.insert(call->node))
        diag::InitializeArguments::twice(context.at(call->place()))
            .note(context.at((*again)->place()), "the first time");
    } else if (early != started.end() && reported.insert((*early)->node)) {
      auto report = [&] {
        diag::LateInitialize::late(context.at((*early)->place()),
                                   spellingOf(**early))
            .note(context.at(call->place()),
                  "the processes are connected here");
      };
      // One process alone has nothing to connect.
      if (leadsTo(call->path, (*early)->path))
        report();
      else
        reportAsWarnings(context, "if the processes are connected later",
                         report);
    }
    if (initialized.size() < MostCalls)
      initialized.push_back(call);
  }
}

//===----------------------------------------------------------------------===//
// Slices of several hosts
//===----------------------------------------------------------------------===//

/// True for a module that certainly does not connect processes of JAX.
static bool isBystander(StringRef module) {
  static constexpr llvm::StringLiteral Bystanders[] = {"__future__",
                                                       "abc",
                                                       "absl",
                                                       "argparse",
                                                       "chex",
                                                       "collections",
                                                       "contextlib",
                                                       "copy",
                                                       "csv",
                                                       "dataclasses",
                                                       "datetime",
                                                       "einops",
                                                       "enum",
                                                       "flax",
                                                       "functools",
                                                       "gc",
                                                       "glob",
                                                       "google",
                                                       "gzip",
                                                       "h5py",
                                                       "haiku",
                                                       "io",
                                                       "itertools",
                                                       "jax",
                                                       "jaxlib",
                                                       "jaxtyping",
                                                       "json",
                                                       "logging",
                                                       "math",
                                                       "matplotlib",
                                                       "ml_collections",
                                                       "numpy",
                                                       "operator",
                                                       "optax",
                                                       "os",
                                                       "pandas",
                                                       "pathlib",
                                                       "pickle",
                                                       "PIL",
                                                       "pprint",
                                                       "queue",
                                                       "random",
                                                       "re",
                                                       "requests",
                                                       "scipy",
                                                       "shutil",
                                                       "signal",
                                                       "socket",
                                                       "string",
                                                       "struct",
                                                       "subprocess",
                                                       "sys",
                                                       "tempfile",
                                                       "tensorboardX",
                                                       "tensorflow",
                                                       "tensorflow_datasets",
                                                       "threading",
                                                       "time",
                                                       "torch",
                                                       "torchvision",
                                                       "tqdm",
                                                       "traceback",
                                                       "typing",
                                                       "typing_extensions",
                                                       "urllib",
                                                       "uuid",
                                                       "wandb",
                                                       "warnings",
                                                       "yaml"};
  return llvm::is_contained(Bystanders, module.split('.').first);
}

/// True if something may connect the processes: the program itself, its files
/// or a library.
static bool mayInitialize(const Context &context) {
  const Program &program = context.program;
  if (program.isPartial() ||
      llvm::any_of(program.calls(),
                   [](const Call *call) { return isInitialize(*call); }))
    return true;
  // It may go through functions that were not followed.
  if (ModuleNames(program.module()).has("distributed"))
    return true;
  return !llvm::all_of(program.imports(), isBystander);
}

static void checkJaxHosts(const Context &context) {
  const graph::Target *target = context.target;
  if (!target || !target->isTpu() || !target->hosts || *target->hosts < 2 ||
      mayInitialize(context))
    return;
  // At the import of JAX, in front of which nothing has to be said.
  for (const std::unique_ptr<Cell> &cell : context.program.module().cells) {
    if (!cell->tree)
      continue;
    for (Node node : cell->tree->root().subtree()) {
      if (!node.is(NodeKind::ImportStatement) &&
          !node.is(NodeKind::ImportFromStatement))
        continue;
      Node name = node.is(NodeKind::ImportStatement)
                      ? node.firstChild()
                      : node.child(Field::ModuleName);
      if (!name || name.text().split('.').first.split(' ').first != "jax")
        continue;
      Report report = diag::MultiHostInitialize::missing(
          context.at(node), target->name, *target->hosts);
      if (target->location)
        report.note(mlir::Location(target->location), "the job runs on this");
      report.help("call `jax.distributed.initialize()` before any other "
                  "function of JAX");
      return;
    }
  }
}

void python::checkJaxStart(const Context &context) {
  for (const Call *call : context.program.calls())
    if (isInitialize(*call))
      context.forEachForm(*call, [&](const Call &form) {
        checkInitializeArguments(form, context);
      });
  checkJaxOrder(context);
  checkJaxHosts(context);
}
