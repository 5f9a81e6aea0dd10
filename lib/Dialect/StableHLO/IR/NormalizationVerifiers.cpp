//===- NormalizationVerifiers.cpp - Constraints of normalization ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace {
/// A vector with one value for each feature, with the constraint on its size.
struct FeatureVector {
  StringRef name;
  mlir::Value value;
  StringRef constraint;
};
} // namespace

/// Checks the operands of a normalization, and gives the type of a vector of
/// one value for each feature.
static llvm::FailureOr<RankedTensorType>
checkFeatures(Emit emit, RankedTensorType operand, int64_t feature,
              ArrayRef<FeatureVector> vectors) {
  if (feature < 0 || feature >= operand.getRank())
    return emit() << "has the feature_index " << feature
                  << " for an operand of rank " << operand.getRank() << " (C1)";
  int64_t size = operand.getDimSize(feature);
  for (const FeatureVector &vector : vectors) {
    auto type = tensorTypeOf(vector.value);
    if (!sameBaseline(type.getElementType(), operand.getElementType()))
      return emit() << vector.name << " has elements of "
                    << type.getElementType() << ", but the operand of "
                    << operand.getElementType() << " (C2)";
    if (!mayEqual(type.getDimSize(0), size))
      return emit() << vector.name << " has " << type.getDimSize(0)
                    << " values for " << size << " features ("
                    << vector.constraint << ")";
    if (!isKnown(size))
      size = type.getDimSize(0);
  }
  SmallVector<int64_t> bounds;
  if (!boundsOf(operand).empty())
    bounds.push_back(boundsOf(operand)[feature]);
  return tensorOf(size, operand.getElementType(), bounds);
}

LogicalResult BatchNormGradOp::infer(Emit emit, Adaptor op,
                                     SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  auto gradient = tensorTypeOf(op.getGradOutput());
  // The size of the scale is that of the others (C4) and of the features (C5).
  auto vector = checkFeatures(emit, operand, op.getFeatureIndex(),
                              {{"scale", op.getScale(), "C5"},
                               {"mean", op.getMean(), "C4"},
                               {"variance", op.getVariance(), "C4"}});
  if (failed(vector))
    return failure();
  if (!sameBaseline(gradient.getElementType(), operand.getElementType()))
    return emit() << "grad_output has elements of " << gradient.getElementType()
                  << ", but the operand of " << operand.getElementType()
                  << " (C2)";
  if (!sameShape(gradient, operand))
    return emit() << "grad_output has type " << gradient
                  << ", which is not the shape of the operand, " << operand
                  << " (C3)";
  types.append({operand, *vector, *vector});
  return success();
}

LogicalResult BatchNormInferenceOp::infer(Emit emit, Adaptor op,
                                          SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  auto vector = checkFeatures(emit, operand, op.getFeatureIndex(),
                              {{"scale", op.getScale(), "C3"},
                               {"offset", op.getOffset(), "C4"},
                               {"mean", op.getMean(), "C5"},
                               {"variance", op.getVariance(), "C6"}});
  if (failed(vector))
    return failure();
  types.push_back(operand);
  return success();
}

LogicalResult BatchNormTrainingOp::verify() {
  auto operand = getOperand().getType();
  int64_t feature = getFeatureIndex();
  if (feature < 0 || feature >= operand.getRank())
    return emitOpError() << "has the feature_index " << feature
                         << " for an operand of rank " << operand.getRank()
                         << " (C1)";
  int64_t size = operand.getDimSize(feature);
  if (!mayEqual(getBatchMean().getType().getDimSize(0), size))
    return emitOpError() << "batch_mean has "
                         << getBatchMean().getType().getDimSize(0)
                         << " values for " << size << " features (C5)";
  if (!mayEqual(getBatchVar().getType().getDimSize(0), size))
    return emitOpError() << "batch_var has "
                         << getBatchVar().getType().getDimSize(0)
                         << " values for " << size << " features (C6)";
  return success();
}

LogicalResult BatchNormTrainingOp::infer(Emit emit, Adaptor op,
                                         SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  auto vector = checkFeatures(
      emit, operand, op.getFeatureIndex(),
      {{"scale", op.getScale(), "C3"}, {"offset", op.getOffset(), "C4"}});
  if (failed(vector))
    return failure();
  types.append({operand, *vector, *vector});
  return success();
}
