//===- LinearAlgebraRules.cpp - Constraints of products and transforms ----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/LinearAlgebraOps.h"
#include "Dialect/StableHLO/IR/QuantizedProducts.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"

using namespace trainlint::stablehlo;
using llvm::ArrayRef;
using llvm::cast;
using llvm::failed;
using llvm::failure;
using llvm::LogicalResult;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using llvm::success;
using mlir::RankedTensorType;
using mlir::Type;
using mlir::quant::UniformQuantizedPerAxisType;
using mlir::quant::UniformQuantizedType;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Checks the list of precisions, which has one for each operand.
static LogicalResult checkPrecision(mlir::Operation *op,
                                    std::optional<mlir::ArrayAttr> config,
                                    StringRef rule) {
  // Fewer stand for DEFAULT in practice.
  if (!config || config->size() <= 2)
    return success();
  return op->emitOpError() << "has " << config->size()
                           << " precisions for two operands (" << rule << ")";
}

LogicalResult DotOp::verify() {
  auto lhs = getLhs().getType(), rhs = getRhs().getType();
  auto result = getResult().getType();
  if (lhs.getRank() < 1 || lhs.getRank() > 2 || rhs.getRank() < 1 ||
      rhs.getRank() > 2)
    return emitOpError() << "multiplies " << lhs << " and " << rhs
                         << ", but only vectors and matrices can be";
  int64_t summed = lhs.getShape().back(), other = rhs.getShape().front();
  if (!mayEqual(summed, other))
    return emitOpError() << "sums over a dimension of " << lhs << " of size "
                         << summed << " and one of " << rhs << " of size "
                         << other;
  SmallVector<int64_t> shape(lhs.getShape().drop_back());
  llvm::append_range(shape, rhs.getShape().drop_front());
  if (!mayEqual(shape, result.getShape()))
    return emitOpError() << "result has shape " << shapeText(result.getShape())
                         << " instead of " << shapeText(shape);
  return checkPrecision(*this, getPrecisionConfig(), "C11");
}

/// Checks that pairs of dimensions have the same sizes.
static LogicalResult checkPairs(mlir::Operation *op, StringRef what,
                                RankedTensorType lhs, RankedTensorType rhs,
                                ArrayRef<int64_t> lhsDims,
                                ArrayRef<int64_t> rhsDims, StringRef rule) {
  for (auto [left, right] : llvm::zip(lhsDims, rhsDims)) {
    if (!mayEqual(lhs.getDimSize(left), rhs.getDimSize(right)))
      return op->emitOpError()
             << what << " dimension " << left << " of lhs, of size "
             << lhs.getDimSize(left) << ", and dimension " << right
             << " of rhs, of size " << rhs.getDimSize(right) << " (" << rule
             << ")";
  }
  return success();
}

static LogicalResult checkDotDimensions(DotGeneralOp op) {
  DotDimensionsAttr dims = op.getDotDimensionNumbers();
  auto lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  ArrayRef<int64_t> lhsBatch = dims.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = dims.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsSum = dims.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsSum = dims.getRhsContractingDimensions();
  if (lhsBatch.size() != rhsBatch.size())
    return op.emitOpError()
           << "has " << lhsBatch.size() << " batching dimensions of lhs and "
           << rhsBatch.size() << " of rhs (C1)";
  if (lhsSum.size() != rhsSum.size())
    return op.emitOpError()
           << "has " << lhsSum.size() << " contracting dimensions of lhs and "
           << rhsSum.size() << " of rhs (C2)";
  auto unique = [&](StringRef side, ArrayRef<int64_t> batch,
                    ArrayRef<int64_t> sum, StringRef rule) -> LogicalResult {
    SmallVector<int64_t> all(batch);
    llvm::append_range(all, sum);
    std::optional<int64_t> twice = firstDuplicate(all);
    if (!twice)
      return success();
    return op.emitOpError() << "names dimension " << *twice << " of " << side
                            << " twice (" << rule << ")";
  };
  auto range = [&](StringRef name, ArrayRef<int64_t> items, int64_t rank,
                   StringRef rule) -> LogicalResult {
    std::optional<int64_t> outside = firstOutside(items, rank);
    if (!outside)
      return success();
    return op.emitOpError()
           << name << " has " << *outside << ", which is not in [0, " << rank
           << ") (" << rule << ")";
  };
  if (failed(unique("lhs", lhsBatch, lhsSum, "C3")) ||
      failed(unique("rhs", rhsBatch, rhsSum, "C4")) ||
      failed(range("lhs_batching_dimensions", lhsBatch, lhs.getRank(), "C5")) ||
      failed(
          range("lhs_contracting_dimensions", lhsSum, lhs.getRank(), "C6")) ||
      failed(range("rhs_batching_dimensions", rhsBatch, rhs.getRank(), "C7")) ||
      failed(
          range("rhs_contracting_dimensions", rhsSum, rhs.getRank(), "C8")) ||
      failed(checkPairs(op, "pairs", lhs, rhs, lhsBatch, rhsBatch, "C9")))
    return failure();
  return checkPairs(op, "sums over", lhs, rhs, lhsSum, rhsSum, "C10");
}

/// Checks the element types of a quantized product (C14 to C20).
static LogicalResult checkQuantizedDot(DotGeneralOp op) {
  Type lhs = elementOf(op.getLhs().getType());
  Type rhs = elementOf(op.getRhs().getType());
  Type result = elementOf(op.getResult().getType());
  if (!isQuantized(rhs) || isQuantized(lhs) != isQuantized(result))
    return op.emitOpError()
           << "multiplies " << lhs << " and " << rhs << " to " << result
           << ", but rhs has to be quantized, and lhs if and "
              "only if the result is (C14)";
  auto perAxis = llvm::dyn_cast<UniformQuantizedPerAxisType>(rhs);
  auto perTensor = llvm::dyn_cast<UniformQuantizedType>(rhs);
  bool zero = perTensor
                  ? perTensor.getZeroPoint() == 0
                  : llvm::all_of(perAxis.getZeroPoints(),
                                 [](int64_t point) { return point == 0; });
  if (!zero)
    return op.emitOpError()
           << "has rhs of " << rhs << ", whose zero points have to be 0 (C15)";
  if (perAxis && llvm::is_contained(
                     op.getDotDimensionNumbers().getRhsContractingDimensions(),
                     perAxis.getQuantizedDimension()))
    return op.emitOpError()
           << "sums over dimension " << perAxis.getQuantizedDimension()
           << " of rhs, which is quantized along it (C16)";
  if (failed(
          checkQuantizedProduct(op, {lhs, rhs, result}, {"C20", "C17", "C18"})))
    return failure();
  if (perTensor && isPerAxisQuantized(result))
    return op.emitOpError() << "has rhs that is quantized as a whole, but a "
                               "result that is quantized along a dimension "
                               "(C19)";
  return success();
}

/// Whether a type of elements may be one of a dot algorithm.
static bool isAlgorithmType(Type type) {
  return isElementOf(type, kFloat) || llvm::isa<mlir::FloatTF32Type>(type);
}

static LogicalResult checkAlgorithm(DotGeneralOp op) {
  std::optional<DotAlgorithmAttr> algorithm = op.getAlgorithm();
  if (!algorithm)
    return success();
  for (Type type :
       {algorithm->getLhsPrecisionType(), algorithm->getRhsPrecisionType(),
        algorithm->getAccumulationType()}) {
    if (!isAlgorithmType(type))
      return op.emitOpError() << "has an algorithm that computes with " << type
                              << ", which is no floating-point type";
  }
  mlir::ArrayAttr precisions = op.getPrecisionConfigAttr();
  if (!precisions)
    return success();
  for (mlir::Attribute precision : precisions) {
    if (cast<PrecisionAttr>(precision).getValue() != Precision::DEFAULT)
      return op.emitOpError()
             << "names an algorithm and the precision "
             << stringifyPrecision(cast<PrecisionAttr>(precision).getValue())
             << ", but has to leave precisions at DEFAULT then (C21)";
  }
  return success();
}

LogicalResult DotGeneralOp::verify() {
  if (failed(checkDotDimensions(*this)) ||
      failed(checkPrecision(*this, getPrecisionConfig(), "C11")))
    return failure();
  auto lhs = getLhs().getType(), rhs = getRhs().getType();
  DotDimensionsAttr dims = getDotDimensionNumbers();
  SmallVector<int64_t> shape;
  for (int64_t dimension : dims.getLhsBatchingDimensions())
    shape.push_back(lhs.getDimSize(dimension));
  auto addRest = [&](RankedTensorType type, ArrayRef<int64_t> batch,
                     ArrayRef<int64_t> sum) {
    for (int64_t i = 0; i < type.getRank(); ++i) {
      if (!llvm::is_contained(batch, i) && !llvm::is_contained(sum, i))
        shape.push_back(type.getDimSize(i));
    }
  };
  addRest(lhs, dims.getLhsBatchingDimensions(),
          dims.getLhsContractingDimensions());
  addRest(rhs, dims.getRhsBatchingDimensions(),
          dims.getRhsContractingDimensions());
  if (!mayEqual(shape, getResult().getType().getShape()))
    return emitOpError() << "result has shape "
                         << shapeText(getResult().getType().getShape())
                         << " instead of " << shapeText(shape) << " (C12)";
  Type types[] = {elementOf(lhs), elementOf(rhs), elementOf(getType())};
  if (llvm::any_of(types, isQuantized)) {
    if (failed(checkQuantizedDot(*this)))
      return failure();
  } else if (types[0] != types[1] && !getAlgorithm() &&
             !(isElementOf(types[0], kFloat) &&
               isElementOf(types[1], kFloat))) {
    // Programs multiply floating-point types of different width in practice.
    return emitOpError() << "multiplies elements of " << types[0] << " and "
                         << types[1] << " (C13)";
  }
  return checkAlgorithm(*this);
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

LogicalResult CholeskyOp::infer(Emit emit, Adaptor op,
                                SmallVectorImpl<Type> &types) {
  auto a = tensorTypeOf(op.getA());
  if (a.getRank() < 2)
    return emit() << "has an operand of rank " << a.getRank()
                  << ", but needs matrices (C2)";
  ArrayRef<int64_t> matrix = a.getShape().take_back(2);
  if (!mayEqual(matrix[0], matrix[1]))
    return emit() << "has matrices of " << matrix[0] << " by " << matrix[1]
                  << ", which are not square (C3)";
  types.push_back(a);
  return success();
}

LogicalResult TriangularSolveOp::infer(Emit emit, Adaptor op,
                                       SmallVectorImpl<Type> &types) {
  auto a = tensorTypeOf(op.getA()), b = tensorTypeOf(op.getB());
  if (!sameBaseline(a.getElementType(), b.getElementType()))
    return emit() << "has elements of " << a.getElementType() << " and "
                  << b.getElementType() << " (C1)";
  if (a.getRank() < 2 || a.getRank() != b.getRank())
    return emit() << "has operands of the ranks " << a.getRank() << " and "
                  << b.getRank()
                  << ", which should be the same and at least 2 (C2)";
  if (!mayEqual(a.getShape().drop_back(2), b.getShape().drop_back(2)))
    return emit() << "has " << shapeText(a.getShape().drop_back(2))
                  << " systems, but right-hand sides of "
                  << shapeText(b.getShape().drop_back(2)) << " (C3)";
  ArrayRef<int64_t> matrix = a.getShape().take_back(2);
  ArrayRef<int64_t> sides = b.getShape().take_back(2);
  int64_t side = sides[op.getLeftSide() ? 0 : 1];
  if (!mayEqual(matrix[0], matrix[1]))
    return emit() << "has matrices of " << matrix[0] << " by " << matrix[1]
                  << ", which are not square (C3)";
  if (!mayEqual(matrix[0], side) || !mayEqual(matrix[1], side))
    return emit() << "has matrices of size " << shapeText(matrix)
                  << ", but b has " << side << " in that dimension (C3)";
  if (op.getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return emit() << "has the transpose_a TRANSPOSE_INVALID";
  types.push_back(b);
  return success();
}

/// The last size of a transform between real and complex values.
static int64_t halved(int64_t size) {
  return isKnown(size) && size != 0 ? size / 2 + 1 : size;
}

/// Gives the element type of a transform's result (C2).
static Type fftElement(FftType type, Type element) {
  auto complex = llvm::dyn_cast<mlir::ComplexType>(element);
  switch (type) {
  case FftType::FFT:
  case FftType::IFFT:
    return complex;
  case FftType::RFFT:
    return element.isF32() || element.isF64() ? mlir::ComplexType::get(element)
                                              : Type();
  case FftType::IRFFT:
    return complex ? complex.getElementType() : Type();
  }
  return {};
}

LogicalResult FftOp::infer(Emit emit, Adaptor op,
                           SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  ArrayRef<int64_t> length = op.getFftLength();
  int64_t count = length.size();
  if (count < 1 || count > 3)
    return emit() << "transforms " << count
                  << " dimensions, but only 1 to 3 can be (C3)";
  if (count > operand.getRank())
    return emit() << "transforms " << count
                  << " dimensions of an operand of rank " << operand.getRank()
                  << " (C1)";
  Type element = fftElement(op.getFftType(), operand.getElementType());
  if (!element)
    return emit() << "has the type " << stringifyFftType(op.getFftType())
                  << ", which does not take elements of "
                  << operand.getElementType() << " (C2)";
  SmallVector<int64_t> shape(operand.getShape());
  ArrayRef<int64_t> transformed = operand.getShape().take_back(count);
  if (op.getFftType() == FftType::IRFFT) {
    if (!mayEqual(transformed.drop_back(), length.drop_back()) ||
        !mayEqual(transformed.back(), halved(length.back())))
      return emit() << "has an operand with " << shapeText(transformed)
                    << " elements to transform, but the length "
                    << shapeText(length) << " (C5)";
    shape.back() = length.back();
  } else {
    // The length is that of the real tensor, and both have it if none is.
    if (!mayEqual(transformed, length))
      return emit() << "has an operand with " << shapeText(transformed)
                    << " elements to transform, but the length "
                    << shapeText(length) << " (C4)";
    if (op.getFftType() == FftType::RFFT)
      shape.back() = halved(shape.back());
  }
  types.push_back(tensorOf(shape, element));
  return success();
}

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

namespace {
/// A vector with one value for each feature, with the constraint on its size.
struct FeatureVector {
  StringRef name;
  mlir::Value value;
  StringRef rule;
};
} // namespace

/// Checks the operands of a normalisation, and gives the type of a vector of
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
                    << " values for " << size << " features (" << vector.rule
                    << ")";
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
