//===- ElementwiseVerifiers.cpp - Constraints of elementwise ops ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints and result types of ops on single elements. Most have none beyond
// equal types, which Traits.h checks; here are conversions, comparisons,
// complex numbers and quantized operands.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Elementwise.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::dyn_cast;

/// The type of a tensor with other elements: the same sizes and bounds.
static RankedTensorType withElements(Type type, Type element) {
  auto tensor = cast<RankedTensorType>(type);
  return tensorOf(tensor.getShape(), element, boundsOf(type));
}

/// The type of the parts of complex numbers; other types as they are.
static Type partOf(Type element) {
  auto complex = dyn_cast<mlir::ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

bool stablehlo::isElementwise(mlir::Operation *op) {
  if (auto cast = llvm::dyn_cast<BitcastConvertOp>(op))
    return bitsOf(elementOf(cast.getOperand().getType())) ==
           bitsOf(elementOf(cast.getType()));
  return isa<AbsOp, CbrtOp, CeilOp, ConvertOp, CosineOp, CountLeadingZerosOp,
             ExponentialMinusOneOp, ExponentialOp, FloorOp, ImagOp, IsFiniteOp,
             LogOp, LogPlusOneOp, LogisticOp, NegateOp, NotOp, PopcntOp, RealOp,
             ReducePrecisionOp, RoundNearestAfzOp, RoundNearestEvenOp, RsqrtOp,
             SignOp, SineOp, SqrtOp, TanOp, TanhOp>(op) ||
         isa<AddOp, AndOp, Atan2Op, ClampOp, CompareOp, ComplexOp, DivideOp,
             MaximumOp, MinimumOp, MultiplyOp, OrOp, PowerOp, RemainderOp,
             SelectOp, ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp,
             SubtractOp, XorOp>(op);
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

LogicalResult AbsOp::infer(Emit, Adaptor op, SmallVectorImpl<Type> &types) {
  Type operand = op.getOperand().getType();
  types.push_back(withElements(operand, partOf(elementOf(operand))));
  return success();
}

LogicalResult RealOp::infer(Emit, Adaptor op, SmallVectorImpl<Type> &types) {
  Type operand = op.getOperand().getType();
  types.push_back(withElements(operand, partOf(elementOf(operand))));
  return success();
}

LogicalResult ImagOp::infer(Emit, Adaptor op, SmallVectorImpl<Type> &types) {
  Type operand = op.getOperand().getType();
  types.push_back(withElements(operand, partOf(elementOf(operand))));
  return success();
}

LogicalResult IsFiniteOp::infer(Emit, Adaptor op,
                                SmallVectorImpl<Type> &types) {
  Type operand = op.getX().getType();
  auto boolean = mlir::IntegerType::get(operand.getContext(), 1);
  types.push_back(withElements(operand, boolean));
  return success();
}

LogicalResult BitcastConvertOp::verify() {
  auto operand = getOperand().getType();
  auto result = getResult().getType();
  bool operandComplex = isElementOf(elementOf(operand), kComplex);
  if (operandComplex != isElementOf(elementOf(result), kComplex))
    return emitOpError() << "converts between a real and a complex type, "
                         << operand << " and " << result << " (C2)";
  int64_t operandBits = bitsOf(elementOf(operand));
  int64_t resultBits = bitsOf(elementOf(result));
  if (operandBits == resultBits) {
    if (sameShape(operand, result))
      return success();
    return emitOpError() << "has elements of the same width, but the shapes "
                         << shapeText(operand.getShape()) << " and "
                         << shapeText(result.getShape()) << " (C1)";
  }
  bool narrows = operandBits > resultBits;
  auto wide = narrows ? operand : result;
  auto narrow = narrows ? result : operand;
  if (narrow.getRank() != wide.getRank() + 1)
    return emitOpError() << "has elements of " << operandBits << " and "
                         << resultBits << " bits, so that the rank of "
                         << narrow << " has to be one more than that of "
                         << wide << " (C1)";
  if (!mayEqual(narrow.getShape().drop_back(), wide.getShape()))
    return emitOpError() << "has the shapes " << shapeText(operand.getShape())
                         << " and " << shapeText(result.getShape())
                         << ", which differ in more than the last dimension of "
                         << narrow << " (C1)";
  int64_t count = narrow.getShape().back();
  int64_t narrowBits = std::min(operandBits, resultBits);
  if (isKnown(count) && count * narrowBits != std::max(operandBits, resultBits))
    return emitOpError() << "splits elements of "
                         << std::max(operandBits, resultBits) << " bits into "
                         << count << " of " << narrowBits << " (C1)";
  return success();
}

LogicalResult ReducePrecisionOp::verify() {
  if (getExponentBits() < 1)
    return emitOpError() << "exponent_bits is " << getExponentBits()
                         << ", but has to be positive (C2)";
  if (getMantissaBits() < 0)
    return emitOpError() << "mantissa_bits is " << getMantissaBits()
                         << ", but cannot be negative (C3)";
  return success();
}

LogicalResult UniformQuantizeOp::verify() {
  Type operand = getOperand().getType();
  Type result = getResult().getType();
  if (!sameShape(operand, result))
    return emitOpError() << "has operand and result of different shapes, "
                         << operand << " and " << result << " (C1)";
  if (expressedOf(elementOf(operand)) != expressedOf(elementOf(result)))
    return emitOpError() << "quantizes " << expressedOf(elementOf(operand))
                         << " to a type that stands for "
                         << expressedOf(elementOf(result)) << " (C2)";
  return success();
}

LogicalResult UniformDequantizeOp::infer(Emit, Adaptor op,
                                         SmallVectorImpl<Type> &types) {
  Type operand = op.getOperand().getType();
  types.push_back(withElements(operand, expressedOf(elementOf(operand))));
  return success();
}

//===----------------------------------------------------------------------===//
// Several operands
//===----------------------------------------------------------------------===//

/// The dimension that elements are quantized along, or -1.
static int64_t axisOf(Type element) {
  auto perAxis = dyn_cast<mlir::quant::UniformQuantizedPerAxisType>(element);
  return perAxis ? perAxis.getQuantizedDimension() : -1;
}

/// Checks the constraints on the types of a quantized addition.
static LogicalResult verifyQuantizedAdd(AddOp op) {
  Type lhs = elementOf(op.getLhs().getType());
  Type rhs = elementOf(op.getRhs().getType());
  Type result = elementOf(op.getResult().getType());
  if (!isQuantized(lhs) || !isQuantized(rhs) || !isQuantized(result))
    return op.emitOpError() << "mixes quantized and other types, " << lhs
                            << ", " << rhs << " and " << result << " (C2)";
  if (storageOf(lhs) != storageOf(rhs) || storageOf(lhs) != storageOf(result))
    return op.emitOpError()
           << "has the storage types " << storageOf(lhs) << ", "
           << storageOf(rhs) << " and " << storageOf(result)
           << ", which should be the same (C3)";
  if (expressedOf(lhs) != expressedOf(rhs) ||
      expressedOf(lhs) != expressedOf(result))
    return op.emitOpError()
           << "has the expressed types " << expressedOf(lhs) << ", "
           << expressedOf(rhs) << " and " << expressedOf(result)
           << ", which should be the same (C4)";
  int64_t lhsAxis = axisOf(lhs), rhsAxis = axisOf(rhs),
          resultAxis = axisOf(result);
  if ((lhsAxis >= 0 || rhsAxis >= 0) != (resultAxis >= 0))
    return op.emitOpError() << "has an operand or a result that is quantized "
                               "along a dimension, but not both (C5)";
  if (lhsAxis >= 0 && lhsAxis != resultAxis)
    return op.emitOpError()
           << "quantizes lhs along dimension " << lhsAxis
           << " and the result along dimension " << resultAxis << " (C6)";
  if (rhsAxis >= 0 && rhsAxis != resultAxis)
    return op.emitOpError()
           << "quantizes rhs along dimension " << rhsAxis
           << " and the result along dimension " << resultAxis << " (C7)";
  return success();
}

LogicalResult AddOp::verify() {
  Type types[] = {getLhs().getType(), getRhs().getType(),
                  getResult().getType()};
  if (llvm::any_of(types, [](Type t) { return isQuantized(elementOf(t)); }))
    return verifyQuantizedAdd(*this);
  return success();
}

LogicalResult AddOp::infer(Emit emit, Adaptor op,
                           SmallVectorImpl<Type> &types) {
  Type lhs = op.getLhs().getType();
  Type rhs = op.getRhs().getType();
  if (!isQuantized(elementOf(lhs)))
    return inferSameBaselineType(emit, {lhs, rhs}, types);
  if (!sameShape(lhs, rhs))
    return emit() << "adds " << lhs << " and " << rhs
                  << ", which have different shapes (C1)";
  // What is quantized along a dimension decides the type of the result.
  bool byRhs = isPerAxisQuantized(elementOf(rhs));
  types.push_back(byRhs ? rhs : lhs);
  return success();
}

LogicalResult ComplexOp::infer(Emit emit, Adaptor op,
                               SmallVectorImpl<Type> &types) {
  Type lhs = op.getLhs().getType();
  Type rhs = op.getRhs().getType();
  SmallVector<Type> joined;
  if (failed(inferSameBaselineType(emit, {lhs, rhs}, joined)))
    return failure();
  Type part = elementOf(lhs);
  if (!part.isF32() && !part.isF64())
    return emit() << "has parts of type " << part
                  << ", but complex numbers have parts of f32 or f64 (C3)";
  types.push_back(withElements(joined[0], mlir::ComplexType::get(part)));
  return success();
}

/// The comparison that a type of elements allows, for messages.
static llvm::StringRef comparisonsOf(Type element) {
  if (isElementOf(element, kSigned))
    return "SIGNED";
  if (isElementOf(element, kBoolean | kUnsigned))
    return "UNSIGNED";
  if (isElementOf(element, kFloat))
    return "FLOAT or TOTALORDER";
  return "FLOAT";
}

static bool allowsComparison(Type element, ComparisonType type) {
  switch (type) {
  case ComparisonType::NOTYPE:
    return true;
  case ComparisonType::SIGNED:
    return isElementOf(element, kSigned | kPerTensor);
  case ComparisonType::UNSIGNED:
    return isElementOf(element, kBoolean | kUnsigned | kPerTensor);
  case ComparisonType::FLOAT:
    return isElementOf(element, kFloat | kComplex | kPerTensor);
  case ComparisonType::TOTALORDER:
    return isElementOf(element, kFloat | kPerTensor);
  }
  return false;
}

LogicalResult CompareOp::infer(Emit emit, Adaptor op,
                               SmallVectorImpl<Type> &types) {
  Type lhs = op.getLhs().getType();
  Type rhs = op.getRhs().getType();
  if (!sameBaseline(elementOf(lhs), elementOf(rhs)))
    return emit() << "compares elements of " << elementOf(lhs) << " with "
                  << elementOf(rhs) << " (C1)";
  if (!sameShape(lhs, rhs))
    return emit() << "compares " << lhs << " with " << rhs
                  << ", which have different shapes (C2)";
  SmallVector<Type> joined;
  if (failed(inferSameBaselineType(emit, {lhs, rhs}, joined)))
    return failure();
  if (op.getCompareType() &&
      !allowsComparison(elementOf(lhs), *op.getCompareType()))
    return emit() << "compares elements of " << elementOf(lhs) << " as "
                  << stringifyComparisonType(*op.getCompareType())
                  << ", which are compared as " << comparisonsOf(elementOf(lhs))
                  << " (C3)";
  auto boolean = mlir::IntegerType::get(lhs.getContext(), 1);
  types.push_back(withElements(joined[0], boolean));
  return success();
}

LogicalResult SelectOp::infer(Emit emit, Adaptor op,
                              SmallVectorImpl<Type> &types) {
  Type onTrue = op.getOnTrue().getType();
  Type onFalse = op.getOnFalse().getType();
  if (!areCompatible(onTrue, onFalse))
    return emit() << "selects between " << onTrue << " and " << onFalse
                  << ", which should have the same type (C2)";
  auto pred = cast<RankedTensorType>(op.getPred().getType());
  if (pred.getRank() != 0 && !sameShape(pred, onTrue))
    return emit() << "has a predicate of type " << pred
                  << ", which is neither a scalar nor of the shape of "
                  << onTrue << " (C1)";
  return inferSameBaselineType(emit, {onTrue, onFalse}, types);
}

LogicalResult ClampOp::infer(Emit emit, Adaptor op,
                             SmallVectorImpl<Type> &types) {
  Type operand = op.getOperand().getType();
  auto min = cast<RankedTensorType>(op.getMin().getType());
  auto max = cast<RankedTensorType>(op.getMax().getType());
  if (min.getRank() != 0 && !sameShape(min, operand))
    return emit() << "has min of type " << min
                  << ", which is neither a scalar nor of the shape of "
                  << operand << " (C1)";
  if (max.getRank() != 0 && !sameShape(max, operand))
    return emit() << "has max of type " << max
                  << ", which is neither a scalar nor of the shape of "
                  << operand << " (C2)";
  if (!sameBaseline(elementOf(min), elementOf(operand)) ||
      !sameBaseline(elementOf(max), elementOf(operand)))
    return emit() << "clamps elements of " << elementOf(operand) << " between "
                  << elementOf(min) << " and " << elementOf(max) << " (C3)";
  types.push_back(operand);
  return success();
}
