//===- Traits.cpp - Traits of the operations ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Traits.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Support/MLIR.h"

namespace trainlint::stablehlo {

using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Well-formed types
//===----------------------------------------------------------------------===//

/// Checks a quantized type against the constraints (C1) to (C13) of quantized
/// types that MLIR's own verifier leaves.
static LogicalResult verifyQuantized(mlir::Operation *op,
                                     RankedTensorType tensor) {
  auto type = dyn_cast<mlir::quant::QuantizedType>(tensor.getElementType());
  if (!type)
    return success();
  auto storage = dyn_cast<mlir::IntegerType>(type.getStorageType());
  if (!storage || storage.isSigned())
    return op->emitOpError() << "has the quantized type " << type
                             << ", whose storage type is not supported (C1)";
  auto outside = [&](int64_t zeroPoint) {
    return zeroPoint < type.getStorageTypeMin() ||
           zeroPoint > type.getStorageTypeMax();
  };
  if (auto perTensor = dyn_cast<mlir::quant::UniformQuantizedType>(type)) {
    if (outside(perTensor.getZeroPoint()))
      return op->emitOpError()
             << "has the quantized type " << type << ", whose zero point "
             << perTensor.getZeroPoint() << " is not in ["
             << type.getStorageTypeMin() << ", " << type.getStorageTypeMax()
             << "] (C7)";
    return success();
  }
  auto perAxis = cast<mlir::quant::UniformQuantizedPerAxisType>(type);
  for (int64_t zeroPoint : perAxis.getZeroPoints()) {
    if (outside(zeroPoint))
      return op->emitOpError()
             << "has the quantized type " << type << ", whose zero point "
             << zeroPoint << " is not in [" << type.getStorageTypeMin() << ", "
             << type.getStorageTypeMax() << "] (C7)";
  }
  int64_t axis = perAxis.getQuantizedDimension();
  if (axis < 0)
    return op->emitOpError() << "has the quantized type " << type
                             << " with a negative dimension (C11)";
  if (axis >= tensor.getRank())
    return op->emitOpError()
           << "has type " << tensor << ", which is quantized along dimension "
           << axis << " but has rank " << tensor.getRank() << " (C12)";
  int64_t scales = perAxis.getScales().size();
  if (!mayEqual(tensor.getDimSize(axis), scales))
    return op->emitOpError() << "has type " << tensor << " with " << scales
                             << " scales for dimension " << axis << " of size "
                             << tensor.getDimSize(axis) << " (C13)";
  return success();
}

LogicalResult verifyWellFormedTypes(mlir::Operation *op) {
  auto check = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || succeeded(verifyQuantized(op, tensor));
  };
  return success(llvm::all_of(op->getOperandTypes(), check) &&
                 llvm::all_of(op->getResultTypes(), check));
}

//===----------------------------------------------------------------------===//
// Elementwise types
//===----------------------------------------------------------------------===//

LogicalResult verifySameBaselineType(mlir::Operation *op) {
  Type first = op->getOperand(0).getType();
  auto mismatch = [&](Type type, const llvm::Twine &what) -> LogicalResult {
    if (!sameBaseline(elementOf(first), elementOf(type)))
      return op->emitOpError()
             << what << " has element type " << elementOf(type)
             << ", but the first operand has " << elementOf(first) << " (C1)";
    return op->emitOpError()
           << what << " has type " << type
           << ", which is not the shape of the first operand, " << first
           << " (C1)";
  };
  for (auto [i, type] : llvm::enumerate(op->getOperandTypes())) {
    if (!areCompatible(first, type))
      return mismatch(type, "operand " + llvm::Twine(i));
  }
  Type result = op->getResult(0).getType();
  if (!areCompatible(first, result))
    return mismatch(result, "result");
  llvm::SmallVector<Type> types;
  auto emit = [op] { return op->emitOpError(); };
  if (failed(inferSameBaselineType(emit, op->getOperandTypes(), types)))
    return failure();
  return verifyResults(op, types, "C1", "C1", /*ofBaselineTypes=*/true);
}

LogicalResult inferSameBaselineType(Emit emit, mlir::TypeRange operands,
                                    llvm::SmallVectorImpl<Type> &types) {
  auto first = dyn_cast<RankedTensorType>(operands.front());
  if (!first)
    return emit() << "has an operand that is no tensor";
  llvm::SmallVector<int64_t> shape(first.getShape());
  llvm::SmallVector<int64_t> bounds(first.getRank(),
                                    mlir::ShapedType::kDynamic);
  for (Type type : operands) {
    if (!areCompatible(first, type))
      return emit() << "has operands of the types " << first << " and " << type
                    << ", which should be the same (C1)";
    auto tensor = cast<RankedTensorType>(type);
    for (auto [size, other] : llvm::zip(shape, tensor.getShape())) {
      if (!isKnown(size))
        size = other;
    }
    for (auto [bound, other] : llvm::zip(bounds, boundsOf(type))) {
      if (!isKnown(bound) || (isKnown(other) && other < bound))
        bound = other;
    }
  }
  // Encodings other than bounds belong to whoever made the operands agree.
  bool bounded = llvm::any_of(bounds, isKnown);
  if (!bounded && llvm::all_equal(operands) && first.getEncoding())
    types.push_back(first);
  else
    types.push_back(tensorOf(shape, first.getElementType(), bounds));
  return success();
}

LogicalResult verifySameShape(mlir::Operation *op) {
  Type first = op->getOperand(0).getType();
  for (Type type : op->getResultTypes()) {
    if (!sameShape(first, type))
      return op->emitOpError()
             << "result has type " << type
             << ", which is not the shape of the operand, " << first << " (C1)";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

LogicalResult verifyResults(mlir::Operation *op, mlir::TypeRange inferred,
                            StringRef elementConstraint,
                            StringRef shapeConstraint, bool ofBaselineTypes) {
  auto sameElements = [&](Type left, Type right) {
    return ofBaselineTypes ? sameBaseline(left, right) : left == right;
  };
  if (inferred.size() != op->getNumResults())
    return op->emitOpError()
           << "has " << op->getNumResults() << " results, but gives "
           << inferred.size() << numbered(shapeConstraint);
  for (auto [i, types] :
       llvm::enumerate(llvm::zip(inferred, op->getResultTypes()))) {
    auto [expected, actual] = types;
    if (areCompatible(expected, actual) &&
        sameElements(elementOf(expected), elementOf(actual)))
      continue;
    mlir::InFlightDiagnostic error = op->emitOpError() << "result";
    if (inferred.size() > 1)
      error << " " << i;
    auto expectedTensor = dyn_cast<RankedTensorType>(expected);
    auto actualTensor = dyn_cast<RankedTensorType>(actual);
    if (!expectedTensor || !actualTensor)
      return error << " has type " << actual << " instead of " << expected
                   << numbered(shapeConstraint);
    if (!sameElements(elementOf(expected), elementOf(actual)))
      return error << " has element type " << elementOf(actual)
                   << " instead of " << elementOf(expected)
                   << numbered(elementConstraint);
    if (mayEqual(expectedTensor.getShape(), actualTensor.getShape()))
      return error << " has type " << actual << ", which exceeds the bounds of "
                   << expected << numbered(shapeConstraint);
    return error << " has shape " << shapeText(actualTensor.getShape())
                 << " instead of " << shapeText(expectedTensor.getShape())
                 << numbered(shapeConstraint);
  }
  return success();
}

} // namespace trainlint::stablehlo
