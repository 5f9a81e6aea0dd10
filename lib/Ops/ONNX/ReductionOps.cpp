//===- ReductionOps.cpp - Reductions of ONNX ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Derivative.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Ops/Common/Accumulation.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

static bool isFloat(mlir::Type element) {
  return llvm::isa<mlir::FloatType>(element);
}

/// Less the greatest one first, so that nothing overflows. Infinities stay:
/// they would cancel each other.
static Value logSumOfExponentials(ProgramBuilder &b, Value x, Shape over) {
  Value greatest = b.reduce(x, over, Combination::Maximum);
  mlir::RankedTensorType truth =
      ProgramBuilder::typeOf(greatest).clone(b.builder().getI1Type());
  Value isFinite = b.make<IsFiniteOp>(truth, greatest);
  // It is taken from the exponents and added again.
  greatest = derivative::mark(b.select(isFinite, greatest, b.like(greatest, 0)),
                              derivative::Zero);
  SmallVector<int64_t> kept =
      otherDimensions(ProgramBuilder::typeOf(x).getRank(), over);
  Value spread = b.broadcast(greatest, ProgramBuilder::shapeOf(x), kept);
  Value sum = b.sum(b.exponential(b.subtract(x, spread)), over);
  return b.add(b.log(sum), greatest);
}

static Value reduce(ProgramBuilder &b, StringRef op, Value x, Shape over) {
  if (op == "ReduceMax")
    return b.reduce(x, over, Combination::Maximum);
  if (op == "ReduceMin")
    return b.reduce(x, over, Combination::Minimum);
  if (op == "ReduceProd")
    return b.reduce(x, over, Combination::Multiply);
  if (op == "ReduceSum")
    return b.sum(x, over);
  if (op == "ReduceMean")
    return b.mean(x, over);
  if (op == "ReduceSumSquare")
    return b.sum(b.multiply(x, x), over);
  if (op == "ReduceL1") {
    bool isPositive = ProgramBuilder::elementOf(x).isUnsignedInteger();
    return b.sum(isPositive ? x : absolute(b, x), over);
  }
  if (op == "ReduceL2")
    return b.sqrt(b.sum(b.multiply(x, x), over));
  if (op == "ReduceLogSum")
    return b.log(b.sum(x, over));
  return logSumOfExponentials(b, x, over);
}

/// The type that a reduction works in.
static mlir::Type computedType(StringRef op, mlir::Type element) {
  if (op == "ReduceMax" || op == "ReduceMin")
    return element;
  bool isReal =
      op == "ReduceL2" || op == "ReduceLogSum" || op == "ReduceLogSumExp";
  if (isReal && !isFloat(element))
    return mlir::Float64Type::get(element.getContext());
  return accumulationType(element);
}

/// The axes are not known. Of the result something may be.
static LogicalResult failUnknownAxes(OpCall &call) {
  if (failed(call.requireConstant(1, "axes")))
    return llvm::failure();
  int64_t rank = call.rank();
  mlir::Type element = call.element();
  Shape axes = call.shape(1);
  if (call.integer("keepdims", 1) != 0)
    return call.setUnknownShape(rank, element);
  bool isCountKnown = axes.size() == 1 && isKnown(axes[0]) && axes[0] > 0;
  if (!isCountKnown || axes[0] >= rank)
    return call.setUnknown();
  return call.setUnknownShape(rank - axes[0], element);
}

static LogicalResult reduction(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  StringRef op = call.op;
  Value x = call.value(0);
  int64_t rank = call.rank();
  mlir::Type element = call.element();
  bool takesTruth = op == "ReduceMax" || op == "ReduceMin";
  if (element.isInteger(1) && !takesTruth)
    return call.fail("element type " + mismatch::typeText(element) +
                     " is not supported");
  std::optional<IndexVector> axes = call.integers("axes", 1);
  if (call.has(1) && !axes)
    return failUnknownAxes(call);
  IndexVector over;
  for (int64_t axis : axes.value_or(IndexVector())) {
    // A scalar is taken for a vector of one element.
    std::optional<int64_t> dimension =
        OpCall::dimension(axis, std::max<int64_t>(rank, 1));
    if (!dimension)
      return call.fail(mismatch::axis(axis, rank));
    // Runtimes take an axis that is named twice for one.
    if (!llvm::is_contained(over, *dimension))
      over.push_back(*dimension);
  }
  // No axes are all of them, or none.
  bool isAll = over.empty() && call.integer("noop_with_empty_axes", 0) == 0;
  if (isAll || rank == 0)
    over = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  llvm::sort(over);
  SmallVector<int64_t> shape(call.shape());
  bool isOfNone = llvm::any_of(over, [&](int64_t i) { return shape[i] == 0; });
  if (op == "ReduceMean" && !isFloat(element) && isOfNone)
    return call.failUnsupported("the mean of no integers is no integer");
  Value wide = b.convert(x, computedType(op, element));
  Value result = b.convert(reduce(b, op, wide, over), element);
  if (call.integer("keepdims", 1) != 0) {
    for (int64_t dimension : over)
      shape[dimension] = 1;
    result = b.reshape(result, shape);
  }
  return call.setResult(result);
}

void onnx::addReductionOps(OpTable &table) {
  table.add(reduction,
            {"ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp",
             "ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum",
             "ReduceSumSquare"});
}
