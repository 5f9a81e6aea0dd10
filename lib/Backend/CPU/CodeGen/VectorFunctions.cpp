//===- VectorFunctions.cpp - Functions of f32 without calls ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that call the C library for each element are not vectorized. Functions
// that models compute for many elements are therefore arithmetic, where its
// result is as near: the coefficients were fitted to the function in f64, by
// least squares that were weighted until the largest relative error was least.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace arith = mlir::arith;
using llvm::ArrayRef;
using mlir::Location;
using mlir::OpBuilder;
using mlir::Type;
using mlir::Value;

namespace trainlint::cpu {

namespace {

/// Arithmetic on numbers of f32 and on their bits.
class Arithmetic {
public:
  Arithmetic(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  Value number(double value) {
    return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(value));
  }
  Value integer(int32_t value) {
    return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(value));
  }
  /// x * y + z, rounded once where the computer can.
  Value multiplyAdd(Value x, Value y, Value z) {
    auto flags = arith::FastMathFlags::contract;
    Value product = arith::MulFOp::create(b, loc, x, y, flags);
    return arith::AddFOp::create(b, loc, product, z, flags);
  }
  /// From the highest coefficient to the lowest.
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value sum = number(coefficients.front());
    for (double coefficient : coefficients.drop_front())
      sum = multiplyAdd(sum, x, number(coefficient));
    return sum;
  }
  /// Numbers stay within the limits, and what is none stays so.
  Value clamp(Value x, double low, double high) {
    auto limited = [&](arith::CmpFPredicate is, Value limit) -> Value {
      Value isOutside = arith::CmpFOp::create(b, loc, is, x, limit);
      return arith::SelectOp::create(b, loc, isOutside, limit, x);
    };
    x = limited(arith::CmpFPredicate::OGT, number(high));
    return limited(arith::CmpFPredicate::OLT, number(low));
  }
  Value bitsOf(Value x) {
    return arith::BitcastOp::create(b, loc, b.getI32Type(), x);
  }
  /// 2 to the power of a whole number from -126 to 127.
  Value powerOfTwo(Value exponent) {
    Value biased = arith::AddIOp::create(b, loc, exponent, integer(127));
    Value bits = arith::ShLIOp::create(b, loc, biased, integer(23));
    return arith::BitcastOp::create(b, loc, b.getF32Type(), bits);
  }

  OpBuilder &b;
  Location loc;
};

} // namespace

/// exp(x) = 2^n * exp(r), where n is whole and |r| at most half of ln 2. A
/// power of two is split in halves, as it may be beyond what f32 has.
Value emitExponential(OpBuilder &b, Location loc, Value x) {
  if (!x.getType().isF32())
    return mlir::math::ExpOp::create(b, loc, x);
  Arithmetic a(b, loc);
  // Beyond the limits the function is infinite or 0.
  Value kept = a.clamp(x, -104, 89);
  // Added to this number, others are rounded to whole ones in its last bits.
  constexpr int32_t shiftBits = 0x4B400000;
  Value shift = a.number(12582912.0);
  Value shifted = a.multiplyAdd(kept, a.number(1.44269504), shift);
  Value whole = arith::SubFOp::create(b, loc, shifted, shift);
  // ln 2 in two parts, the first one of few bits.
  Value rest = a.multiplyAdd(whole, a.number(-0.693359375), kept);
  rest = a.multiplyAdd(whole, a.number(2.12194440e-4), rest);
  Value power = a.polynomial(rest, {1.38146098e-3, 8.36871137e-3, 4.16683875e-2,
                                    1.66665207e-1, 4.99999935e-1, 1, 1});
  Value exponent =
      arith::SubIOp::create(b, loc, a.bitsOf(shifted), a.integer(shiftBits));
  Value half = arith::ShRSIOp::create(b, loc, exponent, a.integer(1));
  Value others = arith::SubIOp::create(b, loc, exponent, half);
  power = arith::MulFOp::create(b, loc, power, a.powerOfTwo(half));
  return arith::MulFOp::create(b, loc, power, a.powerOfTwo(others));
}

/// x times a ratio of polynomials of its square.
Value emitTanh(OpBuilder &b, Location loc, Value x) {
  if (!x.getType().isF32())
    return callLibrary(b, loc, "tanh", x);
  Arithmetic a(b, loc);
  // Beyond the limits the function is 1 in f32.
  Value kept = a.clamp(x, -9.02, 9.02);
  Value square = arith::MulFOp::create(b, loc, kept, kept);
  Value above = a.polynomial(
      square, {5.07624746e-8, 3.15891343e-5, 4.00851222e-3, 1.37853665e-1, 1});
  Value below =
      a.polynomial(square, {7.37448523e-10, 1.61749103e-6, 4.20741343e-4,
                            2.77375238e-2, 4.71186989e-1, 1});
  Value ratio = arith::DivFOp::create(b, loc, above, below);
  return a.clamp(arith::MulFOp::create(b, loc, kept, ratio), -1, 1);
}

} // namespace trainlint::cpu
