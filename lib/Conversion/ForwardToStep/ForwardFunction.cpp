//===- ForwardFunction.cpp - What a forward module offers -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/ForwardToStep/ForwardFunction.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::func::FuncOp;

static StringRef wordOf(mlir::Attribute attribute) {
  auto text = llvm::dyn_cast_or_null<mlir::StringAttr>(attribute);
  return text ? text.getValue() : StringRef();
}

static LogicalResult readArguments(ForwardFunction &forward) {
  FuncOp function = forward.function;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    NamedValue value = {
        wordOf(function.getArgAttr(i, role::NameAttribute)).str(), i,
        function.getArgumentTypes()[i]};
    StringRef role = wordOf(function.getArgAttr(i, role::RoleAttribute));
    bool isKept = role == role::Parameter || role == role::State;
    auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.type);
    if (!type || !type.hasStaticShape())
      return function.emitError() << "argument " << i << " is " << value.type
                                  << " and not a tensor of known sizes";
    if (isKept && value.name.empty())
      return function.emitError() << "argument " << i << " has no name";
    if (mlir::Attribute given =
            function.getArgAttr(i, role::ConstraintAttribute)) {
      std::optional<Constraint> constraint =
          readConstraint(given, type.getRank());
      if (!constraint)
        return function.emitError() << "argument " << i << " of " << type
                                    << " has the constraint " << given;
      forward.constraints[value.name] = *constraint;
    }
    if (role == role::Parameter)
      forward.parameters.push_back(std::move(value));
    else if (role == role::State)
      forward.states.push_back(std::move(value));
    else if (role == role::Input)
      forward.inputs.push_back(std::move(value));
    else if (role == role::Seed && !forward.seed)
      forward.seed = std::move(value);
    else
      return function.emitError()
             << "argument " << i << " has the role `" << role
             << "` and not one of parameter, state, input and seed";
  }
  return llvm::success();
}

/// A model that has its loss by itself says for each output what it is compared
/// with.
static LogicalResult checkExamples(const ForwardFunction &forward) {
  FuncOp function = forward.function;
  if (!forward.exampleLoss && forward.labels.empty())
    return llvm::success();
  auto type =
      forward.exampleLoss
          ? llvm::dyn_cast<mlir::RankedTensorType>(forward.exampleLoss->type)
          : mlir::RankedTensorType();
  if (!type || type.getRank() != 1)
    return function.emitError()
           << "a model with labels or losses of examples needs a result of the "
              "role `example_loss` with one dimension";
  for (const NamedValue &output : forward.outputs) {
    if (!forward.labels.contains(output.name))
      return function.emitError()
             << "no result holds the label of output `" << output.name << "`";
  }
  return llvm::success();
}

/// Steps are those of the first dimensions of an output, and of its loss.
static LogicalResult checkMasks(ForwardFunction &forward) {
  for (const auto &entry : forward.masks) {
    const NamedValue &mask = entry.second;
    const auto *output =
        llvm::find_if(forward.outputs, [&](const NamedValue &value) {
          return value.name == mask.name;
        });
    if (output == forward.outputs.end())
      return forward.function.emitError()
             << "the mask `" << mask.name << "` is that of no output";
    auto type = llvm::dyn_cast<mlir::RankedTensorType>(mask.type);
    auto masked = llvm::dyn_cast<mlir::RankedTensorType>(output->type);
    bool fits = type && masked && type.getElementType().isInteger(1) &&
                type.getRank() > 0 && type.getRank() < masked.getRank() &&
                masked.getShape().take_front(type.getRank()) == type.getShape();
    if (!fits)
      return forward.function.emitError()
             << "output `" << mask.name << "` is " << output->type
             << " and its mask " << mask.type
             << ", which has no step for each of its losses";
  }
  return llvm::success();
}

static LogicalResult readResults(ForwardFunction &forward) {
  FuncOp function = forward.function;
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    NamedValue value = {
        wordOf(function.getResultAttr(i, role::NameAttribute)).str(), i,
        function.getResultTypes()[i]};
    StringRef role = wordOf(function.getResultAttr(i, role::RoleAttribute));
    if (role == role::Output)
      forward.outputs.push_back(std::move(value));
    else if (role == role::Mask)
      forward.masks[value.name] = value;
    else if (role == role::Loss)
      forward.losses.push_back(std::move(value));
    else if (role == role::State)
      forward.newStates[value.name] = value;
    else if (role == role::Parameter)
      forward.changed[value.name] = value;
    else if (role == role::Label)
      forward.labels[value.name] = value;
    else if (role == role::ExampleLoss && !forward.exampleLoss)
      forward.exampleLoss = std::move(value);
    else
      return function.emitError()
             << "result " << i << " has the role `" << role
             << "` and not one of output, mask, label, loss, example_loss, "
                "parameter and state";
  }
  for (const auto &entry : forward.changed) {
    const NamedValue &value = entry.second;
    bool isParameter =
        llvm::any_of(forward.parameters, [&](const NamedValue &parameter) {
          return parameter.name == value.name && parameter.type == value.type;
        });
    if (!isParameter)
      return function.emitError()
             << "result " << value.number << " of " << value.type
             << " is the value of `" << value.name
             << "`, which is no parameter of this type";
  }
  if (failed(checkMasks(forward)) || failed(checkExamples(forward)))
    return llvm::failure();
  for (const NamedValue &state : forward.states) {
    auto found = forward.newStates.find(state.name);
    if (found == forward.newStates.end())
      return function.emitError()
             << "no result holds the new value of state `" << state.name << "`";
    if (found->second.type != state.type)
      return function.emitError()
             << "state `" << state.name << "` is " << state.type
             << " and its new value " << found->second.type;
  }
  return llvm::success();
}

static LogicalResult readInit(ForwardFunction &forward) {
  FuncOp init = forward.init;
  for (unsigned i = 0; i < init.getNumResults(); ++i)
    forward.initial[wordOf(init.getResultAttr(i, role::NameAttribute))] = i;
  for (const auto *values : {&forward.parameters, &forward.states}) {
    for (const NamedValue &value : *values) {
      auto found = forward.initial.find(value.name);
      if (found == forward.initial.end())
        return init.emitError()
               << "`" << value.name << "` has no initial value";
      mlir::Type type = init.getResultTypes()[found->second];
      if (type != value.type)
        return init.emitError() << "`" << value.name << "` is " << value.type
                                << " and its initial value " << type;
    }
  }
  return llvm::success();
}

llvm::FailureOr<ForwardFunction>
trainlint::readForwardModule(mlir::ModuleOp module) {
  ForwardFunction forward;
  forward.function = module.lookupSymbol<FuncOp>(role::ForwardFunction);
  forward.init = module.lookupSymbol<FuncOp>(role::InitFunction);
  if (!forward.function || !forward.init || forward.function.isExternal() ||
      forward.init.isExternal())
    return module.emitError()
           << "a forward module needs the functions `" << role::ForwardFunction
           << "` and `" << role::InitFunction << "`";
  if (failed(readArguments(forward)) || failed(readResults(forward)) ||
      failed(readInit(forward)))
    return llvm::failure();
  return forward;
}

void trainlint::forEachPenalty(ProgramBuilder &b,
                               const ForwardFunction &forward, double l2,
                               const mlir::IRMapping &copy,
                               llvm::function_ref<void(mlir::Value)> add) {
  mlir::func::FuncOp function = forward.function;
  mlir::Block &body = function.getBody().front();
  for (const NamedValue &term : forward.losses)
    add(copy.lookupOrDefault(body.getTerminator()->getOperand(term.number)));
  for (const NamedValue &parameter : forward.parameters) {
    mlir::Value value = copy.lookup(body.getArgument(parameter.number));
    if (l2 != 0 && ProgramBuilder::shapeOf(value).size() > 1)
      add(b.scale(b.sumOfAll(b.multiply(value, value)), l2));
  }
}
