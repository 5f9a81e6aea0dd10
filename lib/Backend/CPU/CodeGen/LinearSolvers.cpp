//===- LinearSolvers.cpp - Solvers, transforms and random numbers ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Backend/CPU/CodeGen/Scalars.h"
#include "Backend/CPU/Interface/RuntimeCalls.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
namespace memref = mlir::memref;
using namespace trainlint::stablehlo;
using llvm::ArrayRef;
using llvm::LogicalResult;
using llvm::SmallVector;
using llvm::success;

namespace trainlint::cpu {

//===----------------------------------------------------------------------===//
// Operands of solvers
//===----------------------------------------------------------------------===//

static int64_t solverElement(Type element) {
  Type computed = computedType(element);
  SolverElement kind =
      computed.isF32()   ? SolverElement::F32
      : computed.isF64() ? SolverElement::F64
      : llvm::cast<mlir::ComplexType>(computed).getElementType().isF32()
          ? SolverElement::C64
          : SolverElement::C128;
  return static_cast<int64_t>(kind);
}

/// A buffer of elements as they are computed with: narrow ones are converted.
static Value widened(Lowering &lowering, Location loc, Value tensor) {
  Value buffer = lowering.bufferOf(tensor);
  Type element = elementTypeIn(tensor);
  if (!isNarrowFloat(element))
    return buffer;
  Value wide = lowering.allocate(
      loc, mlir::MemRefType::get(shapeOf(tensor), computedType(element)));
  lowering.loops(loc, shapeOf(tensor), [&](ValueRange at) {
    Value value = lowering.load(loc, buffer, at, element);
    memref::StoreOp::create(lowering.b, loc, value, wide, at);
  });
  return wide;
}

static int64_t batchOf(ArrayRef<int64_t> shape, size_t without) {
  return llvm::product_of(shape.drop_back(without));
}

static LogicalResult lowerCholesky(Lowering &lowering, CholeskyOp op) {
  Location loc = op.getLoc();
  ArrayRef<int64_t> shape = shapeOf(op.getA());
  Value a = widened(lowering, loc, op.getA());
  Value result = lowering.allocateWide(op.getResult());
  Value numbers = lowering.constantNumbers(
      loc, {solverElement(elementTypeIn(op.getA())), batchOf(shape, 2),
            shape.back(), op.getLower()});
  callRuntime(
      lowering.b, loc, "trainlint_cpu_cholesky",
      {numbers, lowering.address(loc, a), lowering.address(loc, result)});
  lowering.storeWide(result, op.getResult());
  return success();
}

static LogicalResult lowerTriangularSolve(Lowering &lowering,
                                          TriangularSolveOp op) {
  Location loc = op.getLoc();
  ArrayRef<int64_t> shape = shapeOf(op.getB());
  Value a = widened(lowering, loc, op.getA()),
        b = widened(lowering, loc, op.getB());
  Value result = lowering.allocateWide(op.getResult());
  int64_t transpose = op.getTransposeA() == Transpose::TRANSPOSE ? 1
                      : op.getTransposeA() == Transpose::ADJOINT ? 2
                                                                 : 0;
  Value numbers = lowering.constantNumbers(
      loc, {solverElement(elementTypeIn(op.getA())), batchOf(shape, 2),
            shape[shape.size() - 2], shape.back(), op.getLeftSide(),
            op.getLower(), op.getUnitDiagonal(), transpose});
  callRuntime(lowering.b, loc, "trainlint_cpu_triangular_solve",
              {numbers, lowering.address(loc, a), lowering.address(loc, b),
               lowering.address(loc, result)});
  lowering.storeWide(result, op.getResult());
  return success();
}

static LogicalResult lowerFourier(Lowering &lowering, FftOp op) {
  Location loc = op.getLoc();
  ArrayRef<int64_t> lengths = op.getFftLength();
  Type from = elementTypeIn(op.getOperand()),
       to = elementTypeIn(op.getResult());
  Type complexSide = llvm::isa<mlir::ComplexType>(from) ? from : to;
  Value operand = lowering.bufferOf(op.getOperand());
  Value result = lowering.allocateResult(op.getResult());
  SmallVector<int64_t> numbers = {
      static_cast<int64_t>(op.getFftType()), solverElement(complexSide),
      batchOf(shapeOf(op.getOperand()), lengths.size()),
      int64_t(lengths.size())};
  llvm::append_range(numbers, lengths);
  callRuntime(lowering.b, loc, "trainlint_cpu_fourier",
              {lowering.constantNumbers(loc, numbers),
               lowering.address(loc, operand), lowering.address(loc, result)});
  return success();
}

Lowered lowerLinearSolver(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](CholeskyOp cholesky) {
        return lowerCholesky(lowering, cholesky);
      })
      .Case([&](TriangularSolveOp solve) {
        return lowerTriangularSolve(lowering, solve);
      })
      .Case([&](FftOp fft) { return lowerFourier(lowering, fft); })
      .Default(Lowered());
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

static LogicalResult lowerRandomBits(Lowering &lowering, RngBitGeneratorOp op) {
  Location loc = op.getLoc();
  Type element = elementTypeIn(op.getOutput()),
       stateElement = elementTypeIn(op.getInitialState());
  int64_t stateBits = tensorTypeOf(op.getInitialState()).getNumElements() *
                      int64_t(bitsOf(stateElement));
  if (stateBits != 128 && stateBits != 192)
    return lowering.emitUnsupported(op,
                                    "its state does not have 128 or 192 bits");
  if (bitsOf(element) < 8)
    return lowering.emitUnsupported(op,
                                    "its numbers have less than eight bits");
  Value state = lowering.bufferOf(op.getInitialState());
  Value next = lowering.allocateResult(op.getOutputState());
  Value output = lowering.allocateResult(op.getOutput());
  int64_t algorithm =
      op.getRngAlgorithm() == RngAlgorithm::PHILOX || stateBits == 192 ? 2 : 1;
  int64_t bytes =
      tensorTypeOf(op.getOutput()).getNumElements() * bitsOf(element) / 8;
  callRuntime(lowering.b, loc, "trainlint_cpu_random_bits",
              {lowering.index(loc, algorithm),
               lowering.index(loc, stateBits / 64),
               lowering.address(loc, state), lowering.address(loc, next),
               lowering.address(loc, output), lowering.index(loc, bytes)});
  return success();
}

/// Uniform numbers lie in [a, b); for integers and booleans too. Normal
/// ones have mean a and deviation b.
static LogicalResult lowerRng(Lowering &lowering, RngOp op) {
  mlir::OpBuilder &b = lowering.b;
  Location loc = op.getLoc();
  Type element = elementTypeIn(op.getResult()), f64 = b.getF64Type();
  bool isNormal = op.getRngDistribution() == RngDistribution::NORMAL;
  auto scalar = [&](Value tensor) {
    Value value = lowering.load(loc, lowering.bufferOf(tensor), {}, element);
    return emitConvert(b, loc, value, element, f64);
  };
  Value first = scalar(op.getA()), second = scalar(op.getB());
  Value result = lowering.allocateResult(op.getResult());
  lowering.loops(loc, shapeOf(op.getResult()), [&](ValueRange at) {
    Value drawn = callRuntime(b, loc,
                              isNormal ? "trainlint_cpu_next_normal"
                                       : "trainlint_cpu_next_uniform",
                              {}, f64);
    Value width =
        isNormal ? second : Value(arith::SubFOp::create(b, loc, second, first));
    Value value = arith::AddFOp::create(
        b, loc, first, arith::MulFOp::create(b, loc, drawn, width));
    if (!llvm::isa<mlir::FloatType>(element))
      value = mlir::math::FloorOp::create(b, loc, value);
    value = roundTo(b, loc, emitConvert(b, loc, value, f64, element), element);
    lowering.store(loc, value, result, at, element);
  });
  return success();
}

Lowered lowerRandom(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](RngBitGeneratorOp bits) {
        return lowerRandomBits(lowering, bits);
      })
      .Case([&](RngOp rng) { return lowerRng(lowering, rng); })
      .Default(Lowered());
}

} // namespace trainlint::cpu
