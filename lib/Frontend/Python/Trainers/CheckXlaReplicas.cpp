//===- CheckXlaReplicas.cpp - What spawned functions do -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TorchXla.h"
#include "Frontend/Python/Trainers/CallOrder.h"
#include "Frontend/Python/Trainers/ModuleNames.h"
#include "Frontend/Python/Trainers/TorchXlaChecks.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// What sums gradients over replicas, or leaves that to a library.
static constexpr llvm::StringLiteral Reducers[] = {
    "optimizer_step",
    "reduce_gradients",
    "bucketed_reduce_gradients",
    "all_reduce",
    "all_reduce_bucketized_gradients",
    "DistributedDataParallel",
    "DDP",
    "FSDP",
    "XlaFullyShardedDataParallel",
    "FullyShardedDataParallel",
    "SpmdFullyShardedDataParallel",
    "use_spmd",
    "accelerate",
    "Accelerator",
    "ZeroRedundancyOptimizer"};

/// What ends a step.
static constexpr llvm::StringLiteral Barriers[] = {
    "ParallelLoader", "MpDeviceLoader", "per_device_loader", "mark_step",
    "sync",           "barrier",        "step_closure",      "compile"};

/// What asks for numbers of the device, and so runs what is recorded.
static constexpr llvm::StringLiteral Readers[] = {"item", "cpu", "numpy",
                                                  "tolist", "print"};

/// A program with more functions, or more findings, than this is judged by the
/// first of them: each is looked at for itself.
static constexpr unsigned MostFunctions = 16;
static constexpr unsigned MostFindings = 32;

namespace {
/// Looks at the calls in the functions of a file that run in each process.
class XlaReplicas {
public:
  explicit XlaReplicas(const Context &context)
      : context(context), names(context.program.module()) {}

  void check();

private:
  void checkStep(const Call &call);
  void checkLoader(const Call &call);
  void checkBarrier(const Call &call);
  bool reducesGradients(const Call &step) const;
  bool mayShareData() const;

  const Context &context;
  ModuleNames names;
  ReportedNodes reported;
  /// Looked for where somebody asks.
  std::optional<bool> dataMayBeShared;
  unsigned findingsLeft = MostFindings;
};
} // namespace

/// The block of statements around a node, within its function.
static Node blockAround(Node node) {
  while (node && !node.is(NodeKind::Block))
    node = node.parent();
  return node;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// True if something between the gradients and the step may sum them, which is
/// all that is not known to do something else. The gradients have to be
/// computed in front of it.
bool XlaReplicas::reducesGradients(const Call &step) const {
  static constexpr llvm::StringLiteral Others[] = {
      "clip_grad_norm_", "clip_grad_value_",
      "clip_grad_norm",  "parameters",
      "print",           "item",
      "append",          "update",
      "detach",          "len",
      "float",           "add_scalar",
      "master_print"};
  Node block = blockAround(step.node);
  if (!block)
    return true;
  // Where the call ends that computes the gradients; what it is called on runs
  // in front of it.
  std::optional<uint32_t> gradients;
  for (Node node : block.subtree()) {
    if (node == step.node)
      return !gradients;
    if (!node.is(NodeKind::Call) || node.range().begin < gradients.value_or(0))
      continue;
    StringRef name = lastNameOf(node.child(Field::Function));
    if (name == "backward")
      gradients = node.range().end;
    else if (gradients && !llvm::is_contained(Others, name))
      return true;
  }
  return true;
}

/// True for a call of the method `step` of what may be called an optimizer.
static bool isOptimizerStep(const Call &call) {
  if (!call.callee.ends_with(".step") || !call.arguments.empty())
    return false;
  if (call.callee.starts_with("torch.optim."))
    return !call.callee.contains("lr_scheduler");
  // Nobody knows what it is, but for its name.
  StringRef object = spellingOf(call).drop_back(StringRef(".step").size());
  object = object.substr(object.rfind('.') + 1);
  return call.callee == ".step" &&
         (object == "opt" || object.starts_with("optim"));
}

void XlaReplicas::checkStep(const Call &call) {
  if (!isOptimizerStep(call) || names.hasAnyOf(Reducers) ||
      !reported.insert(call.node) || findingsLeft == 0)
    return;
  --findingsLeft;
  if (reducesGradients(call))
    return;
  Report report = diag::LocalOptimizerStep::step(
      context.at(call.place()), (spellingOf(call) + "()").str());
  report.help("`xm.optimizer_step(optimizer)` sums them over all replicas "
              "first");
  if (!names.has("xm") ||
      !context.program.isImported("torch_xla.core.xla_model"))
    return;
  StringRef object = spellingOf(call).drop_back(StringRef(".step").size());
  report.fix(/*safe=*/false, "sum the gradients over all replicas",
             context.at(call.place()), "xm.optimizer_step(" + object + ")");
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// True if data sets may take their part of the data themselves.
bool XlaReplicas::mayShareData() const {
  bool countsReplicas = names.has("xrt_world_size") || names.has("world_size");
  bool countsItself = names.has("get_ordinal") || names.has("global_ordinal");
  return names.hasPart("sampler") || names.hasPart("shard") ||
         names.has("IterableDataset") || (countsReplicas && countsItself);
}

void XlaReplicas::checkLoader(const Call &call) {
  if ((call.callee != "torch.utils.data.DataLoader" &&
       call.callee != "torch.utils.data.dataloader.DataLoader") ||
      call.isOpen)
    return;
  if (!dataMayBeShared)
    dataMayBeShared = mayShareData();
  if (*dataMayBeShared || !reported.insert(call.node))
    return;
  diag::NoSampler::sampler(context.at(call.place()))
      .help(
          "give it a `DistributedSampler` with the number of replicas and the "
          "index of this one");
}

//===----------------------------------------------------------------------===//
// The end of a step
//===----------------------------------------------------------------------===//

/// The loop around a node, within its function.
static Node loopAround(Node node) {
  while (node && !node.is(NodeKind::ForStatement) &&
         !node.is(NodeKind::WhileStatement)) {
    if (node.is(NodeKind::FunctionDefinition))
      return Node();
    node = node.parent();
  }
  return node;
}

void XlaReplicas::checkBarrier(const Call &call) {
  if (call.callee != "torch_xla.core.xla_model.optimizer_step" || call.isOpen ||
      call.find("barrier", 1) || names.hasAnyOf(Barriers))
    return;
  Node loop = loopAround(call.node);
  if (!loop || !reported.insert(call.node) || findingsLeft == 0)
    return;
  --findingsLeft;
  for (Node node : loop.subtree())
    if (node.is(NodeKind::Call) &&
        llvm::is_contained(Readers, lastNameOf(node.child(Field::Function))))
      return;
  Node list = call.node.child(Field::Arguments);
  Report report = diag::NoStepBarrier::barrier(context.at(call.place()));
  report.help("`barrier=True` ends the step");
  if (list && list.text().ends_with(")")) {
    uint32_t end = list.place().end - 1;
    report.fix(/*safe=*/false, "end the step",
               context.at(Place{call.buffer, {end, end}}), ", barrier=True");
  }
}

//===----------------------------------------------------------------------===//
// The functions
//===----------------------------------------------------------------------===//

void XlaReplicas::check() {
  const Module &module = context.program.module();
  std::vector<ReachedFunctions> spawned;
  for (const Call *call : context.program.calls()) {
    std::optional<XlaSpawn> spawn = asXlaSpawn(*call);
    if (!spawn || !spawn->startsProcesses())
      continue;
    const Value *function = spawn->function();
    // A second start of the same function says nothing new.
    if (function && function->kind == ValueKind::Function &&
        spawned.size() < MostFunctions && reported.insert(function->definition))
      spawned.emplace_back(module, function->definition);
  }
  if (spawned.empty())
    return;
  for (const Call *call : context.program.calls()) {
    bool runsInProcesses =
        call->function &&
        llvm::any_of(spawned, [&](const ReachedFunctions &functions) {
          return functions.contains(call->node);
        });
    if (!runsInProcesses)
      continue;
    checkStep(*call);
    checkLoader(*call);
    checkBarrier(*call);
  }
}

void python::checkXlaReplicas(const Context &context) {
  bool starts = llvm::any_of(context.program.calls(), [](const Call *call) {
    return asXlaSpawn(*call).has_value();
  });
  if (starts)
    XlaReplicas(context).check();
}
