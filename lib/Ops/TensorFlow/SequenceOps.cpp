//===- SequenceOps.cpp - Tensor arrays and stacks of loops ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::ProgramBuilder;

/// Nobody unrolls a longer loop.
static constexpr int64_t MaxElements = 1 << 16;

static std::shared_ptr<Sequence> sequenceOf(OpCall &node) {
  if (node.inputs.empty() || !node.inputs[0].sequence) {
    (void)node.fail("input 0 is not a tensor array or a stack");
    return nullptr;
  }
  return node.inputs[0].sequence;
}

/// The flow of an array, which orders what is done to it.
static StepValue flow(OpCall &node) {
  return StepValue::of(mlir::DenseElementsAttr::get(
      mlir::RankedTensorType::get({}, node.builder.builder().getF32Type()),
      0.0F));
}

/// The lowering of an op whose first input is a sequence.
template <LogicalResult (*lower)(OpCall &, Sequence &)>
static LogicalResult withSequence(OpCall &node) {
  std::shared_ptr<Sequence> sequence = sequenceOf(node);
  return sequence ? lower(node, *sequence) : llvm::failure();
}

static void setSequence(OpCall &node, std::shared_ptr<Sequence> sequence) {
  StepValue value = StepValue::live();
  value.sequence = std::move(sequence);
  if (!node.outputs.empty())
    node.outputs[0] = value;
  if (node.outputs.size() > 1)
    node.outputs[1] = flow(node);
}

static LogicalResult makeArray(OpCall &node) {
  std::optional<int64_t> size = node.knownScalar(0);
  if (!size)
    return node.failUnknown(0);
  if (*size < 0 || *size > MaxElements)
    return node.fail("`size` is " + llvm::Twine(*size) +
                     ", which is not between 0 and " +
                     llvm::Twine(MaxElements));
  auto sequence = std::make_shared<Sequence>();
  sequence->elements.resize(*size);
  setSequence(node, std::move(sequence));
  return llvm::success();
}

static LogicalResult makeStack(OpCall &node) {
  setSequence(node, std::make_shared<Sequence>());
  return llvm::success();
}

/// The array of the gradients of another one, the same for each who asks under
/// one name.
static LogicalResult makeGradients(OpCall &node, Sequence &sequence) {
  std::string name = node.word("source");
  for (auto &[known, gradients] : sequence.gradients) {
    if (known != name)
      continue;
    setSequence(node, gradients);
    return llvm::success();
  }
  auto gradients = std::make_shared<Sequence>();
  gradients->sumsUp = true;
  for (Value element : sequence.elements)
    gradients->elements.push_back(element ? node.builder.like(element, 0)
                                          : Value());
  sequence.gradients.emplace_back(name, gradients);
  setSequence(node, gradients);
  return llvm::success();
}

static LogicalResult putAt(OpCall &node, Sequence &sequence, int64_t place,
                           Value value) {
  if (place < 0 || place >= MaxElements)
    return node.fail("index " + llvm::Twine(place) + " is not between 0 and " +
                     llvm::Twine(MaxElements - 1));
  if (place >= int64_t(sequence.elements.size()))
    sequence.elements.resize(place + 1);
  Value &slot = sequence.elements[place];
  bool adds = sequence.sumsUp && slot && slot.getType() == value.getType();
  slot = adds ? node.builder.add(slot, value) : value;
  return llvm::success();
}

static LogicalResult write(OpCall &node, Sequence &sequence) {
  std::optional<int64_t> place = node.knownScalar(1);
  if (!place)
    return node.failUnknown(1);
  if (!node.inputs[2].isTensor())
    return node.failNotTensor(2);
  if (failed(putAt(node, sequence, *place, node.input(2))))
    return llvm::failure();
  node.outputs[0] = flow(node);
  return llvm::success();
}

/// The element of a place; fails if nothing was written there.
static FailureOr<Value> elementAt(OpCall &node, const Sequence &sequence,
                                  int64_t place) {
  bool isThere = place >= 0 && place < int64_t(sequence.elements.size());
  if (isThere && sequence.elements[place])
    return sequence.elements[place];
  return node.failAsSecondary("element " + std::to_string(place) +
                              " is read before it is written");
}

static LogicalResult read(OpCall &node, Sequence &sequence) {
  std::optional<int64_t> place = node.knownScalar(1);
  if (!place)
    return node.failUnknown(1);
  FailureOr<Value> element = elementAt(node, sequence, *place);
  return failed(element) ? llvm::failure() : node.set(*element);
}

static LogicalResult scatter(OpCall &node, Sequence &sequence) {
  std::optional<Integers> places = node.known(1);
  if (!places)
    return node.failUnknown(1);
  if (!node.inputs[2].isTensor())
    return node.failNotTensor(2);
  if (node.shape(2).empty() || node.shape(2)[0] != int64_t(places->size()))
    return node.fail("the value has shape " +
                     mismatch::shapeText(node.shape(2)) + "; there are " +
                     llvm::Twine(places->size()) + " indices");
  Value all = node.input(2);
  Integers shape(node.shape(2)), starts(shape.size(), 0), limits(shape);
  for (auto [row, place] : llvm::enumerate(*places)) {
    starts[0] = row;
    limits[0] = row + 1;
    Value one = node.builder.reshape(node.builder.slice(all, starts, limits),
                                     llvm::ArrayRef(shape).drop_front());
    if (failed(putAt(node, sequence, place, one)))
      return llvm::failure();
  }
  node.outputs[0] = flow(node);
  return llvm::success();
}

static LogicalResult gatherElements(OpCall &node, Sequence &sequence) {
  std::optional<Integers> places = node.known(1);
  if (!places)
    return node.failUnknown(1);
  if (places->empty())
    return node.fail("`indices` is empty");
  llvm::SmallVector<Value> rows;
  for (int64_t place : *places) {
    FailureOr<Value> element = elementAt(node, sequence, place);
    if (failed(element))
      return llvm::failure();
    Integers shape = {1};
    llvm::append_range(shape, ProgramBuilder::shapeOf(*element));
    rows.push_back(node.builder.reshape(*element, shape));
    if (rows.back().getType() != rows.front().getType())
      return node.fail(
          "elements " + llvm::Twine(places->front()) + " and " +
          llvm::Twine(place) + " have types " +
          mismatch::typeText(sequence.elements[places->front()].getType()) +
          " and " + mismatch::typeText(element->getType()));
  }
  return node.set(rows.size() == 1 ? rows.front()
                                   : node.builder.concatenate(rows, 0));
}

static LogicalResult count(OpCall &node, Sequence &sequence) {
  return node.setIntegers(0, {int64_t(sequence.elements.size())}, true);
}

static LogicalResult push(OpCall &node, Sequence &sequence) {
  // What is known stays known on its way through the stack.
  sequence.pushed.push_back(node.inputs[1]);
  node.outputs[0] = node.inputs[1];
  return llvm::success();
}

static LogicalResult pop(OpCall &node, Sequence &sequence) {
  if (sequence.pushed.empty())
    return node.failAsSecondary("the stack is empty");
  node.outputs[0] = sequence.pushed.back();
  sequence.pushed.pop_back();
  return llvm::success();
}

void tensorflow::addSequenceOps(OpTable &table) {
  table.addForState(1, makeArray, {"TensorArrayV3", "TensorArrayV2"});
  table.addForState(0, makeStack, {"StackV2", "Stack"});
  table.addForState(0, withSequence<makeGradients>, {"TensorArrayGradV3"});
  table.addForAny(3, withSequence<write>, {"TensorArrayWriteV3"});
  table.addForAny(2, withSequence<read>, {"TensorArrayReadV3"});
  table.addForAny(3, withSequence<scatter>, {"TensorArrayScatterV3"});
  table.addForAny(2, withSequence<gatherElements>, {"TensorArrayGatherV3"});
  table.addForAny(1, withSequence<count>, {"TensorArraySizeV3"});
  table.addForAny(2, withSequence<push>, {"StackPushV2"});
  table.addForAny(1, withSequence<pop>, {"StackPopV2"});
}
