//===- WindowGradients.cpp - Gradients of pooling and running sums --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/Windows.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

static SmallVector<Window> windowsOf(mlir::Operation *op,
                                     ArrayRef<int64_t> sizes,
                                     const WindowAttributes &attributes) {
  return *makeWindows([op] { return op->emitError(); }, sizes, attributes,
                      WindowConstraints());
}

/// Each element gets the gradients of the windows that it is in: a window that
/// moves over the gradients, spread out by the stride, covers just those.
static void differentiateSum(Value input, ArrayRef<Window> windows,
                             Pullback &p) {
  p.accumulate(input, [&] {
    Value gradient = p.gradient();
    if (ProgramBuilder::typeOf(gradient).getNumElements() == 0)
      return p.like(input, 0);
    WindowOptions options;
    for (auto [i, w] : llvm::enumerate(windows)) {
      int64_t covered = (w.size - 1) * w.windowDilation;
      int64_t size = ProgramBuilder::shapeOf(input)[i];
      int64_t source = (size - 1) * w.baseDilation + 1;
      int64_t spread =
          (ProgramBuilder::shapeOf(gradient)[i] - 1) * w.stride + 1;
      int64_t low = covered - w.paddingLow;
      options.sizes.push_back(w.size);
      options.strides.push_back(w.baseDilation);
      options.baseDilations.push_back(w.stride);
      options.windowDilations.push_back(w.windowDilation);
      options.padding.push_back({low, source + covered - spread - low});
    }
    return p.reduceWindow(gradient, options, Combination::Add);
  });
}

/// The first of equal elements in a window gets the gradient.
static void differentiateExtreme(Value input, Value init, Value result,
                                 ArrayRef<Window> windows,
                                 Combination combination, Pullback &p) {
  Value gradient = p.gradient();
  if (!isLimit(init, combination)) {
    Value wide = p.broadcast(init, ProgramBuilder::shapeOf(gradient), {});
    Value isInit = p.compare(result, wide, ComparisonDirection::EQ);
    Value zero = p.like(gradient, 0);
    p.accumulate(init,
                 [&] { return p.sumOfAll(p.select(isInit, gradient, zero)); });
    gradient = p.select(isInit, zero, gradient);
  }
  p.accumulate(input, [&] {
    WindowOptions options;
    for (const Window &w : windows) {
      options.sizes.push_back(w.size);
      options.strides.push_back(w.stride);
      options.padding.push_back({w.paddingLow, w.paddingHigh});
    }
    bool isMaximum = combination == Combination::Maximum;
    return p.scatterToGreatest(isMaximum ? input : p.negate(input), gradient,
                               options);
  });
}

static llvm::LogicalResult differentiateReduceWindow(ReduceWindowOp op,
                                                     Pullback &p) {
  if (op.getInputs().size() != 1)
    return p.emitUnsupported("its windows move over several tensors at once");
  Value input = op.getInputs()[0], init = op.getInitValues()[0];
  Value result = op.getResult(0);
  if (ProgramBuilder::elementOf(input) != ProgramBuilder::elementOf(result))
    return p.emitUnsupported(
        "its body works in another type than its operand has");
  SmallVector<Window> windows = windowsOf(
      op, op.getWindowDimensions(),
      {op.getWindowStrides(),
       op.getBaseDilations(),
       op.getWindowDilations(),
       llvm::cast_if_present<mlir::DenseIntElementsAttr>(op.getPaddingAttr()),
       {}});
  std::optional<Combination> combination = combinationOf(op.getBody());
  if (!combination || *combination == Combination::Multiply)
    return p.emitUnsupported("its body is not one of add, maximum, minimum");
  if (*combination == Combination::Add) {
    if (p.wants(init))
      return p.emitUnsupported(
          "its initial value depends on what gradients are for");
    differentiateSum(input, windows, p);
    return llvm::success();
  }
  for (const Window &window : windows)
    if (window.baseDilation != 1 || window.windowDilation != 1)
      return p.emitUnsupported("its windows have gaps");
  differentiateExtreme(input, init, result, windows, *combination, p);
  return llvm::success();
}

/// Gives what each window selects of a second tensor, by elements of a first.
static Value gatherSelected(SelectAndScatterOp op, Value values, bool greatest,
                            Pullback &p) {
  mlir::OpBuilder &b = p.builder();
  mlir::Location loc = p.location();
  Value operand = op.getOperand();
  mlir::Type element = ProgramBuilder::elementOf(operand);
  auto scalar = mlir::RankedTensorType::get({}, element);
  Value limit = p.neutral(element, greatest ? Combination::Maximum
                                            : Combination::Minimum);
  mlir::RankedTensorType type = ProgramBuilder::typeOf(op.getSource());
  SmallVector<int64_t> ones(type.getRank(), 1);
  auto gather = ReduceWindowOp::create(
      b, loc, mlir::TypeRange{type, type}, mlir::ValueRange{operand, values},
      mlir::ValueRange{limit, p.scalar(element, 0)},
      b.getDenseI64ArrayAttr(op.getWindowDimensions().value_or(ones)),
      op.getWindowStridesAttr(), mlir::DenseI64ArrayAttr(),
      mlir::DenseI64ArrayAttr(), op.getPaddingAttr());
  mlir::OpBuilder::InsertionGuard guard(b);
  SmallVector<mlir::Type> types(4, scalar);
  SmallVector<mlir::Location> locations(4, loc);
  mlir::Block *block = b.createBlock(&gather.getBody(), {}, types, locations);
  Value keeps =
      p.compare(block->getArgument(0), block->getArgument(2),
                greatest ? ComparisonDirection::GE : ComparisonDirection::LE);
  Value key = p.select(keeps, block->getArgument(0), block->getArgument(2));
  Value value = p.select(keeps, block->getArgument(1), block->getArgument(3));
  ReturnOp::create(b, loc, mlir::ValueRange{key, value});
  return gather.getResult(1);
}

/// Only for sums of what a greatest or a least element selects. What is
/// selected by does not change with small changes.
static llvm::LogicalResult differentiateSelectAndScatter(SelectAndScatterOp op,
                                                         Pullback &p) {
  if (combinationOf(op.getScatter()) != Combination::Add)
    return p.emitUnsupported("it does not add up what it scatters");
  mlir::Block &select = op.getSelect().front();
  auto compare = llvm::dyn_cast<CompareOp>(select.front());
  bool inOrder = compare && select.getOperations().size() == 2 &&
                 compare.getLhs() == select.getArgument(0) &&
                 compare.getRhs() == select.getArgument(1);
  if (!inOrder)
    return p.emitUnsupported("it does not select by a comparison");
  ComparisonDirection direction = compare.getComparisonDirection();
  bool greatest = direction == ComparisonDirection::GE;
  if (!greatest && direction != ComparisonDirection::LE)
    return p.emitUnsupported("it selects neither by GE nor by LE");
  p.accumulate(op.getSource(),
               [&] { return gatherSelected(op, p.gradient(), greatest, p); });
  p.accumulate(op.getInitValue(), [&] { return p.sumOfAll(p.gradient()); });
  return llvm::success();
}

void stablehlo::addWindowGradients(GradientRegistry &registry) {
  registry.add<ReduceWindowOp>(differentiateReduceWindow);
  registry.add<SelectAndScatterOp>(differentiateSelectAndScatter);
}
