//===- Canonicalize.cpp - Algebraic simplification ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Algebraic simplification: greedy pattern rewriting until nothing matches,
// then common subexpression elimination. Patterns fold constants of one number
// (splats), drop ops that return an operand, and merge pairs of shape ops. No
// pattern adds ops, so it ends.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Splat.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/Passes.h"
#include "Support/MLIR.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::PatternRewriter;

namespace trainlint::stablehlo {
#define GEN_PASS_DEF_CANONICALIZE
#include "Dialect/StableHLO/Transforms/Passes.h.inc"
} // namespace trainlint::stablehlo

//===----------------------------------------------------------------------===//
// Constants of one number
//===----------------------------------------------------------------------===//

/// Whether all elements of a value are a number, which every type has.
static bool isAll(Value value, int64_t number) {
  mlir::DenseElementsAttr splat = splatOf(value);
  if (!splat)
    return false;
  if (auto real = floatOf(value))
    return real->isExactlyValue(static_cast<double>(number));
  return llvm::isa<mlir::IntegerType>(splat.getElementType()) &&
         splat.getSplatValue<llvm::APInt>() == number;
}

static bool hasKnownShapes(mlir::Operation *op) {
  auto isKnown = [](mlir::Type type) {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isKnown) &&
         llvm::all_of(op->getResultTypes(), isKnown);
}

/// What only moves equal elements gives a constant of the same number.
template <typename Op>
static LogicalResult moveSplat(Op op, PatternRewriter &rewriter) {
  mlir::DenseElementsAttr splat = splatOf(op->getOperand(0));
  if (!splat || !hasKnownShapes(op))
    return failure();
  auto type = llvm::cast<mlir::ShapedType>(op->getResult(0).getType());
  rewriter.replaceOpWithNewOp<ConstantOp>(op, splat.resizeSplat(type));
  return success();
}

/// A pad with the number that is there already.
static LogicalResult padSplat(PadOp op, PatternRewriter &rewriter) {
  mlir::DenseElementsAttr inner = splatOf(op.getOperand());
  mlir::DenseElementsAttr outer = splatOf(op.getPaddingValue());
  if (!inner || !outer ||
      inner.getSplatValue<mlir::Attribute>() !=
          outer.getSplatValue<mlir::Attribute>())
    return failure();
  return moveSplat(op, rewriter);
}

/// Computes with two constants of one floating-point number each.
template <typename Op>
static LogicalResult computeSplat(Op op, PatternRewriter &rewriter) {
  auto lhs = floatOf(op.getLhs()), rhs = floatOf(op.getRhs());
  if (!lhs || !rhs || !hasKnownShapes(op))
    return failure();
  constexpr auto nearest = llvm::APFloat::rmNearestTiesToEven;
  if (llvm::isa<AddOp>(op))
    lhs->add(*rhs, nearest);
  else if (llvm::isa<SubtractOp>(op))
    lhs->subtract(*rhs, nearest);
  else if (llvm::isa<MultiplyOp>(op))
    lhs->multiply(*rhs, nearest);
  else
    lhs->divide(*rhs, nearest);
  auto type = llvm::cast<mlir::ShapedType>(op.getResult().getType());
  rewriter.replaceOpWithNewOp<ConstantOp>(
      op, mlir::DenseElementsAttr::get(type, *lhs));
  return success();
}

static LogicalResult negateSplat(NegateOp op, PatternRewriter &rewriter) {
  auto number = floatOf(op.getOperand());
  if (!number || !hasKnownShapes(op))
    return failure();
  auto type = llvm::cast<mlir::ShapedType>(op.getResult().getType());
  rewriter.replaceOpWithNewOp<ConstantOp>(
      op, mlir::DenseElementsAttr::get(type, -*number));
  return success();
}

//===----------------------------------------------------------------------===//
// What changes nothing
//===----------------------------------------------------------------------===//

/// Replaces an op by a value of the same type.
static LogicalResult replaceBy(mlir::Operation *op, Value value,
                               PatternRewriter &rewriter) {
  if (op->getResult(0).getType() != value.getType())
    return failure();
  rewriter.replaceOp(op, value);
  return success();
}

static LogicalResult addZero(AddOp op, PatternRewriter &rewriter) {
  if (isAll(op.getRhs(), 0))
    return replaceBy(op, op.getLhs(), rewriter);
  if (isAll(op.getLhs(), 0))
    return replaceBy(op, op.getRhs(), rewriter);
  return failure();
}

static LogicalResult subtractZero(SubtractOp op, PatternRewriter &rewriter) {
  if (isAll(op.getRhs(), 0))
    return replaceBy(op, op.getLhs(), rewriter);
  if (!isAll(op.getLhs(), 0) ||
      op.getRhs().getType() != op.getResult().getType())
    return failure();
  rewriter.replaceOpWithNewOp<NegateOp>(op, op.getType(), op.getRhs());
  return success();
}

static LogicalResult multiplyByOne(MultiplyOp op, PatternRewriter &rewriter) {
  if (isAll(op.getRhs(), 1))
    return replaceBy(op, op.getLhs(), rewriter);
  if (isAll(op.getLhs(), 1))
    return replaceBy(op, op.getRhs(), rewriter);
  return failure();
}

static LogicalResult divideByOne(DivideOp op, PatternRewriter &rewriter) {
  return isAll(op.getRhs(), 1) ? replaceBy(op, op.getLhs(), rewriter)
                               : failure();
}

static LogicalResult selectKnown(SelectOp op, PatternRewriter &rewriter) {
  if (op.getOnTrue() == op.getOnFalse() || isAll(op.getPred(), 1))
    return replaceBy(op, op.getOnTrue(), rewriter);
  if (isAll(op.getPred(), 0))
    return replaceBy(op, op.getOnFalse(), rewriter);
  return failure();
}

/// What gives its operand if the types are the same.
template <typename Op>
static LogicalResult dropSameType(Op op, PatternRewriter &rewriter) {
  return replaceBy(op, op->getOperand(0), rewriter);
}

static LogicalResult broadcastToSame(BroadcastInDimOp op,
                                     PatternRewriter &rewriter) {
  ArrayRef<int64_t> dimensions = op.getBroadcastDimensions();
  if (!mlir::isIdentityPermutation(dimensions))
    return failure();
  return replaceBy(op, op.getOperand(), rewriter);
}

static LogicalResult sliceOfAll(SliceOp op, PatternRewriter &rewriter) {
  return hasKnownShapes(op) ? replaceBy(op, op.getOperand(), rewriter)
                            : failure();
}

static LogicalResult padByNothing(PadOp op, PatternRewriter &rewriter) {
  auto isZero = [](int64_t number) { return number == 0; };
  bool adds = !llvm::all_of(op.getEdgePaddingLow(), isZero) ||
              !llvm::all_of(op.getEdgePaddingHigh(), isZero) ||
              !llvm::all_of(op.getInteriorPadding(), isZero);
  return adds ? failure() : replaceBy(op, op.getOperand(), rewriter);
}

static LogicalResult concatenateOne(ConcatenateOp op,
                                    PatternRewriter &rewriter) {
  if (op.getInputs().size() != 1)
    return failure();
  return replaceBy(op, op.getInputs()[0], rewriter);
}

//===----------------------------------------------------------------------===//
// Two that are one
//===----------------------------------------------------------------------===//

/// What undoes itself when it is done twice.
static LogicalResult negateTwice(NegateOp op, PatternRewriter &rewriter) {
  auto inner = op.getOperand().getDefiningOp<NegateOp>();
  return inner ? replaceBy(op, inner.getOperand(), rewriter) : failure();
}

static LogicalResult reverseTwice(ReverseOp op, PatternRewriter &rewriter) {
  auto inner = op.getOperand().getDefiningOp<ReverseOp>();
  if (!inner || inner.getDimensions() != op.getDimensions())
    return failure();
  return replaceBy(op, inner.getOperand(), rewriter);
}

static LogicalResult transposeTwice(TransposeOp op, PatternRewriter &rewriter) {
  if (mlir::isIdentityPermutation(op.getPermutation()))
    return replaceBy(op, op.getOperand(), rewriter);
  auto inner = op.getOperand().getDefiningOp<TransposeOp>();
  if (!inner)
    return failure();
  SmallVector<int64_t> permutation;
  for (int64_t d : op.getPermutation())
    permutation.push_back(inner.getPermutation()[d]);
  rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), inner.getOperand(),
                                           permutation);
  return success();
}

static LogicalResult reshapeTwice(ReshapeOp op, PatternRewriter &rewriter) {
  auto inner = op.getOperand().getDefiningOp<ReshapeOp>();
  if (!inner || !hasKnownShapes(op) || !hasKnownShapes(inner))
    return failure();
  rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), inner.getOperand());
  return success();
}

static LogicalResult broadcastTwice(BroadcastInDimOp op,
                                    PatternRewriter &rewriter) {
  auto inner = op.getOperand().getDefiningOp<BroadcastInDimOp>();
  if (!inner || !hasKnownShapes(op) || !hasKnownShapes(inner))
    return failure();
  SmallVector<int64_t> dimensions;
  for (int64_t d : inner.getBroadcastDimensions())
    dimensions.push_back(op.getBroadcastDimensions()[d]);
  rewriter.replaceOpWithNewOp<BroadcastInDimOp>(op, op.getType(),
                                                inner.getOperand(), dimensions);
  return success();
}

/// The dimensions of a transposed tensor as those of the tensor itself.
static SmallVector<int64_t> beforeTranspose(TransposeOp op,
                                            ArrayRef<int64_t> dimensions) {
  return llvm::map_to_vector(dimensions,
                             [&](int64_t d) { return op.getPermutation()[d]; });
}

/// A product takes a transposed operand as it lies, if that is a row of
/// matrices as well: batching dimensions come first, and the others keep their
/// order.
static LogicalResult multiplyTransposed(DotGeneralOp op,
                                        PatternRewriter &rewriter) {
  DotDimensionsAttr numbers = op.getDotDimensionNumbers();
  SmallVector<int64_t> batching[] = {
      llvm::to_vector(numbers.getLhsBatchingDimensions()),
      llvm::to_vector(numbers.getRhsBatchingDimensions())};
  SmallVector<int64_t> contracting[] = {
      llvm::to_vector(numbers.getLhsContractingDimensions()),
      llvm::to_vector(numbers.getRhsContractingDimensions())};
  SmallVector<Value> operands(op->getOperands());
  bool changed = false;
  for (unsigned side : {0, 1}) {
    auto transpose = operands[side].getDefiningOp<TransposeOp>();
    if (!transpose)
      continue;
    SmallVector<int64_t> free;
    for (int64_t d = 0, rank = transpose.getPermutation().size(); d < rank; ++d)
      if (!llvm::is_contained(batching[side], d) &&
          !llvm::is_contained(contracting[side], d))
        free.push_back(d);
    SmallVector<int64_t> paired = beforeTranspose(transpose, batching[side]),
                         summed = beforeTranspose(transpose, contracting[side]);
    if (!mlir::isIdentityPermutation(paired) || !llvm::is_sorted(summed) ||
        !llvm::is_sorted(beforeTranspose(transpose, free)))
      continue;
    operands[side] = transpose.getOperand();
    batching[side] = paired;
    contracting[side] = summed;
    changed = true;
  }
  if (!changed)
    return failure();
  rewriter.replaceOpWithNewOp<DotGeneralOp>(
      op, op.getType(), operands[0], operands[1],
      DotDimensionsAttr::get(op.getContext(), batching[0], batching[1],
                             contracting[0], contracting[1]),
      op.getPrecisionConfigAttr(), op.getAlgorithmAttr());
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void addPatterns(mlir::RewritePatternSet &patterns) {
  patterns.add(moveSplat<BroadcastInDimOp>).add(moveSplat<ReshapeOp>);
  patterns.add(moveSplat<TransposeOp>).add(moveSplat<ReverseOp>);
  patterns.add(moveSplat<SliceOp>).add(padSplat).add(negateSplat);
  patterns.add(computeSplat<AddOp>).add(computeSplat<SubtractOp>);
  patterns.add(computeSplat<MultiplyOp>).add(computeSplat<DivideOp>);
  patterns.add(addZero).add(subtractZero).add(multiplyByOne).add(divideByOne);
  patterns.add(selectKnown).add(broadcastToSame).add(sliceOfAll);
  patterns.add(padByNothing).add(concatenateOne);
  patterns.add(dropSameType<ConvertOp>).add(dropSameType<ReshapeOp>);
  patterns.add(negateTwice).add(reverseTwice).add(transposeTwice);
  patterns.add(reshapeTwice).add(broadcastTwice).add(multiplyTransposed);
}

namespace {

class Canonicalize : public impl::CanonicalizeBase<Canonicalize> {
public:
  LogicalResult initialize(mlir::MLIRContext *context) override {
    mlir::RewritePatternSet set(context);
    addPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    mlir::Operation *root = getOperation();
    if (llvm::failed(mlir::applyPatternsGreedily(root, patterns)))
      return signalPassFailure();
    mlir::IRRewriter rewriter(&getContext());
    mlir::DominanceInfo dominance(root);
    mlir::eliminateCommonSubExpressions(rewriter, dominance, root);
  }

private:
  mlir::FrozenRewritePatternSet patterns;
};

} // namespace
