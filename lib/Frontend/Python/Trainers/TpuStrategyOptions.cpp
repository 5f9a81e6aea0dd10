//===- TpuStrategyOptions.cpp - Options that matter on a TPU --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/GraphMemory.h"
#include "Diagnostics/Messages/Graphs.h"
#include "Diagnostics/Messages/TpuStrategies.h"
#include "Frontend/Python/Trainers/Definitions.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuStrategyCalls.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// True if a call happens wherever a TPUStrategy is made.
static bool concernsTpu(const TpuCalls &calls, const Call &call) {
  return llvm::any_of(calls.strategies, [&](const OrderedCall &strategy) {
    return leadsTo(call.path, strategy.call->path);
  });
}

//===----------------------------------------------------------------------===//
// Precision and eager execution
//===----------------------------------------------------------------------===//

static bool mentionsText(const Program &program, StringRef text) {
  return llvm::any_of(program.module().cells, [&](const auto &cell) {
    return cell->text.contains(text);
  });
}

/// The name of the policy that a call sets; null if it sets none.
static const Value *policySet(const Call &call) {
  StringRef function = call.callee.rsplit('.').second;
  if ((function != "set_global_policy" && function != "set_policy") ||
      !hasModule(call.callee, "keras"))
    return nullptr;
  const Value *policy = call.value("policy", 0);
  if (policy && policy->kind == ValueKind::Object && policy->call)
    policy = policy->call->value("name", 0);
  return policy;
}

static void checkPolicy(const TpuCalls &calls, const Call &call,
                        bool knowsBfloat16) {
  const Value *policy = policySet(call);
  // A program that knows the policy for TPUs chooses between them.
  if (!policy || !policy->isText() || policy->text != "mixed_float16" ||
      knowsBfloat16 || !concernsTpu(calls, call))
    return;
  Report report = diag::TpuFloat16::policy(
      calls.context.at(*policy, call.arguments.front().place));
  (void)fixText(report, /*safe=*/false, *policy, "mixed_bfloat16",
                calls.context);
}

static void checkEager(const TpuCalls &calls, const Call &call) {
  StringRef function = call.callee.rsplit('.').second;
  const Argument *eager = nullptr;
  std::string what;
  if (function == "compile") {
    eager = call.find("run_eagerly");
    what = "run_eagerly=True";
  } else if (isTensorflowName(call.callee) &&
             (function == "run_functions_eagerly" ||
              function == "experimental_run_functions_eagerly")) {
    eager = call.find("run_eagerly", 0);
    what = (function + "(True)").str();
  }
  if (eager && eager->value->kind == ValueKind::Bool && eager->value->boolean &&
      concernsTpu(calls, call))
    (void)diag::EagerTpuTraining::eager(calls.context.at(*eager), what);
}

//===----------------------------------------------------------------------===//
// Names and loops
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral FormerName =
    "distribute.experimental.TPUStrategy";

static void checkName(const TpuCalls &calls, const Call &call,
                      const PinnedVersion *pin) {
  static constexpr PackageVersion Renamed{{2, 3, 0}};
  if (!call.callee.ends_with(FormerName) || (pin && pin->isBelow(Renamed)))
    return;
  const Context &context = calls.context;
  Report report = diag::ExperimentalTpuStrategy::former(
      context.at(call.calleePlace), shortTensorflowName(call.callee));
  Node function = call.node.child(Field::Function);
  if (!function.text().ends_with(FormerName) || call.find("device_assignment"))
    return;
  // Of `distribute.experimental.TPUStrategy` only the middle goes.
  SourceRange range = function.range();
  range.begin = range.end - strlen("experimental.TPUStrategy");
  report.fix(/*safe=*/pin && pin->isAtLeast(Renamed),
             "write `tf.distribute.TPUStrategy`",
             context.at(Place{call.buffer, function.owner()->placeOf(range)}),
             "TPUStrategy");
}

/// Keras asks the host after every step unless it is told otherwise.
static void checkExecutions(const TpuCalls &calls, const Call &call,
                            const PinnedVersion *pin) {
  static constexpr PackageVersion Introduced{{2, 4, 0}};
  if (call.callee.rsplit('.').second != "compile" || call.isOpen ||
      (!call.find("optimizer") && !call.find("loss")) ||
      call.find("steps_per_execution") ||
      call.find("experimental_steps_per_execution") ||
      call.find("run_eagerly") || !mayBeInTpuScope(call) ||
      (pin && pin->isBelow(Introduced)))
    return;
  Report report =
      diag::IterationsPerLoop::everyStep(calls.context.at(call.calleePlace));
  report.help("anything from 2 to the steps of an epoch helps");
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

/// The batch of a dataset: that of the last `batch` in its making.
static const Argument *batchOfDataset(const Value *dataset) {
  static constexpr unsigned LongestChain = 32;
  for (unsigned i = 0; i < LongestChain && dataset; ++i) {
    if (dataset->kind != ValueKind::Object || !dataset->call)
      return nullptr;
    const Call &call = *dataset->call;
    StringRef method = call.callee.rsplit('.').second;
    if (hasModule(call.callee, "data") &&
        (method == "batch" || method == "padded_batch"))
      return call.find("batch_size", 0);
    dataset = call.receiver;
  }
  return nullptr;
}

static void checkFit(const TpuCalls &calls, const Call &call) {
  const graph::Target *tpu = calls.context.target;
  if (!tpu || !tpu->isTpu() || !tpu->devices || *tpu->devices < 2 ||
      call.callee.rsplit('.').second != "fit" || !call.receiver)
    return;
  const Value &model = *call.receiver;
  if (model.kind != ValueKind::Object || !model.call ||
      !mayBeInTpuScope(*model.call))
    return;
  const Argument *batch = call.find("batch_size", 2);
  if (!batch)
    batch = batchOfDataset(call.value("x", 0));
  if (!batch || !batch->value->isInteger() || batch->value->integer <= 0 ||
      batch->value->integer % *tpu->devices == 0)
    return;
  Report report =
      diag::TpuBatchSize::partial(calls.context.at(*batch), "a batch",
                                  batch->value->integer, *tpu->devices);
  if (tpu->location)
    report.note(tpu->location, "the TPU of the job");
}

void python::checkTpuOptions(const TpuCalls &calls,
                             const PinnedVersions &versions) {
  ArrayRef<const Call *> all = calls.context.program.calls();
  const PinnedVersion *pin = versions.find("tensorflow");
  bool fits = llvm::any_of(
      all, [](const Call *call) { return call->callee.ends_with(".fit"); });
  bool knowsBfloat16 = mentionsText(calls.context.program, "mixed_bfloat16");
  for (const Call *call : all) {
    checkPolicy(calls, *call, knowsBfloat16);
    checkEager(calls, *call);
    checkFit(calls, *call);
    if (fits)
      checkExecutions(calls, *call, pin);
  }
  for (const OrderedCall &strategy : calls.strategies)
    checkName(calls, *strategy.call, pin);
}
