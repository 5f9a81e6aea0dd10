//===- ForwardModule.cpp - Modules with a model in them -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Dialect/StableHLO/Builders/Derivative.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

ForwardModule::ForwardModule(mlir::ModuleOp module, mlir::Location loc)
    : module(module), loc(loc), atEnd(module.getContext()) {
  atEnd.setInsertionPointToEnd(module.getBody());
  function = mlir::func::FuncOp::create(atEnd, loc, role::ForwardFunction,
                                        atEnd.getFunctionType({}, {}));
  block = function.addEntryBlock();
  atEnd.setInsertionPointToEnd(block);
  atEnd.setListener(&ops);
}

mlir::BlockArgument ForwardModule::addArgument(unsigned position,
                                               mlir::Type type) {
  return block->insertArgument(position, type, loc);
}

Value ForwardModule::parameter(StringRef name, RankedTensorType type,
                               const Initializer &initial) {
  auto [entry, isNew] = parameters.try_emplace(name.str());
  if (isNew) {
    mlir::BlockArgument argument = addArgument(parameters.size() - 1, type);
    entry->second = {argument, argument, initial, std::nullopt};
  }
  return entry->second.value;
}

void ForwardModule::setParameter(StringRef name, Value value) {
  Kept &kept = parameters.find(name.str())->second;
  ProgramBuilder b(atEnd, value.getLoc());
  // The gradient for the argument is the one for what takes its place.
  Value change =
      derivative::mark(b.subtract(value, kept.argument), derivative::Zero);
  kept.value = b.add(kept.argument, change);
}

void ForwardModule::constrain(StringRef name, const Constraint &constraint) {
  parameters.find(name.str())->second.constraint = constraint;
}

Value ForwardModule::state(StringRef name, RankedTensorType type,
                           const Initializer &initial) {
  auto [entry, isNew] = states.try_emplace(name.str());
  if (isNew) {
    mlir::BlockArgument argument =
        addArgument(parameters.size() + states.size() - 1, type);
    entry->second = {argument, argument, initial, std::nullopt};
  }
  return entry->second.value;
}

void ForwardModule::setState(StringRef name, Value value) {
  states.find(name.str())->second.value = value;
}

SmallVector<Value> ForwardModule::stateValues() const {
  SmallVector<Value> held;
  for (const auto &[name, entry] : states)
    held.push_back(entry.value);
  return held;
}

bool ForwardModule::restoreStates(ArrayRef<Value> before) {
  bool isChanged = false;
  for (auto [number, entry] : llvm::enumerate(states)) {
    Kept &kept = entry.second;
    Value old = number < before.size() ? before[number] : kept.argument;
    isChanged |= kept.value != old;
    kept.value = old;
  }
  return isChanged;
}

Value ForwardModule::input(StringRef name, RankedTensorType type) {
  inputs.push_back(name.str());
  return addArgument(parameters.size() + states.size() + inputs.size() - 1,
                     type);
}

void ForwardModule::addOutput(StringRef name, Value value) {
  outputs.push_back({name.str(), value});
}

void ForwardModule::addMask(StringRef output, Value mask) {
  masks.push_back({output.str(), mask});
}

void ForwardModule::addLoss(StringRef name, Value value) {
  losses[name.str()] = value;
}

Value ForwardModule::drawKey(mlir::Location place) {
  if (!seed) {
    mlir::Type word = mlir::IntegerType::get(atEnd.getContext(), 64,
                                             mlir::IntegerType::Unsigned);
    seed =
        addArgument(block->getNumArguments(), RankedTensorType::get({2}, word));
  }
  ProgramBuilder b(atEnd, place);
  return deriveKey(b, seed, ++keys);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

bool ForwardModule::isTooLarge(llvm::ArrayRef<int64_t> shape) {
  constexpr int64_t MostElements = int64_t(1) << 32;
  int64_t count = 1;
  for (int64_t size : shape) {
    // Other sizes count even if there are no elements.
    std::optional<int64_t> next =
        llvm::checkedMul(count, std::max<int64_t>(size, 1));
    if (size < 0 || !next || *next > MostElements)
      return true;
    count = *next;
  }
  return false;
}

void ForwardModule::beginPart() {
  beforePart = block->empty() ? nullptr : &block->back();
  // A part without ops costs something, too.
  ++parts;
}

/// The first tensor that is too large; null if there is none.
static RankedTensorType findTooLarge(mlir::TypeRange types) {
  for (mlir::Type type : types) {
    auto tensor = llvm::dyn_cast<RankedTensorType>(type);
    if (tensor && ForwardModule::isTooLarge(tensor.getShape()))
      return tensor;
  }
  return {};
}

std::string ForwardModule::checkPart() {
  // The one who calls says where and for what.
  std::string problem;
  mlir::ScopedDiagnosticHandler quiet(module.getContext(),
                                      [&](mlir::Diagnostic &diagnostic) {
                                        if (problem.empty())
                                          problem = diagnostic.str();
                                        return llvm::success();
                                      });
  auto begin = beforePart ? std::next(beforePart->getIterator())
                          : block->getOperations().begin();
  for (mlir::Operation &op :
       llvm::make_range(begin, block->getOperations().end())) {
    RankedTensorType tooLarge;
    op.walk([&](mlir::Operation *inner) {
      if (!tooLarge)
        tooLarge = findTooLarge(inner->getOperandTypes());
      if (!tooLarge)
        tooLarge = findTooLarge(inner->getResultTypes());
    });
    if (tooLarge)
      return "a tensor of shape " + shapeText(tooLarge.getShape()) +
             " is too large";
    if (failed(mlir::verify(&op)))
      return problem.empty() ? "its lowering is invalid" : problem;
  }
  return isFull() ? "the model has too many operations" : "";
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

mlir::DictionaryAttr stablehlo::describeRole(mlir::Builder &builder,
                                             StringRef role, StringRef name) {
  mlir::NamedAttrList list;
  if (!role.empty())
    list.set(role::RoleAttribute, builder.getStringAttr(role));
  if (!name.empty())
    list.set(role::NameAttribute, builder.getStringAttr(name));
  return list.getDictionary(builder.getContext());
}

void stablehlo::setInitialValues(mlir::func::FuncOp init,
                                 mlir::ValueRange values,
                                 ArrayRef<std::string> names) {
  mlir::Builder builder(init.getContext());
  init.getBody().front().getTerminator()->setOperands(values);
  init.setFunctionType(builder.getFunctionType(
      init.getArgumentTypes(), llvm::to_vector(values.getTypes())));
  SmallVector<mlir::Attribute> attributes;
  for (StringRef name : names)
    attributes.push_back(describeRole(builder, "", name));
  init.setResAttrsAttr(builder.getArrayAttr(attributes));
}

void ForwardModule::buildInit() {
  mlir::OpBuilder builder(function);
  mlir::Type seedType = RankedTensorType::get({}, builder.getI64Type());
  auto init = mlir::func::FuncOp::create(builder, loc, role::InitFunction,
                                         builder.getFunctionType(seedType, {}));
  mlir::Block *body = init.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  ProgramBuilder b(builder, loc);
  SmallVector<Value> values;
  SmallVector<std::string> names;
  for (const KeptValues *kept : {&parameters, &states}) {
    for (const auto &[name, entry] : *kept) {
      Value key = deriveKey(b, body->getArgument(0), values.size() + 1);
      auto type = llvm::cast<RankedTensorType>(entry.argument.getType());
      values.push_back(entry.initial(b, key, type));
      names.push_back(name);
    }
  }
  mlir::func::ReturnOp::create(builder, loc);
  setInitialValues(init, values, names);
  // Many initial values need no key.
  for (mlir::Operation &op :
       llvm::make_early_inc_range(llvm::reverse(body->getOperations())))
    if (mlir::isOpTriviallyDead(&op))
      op.erase();
}

/// What shapes and axes were computed of is part of no program.
static void eraseUnusedConstants(mlir::Block &block) {
  for (auto constant : llvm::make_early_inc_range(block.getOps<ConstantOp>()))
    if (constant->use_empty())
      constant.erase();
}

void ForwardModule::finish() {
  SmallVector<mlir::Attribute> arguments;
  for (const auto &[name, entry] : parameters) {
    mlir::NamedAttrList list(describeRole(atEnd, role::Parameter, name));
    if (entry.constraint)
      list.set(role::ConstraintAttribute,
               describeConstraint(atEnd, *entry.constraint));
    arguments.push_back(list.getDictionary(atEnd.getContext()));
  }
  for (const auto &[name, entry] : states)
    arguments.push_back(describeRole(atEnd, role::State, name));
  for (const std::string &name : inputs)
    arguments.push_back(describeRole(atEnd, role::Input, name));
  if (seed)
    arguments.push_back(describeRole(atEnd, role::Seed, ""));

  SmallVector<Value> values;
  SmallVector<mlir::Attribute> results;
  auto add = [&](Value value, StringRef role, StringRef name) {
    values.push_back(value);
    results.push_back(describeRole(atEnd, role, name));
  };
  for (const auto &[name, value] : outputs)
    add(value, role::Output, name);
  for (const auto &[name, value] : masks)
    add(value, role::Mask, name);
  for (const auto &[name, value] : losses)
    add(value, role::Loss, name);
  for (const auto &[name, entry] : parameters)
    if (entry.value != entry.argument)
      add(entry.value, role::Parameter, name);
  for (const auto &[name, entry] : states)
    add(entry.value, role::State, name);
  mlir::func::ReturnOp::create(atEnd, loc, values);
  function.setFunctionType(atEnd.getFunctionType(
      llvm::to_vector(block->getArgumentTypes()),
      llvm::to_vector(mlir::ValueRange(values).getTypes())));
  function.setArgAttrsAttr(atEnd.getArrayAttr(arguments));
  function.setResAttrsAttr(atEnd.getArrayAttr(results));
  eraseUnusedConstants(*block);
  buildInit();
}
