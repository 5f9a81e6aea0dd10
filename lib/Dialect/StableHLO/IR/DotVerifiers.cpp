//===- DotVerifiers.cpp - Constraints of dot products ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/QuantizedDot.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::quant::UniformQuantizedPerAxisType;
using mlir::quant::UniformQuantizedType;

/// Checks the list of precisions, which has one for each operand.
static LogicalResult checkPrecision(mlir::Operation *op,
                                    std::optional<mlir::ArrayAttr> config,
                                    StringRef constraint) {
  // Fewer stand for DEFAULT in practice.
  if (!config || config->size() <= 2)
    return success();
  return op->emitOpError() << "has " << config->size()
                           << " precisions for two operands (" << constraint
                           << ")";
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
                                ArrayRef<int64_t> rhsDims,
                                StringRef constraint) {
  for (auto [left, right] : llvm::zip(lhsDims, rhsDims)) {
    if (!mayEqual(lhs.getDimSize(left), rhs.getDimSize(right)))
      return op->emitOpError()
             << what << " dimension " << left << " of lhs, of size "
             << lhs.getDimSize(left) << ", and dimension " << right
             << " of rhs, of size " << rhs.getDimSize(right) << " ("
             << constraint << ")";
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
                    ArrayRef<int64_t> sum,
                    StringRef constraint) -> LogicalResult {
    SmallVector<int64_t> all(batch);
    llvm::append_range(all, sum);
    std::optional<int64_t> twice = firstDuplicate(all);
    if (!twice)
      return success();
    return op.emitOpError() << "names dimension " << *twice << " of " << side
                            << " twice (" << constraint << ")";
  };
  auto range = [&](StringRef name, ArrayRef<int64_t> items, int64_t rank,
                   StringRef constraint) -> LogicalResult {
    std::optional<int64_t> outside = firstOutside(items, rank);
    if (!outside)
      return success();
    return op.emitOpError()
           << name << " has " << *outside << ", which is not in [0, " << rank
           << ") (" << constraint << ")";
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
  if (failed(checkQuantizedElements(op, {lhs, rhs, result},
                                    {"C20", "C17", "C18"})))
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
