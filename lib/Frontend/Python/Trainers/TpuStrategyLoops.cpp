//===- TpuStrategyLoops.cpp - Loops over the steps of a TPU ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Graphs.h"
#include "Frontend/Python/Trainers/CallOrder.h"
#include "Frontend/Python/Trainers/Definitions.h"
#include "Frontend/Python/Trainers/TpuStrategyCalls.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// True for a function that TensorFlow compiles: `@tf.function`.
static bool isCompiled(Node definition) {
  if (!definition || !isDecorated(definition))
    return false;
  return llvm::any_of(definition.parent().children(), [](Node part) {
    return part.is(NodeKind::Decorator) && part.text().contains("tf.function");
  });
}

/// True if a node stands in a loop of the function around it.
static bool isInLoop(Node node) {
  for (; node && !node.is(NodeKind::FunctionDefinition) &&
         !node.is(NodeKind::Lambda);
       node = node.parent()) {
    if (node.is(NodeKind::ForStatement) || node.is(NodeKind::WhileStatement) ||
        node.is(NodeKind::ForInClause) ||
        node.is(NodeKind::ListComprehension) ||
        node.is(NodeKind::GeneratorExpression))
      return true;
  }
  return false;
}

namespace {
/// The calls by name of the functions of a module.
struct NamedCalls {
  llvm::StringMap<SmallVector<Node, 2>> byName;
  explicit NamedCalls(const Module &module);
};
} // namespace

NamedCalls::NamedCalls(const Module &module) {
  forEachNode(module, [&](Node node) {
    if (!node.is(NodeKind::Call))
      return;
    StringRef name = lastNameOf(node.child(Field::Function));
    if (!name.empty())
      byName[name].push_back(node);
  });
}

/// True if a step trains: its function, or one that it calls, applies
/// gradients.
static bool trains(const Module &module, const Value &step,
                   const NamedCalls &named) {
  if (step.kind != ValueKind::Function || !step.definition)
    return false;
  ReachedFunctions reached(module, step.definition);
  for (StringRef method : {"apply_gradients", "minimize"}) {
    auto found = named.byName.find(method);
    if (found != named.byName.end() &&
        llvm::any_of(found->second,
                     [&](Node call) { return reached.contains(call); }))
      return true;
  }
  return false;
}

/// The call in a loop of Python that runs a compiled function; none if there is
/// none, or if another compiled function may hold the loop.
static Node loopedCall(Node function, const NamedCalls &named) {
  Node name = function.child(Field::Name);
  auto found = named.byName.find(name.text());
  if (found == named.byName.end())
    return {};
  Node looped;
  for (Node call : found->second) {
    // Methods of other objects may have the name.
    Node around = functionAround(call);
    if (isWithin(call, function) || isCompiled(around) ||
        (around && functionAround(around.parent())))
      return {};
    if (!looped && isInLoop(call))
      looped = call;
  }
  return looped;
}

void python::checkStepLoops(const TpuCalls &calls) {
  const Context &context = calls.context;
  const Module &module = context.program.module();
  std::optional<NamedCalls> named;
  ReportedNodes reported;
  for (const Call *call : context.program.calls()) {
    StringRef method = call->callee.rsplit('.').second;
    if ((method != "run" && method != "experimental_run_v2") ||
        !call->receiver || !mayBeTpuStrategy(*call->receiver) ||
        isInLoop(call->node))
      continue;
    Node function = functionAround(call->node);
    const Value *step = call->value("fn", 0);
    if (!step || !function.is(NodeKind::FunctionDefinition) ||
        !isCompiled(function))
      continue;
    if (!named)
      named.emplace(module);
    if (!trains(module, *step, *named))
      continue;
    Node looped = loopedCall(function, *named);
    if (!looped || !reported.insert(looped))
      continue;
    Report report = diag::IterationsPerLoop::loopOnHost(
        context.at(looped.child(Field::Function)));
    report.note(context.at(call->calleePlace), "the TPU runs one step here");
    report.help("loop over `tf.range(steps)` within the `tf.function`");
  }
}
