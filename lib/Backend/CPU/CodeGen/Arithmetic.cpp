//===- Arithmetic.cpp - Arithmetic on single elements ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for one element, in the computed types of Elements.h. Results are those
// of the specification where the machine's instructions have others or none:
// divisions by zero and of the smallest integer, shifts by the width and more,
// maxima with NaN, complex numbers. Narrow floats are computed in f32 and
// rounded after each operation.
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
namespace math = mlir::math;
using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Location;
using mlir::OpBuilder;
using mlir::Type;
using mlir::Value;

namespace trainlint::cpu {

static Type partType(Value value) {
  return cast<mlir::ComplexType>(value.getType()).getElementType();
}

namespace {
struct Parts {
  Value re, im;
};
} // namespace

static Parts split(OpBuilder &b, Location loc, Value value) {
  Type part = partType(value);
  return {complex::ReOp::create(b, loc, part, value),
          complex::ImOp::create(b, loc, part, value)};
}

static Value join(OpBuilder &b, Location loc, Type type, Value re, Value im) {
  return complex::CreateOp::create(b, loc, type, re, im);
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

static Value emitAbs(OpBuilder &b, Location loc, Value x, Type element) {
  if (isa<mlir::ComplexType>(element)) {
    Value both = emitComplex(b, loc, ComplexFunction::Abs, x);
    return complex::ReOp::create(b, loc, partType(both), both);
  }
  if (isa<mlir::FloatType>(x.getType()))
    return math::AbsFOp::create(b, loc, x);
  Value zero = number(b, loc, x.getType(), 0);
  Value isNegative =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x, zero);
  Value negated = arith::SubIOp::create(b, loc, zero, x);
  return arith::SelectOp::create(b, loc, isNegative, negated, x);
}

static Value emitNegate(OpBuilder &b, Location loc, Value x) {
  if (isa<mlir::ComplexType>(x.getType())) {
    Parts parts = split(b, loc, x);
    return join(b, loc, x.getType(), arith::NegFOp::create(b, loc, parts.re),
                arith::NegFOp::create(b, loc, parts.im));
  }
  if (isa<mlir::FloatType>(x.getType()))
    return arith::NegFOp::create(b, loc, x);
  return arith::SubIOp::create(b, loc, number(b, loc, x.getType(), 0), x);
}

static Value emitSign(OpBuilder &b, Location loc, Value x) {
  Type type = x.getType();
  if (isa<mlir::ComplexType>(type))
    return emitComplex(b, loc, ComplexFunction::Sign, x);
  if (isa<mlir::FloatType>(type)) {
    // Zeros keep their sign, and NaNs are unordered.
    Value one = math::CopySignOp::create(b, loc, number(b, loc, type, 1), x);
    Value isOther = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE, x,
                                          number(b, loc, type, 0));
    return arith::SelectOp::create(b, loc, isOther, one, x);
  }
  Value zero = number(b, loc, type, 0);
  Value isNegative =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x, zero);
  Value isZero =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, zero);
  Value sign = arith::SelectOp::create(
      b, loc, isNegative, number(b, loc, type, -1), number(b, loc, type, 1));
  return arith::SelectOp::create(b, loc, isZero, zero, sign);
}

static Value emitIsFinite(OpBuilder &b, Location loc, Value x) {
  Value infinity =
      number(b, loc, x.getType(), std::numeric_limits<double>::infinity());
  Value size = math::AbsFOp::create(b, loc, x);
  return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, size,
                               infinity);
}

/// A fixed number of bits of a floating-point number, and of its parts.
namespace {
struct Layout {
  unsigned width, exponent, mantissa;
};
} // namespace

static Layout layoutOf(Type type) {
  auto real = cast<mlir::FloatType>(type);
  unsigned mantissa = real.getFPMantissaWidth() - 1;
  return {real.getWidth(), real.getWidth() - 1 - mantissa, mantissa};
}

static Value emitReducePrecision(OpBuilder &b, ReducePrecisionOp op, Value x) {
  Location loc = op.getLoc();
  Layout given = layoutOf(elementOf(op.getOperand().getType()));
  Layout held = layoutOf(x.getType());
  unsigned exponent = op.getExponentBits(), mantissa = op.getMantissaBits();
  Type integer = b.getIntegerType(held.width);
  auto constant = [&](uint64_t bits) -> Value {
    return arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(integer, llvm::APInt(held.width, bits)));
  };
  Value bits = arith::BitcastOp::create(b, loc, integer, x);
  if (mantissa < given.mantissa) {
    unsigned dropped = held.mantissa - mantissa;
    Value last = arith::ShRUIOp::create(b, loc, bits, constant(dropped));
    last = arith::AndIOp::create(b, loc, last, constant(1));
    uint64_t half = uint64_t(1) << (dropped - 1);
    bits = arith::AddIOp::create(b, loc, bits, constant(half - 1));
    bits = arith::AddIOp::create(b, loc, bits, last);
    bits = arith::AndIOp::create(b, loc, bits, constant(~(2 * half - 1)));
  }
  if (exponent < given.exponent) {
    uint64_t bias = (uint64_t(1) << (held.exponent - 1)) - 1;
    uint64_t reduced = (uint64_t(1) << (exponent - 1)) - 1;
    uint64_t mask = ((uint64_t(1) << held.exponent) - 1) << held.mantissa;
    Value sign = arith::AndIOp::create(
        b, loc, bits, constant(uint64_t(1) << (held.width - 1)));
    Value size = arith::AndIOp::create(b, loc, bits, constant(mask));
    Value isLarge =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt, size,
                              constant((bias + reduced) << held.mantissa));
    Value isSmall =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, size,
                              constant((bias - reduced) << held.mantissa));
    Value infinity = arith::OrIOp::create(b, loc, sign, constant(mask));
    bits = arith::SelectOp::create(b, loc, isLarge, infinity, bits);
    bits = arith::SelectOp::create(b, loc, isSmall, sign, bits);
  }
  Value reduced = arith::BitcastOp::create(b, loc, x.getType(), bits);
  Value isNan = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  if (mantissa > 0)
    return arith::SelectOp::create(b, loc, isNan, x, reduced);
  // Without a mantissa there is no NaN.
  Value infinity =
      number(b, loc, x.getType(), std::numeric_limits<double>::infinity());
  infinity = math::CopySignOp::create(b, loc, infinity, x);
  return arith::SelectOp::create(b, loc, isNan, infinity, reduced);
}

static Value emitBitcast(OpBuilder &b, Location loc, Value x, Type from,
                         Type to) {
  Value stored = pack(b, loc, x, from);
  if (stored.getType() != storedType(to))
    stored = arith::BitcastOp::create(b, loc, storedType(to), stored);
  return unpack(b, loc, stored, to);
}

Value emitUnary(OpBuilder &b, mlir::Operation *op, mlir::ValueRange operands) {
  if (op->getNumOperands() != 1)
    return {};
  Location loc = op->getLoc();
  Value x = operands[0];
  Type from = elementOf(op->getOperand(0).getType());
  Type to = elementOf(op->getResult(0).getType());
  auto isComplex = [&] { return isa<mlir::ComplexType>(from); };
  return llvm::TypeSwitch<mlir::Operation *, Value>(op)
      .Case([&](AbsOp) { return emitAbs(b, loc, x, from); })
      .Case([&](BitcastConvertOp) { return emitBitcast(b, loc, x, from, to); })
      .Case([&](CeilOp) -> Value { return math::CeilOp::create(b, loc, x); })
      .Case([&](ConvertOp) { return emitConvert(b, loc, x, from, to); })
      .Case([&](CountLeadingZerosOp) -> Value {
        return math::CountLeadingZerosOp::create(b, loc, x);
      })
      .Case([&](FloorOp) -> Value { return math::FloorOp::create(b, loc, x); })
      .Case([&](ImagOp) -> Value {
        return isComplex() ? split(b, loc, x).im
                           : number(b, loc, x.getType(), 0);
      })
      .Case([&](IsFiniteOp) { return emitIsFinite(b, loc, x); })
      .Case([&](NegateOp) { return emitNegate(b, loc, x); })
      .Case([&](NotOp) -> Value {
        return arith::XOrIOp::create(b, loc, x,
                                     number(b, loc, x.getType(), -1));
      })
      .Case([&](PopcntOp) -> Value { return math::CtPopOp::create(b, loc, x); })
      .Case([&](RealOp) { return isComplex() ? split(b, loc, x).re : x; })
      .Case([&](ReducePrecisionOp reduce) {
        return emitReducePrecision(b, reduce, x);
      })
      .Case([&](RoundNearestAfzOp) -> Value {
        return math::RoundOp::create(b, loc, x);
      })
      .Case([&](RoundNearestEvenOp) -> Value {
        return math::RoundEvenOp::create(b, loc, x);
      })
      .Case([&](SignOp) { return emitSign(b, loc, x); })
      .Default(Value());
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

template <typename FloatOp, typename IntegerOp>
static Value emitLinear(OpBuilder &b, Location loc, Value x, Value y) {
  if (!isa<mlir::ComplexType>(x.getType())) {
    if (isa<mlir::FloatType>(x.getType()))
      return FloatOp::create(b, loc, x, y);
    return IntegerOp::create(b, loc, x, y);
  }
  Parts left = split(b, loc, x), right = split(b, loc, y);
  return join(b, loc, x.getType(), FloatOp::create(b, loc, left.re, right.re),
              FloatOp::create(b, loc, left.im, right.im));
}

Value emitAdd(OpBuilder &b, Location loc, Value x, Value y) {
  return emitLinear<arith::AddFOp, arith::AddIOp>(b, loc, x, y);
}

Value emitMultiply(OpBuilder &b, Location loc, Value x, Value y) {
  if (!isa<mlir::ComplexType>(x.getType()))
    return emitLinear<arith::MulFOp, arith::MulIOp>(b, loc, x, y);
  Parts left = split(b, loc, x), right = split(b, loc, y);
  auto times = [&](Value p, Value q) -> Value {
    return arith::MulFOp::create(b, loc, p, q);
  };
  Value re = arith::SubFOp::create(b, loc, times(left.re, right.re),
                                   times(left.im, right.im));
  Value im = arith::AddFOp::create(b, loc, times(left.re, right.im),
                                   times(left.im, right.re));
  return join(b, loc, x.getType(), re, im);
}

/// Neither division by zero nor the one quotient that does not fit may stop the
/// process: they give all ones and the dividend.
static Value emitIntegerDivide(OpBuilder &b, Location loc, Value x, Value y,
                               bool isUnsigned, bool remainder) {
  Type type = x.getType();
  Value zero = number(b, loc, type, 0), one = number(b, loc, type, 1);
  Value isZero =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, y, zero);
  Value divisor = arith::SelectOp::create(b, loc, isZero, one, y);
  Value undefined = remainder ? x : number(b, loc, type, -1);
  Value result;
  if (isUnsigned) {
    result = remainder ? Value(arith::RemUIOp::create(b, loc, x, divisor))
                       : Value(arith::DivUIOp::create(b, loc, x, divisor));
  } else {
    Value isMinusOne = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                             y, number(b, loc, type, -1));
    divisor = arith::SelectOp::create(b, loc, isMinusOne, one, divisor);
    Value negated = arith::SubIOp::create(b, loc, zero, x);
    Value quotient = remainder
                         ? Value(arith::RemSIOp::create(b, loc, x, divisor))
                         : Value(arith::DivSIOp::create(b, loc, x, divisor));
    result = arith::SelectOp::create(b, loc, isMinusOne,
                                     remainder ? zero : negated, quotient);
  }
  return arith::SelectOp::create(b, loc, isZero, undefined, result);
}

/// The complex number that comes first in the order of real parts, then of
/// imaginary parts; or last.
static Value emitComplexExtreme(OpBuilder &b, Location loc, Value x, Value y,
                                bool maximum) {
  Parts left = split(b, loc, x), right = split(b, loc, y);
  auto order = maximum ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT;
  Value byReal = arith::CmpFOp::create(b, loc, order, left.re, right.re);
  Value equal = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                      left.re, right.re);
  Value byImaginary = arith::CmpFOp::create(b, loc, order, left.im, right.im);
  Value first = arith::SelectOp::create(b, loc, equal, byImaginary, byReal);
  return arith::SelectOp::create(b, loc, first, x, y);
}

Value emitExtreme(OpBuilder &b, Location loc, Value x, Value y, Type element,
                  bool maximum) {
  if (isa<mlir::ComplexType>(element))
    return emitComplexExtreme(b, loc, x, y, maximum);
  if (isa<mlir::FloatType>(element))
    return maximum ? Value(arith::MaximumFOp::create(b, loc, x, y))
                   : Value(arith::MinimumFOp::create(b, loc, x, y));
  if (isUnsignedOrBool(element))
    return maximum ? Value(arith::MaxUIOp::create(b, loc, x, y))
                   : Value(arith::MinUIOp::create(b, loc, x, y));
  return maximum ? Value(arith::MaxSIOp::create(b, loc, x, y))
                 : Value(arith::MinSIOp::create(b, loc, x, y));
}

/// Shifts by as much as the width or more leave nothing, or only the sign.
template <typename ShiftOp>
static Value emitShift(OpBuilder &b, Location loc, Value x, Value amount,
                       bool keepsSign = false) {
  unsigned width = x.getType().getIntOrFloatBitWidth();
  Value limit = number(b, loc, x.getType(), width - 1);
  Value inside =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, amount, limit);
  Value bounded = arith::SelectOp::create(b, loc, inside, amount, limit);
  Value shifted = ShiftOp::create(b, loc, x, bounded);
  if (keepsSign)
    return shifted;
  return arith::SelectOp::create(b, loc, inside, shifted,
                                 number(b, loc, x.getType(), 0));
}

static Value emitIntegerPower(OpBuilder &b, Location loc, Value x, Value y,
                              Type element) {
  Type wide = b.getI64Type();
  auto widen = [&](Value value) {
    return emitConvert(b, loc, value, element, wide);
  };
  Value power =
      callRuntime(b, loc,
                  isUnsignedOrBool(element) ? "trainlint_cpu_power_unsigned"
                                            : "trainlint_cpu_power_signed",
                  {widen(x), widen(y)}, wide);
  return emitConvert(b, loc, power, wide, element);
}

static Value emitDivide(OpBuilder &b, Location loc, Value x, Value y,
                        Type element) {
  if (isa<mlir::ComplexType>(element))
    return emitComplex(b, loc, ComplexFunction::Divide, {x, y});
  if (isa<mlir::FloatType>(element))
    return arith::DivFOp::create(b, loc, x, y);
  return emitIntegerDivide(b, loc, x, y, isUnsignedOrBool(element), false);
}

static Value emitRemainder(OpBuilder &b, Location loc, Value x, Value y,
                           Type element) {
  if (isa<mlir::FloatType>(element))
    return callLibrary(b, loc, "fmod", {x, y});
  return emitIntegerDivide(b, loc, x, y, isUnsignedOrBool(element), true);
}

static Value emitPower(OpBuilder &b, Location loc, Value x, Value y,
                       Type element) {
  if (isa<mlir::ComplexType>(element))
    return emitComplex(b, loc, ComplexFunction::Power, {x, y});
  if (isa<mlir::FloatType>(element))
    return callLibrary(b, loc, "pow", {x, y});
  return emitIntegerPower(b, loc, x, y, element);
}

static Value emitAtan2(OpBuilder &b, Location loc, Value x, Value y,
                       Type element) {
  if (isa<mlir::ComplexType>(element))
    return emitComplex(b, loc, ComplexFunction::Atan2, {x, y});
  return callLibrary(b, loc, "atan2", {x, y});
}

Value emitBinary(OpBuilder &b, mlir::Operation *op, mlir::ValueRange operands) {
  if (op->getNumOperands() != 2)
    return {};
  Location loc = op->getLoc();
  Value x = operands[0], y = operands[1];
  Type element = elementOf(op->getOperand(0).getType());
  bool isBool = element.isInteger(1);
  return llvm::TypeSwitch<mlir::Operation *, Value>(op)
      .Case([&](AddOp) -> Value {
        if (isBool)
          return arith::OrIOp::create(b, loc, x, y);
        return emitAdd(b, loc, x, y);
      })
      .Case([&](SubtractOp) {
        return emitLinear<arith::SubFOp, arith::SubIOp>(b, loc, x, y);
      })
      .Case([&](MultiplyOp) { return emitMultiply(b, loc, x, y); })
      .Case([&](DivideOp) { return emitDivide(b, loc, x, y, element); })
      .Case([&](RemainderOp) { return emitRemainder(b, loc, x, y, element); })
      .Case([&](PowerOp) { return emitPower(b, loc, x, y, element); })
      .Case([&](Atan2Op) { return emitAtan2(b, loc, x, y, element); })
      .Case([&](MaximumOp) { return emitExtreme(b, loc, x, y, element, true); })
      .Case(
          [&](MinimumOp) { return emitExtreme(b, loc, x, y, element, false); })
      .Case([&](AndOp) -> Value { return arith::AndIOp::create(b, loc, x, y); })
      .Case([&](OrOp) -> Value { return arith::OrIOp::create(b, loc, x, y); })
      .Case([&](XorOp) -> Value { return arith::XOrIOp::create(b, loc, x, y); })
      .Case([&](ShiftLeftOp) { return emitShift<arith::ShLIOp>(b, loc, x, y); })
      .Case([&](ShiftRightLogicalOp) {
        return emitShift<arith::ShRUIOp>(b, loc, x, y);
      })
      .Case([&](ShiftRightArithmeticOp) {
        return emitShift<arith::ShRSIOp>(b, loc, x, y, /*keepsSign=*/true);
      })
      .Case([&](ComplexOp) -> Value {
        return complex::CreateOp::create(
            b, loc, elementOf(op->getResult(0).getType()), x, y);
      })
      .Default(Value());
}

} // namespace trainlint::cpu
