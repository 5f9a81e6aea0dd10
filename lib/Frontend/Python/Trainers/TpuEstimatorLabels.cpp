//===- TpuEstimatorLabels.cpp - Labels that no model takes ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuEstimators.h"
#include "Frontend/Python/Trainers/Definitions.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuEstimatorSetup.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

/// True for `features, labels` of which the second is not None.
static bool isPair(Node expression) {
  while (expression.is(NodeKind::ParenthesizedExpression))
    expression = expression.firstChild();
  if (!expression.is(NodeKind::ExpressionList) &&
      !expression.is(NodeKind::Tuple))
    return false;
  Node first = expression.firstChild();
  Node second = first ? first.nextSibling() : Node();
  return second && !second.nextSibling() && !second.is(NodeKind::None) &&
         !first.is(NodeKind::ListSplat) && !second.is(NodeKind::ListSplat);
}

/// The statements that leave a function; those of functions within it are not
/// among them.
static SmallVector<Node> returnsOf(Node function) {
  SmallVector<Node> returns;
  for (Node node : function.subtree())
    if (node.is(NodeKind::ReturnStatement) &&
        enclosingDefinition(node) == function)
      returns.push_back(node);
  return returns;
}

/// True if a function certainly returns two things.
static bool returnsPair(const Value &function) {
  Node definition = function.definition;
  if (function.kind != ValueKind::Function || !definition)
    return false;
  if (definition.is(NodeKind::Lambda))
    return isPair(definition.child(Field::Body));
  if (isDecorated(definition))
    return false;
  SmallVector<Node> returns = returnsOf(definition);
  return !returns.empty() && llvm::all_of(returns, [](Node statement) {
    return isPair(statement.firstChild());
  });
}

/// True for methods of a dataset that leave its elements what they are.
static bool keepsElements(StringRef method) {
  return llvm::StringSwitch<bool>(method)
      .Cases({"batch", "padded_batch", "repeat", "shuffle", "prefetch"}, true)
      .Cases({"cache", "take", "skip", "filter", "shard", "with_options"}, true)
      .Default(false);
}

/// True if the elements of a dataset are certainly pairs.
static bool hasPairs(const Value *dataset) {
  static constexpr unsigned LongestChain = 32;
  for (unsigned i = 0; i < LongestChain && dataset; ++i) {
    if (dataset->kind != ValueKind::Object || !dataset->call ||
        !isTensorflowName(dataset->text) || !hasModule(dataset->text, "data"))
      return false;
    const Call &call = *dataset->call;
    StringRef method = call.callee.rsplit('.').second;
    const Value *first =
        call.arguments.empty() ? nullptr : call.arguments.front().value;
    if (method == "map")
      return first && returnsPair(*first);
    if (method == "from_tensor_slices" || method == "zip")
      return first && first->kind == ValueKind::Tuple && !first->isOpen &&
             first->items.size() == 2 && !first->items[1]->isNone();
    if (!keepsElements(method))
      return false;
    dataset = call.receiver;
  }
  return false;
}

/// True if a part of a function may run any number of times, or not at all.
static bool isConditional(Node node, Node function) {
  for (; node && node != function; node = node.parent())
    if (node.is(NodeKind::IfStatement) || node.is(NodeKind::TryStatement) ||
        node.is(NodeKind::ForStatement) || node.is(NodeKind::WhileStatement) ||
        node.is(NodeKind::MatchStatement))
      return true;
  return false;
}

/// The value that a statement returns, as far as the program was followed; null
/// if it may be one of several.
static const Value *returnedValue(Node statement, Node function,
                                  const Program &program) {
  Node expression = statement.firstChild();
  if (expression.is(NodeKind::Identifier)) {
    const Value *last = nullptr;
    for (const NameWrite &write : program.names()) {
      if (write.function != function || write.name != expression.text() ||
          write.target.order() > statement.order())
        continue;
      if (isConditional(write.target, function))
        return nullptr;
      last = write.value;
    }
    return last;
  }
  if (!expression.is(NodeKind::Call))
    return nullptr;
  // The value of a call is its receiver's, one method later.
  for (const Call *call : program.calls()) {
    if (call->node != expression)
      continue;
    Value *made = program.makeValue(ValueKind::Object, call->place());
    made->text = call->callee;
    made->call = call;
    return made;
  }
  return nullptr;
}

/// The statements by which a function certainly returns features and labels;
/// none if it may return something else.
static Node labelsReturnedBy(Node function, const Program &program) {
  SmallVector<Node> returns = returnsOf(function);
  bool returnsLabels = llvm::all_of(returns, [&](Node statement) {
    return isPair(statement.firstChild()) ||
           hasPairs(returnedValue(statement, function, program));
  });
  return returns.empty() || !returnsLabels ? Node() : returns.front();
}

void python::checkTakesLabels(const Context &context, const Call &estimator,
                              const Argument &argument) {
  const Argument *model = estimatorArgument(estimator, "model_fn");
  std::optional<Parameters> taken =
      model ? parametersOf(*model->value) : std::nullopt;
  if (!taken || taken->has("labels") || taken->takesMoreKeywords)
    return;
  const Value &input = *argument.value;
  if (input.kind != ValueKind::Function ||
      !input.definition.is(NodeKind::FunctionDefinition) ||
      isDecorated(input.definition))
    return;
  Node labels = labelsReturnedBy(input.definition, context.program);
  if (!labels)
    return;
  StringRef name = model->value->definition.is(NodeKind::Lambda)
                       ? StringRef("lambda")
                       : model->value->text;
  Report report = diag::MissingLabelsArgument::function(
      context.at(argument.place), input.text, name);
  report.note(context.at({input.place.buffer, labels.place()}),
              "features and labels are returned here");
  report.note(context.at(model->value->place), "the model is defined here");
}
