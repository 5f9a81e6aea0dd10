//===- InterpreterValues.cpp - What values of a model are known to be -----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Interpreter.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using graph::NodeOp;

/// False if there are more items of sequences than a model may have.
bool Interpreter::takeItems(const Operand &operand) {
  if (operand.items)
    itemBudget -= operand.items->size();
  return itemBudget >= 0;
}

/// Most of what nodes compute depends on data, as do the arguments of the main
/// graph. Those of other graphs are bound to what they are called with.
static bool isOfDataUnlessSaid(Value value) {
  return llvm::isa<mlir::BlockArgument>(value) ||
         llvm::isa_and_present<NodeOp>(value.getDefiningOp());
}

/// What of a value is kept when the abstract values are forgotten.
Interpreter::Known Interpreter::forget(Operand operand) {
  Known result;
  if (operand.items && !takeItems(operand)) {
    result.operand.isUnknown = true;
    return result;
  }
  if (operand.value) {
    result.type = ProgramBuilder::typeOf(operand.value);
    result.literal = abstract->literal(operand.value);
  }
  if (operand.items) {
    for (const Operand &item : *operand.items)
      result.items.push_back(forget(item));
  }
  operand.value = {};
  result.operand = std::move(operand);
  return result;
}

Operand Interpreter::remember(const Known &known, mlir::Location place) {
  Operand operand = known.operand;
  if (known.literal)
    operand.value = abstract->add(known.literal, place);
  else if (known.type)
    operand.value = abstract->add(known.type, place);
  if (operand.items) {
    if (!takeItems(operand)) {
      Operand unknown;
      unknown.isUnknown = true;
      return unknown;
    }
    std::vector<Operand> items;
    for (const Known &item : known.items)
      items.push_back(remember(item, place));
    operand.items = std::make_shared<const std::vector<Operand>>(items);
  }
  return operand;
}

const Operand *Interpreter::find(Value value) const {
  auto found = values.find(value);
  return found == values.end() ? nullptr : &found->second;
}

Value Interpreter::materialize(const Operand &tensor, mlir::Location place) {
  OpCall call(builderAt(place), module, "", "", arguments, {tensor},
              /*version=*/1);
  call.form = form;
  return call.value(0);
}

/// The sizes that one type knows, and those that the other does; null if they
/// contradict each other.
static RankedTensorType meet(RankedTensorType given, RankedTensorType found) {
  if (given.getElementType() != found.getElementType() ||
      !mayEqual(given.getShape(), found.getShape()))
    return {};
  SmallVector<int64_t> sizes(given.getShape());
  for (auto [size, other] : llvm::zip(sizes, found.getShape()))
    size = isKnown(size) ? size : other;
  return given.clone(sizes);
}

void Interpreter::write(Value value, Operand operand) {
  if (!abstract) {
    values[value] = std::move(operand);
    return;
  }
  Known result = forget(std::move(operand));
  // What the exporter wrote down holds as well. Where it contradicts what was
  // computed, neither is trusted: a wrong note is no reason for an error.
  auto given = llvm::dyn_cast<RankedTensorType>(value.getType());
  if (given && result.type && depth == 0) {
    RankedTensorType both = meet(given, result.type);
    if (!both) {
      result = Known();
      result.operand.isUnknown = true;
    } else {
      result.type = both;
    }
  } else if (given && !result.type && result.operand.isUnknown) {
    result.operand.isUnknown = false;
    result.type = given;
  }
  if (result.type && depth == 0)
    value.setType(result.type);
  // Of most values there is no more to know than their type has.
  const Operand &what = result.operand;
  bool saysItself = depth == 0 && result.type && !result.literal &&
                    !what.elements && !what.items && !what.isEmptyOptional &&
                    what.isOfData == isOfDataUnlessSaid(value);
  if (!saysItself)
    known[value] = std::move(result);
}

void Interpreter::bind(Value argument, Operand operand) {
  if (abstract)
    known[argument] = forget(std::move(operand));
  else
    values[argument] = std::move(operand);
}

void Interpreter::setUnknown(NodeOp node) {
  Operand unknown;
  unknown.isUnknown = true;
  for (Value output : node.getOutputs())
    write(output, unknown);
}

std::optional<Operand> Interpreter::read(Value value) {
  if (!abstract) {
    auto found = values.find(value);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
  auto found = known.find(value);
  if (found != known.end()) {
    dataReads += found->second.operand.isOfData;
    return remember(found->second, value.getLoc());
  }
  Operand operand;
  if (auto type = llvm::dyn_cast<RankedTensorType>(value.getType()))
    operand.value = abstract->add(type, value.getLoc());
  else
    operand.isUnknown = true;
  operand.isOfData = isOfDataUnlessSaid(value);
  dataReads += operand.isOfData;
  return operand;
}

StringRef Interpreter::weightName(graph::InitializerOp op) {
  auto [name, isNew] = weightNames.try_emplace(op);
  if (!isNew)
    return name->second;
  std::string wanted = op.getName().str();
  auto [entry, isFree] = takenNames.try_emplace(wanted, 0);
  // Many graphs may call theirs the same, so each goes on with the numbers
  // where the last one ended.
  for (unsigned number = entry->second; !isFree;) {
    takenNames[wanted] = ++number;
    std::tie(entry, isFree) =
        takenNames.try_emplace(wanted + "_" + std::to_string(number), 0);
  }
  name->second = entry->first();
  return name->second;
}

LogicalResult Interpreter::addInitializer(graph::InitializerOp op) {
  // What is used by nothing may be of any type.
  if (op.getValue().use_empty())
    return llvm::success();
  Operand operand;
  if (module)
    operand.name = weightName(op).str();
  operand.isShared = !op.getValue().hasOneUse();
  // Weights are many, and their elements say nothing of types.
  if (abstract && !Literal::canHold(op.getValue().getType())) {
    auto type = llvm::dyn_cast<RankedTensorType>(op.getValue().getType());
    if (type)
      operand.value = abstract->add(type, op.getLoc());
    else
      operand.isUnknown = true;
    write(op.getValue(), std::move(operand));
    return llvm::success();
  }
  mlir::DenseElementsAttr elements = source.elements(op);
  if (!elements && !abstract) {
    std::string problem = source.elementsProblem(op);
    return mlir::emitError(op.getLoc())
           << "the elements of `" << op.getName() << "` of type "
           << op.getValue().getType() << " cannot be read"
           << (problem.empty() ? " as numbers" : ": " + problem);
  }
  // They are read once, and not again by each node that takes them.
  if (elements && abstract)
    operand.value = builderAt(op.getLoc()).constant(elements);
  operand.isUnknown = !elements;
  operand.elements = abstract ? mlir::DenseElementsAttr() : elements;
  write(op.getValue(), std::move(operand));
  return llvm::success();
}
