//===- Comparisons.cpp - Comparison, selection and conversion of elements -===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Scalars.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
namespace complex = mlir::complex;
using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::dyn_cast;
using mlir::Location;
using mlir::OpBuilder;
using mlir::Type;
using mlir::Value;

namespace trainlint::cpu {

//===----------------------------------------------------------------------===//
// Comparison and selection
//===----------------------------------------------------------------------===//

static arith::CmpIPredicate integerOrder(ComparisonDirection direction,
                                         bool isUnsigned) {
  using P = arith::CmpIPredicate;
  switch (direction) {
  case ComparisonDirection::EQ:
    return P::eq;
  case ComparisonDirection::NE:
    return P::ne;
  case ComparisonDirection::GE:
    return isUnsigned ? P::uge : P::sge;
  case ComparisonDirection::GT:
    return isUnsigned ? P::ugt : P::sgt;
  case ComparisonDirection::LE:
    return isUnsigned ? P::ule : P::sle;
  case ComparisonDirection::LT:
    return isUnsigned ? P::ult : P::slt;
  }
  llvm_unreachable("all directions are handled");
}

static arith::CmpFPredicate floatOrder(ComparisonDirection direction) {
  using P = arith::CmpFPredicate;
  switch (direction) {
  case ComparisonDirection::EQ:
    return P::OEQ;
  case ComparisonDirection::NE:
    return P::UNE;
  case ComparisonDirection::GE:
    return P::OGE;
  case ComparisonDirection::GT:
    return P::OGT;
  case ComparisonDirection::LE:
    return P::OLE;
  case ComparisonDirection::LT:
    return P::OLT;
  }
  llvm_unreachable("all directions are handled");
}

/// An integer that is ordered as the total order of IEEE 754 orders the number.
static Value totalOrderKey(OpBuilder &b, Location loc, Value x) {
  unsigned width = x.getType().getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(width);
  Value bits = arith::BitcastOp::create(b, loc, integer, x);
  Value sign =
      arith::ShRSIOp::create(b, loc, bits, number(b, loc, integer, width - 1));
  // A negative number is the larger, the smaller its size.
  Value mask = arith::ShRUIOp::create(b, loc, sign, number(b, loc, integer, 1));
  return arith::XOrIOp::create(b, loc, bits, mask);
}

static Value emitCompare(OpBuilder &b, CompareOp op, Value x, Value y) {
  Location loc = op.getLoc();
  Type element = elementOf(op.getLhs().getType());
  ComparisonDirection direction = op.getComparisonDirection();
  if (auto type = dyn_cast<mlir::ComplexType>(element)) {
    Type part = type.getElementType();
    auto order = floatOrder(direction);
    Value re = arith::CmpFOp::create(b, loc, order,
                                     complex::ReOp::create(b, loc, part, x),
                                     complex::ReOp::create(b, loc, part, y));
    Value im = arith::CmpFOp::create(b, loc, order,
                                     complex::ImOp::create(b, loc, part, x),
                                     complex::ImOp::create(b, loc, part, y));
    if (direction == ComparisonDirection::NE)
      return arith::OrIOp::create(b, loc, re, im);
    return arith::AndIOp::create(b, loc, re, im);
  }
  if (isa<mlir::FloatType>(element)) {
    if (op.getCompareType() != ComparisonType::TOTALORDER)
      return arith::CmpFOp::create(b, loc, floatOrder(direction), x, y);
    return arith::CmpIOp::create(b, loc, integerOrder(direction, false),
                                 totalOrderKey(b, loc, x),
                                 totalOrderKey(b, loc, y));
  }
  return arith::CmpIOp::create(
      b, loc, integerOrder(direction, isUnsignedOrBool(element)), x, y);
}

static Value emitClamp(OpBuilder &b, ClampOp op, mlir::ValueRange operands) {
  Location loc = op.getLoc();
  Value low = operands[0], x = operands[1], high = operands[2];
  Type element = elementOf(op.getOperand().getType());
  Value raised = emitExtreme(b, loc, x, low, element, /*maximum=*/true);
  return emitExtreme(b, loc, raised, high, element, /*maximum=*/false);
}

Value emitComparison(OpBuilder &b, mlir::Operation *op,
                     mlir::ValueRange operands) {
  return llvm::TypeSwitch<mlir::Operation *, Value>(op)
      .Case([&](CompareOp compare) {
        return emitCompare(b, compare, operands[0], operands[1]);
      })
      .Case([&](SelectOp) -> Value {
        return arith::SelectOp::create(b, op->getLoc(), operands[0],
                                       operands[1], operands[2]);
      })
      .Case([&](ClampOp clamp) { return emitClamp(b, clamp, operands); })
      .Default(Value());
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Rounds towards zero; what does not fit becomes the nearest number that does,
/// and NaN becomes zero.
static Value floatToInteger(OpBuilder &b, Location loc, Value x, Type to) {
  auto integer = cast<mlir::IntegerType>(computedType(to));
  unsigned width = integer.getWidth();
  bool isUnsigned = to.isUnsignedInteger();
  llvm::APInt low = isUnsigned ? llvm::APInt::getMinValue(width)
                               : llvm::APInt::getSignedMinValue(width);
  llvm::APInt high = isUnsigned ? llvm::APInt::getMaxValue(width)
                                : llvm::APInt::getSignedMaxValue(width);
  auto constant = [&](const llvm::APInt &value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(integer, value));
  };
  double limit = std::ldexp(1.0, isUnsigned ? width : width - 1);
  Value above = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGE, x,
                                      number(b, loc, x.getType(), limit));
  double lowest = isUnsigned ? 0.0 : -limit;
  Value below = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLE, x,
                                      number(b, loc, x.getType(), lowest));
  Value isNan = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  Value result = isUnsigned
                     ? Value(arith::FPToUIOp::create(b, loc, integer, x))
                     : Value(arith::FPToSIOp::create(b, loc, integer, x));
  result = arith::SelectOp::create(b, loc, above, constant(high), result);
  result = arith::SelectOp::create(b, loc, below, constant(low), result);
  return arith::SelectOp::create(b, loc, isNan, number(b, loc, integer, 0),
                                 result);
}

/// Rounds an f64 to f32 so that rounding that to a narrower type gives what
/// rounding the f64 would: an inexact result gets an odd last place.
static Value roundToOdd(OpBuilder &b, Location loc, Value x) {
  Type i32 = b.getI32Type(), f64 = b.getF64Type();
  Value near = arith::TruncFOp::create(b, loc, b.getF32Type(), x);
  Value back = arith::ExtFOp::create(b, loc, f64, near);
  Value inexact =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE, back, x);
  Value tooLarge =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT,
                            mlir::math::AbsFOp::create(b, loc, back),
                            mlir::math::AbsFOp::create(b, loc, x));
  Value bits = arith::BitcastOp::create(b, loc, i32, near);
  Value less = arith::SubIOp::create(b, loc, bits, number(b, loc, i32, 1));
  Value odd = arith::SelectOp::create(b, loc, tooLarge, less, bits);
  odd = arith::OrIOp::create(b, loc, odd, number(b, loc, i32, 1));
  bits = arith::SelectOp::create(b, loc, inexact, odd, bits);
  return arith::BitcastOp::create(b, loc, b.getF32Type(), bits);
}

static Value floatToFloat(OpBuilder &b, Location loc, Value x, Type to) {
  Type computed = computedType(to);
  if (x.getType() == computed)
    return x;
  if (computed.isF64())
    return arith::ExtFOp::create(b, loc, computed, x);
  if (isNarrowFloat(to))
    return roundToOdd(b, loc, x);
  return arith::TruncFOp::create(b, loc, computed, x);
}

static Value integerToFloat(OpBuilder &b, Location loc, Value x, Type from,
                            Type to) {
  bool isUnsigned = isUnsignedOrBool(from);
  // Numbers that an f32 may not hold are rounded once, from an f64.
  Type wide = isNarrowFloat(to) ? b.getF64Type() : computedType(to);
  Value real = isUnsigned ? Value(arith::UIToFPOp::create(b, loc, wide, x))
                          : Value(arith::SIToFPOp::create(b, loc, wide, x));
  return floatToFloat(b, loc, real, to);
}

static Value integerToInteger(OpBuilder &b, Location loc, Value x, Type from,
                              Type to) {
  Type computed = computedType(to);
  unsigned have = x.getType().getIntOrFloatBitWidth();
  unsigned want = computed.getIntOrFloatBitWidth();
  if (have == want)
    return x;
  if (have > want)
    return arith::TruncIOp::create(b, loc, computed, x);
  if (isUnsignedOrBool(from))
    return arith::ExtUIOp::create(b, loc, computed, x);
  return arith::ExtSIOp::create(b, loc, computed, x);
}

static Value isOtherThanZero(OpBuilder &b, Location loc, Value x) {
  Value zero = number(b, loc, x.getType(), 0);
  if (isa<mlir::FloatType>(x.getType()))
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, x, zero);
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, x, zero);
}

Value emitConvert(OpBuilder &b, Location loc, Value x, Type from, Type to) {
  if (from == to)
    return x;
  if (auto type = dyn_cast<mlir::ComplexType>(from)) {
    Type part = type.getElementType();
    Value re = complex::ReOp::create(b, loc, part, x);
    auto target = dyn_cast<mlir::ComplexType>(to);
    if (!target)
      return emitConvert(b, loc, re, part, to);
    Value im = complex::ImOp::create(b, loc, part, x);
    Type wanted = target.getElementType();
    return complex::CreateOp::create(b, loc, to,
                                     emitConvert(b, loc, re, part, wanted),
                                     emitConvert(b, loc, im, part, wanted));
  }
  if (auto target = dyn_cast<mlir::ComplexType>(to)) {
    Type part = target.getElementType();
    return complex::CreateOp::create(b, loc, to,
                                     emitConvert(b, loc, x, from, part),
                                     number(b, loc, part, 0));
  }
  if (to.isInteger(1))
    return isOtherThanZero(b, loc, x);
  bool fromFloat = isa<mlir::FloatType>(from),
       toFloat = isa<mlir::FloatType>(to);
  if (fromFloat)
    return toFloat ? floatToFloat(b, loc, x, to)
                   : floatToInteger(b, loc, x, to);
  return toFloat ? integerToFloat(b, loc, x, from, to)
                 : integerToInteger(b, loc, x, from, to);
}

} // namespace trainlint::cpu
