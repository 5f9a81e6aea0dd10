//===- MathFunctions.cpp - Math ops ---------------------------------------===//
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
namespace math = mlir::math;
using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Location;
using mlir::OpBuilder;
using mlir::Type;
using mlir::Value;

namespace trainlint::cpu {

/// The runtime computes in f64, whose rounding errors an f32 does not show, and
/// returns real and imaginary part.
Value emitComplex(OpBuilder &b, Location loc, ComplexFunction function,
                  mlir::ValueRange operands) {
  auto type = llvm::cast<mlir::ComplexType>(operands[0].getType());
  Type part = type.getElementType(), f64 = b.getF64Type();
  llvm::SmallVector<Value> arguments = {arith::ConstantOp::create(
      b, loc, b.getI32IntegerAttr(static_cast<int32_t>(function)))};
  for (Value operand : operands)
    for (Value value : {Value(complex::ReOp::create(b, loc, part, operand)),
                        Value(complex::ImOp::create(b, loc, part, operand))})
      arguments.push_back(
          part == f64 ? value
                      : Value(arith::ExtFOp::create(b, loc, f64, value)));
  auto name = operands.size() == 1 ? "trainlint_cpu_complex_unary"
                                   : "trainlint_cpu_complex_binary";
  llvm::SmallVector<Value, 2> parts(
      callRuntime(b, loc, name, arguments, mlir::TypeRange({f64, f64})));
  if (part != f64)
    for (Value &value : parts)
      value = arith::TruncFOp::create(b, loc, part, value);
  return complex::CreateOp::create(b, loc, type, parts[0], parts[1]);
}

static std::optional<ComplexFunction> complexFunctionOf(mlir::Operation *op) {
  using Result = std::optional<ComplexFunction>;
  return llvm::TypeSwitch<mlir::Operation *, Result>(op)
      .Case([](CbrtOp) { return ComplexFunction::Cbrt; })
      .Case([](CosineOp) { return ComplexFunction::Cosine; })
      .Case([](ExponentialOp) { return ComplexFunction::Exponential; })
      .Case([](ExponentialMinusOneOp) {
        return ComplexFunction::ExponentialMinusOne;
      })
      .Case([](LogOp) { return ComplexFunction::Log; })
      .Case([](LogPlusOneOp) { return ComplexFunction::LogPlusOne; })
      .Case([](LogisticOp) { return ComplexFunction::Logistic; })
      .Case([](RsqrtOp) { return ComplexFunction::Rsqrt; })
      .Case([](SineOp) { return ComplexFunction::Sine; })
      .Case([](SqrtOp) { return ComplexFunction::Sqrt; })
      .Case([](TanOp) { return ComplexFunction::Tan; })
      .Case([](TanhOp) { return ComplexFunction::Tanh; })
      .Default(Result());
}

Value emitMath(OpBuilder &b, mlir::Operation *op, mlir::ValueRange operands) {
  std::optional<ComplexFunction> function = complexFunctionOf(op);
  if (!function)
    return {};
  Location loc = op->getLoc();
  Value x = operands[0];
  Type type = x.getType();
  if (isa<mlir::ComplexType>(type))
    return emitComplex(b, loc, *function, x);
  // Names of the C library, where the intrinsics of LLVM are less accurate or
  // missing.
  auto call = [&](llvm::StringRef name) {
    return callLibrary(b, loc, name, x);
  };
  auto one = [&] { return number(b, loc, type, 1); };
  switch (*function) {
  case ComplexFunction::Cbrt:
    return call("cbrt");
  case ComplexFunction::Cosine:
    return math::CosOp::create(b, loc, x);
  case ComplexFunction::Exponential:
    return emitExponential(b, loc, x);
  case ComplexFunction::ExponentialMinusOne:
    return call("expm1");
  case ComplexFunction::Log:
    return math::LogOp::create(b, loc, x);
  case ComplexFunction::LogPlusOne:
    return call("log1p");
  case ComplexFunction::Logistic: {
    Value negated = arith::NegFOp::create(b, loc, x);
    Value power = emitExponential(b, loc, negated);
    return arith::DivFOp::create(b, loc, one(),
                                 arith::AddFOp::create(b, loc, one(), power));
  }
  case ComplexFunction::Rsqrt:
    return arith::DivFOp::create(b, loc, one(),
                                 math::SqrtOp::create(b, loc, x));
  case ComplexFunction::Sine:
    return math::SinOp::create(b, loc, x);
  case ComplexFunction::Sqrt:
    return math::SqrtOp::create(b, loc, x);
  case ComplexFunction::Tan:
    return call("tan");
  case ComplexFunction::Tanh:
    return emitTanh(b, loc, x);
  default:
    return {};
  }
}

bool isFunction(mlir::Operation *op) {
  return complexFunctionOf(op) || isa<Atan2Op, PowerOp, RemainderOp>(op);
}

/// The result is an operand, or its size, and needs no rounding.
static bool isExact(mlir::Operation *op) {
  return isa<AbsOp, ClampOp, MaximumOp, MinimumOp, NegateOp, SelectOp, SignOp>(
      op);
}

Value emitScalar(OpBuilder &b, mlir::Operation *op, mlir::ValueRange operands) {
  Value result;
  for (auto emit : {emitUnary, emitBinary, emitComparison, emitMath})
    if (!result)
      result = emit(b, op, operands);
  if (isExact(op))
    return result;
  return roundTo(b, op->getLoc(), result,
                 elementOf(op->getResult(0).getType()));
}

} // namespace trainlint::cpu
