//===- TpuStrategyCalls.cpp - Calls that have to do with a TPU ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/TpuStrategyCalls.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

static constexpr size_t MostTpuCalls = 16;

static void keepCall(SmallVectorImpl<OrderedCall> &calls, OrderedCall call) {
  if (calls.size() < MostTpuCalls)
    calls.push_back(call);
}

TpuCalls::TpuCalls(const Context &context)
    : context(context), names(context.program.module()) {
  for (auto [order, call] : llvm::enumerate(context.program.calls())) {
    OrderedCall found{call, order};
    if (!isTensorflowName(call->callee))
      continue;
    TpuClass made = tpuClassOf(call->callee);
    if (made == TpuClass::Strategy)
      keepCall(strategies, found);
    if (made == TpuClass::Resolver)
      keepCall(resolvers, found);
    bool connects = connectsAndInitializes(call->callee);
    if (connects || initializesTpu(call->callee))
      keepCall(initializations, found);
    if (connects || connectsToCluster(call->callee))
      keepCall(connections, found);
  }
}

StringRef python::remoteTpu(const Call &resolver) {
  const Value *tpu = resolver.value("tpu", 0);
  if (!tpu || tpu->kind != ValueKind::Text)
    return StringRef();
  StringRef text = tpu->text;
  if (tpu->isTemplate)
    return text.starts_with("grpc://") ? text : StringRef();
  return text == "local" ? StringRef() : text;
}

/// The name that a call's result is given; empty if it has none.
static StringRef targetOf(const Call &call) {
  Node assignment = call.node.parent();
  if (!assignment.is(NodeKind::Assignment))
    return StringRef();
  Node target = assignment.child(Field::Left);
  return target.is(NodeKind::Identifier) ? target.text() : StringRef();
}

/// True for functions that do not initialize a TPU.
static bool isHarmless(StringRef function) {
  return llvm::StringSwitch<bool>(function.rsplit('.').second.empty()
                                      ? function
                                      : function.rsplit('.').second)
      .Cases({"TPUStrategy", "experimental_connect_to_cluster",
              "experimental_connect_to_host", "initialize_tpu_system"},
             true)
      .Cases({"print", "info", "str", "repr", "format", "isinstance"}, true)
      .Default(false);
}

bool python::isUsedInSight(const Call &resolver, const Program &program) {
  StringRef name = targetOf(resolver);
  if (name.empty())
    return resolver.node.parent().is(NodeKind::ArgumentList);
  for (const auto &cell : program.module().cells) {
    if (!cell->tree)
      continue;
    for (Node node : cell->tree->root().subtree()) {
      if (!node.is(NodeKind::Identifier) || node.text() != name)
        continue;
      Node around = node.parent();
      if (around.is(NodeKind::KeywordArgument))
        around = around.parent();
      if (around.is(NodeKind::ReturnStatement))
        return false;
      if (!around.is(NodeKind::ArgumentList))
        continue;
      Node function = around.parent().child(Field::Function);
      if (!isHarmless(function.text()))
        return false;
    }
  }
  return true;
}

/// Choices between more alternatives are not followed.
static constexpr unsigned DeepestChoice = 16;

static InScope scopeOf(const Value &context, unsigned nesting = 0) {
  if (nesting > DeepestChoice)
    return InScope::Perhaps;
  switch (context.kind) {
  case ValueKind::Unknown:
    return InScope::Perhaps;
  case ValueKind::Object:
    return context.text.ends_with(".scope") ? InScope::Yes : InScope::No;
  case ValueKind::Choice: {
    InScope first = scopeOf(*context.arms.front(), nesting + 1);
    bool isSame = llvm::all_of(context.arms, [&](const Value *arm) {
      return scopeOf(*arm, nesting + 1) == first;
    });
    return isSame ? first : InScope::Perhaps;
  }
  default:
    return InScope::No;
  }
}

InScope python::inScope(const Call &call) {
  InScope result = InScope::No;
  for (const Value *context : call.contexts)
    result = std::max(result, scopeOf(*context));
  return result;
}

bool python::mayBeTpuStrategy(const Value &strategy) {
  auto isTpu = [](const Value &one) {
    return constructorOf(&one, TpuClass::Strategy) != nullptr;
  };
  if (strategy.kind == ValueKind::Choice)
    return llvm::any_of(strategy.arms,
                        [&](const Value *arm) { return isTpu(*arm); });
  return isTpu(strategy);
}

static bool isTpuScope(const Value &value, unsigned nesting = 0) {
  if (value.kind == ValueKind::Choice)
    return nesting < DeepestChoice &&
           llvm::any_of(value.arms, [&](const Value *arm) {
             return isTpuScope(*arm, nesting + 1);
           });
  if (value.kind != ValueKind::Object || !value.call ||
      !value.text.ends_with(".scope") || !value.call->receiver)
    return false;
  return mayBeTpuStrategy(*value.call->receiver);
}

bool python::mayBeInTpuScope(const Call &call) {
  return llvm::any_of(call.contexts,
                      [](const Value *value) { return isTpuScope(*value); });
}
