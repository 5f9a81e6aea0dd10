//===- BatchNormalizationOps.cpp - Batch normalization of ONNX ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Ops/Common/Accumulation.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// The type of an input, which does not become a constant for it.
static RankedTensorType typeOfInput(OpCall &call, unsigned input) {
  const Operand &operand = call.inputs[input];
  return llvm::cast<RankedTensorType>(
      operand.value ? operand.value.getType() : operand.elements.getType());
}

/// Scale, offset, mean and variance have a number for each channel.
static LogicalResult checkOperands(OpCall &call, Shape wanted) {
  mlir::Type element = call.element();
  if (!llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  const char *names[] = {"scale", "B", "input_mean", "input_var"};
  for (unsigned i = 1; i < 5; ++i) {
    RankedTensorType type = typeOfInput(call, i);
    Shape shape = type.getShape();
    if (shape.size() != wanted.size())
      return call.fail(mismatch::shape(names[i - 1], shape, wanted));
    if (!mayEqual(shape, wanted))
      return call.failAtRun(mismatch::shape(names[i - 1], shape, wanted));
    mlir::Type other = type.getElementType();
    if (!llvm::isa<mlir::FloatType>(other))
      return call.fail(mismatch::notFloat(other));
    // Since set 14 means and variances may be of another type, and since set
    // 15 all may.
    bool mayDiffer = call.version >= (i < 3 ? 15 : 14);
    if (!mayDiffer && other != element)
      return call.fail(mismatch::elements(element, other));
  }
  return llvm::success();
}

/// Whether a batch is normalized by its own mean and variance.
static bool usesBatch(const OpCall &call) {
  if (call.version >= 14)
    return call.integer("training_mode", 0) != 0;
  // Before, what is computed for later shows it.
  return call.outputs > 1 && call.integer("is_test", 0) == 0;
}

/// The name under which a mean or variance is kept from step to step. Constants
/// have no name of their own, and files that store equal tensors once have one
/// for several nodes, and for weights.
static std::string nameOfState(OpCall &call, unsigned input) {
  std::string stem = call.inputs[input].name;
  if (stem.empty() || call.inputs[input].isShared)
    stem = call.name + (input == 3 ? "/mean" : "/variance");
  std::string name = stem;
  for (unsigned number = 1; call.isKept(name); ++number)
    name = stem + "_" + std::to_string(number);
  return name;
}

static LogicalResult batchNormalization(OpCall &call) {
  if (failed(call.expectInputs(5)))
    return llvm::failure();
  if (call.rank() < (call.version < 9 ? 2 : 1))
    return call.fail(
        mismatch::rankBelow(call.shape(), call.version < 9 ? 2 : 1));
  if (call.version >= 14 && call.outputs > 1 && !usesBatch(call))
    return call.fail(
        "`running_mean` and `running_var` are used, but `training_mode` is 0");
  ProgramBuilder &b = call.builder;
  mlir::Type element = call.element();
  Value x = call.value(0);
  SmallVector<int64_t> whole(call.shape());
  // A vector has one channel.
  if (whole.size() == 1)
    whole.push_back(1);
  x = b.reshape(x, whole);
  // Before set 9 each place of a channel could have numbers of its own.
  int64_t rank = whole.size();
  bool isSpatial = call.version >= 9 || call.integer("spatial", 1) != 0;
  SmallVector<int64_t> kept = {1};
  if (!isSpatial)
    kept = llvm::to_vector(llvm::seq<int64_t>(1, rank));
  SmallVector<int64_t> sizes;
  for (int64_t dimension : kept)
    sizes.push_back(whole[dimension]);
  if (failed(checkOperands(call, sizes)))
    return llvm::failure();

  // What training goes on with is kept; what is computed of data is not.
  bool isKept = b.buildsOps() && call.form != ModelForm::Inference &&
                call.knownElements(3) && call.knownElements(4);
  mlir::Type computed = accumulationType(element);
  x = b.convert(x, computed);
  bool isOfBatch = isKept ? call.form == ModelForm::Training : usesBatch(call);
  std::string names[2];
  Value old[2];
  for (unsigned i : {0, 1}) {
    names[i] = isKept ? nameOfState(call, 3 + i) : "";
    old[i] = isKept ? call.state(names[i], typeOfInput(call, 3 + i),
                                 call.knownElements(3 + i))
                    : call.constant(3 + i);
  }
  Statistics current;
  if (isOfBatch)
    current = statisticsOf(b, x, otherDimensions(rank, kept));
  else
    current = {b.convert(old[0], computed), b.convert(old[1], computed)};
  double momentum = call.number("momentum", 0.9);
  Value moved[] = {old[0], old[1]};
  Value latest[] = {current.mean, current.variance};
  for (unsigned i : {0, 1}) {
    if (!isOfBatch || (!isKept && call.outputs == 1))
      continue;
    Value sum = b.add(b.scale(b.convert(old[i], computed), momentum),
                      b.scale(latest[i], 1 - momentum));
    moved[i] = b.convert(sum, ProgramBuilder::elementOf(old[i]));
    if (isKept)
      call.setState(names[i], moved[i]);
  }

  Value normal = normalize(b, x, current, kept, call.number("epsilon", 1e-5));
  Value scale = b.convert(call.value(1), computed);
  Value offset = b.convert(call.value(2), computed);
  Value scaled = b.multiply(normal, b.broadcast(scale, whole, kept));
  Value result = b.add(scaled, b.broadcast(offset, whole, kept));
  call.addResult(b.reshape(b.convert(result, element), call.shape()));
  if (call.outputs == 1)
    return llvm::success();
  for (Value value : moved)
    call.addResult(value);
  // Before set 14 those of the batch follow.
  for (Value value : latest)
    call.addResult(b.convert(value, element));
  return llvm::success();
}

void onnx::addBatchNormalizationOps(OpTable &table) {
  table.add(batchNormalization, {"BatchNormalization"});
}
