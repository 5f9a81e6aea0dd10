//===- SequenceOps.cpp - Sequences and optionals of ONNX ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program has no sequences: their items are values of their own, and how many
// there are is known when it is built.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ControlFlow.h"
#include "Ops/ONNX/Composition.h"
#include "Ops/ONNX/Iteration.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

using Items = std::vector<Operand>;

/// More parts of one tensor are not made.
static constexpr int64_t MostParts = 4096;

static Operand sequenceOf(Items items) {
  Operand sequence;
  sequence.items = std::make_shared<const Items>(std::move(items));
  return sequence;
}

static mlir::Type elementOf(const Operand &operand) {
  if (!operand.isTensor())
    return {};
  return operand.value ? ProgramBuilder::elementOf(operand.value)
                       : operand.elements.getElementType();
}

/// Fails if an input is missing or no sequence. One of which nothing is known
/// may be one.
static LogicalResult expectSequence(OpCall &call, unsigned number) {
  if (number >= call.inputs.size() || !call.inputs[number].isGiven())
    return call.failMissing("input " + llvm::Twine(number) + " is missing");
  const Operand &input = call.inputs[number];
  if (input.isTensor())
    return call.fail("input " + llvm::Twine(number) +
                     " is a tensor; a sequence is required");
  if (input.isEmptyOptional)
    return call.fail("input " + llvm::Twine(number) +
                     " is an empty optional; a sequence is required");
  return llvm::success();
}

static LogicalResult expectTensor(OpCall &call, unsigned number) {
  if (number >= call.inputs.size() || !call.inputs[number].isGiven())
    return call.failMissing("input " + llvm::Twine(number) + " is missing");
  const Operand &input = call.inputs[number];
  if (input.isTensor() || input.isUnknown)
    return llvm::success();
  return call.fail("input " + llvm::Twine(number) +
                   (input.items ? " is a sequence" : " is an empty optional") +
                   "; a tensor is required");
}

/// Fails if two tensors of a sequence have other element types.
static LogicalResult expectSameElements(OpCall &call, const Operand &one,
                                        const Operand &other) {
  mlir::Type left = elementOf(one);
  mlir::Type right = elementOf(other);
  if (!left || !right || left == right)
    return llvm::success();
  return call.fail(mismatch::elements(left, right));
}

/// Where in a sequence an input says; none if it is not
/// known, which is only so where types are computed.
static FailureOr<std::optional<int64_t>> position(OpCall &call, unsigned input,
                                                  int64_t missing) {
  if (!call.has(input))
    return std::optional<int64_t>(missing);
  if (failed(expectTensor(call, input)))
    return llvm::failure();
  if (call.inputs[input].isUnknown)
    return std::optional<int64_t>();
  std::optional<IndexVector> known = call.knownIntegers(input);
  if (!known) {
    if (failed(call.requireConstant(input, "position")))
      return llvm::failure();
    return std::optional<int64_t>();
  }
  if (known->size() != 1)
    return call.fail("`position` has shape " +
                     mismatch::shapeText(call.shape(input)) +
                     "; a scalar is required");
  return std::optional<int64_t>(known->front());
}

static LogicalResult failPosition(OpCall &call, int64_t place, size_t count) {
  return call.fail("`position` is " + llvm::Twine(place) +
                   "; the sequence has " + pluralize(count, "item"));
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

static LogicalResult sequenceEmpty(OpCall &call) {
  return call.setResult(sequenceOf({}));
}

static LogicalResult sequenceConstruct(OpCall &call) {
  if (call.inputs.empty())
    return call.failMissing("input 0 is missing");
  for (unsigned i = 0; i < call.inputs.size(); ++i) {
    if (failed(expectTensor(call, i)) ||
        failed(expectSameElements(call, call.inputs[0], call.inputs[i])))
      return llvm::failure();
  }
  return call.setResult(
      sequenceOf(Items(call.inputs.begin(), call.inputs.end())));
}

static LogicalResult sequenceInsert(OpCall &call) {
  if (failed(expectSequence(call, 0)) || failed(expectTensor(call, 1)))
    return llvm::failure();
  if (call.inputs[0].isUnknown)
    return call.setUnknown();
  Items items = *call.inputs[0].items;
  int64_t count = items.size();
  if (count > 0 &&
      failed(expectSameElements(call, items.front(), call.inputs[1])))
    return llvm::failure();
  auto place = position(call, 2, count);
  if (failed(place))
    return llvm::failure();
  if (!*place)
    return call.setUnknown();
  if (**place < -count || **place > count)
    return failPosition(call, **place, count);
  int64_t index = **place < 0 ? **place + count : **place;
  items.insert(items.begin() + index, call.inputs[1]);
  return call.setResult(sequenceOf(std::move(items)));
}

static LogicalResult sequenceErase(OpCall &call) {
  if (failed(expectSequence(call, 0)))
    return llvm::failure();
  if (call.inputs[0].isUnknown)
    return call.setUnknown();
  Items items = *call.inputs[0].items;
  int64_t count = items.size();
  auto place = position(call, 1, -1);
  if (failed(place))
    return llvm::failure();
  if (!*place)
    return call.setUnknown();
  std::optional<int64_t> index = OpCall::dimension(**place, count);
  if (!index)
    return failPosition(call, **place, count);
  items.erase(items.begin() + *index);
  return call.setResult(sequenceOf(std::move(items)));
}

static LogicalResult sequenceAt(OpCall &call) {
  if (failed(expectSequence(call, 0)))
    return llvm::failure();
  if (call.inputs[0].isUnknown)
    return call.setUnknown();
  const Items &items = *call.inputs[0].items;
  if (!call.has(1))
    return call.failMissing("input 1 is missing");
  auto place = position(call, 1, 0);
  if (failed(place))
    return llvm::failure();
  if (!*place) {
    if (items.empty())
      return call.setUnknown();
    Operand common = items.front();
    for (const Operand &item : items)
      common = join(call.builder, common, item);
    return call.setResult(common);
  }
  std::optional<int64_t> index = OpCall::dimension(**place, items.size());
  if (!index)
    return failPosition(call, **place, items.size());
  return call.setResult(items[*index]);
}

static LogicalResult sequenceLength(OpCall &call) {
  if (failed(expectSequence(call, 0)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  if (call.inputs[0].isUnknown)
    return call.setResult(
        b.unknown(RankedTensorType::get({}, b.builder().getI64Type())));
  return call.setResult(integerScalar(b, call.inputs[0].items->size()));
}

//===----------------------------------------------------------------------===//
// Parts of tensors
//===----------------------------------------------------------------------===//

static LogicalResult concatFromSequence(OpCall &call) {
  if (failed(expectSequence(call, 0)))
    return llvm::failure();
  if (!call.attributes.contains("axis"))
    return call.failMissing("attribute `axis` is missing");
  if (call.inputs[0].isUnknown)
    return call.setUnknown();
  ProgramBuilder &b = call.builder;
  if (call.inputs[0].items->empty())
    return call.fail("the sequence has no items");
  SmallVector<Value> values;
  for (Operand item : *call.inputs[0].items) {
    if (item.isUnknown)
      return call.setUnknown();
    values.push_back(call.valueOf(item));
  }
  bool isStack = call.integer("new_axis", 0) != 0;
  Shape first = ProgramBuilder::shapeOf(values.front());
  int64_t rank = first.size();
  int64_t places = isStack ? rank + 1 : rank;
  std::optional<int64_t> axis =
      OpCall::dimension(call.integer("axis", 0), places);
  if (!axis)
    return call.fail(mismatch::axis(call.integer("axis", 0), places));
  for (Value &value : values) {
    Shape shape = ProgramBuilder::shapeOf(value);
    bool fits = shape.size() == first.size() &&
                ProgramBuilder::elementOf(value) ==
                    ProgramBuilder::elementOf(values.front());
    for (size_t i = 0; fits && i < shape.size(); ++i) {
      bool isFree = !isStack && int64_t(i) == *axis;
      fits = isFree || !disagree(shape[i], first[i]);
    }
    if (!fits)
      return call.fail(mismatch::concatenate(values.front().getType(),
                                             value.getType(), *axis));
  }
  if (isStack) {
    for (Value &value : values) {
      SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(value));
      sizes.insert(sizes.begin() + *axis, 1);
      value = b.reshape(value, sizes);
    }
  }
  return call.setResult(b.concatenate(values, *axis));
}

/// The sizes of the parts of a dimension; none if they are not known, which is
/// only so where types are computed.
static FailureOr<std::optional<IndexVector>> partSizes(OpCall &call,
                                                       int64_t size) {
  using Sizes = std::optional<IndexVector>;
  IndexVector each = {1};
  bool isList = false;
  if (call.has(1)) {
    if (failed(expectTensor(call, 1)))
      return llvm::failure();
    if (call.inputs[1].isUnknown)
      return Sizes();
    Sizes known = call.knownIntegers(1);
    if (!known) {
      if (failed(call.requireConstant(1, "split")))
        return llvm::failure();
      return Sizes();
    }
    isList = call.rank(1) == 1;
    if (call.rank(1) > 1)
      return call.fail("`split` has shape " +
                       mismatch::shapeText(call.shape(1)) +
                       "; a scalar or a list is required");
    each = *known;
  }
  if (isList) {
    int64_t sum = 0;
    bool areSizes = OpCall::areSizes(each, 0);
    for (int64_t part : each)
      sum += areSizes ? part : 0;
    if (!areSizes || disagree(sum, size))
      return call.fail("`split` " + mismatch::shapeText(each) +
                       " does not divide " + llvm::Twine(size) + " elements");
    return Sizes(each);
  }
  if (each.size() != 1 || each.front() < 1)
    return call.fail("`split` is " + mismatch::shapeText(each) +
                     "; at least 1 is required");
  if (!isKnown(size))
    return Sizes();
  if (llvm::divideCeil(uint64_t(size), uint64_t(each.front())) > MostParts)
    return call.failUnsupported(llvm::Twine(size) + " elements in parts of " +
                                llvm::Twine(each.front()) +
                                " are too many items");
  IndexVector sizes;
  for (int64_t begin = 0; begin < size; begin += sizes.back())
    sizes.push_back(std::min(each.front(), size - begin));
  return Sizes(sizes);
}

static LogicalResult splitToSequence(OpCall &call) {
  if (failed(expectTensor(call, 0)))
    return llvm::failure();
  if (call.inputs[0].isUnknown)
    return call.setUnknown();
  int64_t rank = call.rank();
  std::optional<int64_t> axis =
      OpCall::dimension(call.integer("axis", 0), rank);
  if (!axis)
    return call.fail(mismatch::axis(call.integer("axis", 0), rank));
  auto parts = partSizes(call, call.shape()[*axis]);
  if (failed(parts))
    return llvm::failure();
  if (!*parts)
    return call.setUnknown();
  bool isSqueezed = !call.has(1) && call.integer("keepdims", 1) == 0;
  ProgramBuilder &b = call.builder;
  Items items;
  SmallVector<int64_t> starts(rank, 0);
  SmallVector<int64_t> limits(call.shape());
  for (int64_t part : **parts) {
    limits[*axis] = starts[*axis] + part;
    Value value = b.slice(call.value(0), starts, limits);
    if (isSqueezed) {
      SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(value));
      sizes.erase(sizes.begin() + *axis);
      value = b.reshape(value, sizes);
    }
    items.push_back(operandOf(value));
    starts[*axis] = limits[*axis];
  }
  return call.setResult(sequenceOf(std::move(items)));
}

//===----------------------------------------------------------------------===//
// SequenceMap
//===----------------------------------------------------------------------===//

static LogicalResult sequenceMap(OpCall &call) {
  if (failed(expectSequence(call, 0)))
    return llvm::failure();
  int64_t body = call.integer("body", -1);
  if (!call.subgraphs || body < 0 || body >= call.subgraphs->count())
    return call.failMissing("attribute `body` is missing");
  size_t taken = call.subgraphs->inputCount(body);
  if (taken != call.inputs.size())
    return call.fail("`body` takes " + pluralize(taken, "input") + "; " +
                     llvm::Twine(call.inputs.size()) + " are given");
  size_t given = call.subgraphs->resultCount(body);
  if (given != call.outputs)
    return call.fail("`body` gives " + pluralize(given, "output") +
                     "; the node has " + llvm::Twine(call.outputs));
  if (call.inputs[0].isUnknown)
    return call.setUnknown();
  size_t count = call.inputs[0].items->size();
  for (auto [i, input] : llvm::enumerate(call.inputs)) {
    if (!input.isGiven())
      return call.failMissing("input " + llvm::Twine(i) + " is missing");
    if (input.items && input.items->size() != count)
      return call.fail("its sequences have " + pluralize(count, "item") +
                       " and " + llvm::Twine(input.items->size()));
  }
  std::vector<Items> results(given);
  for (size_t i = 0; i < count; ++i) {
    SmallVector<Operand> inputs;
    for (const Operand &input : call.inputs)
      inputs.push_back(input.items ? (*input.items)[i] : input);
    FailureOr<SmallVector<Operand>> turn = call.subgraphs->run(body, inputs);
    if (failed(turn))
      return llvm::failure();
    for (auto [list, item] : llvm::zip(results, *turn))
      list.push_back(item);
  }
  for (Items &list : results)
    call.addResult(sequenceOf(std::move(list)));
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Optionals
//===----------------------------------------------------------------------===//

static LogicalResult optional(OpCall &call) {
  if (call.has(0))
    return call.setResult(call.inputs[0]);
  if (!call.attributes.contains("type"))
    return call.fail("neither an input nor attribute `type` is given");
  Operand empty;
  empty.isEmptyOptional = true;
  return call.setResult(empty);
}

static LogicalResult optionalGetElement(OpCall &call) {
  if (!call.has(0))
    return call.failMissing("input 0 is missing");
  if (!call.inputs[0].isEmptyOptional)
    return call.setResult(call.inputs[0]);
  // Only a node that runs is wrong.
  if (!call.builder.buildsOps())
    return call.setUnknown();
  return call.fail("the optional holds nothing");
}

static LogicalResult optionalHasElement(OpCall &call) {
  ProgramBuilder &b = call.builder;
  mlir::Type truth = b.builder().getI1Type();
  if (call.has(0) && call.inputs[0].isUnknown)
    return call.setResult(b.unknown(RankedTensorType::get({}, truth)));
  bool isThere = call.has(0) && !call.inputs[0].isEmptyOptional;
  return call.setResult(b.scalar(truth, isThere));
}

void onnx::addSequenceOps(OpTable &table) {
  table.addForLists(sequenceEmpty, {"SequenceEmpty"});
  table.addForLists(sequenceConstruct, {"SequenceConstruct"});
  table.addForLists(sequenceInsert, {"SequenceInsert"});
  table.addForLists(sequenceErase, {"SequenceErase"});
  table.addForLists(sequenceAt, {"SequenceAt"});
  table.addForLists(sequenceLength, {"SequenceLength"});
  table.addForLists(concatFromSequence, {"ConcatFromSequence"});
  table.addForLists(splitToSequence, {"SplitToSequence"});
  table.addForLists(sequenceMap, {"SequenceMap"});
  table.addForLists(optional, {"Optional"});
  table.addForLists(optionalGetElement, {"OptionalGetElement"});
  table.addForLists(optionalHasElement, {"OptionalHasElement"});
}
