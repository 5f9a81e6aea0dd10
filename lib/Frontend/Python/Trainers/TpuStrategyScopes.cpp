//===- TpuStrategyScopes.cpp - What is made outside of a scope ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuStrategies.h"
#include "Frontend/Python/Trainers/CallOrder.h"
#include "Frontend/Python/Trainers/Definitions.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuStrategyCalls.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::python;

static bool isKerasName(StringRef name) {
  return name.starts_with("keras.") ||
         (isTensorflowName(name) && hasModule(name, "keras"));
}

/// The call that built the model, or made the optimizer, whose method a call
/// is; null if nobody knows.
static const Call *builderOf(const Call &call) {
  const Value *object = call.receiver;
  if (!object || object->kind != ValueKind::Object || !object->call ||
      !isKerasName(object->call->callee))
    return nullptr;
  return object->call;
}

/// True if a call happens wherever the other one does, and certainly within no
/// scope.
static bool isOutsideScope(const Call &builder, const Call &user) {
  return inScope(builder) == InScope::No && leadsTo(builder.path, user.path) &&
         (builder.isReached || builder.function == user.function);
}

/// True if a strategy for TPUs certainly exists where a model is built.
static bool hasStrategy(const TpuCalls &calls, const Call &builder,
                        size_t builderOrder) {
  return llvm::any_of(calls.strategies, [&](const OrderedCall &strategy) {
    return strategy.order < builderOrder &&
           leadsTo(strategy.call->path, builder.path) &&
           (!strategy.call->function ||
            strategy.call->function == builder.function);
  });
}

static bool usesScopes(ArrayRef<const Call *> calls) {
  return llvm::any_of(
      calls, [](const Call *call) { return inScope(*call) == InScope::Yes; });
}

void python::checkScopes(const TpuCalls &calls) {
  const Context &context = calls.context;
  ArrayRef<const Call *> all = context.program.calls();
  // A strategy can be made that of the whole program.
  if (calls.names.has("experimental_set_strategy"))
    return;
  bool hasScopes = usesScopes(all);
  if (!hasScopes && calls.strategies.empty())
    return;
  llvm::DenseMap<const Call *, size_t> orders;
  for (auto [order, call] : llvm::enumerate(all))
    orders[call] = order;
  ReportedNodes reported;
  for (const Call *call : all) {
    StringRef method = call->callee.rsplit('.').second;
    bool isModel = method == "compile" || method == "fit";
    if (!isModel && method != "apply_gradients")
      continue;
    const Call *builder = builderOf(*call);
    if (!builder || !isOutsideScope(*builder, *call))
      continue;
    InScope used = inScope(*call);
    bool isMixed = isModel ? used == InScope::Yes : hasScopes;
    bool isUnused = isModel && used == InScope::No &&
                    hasStrategy(calls, *builder, orders.lookup(builder));
    if ((!isMixed && !isUnused) || !reported.insert(builder->node))
      continue;
    mlir::Location place = context.at(builder->calleePlace);
    Report report = isModel ? diag::CreatedOutsideScope::model(place)
                            : diag::CreatedOutsideScope::object(
                                  place, builder->callee.rsplit('.').second);
    report.note(context.at(call->calleePlace),
                isMixed && isModel ? "it is used within the scope here"
                                   : "it is used here");
    report.help("make it within `with strategy.scope():`");
  }
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

namespace {
/// How the names of a module are used.
class PlainFunctions {
public:
  explicit PlainFunctions(const Module &module);

  /// True if a function is certainly called by the module itself, as plain
  /// Python: not by a function that TensorFlow compiles.
  bool contains(Node function) const;

private:
  struct Uses {
    bool isCalled = false;
    bool isUsedOtherwise = false;
  };
  llvm::StringMap<Uses> names;
};
} // namespace

PlainFunctions::PlainFunctions(const Module &module) {
  for (const auto &cell : module.cells) {
    if (!cell->tree)
      continue;
    for (Node node : cell->tree->root().subtree()) {
      bool isName = node.is(NodeKind::Identifier) &&
                    !(node.field() == Field::Name &&
                      node.parent().is(NodeKind::FunctionDefinition));
      if (!isName)
        continue;
      bool isCallee = node.field() == Field::Function &&
                      node.parent().is(NodeKind::Call) &&
                      !enclosingDefinition(node);
      Uses &uses = names[node.text()];
      (isCallee ? uses.isCalled : uses.isUsedOtherwise) = true;
    }
  }
}

bool PlainFunctions::contains(Node function) const {
  if (!function.is(NodeKind::FunctionDefinition) || isDecorated(function) ||
      enclosingDefinition(function))
    return false;
  auto found = names.find(function.child(Field::Name).text());
  return found != names.end() && found->second.isCalled &&
         !found->second.isUsedOtherwise;
}

void python::checkStrategyRuns(const TpuCalls &calls) {
  const Context &context = calls.context;
  if (calls.names.has("disable_eager_execution") ||
      calls.names.has("disable_v2_behavior"))
    return;
  std::optional<PlainFunctions> plain;
  for (const Call *call : context.program.calls()) {
    StringRef method = methodOf(*call, TpuClass::Strategy);
    if (method != "run" && method != "experimental_run_v2")
      continue;
    const Argument *step = call->find("fn", 0);
    if (!constructorOf(call->receiver, TpuClass::Strategy) || !step ||
        step->value->kind != ValueKind::Function ||
        isDecorated(step->value->definition))
      continue;
    Node around = enclosingDefinition(call->node);
    if (around && !plain)
      plain.emplace(context.program.module());
    if (around && !plain->contains(around))
      continue;
    bool isLambda = step->value->definition.is(NodeKind::Lambda);
    Report report = diag::EagerStrategyRun::run(context.at(step->place),
                                                isLambda ? StringRef("lambda")
                                                         : step->value->text);
    if (!isLambda)
      report.note(context.at(step->value->place),
                  "the function is defined here");
    report.help("decorate it with `@tf.function`, or call this in a function "
                "that is");
  }
}
