//===- LinearSolvers.cpp - Factorizations, solvers and transforms ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Backend/CPU/Interface/RuntimeCalls.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

namespace memref = mlir::memref;
using namespace trainlint;
using namespace trainlint::stablehlo;

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

} // namespace trainlint::cpu
