//===- FrameTurn.cpp - One turn of loops in frames ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/FrameTurn.h"
#include "Conversion/TensorFlowToStableHLO/FrameNodes.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;
using mlir::Value;

//===----------------------------------------------------------------------===//
// Finding loops
//===----------------------------------------------------------------------===//

namespace {
/// Goes from what enters a loop to what leaves it.
class FrameWalk {
public:
  FrameWalk(LoopFrame &frame, const HostDevicePartition &partition,
            CalledFunctions &functions)
      : frame(frame), partition(partition), functions(functions) {}

  void run();
  /// The nodes that are in the loop, however deep.
  llvm::DenseSet<mlir::Operation *> inside;

private:
  struct Step {
    NodeOp node;
    unsigned depth;
  };

  void add(NodeOp node, unsigned depth) {
    if (inside.insert(node).second)
      pending.push_back({node, depth});
  }
  void look(NodeOp node, unsigned depth);

  LoopFrame &frame;
  const HostDevicePartition &partition;
  CalledFunctions &functions;
  llvm::SmallVector<Step> pending;
};
} // namespace

void FrameWalk::look(NodeOp node, unsigned depth) {
  if (depth == 0 && isMerge(node))
    frame.merges.push_back(node);
  frame.trains |= functions.trains(node);
  frame.takesBatches |= partition.placementOf(node) == Placement::Input;
}

void FrameWalk::run() {
  for (NodeOp enter : frame.enters)
    add(enter, 0);
  while (!pending.empty()) {
    auto [node, depth] = pending.pop_back_val();
    for (mlir::Operation *user : node->getUsers()) {
      auto next = llvm::dyn_cast<NodeOp>(user);
      if (!next || inside.contains(next))
        continue;
      if (isExit(next) && depth == 0) {
        inside.insert(next);
        frame.exits.push_back(next);
        continue;
      }
      unsigned nextDepth = depth;
      if (isEnter(next))
        ++nextDepth;
      if (isExit(next))
        --nextDepth;
      look(next, nextDepth);
      add(next, nextDepth);
    }
  }
}

std::vector<LoopFrame> tensorflow::findLoopFrames(
    graph::FunctionOp main, const graph::NodeReader &source,
    const HostDevicePartition &partition, CalledFunctions &functions) {
  llvm::MapVector<mlir::Attribute, LoopFrame> named;
  size_t count = 0;
  for (NodeOp node : main.getNodes()) {
    ++count;
    if (isEnter(node))
      if (mlir::Attribute name = source.attribute(node, "frame_name"))
        named[name].enters.push_back(node);
  }
  // Nodes of a loop in many loops are looked at in each of them.
  constexpr size_t DeepestLoops = 16;
  size_t room = DeepestLoops * count;
  std::vector<LoopFrame> frames;
  llvm::DenseSet<mlir::Operation *> inner;
  for (auto &[name, frame] : named) {
    FrameWalk walk(frame, partition, functions);
    walk.run();
    if (walk.inside.size() > room)
      return {};
    room -= walk.inside.size();
    llvm::DenseSet<mlir::Operation *> own(frame.enters.begin(),
                                          frame.enters.end());
    for (mlir::Operation *node : walk.inside)
      if (isEnter(llvm::cast<NodeOp>(node)) && !own.contains(node))
        inner.insert(node);
    frames.push_back(std::move(frame));
  }
  llvm::erase_if(frames, [&](const LoopFrame &frame) {
    return inner.contains(frame.enters.front());
  });
  return frames;
}

//===----------------------------------------------------------------------===//
// One turn
//===----------------------------------------------------------------------===//

namespace {
/// A value that goes around: what it begins with, and where it comes back.
struct LoopVariable {
  NodeOp merge, next;
  Value initial;
};
} // namespace

/// The variable behind a merge of what enters the loop and of what comes back.
static std::optional<LoopVariable> loopVariableOf(NodeOp merge) {
  auto inputs = merge.getInputs();
  if (inputs.size() != 2)
    return std::nullopt;
  for (unsigned back : {0u, 1u}) {
    auto next = inputs[back].getDefiningOp<NodeOp>();
    auto enter = inputs[1 - back].getDefiningOp<NodeOp>();
    if (next && enter && isNextIteration(next) && isEnter(enter))
      return LoopVariable{merge, next, inputs[1 - back]};
  }
  return std::nullopt;
}

/// Lets what waits for a node wait for another one.
static void passOn(NodeOp node, Value value) {
  if (auto producer = value.getDefiningOp<NodeOp>()) {
    node.getDone().replaceAllUsesWith(producer.getDone());
    return;
  }
  for (mlir::OpOperand &use :
       llvm::make_early_inc_range(node.getDone().getUses()))
    use.getOwner()->eraseOperand(use.getOperandNumber());
}

bool tensorflow::takeOneTurn(const LoopFrame &frame) {
  llvm::SmallVector<LoopVariable> variables;
  for (NodeOp merge : frame.merges) {
    std::optional<LoopVariable> variable = loopVariableOf(merge);
    if (!variable || !merge.getOutputs()[1].use_empty() ||
        !variable->next.getOutputs().front().hasOneUse())
      return false;
    variables.push_back(*variable);
  }
  llvm::DenseSet<mlir::Operation *> merges(frame.merges.begin(),
                                           frame.merges.end());
  for (NodeOp exit : frame.exits) {
    auto from = exit.getInputs().front().getDefiningOp<NodeOp>();
    if (!from || !isSwitch(from) ||
        !merges.contains(from.getInputs().front().getDefiningOp()))
      return false;
  }
  llvm::SetVector<NodeOp> gone(frame.exits.begin(), frame.exits.end());
  auto replace = [&](NodeOp node, unsigned output, Value value) {
    node.getOutputs()[output].replaceAllUsesWith(value);
  };
  for (LoopVariable variable : variables) {
    for (mlir::Operation *user : llvm::make_early_inc_range(
             variable.merge.getOutputs()[0].getUsers())) {
      auto branch = llvm::dyn_cast<NodeOp>(user);
      if (!branch || !isSwitch(branch) ||
          branch.getInputs().front() != variable.merge.getOutputs()[0])
        continue;
      replace(branch, 0, variable.next.getInputs().front());
      replace(branch, 1, variable.initial);
      passOn(branch, variable.initial);
      gone.insert(branch);
    }
    replace(variable.merge, 0, variable.initial);
    passOn(variable.merge, variable.initial);
    gone.insert(variable.merge);
    gone.insert(variable.next);
  }
  // What leaves the loop has the value of the turn by now, and waits for it.
  for (NodeOp exit : frame.exits) {
    replace(exit, 0, exit.getInputs().front());
    passOn(exit, exit.getInputs().front());
  }
  for (LoopVariable variable : variables)
    passOn(variable.next, variable.next.getInputs().front());
  for (NodeOp enter : frame.enters) {
    replace(enter, 0, enter.getInputs().front());
    passOn(enter, enter.getInputs().front());
  }
  gone.insert(frame.enters.begin(), frame.enters.end());
  for (NodeOp node : gone)
    node->dropAllReferences();
  for (NodeOp node : gone)
    node.erase();
  return true;
}
