//===- ProgramBuilderTest.cpp - Tests of programs built op by op ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace trainlint::stablehlo;
using llvm::ArrayRef;
using mlir::RankedTensorType;
using mlir::Value;

namespace {

/// Builds at the end of a module, which is verified when a test ends. Operands
/// are constants, so that no function is needed.
class ProgramBuilderTest : public testing::Test {
protected:
  ProgramBuilderTest() {
    context.loadDialect<StableHLODialect>();
    builder.setInsertionPointToEnd(module->getBody());
  }

  void TearDown() override { EXPECT_TRUE(mlir::verify(*module).succeeded()); }

  RankedTensorType floats(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getF32Type());
  }
  Value zeros(ArrayRef<int64_t> shape) { return p.splat(floats(shape), 0); }

  static std::vector<int64_t> shapeOf(Value value) {
    return ProgramBuilder::shapeOf(value).vec();
  }
  static mlir::Attribute numberOf(Value constant) {
    return constant.getDefiningOp<ConstantOp>()
        .getValue()
        .getValues<mlir::Attribute>()[0];
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  mlir::OpBuilder builder{&context};
  ProgramBuilder p{builder, builder.getUnknownLoc()};
};

using Shape = std::vector<int64_t>;

TEST_F(ProgramBuilderTest, RoundsNumbersToTheElementType) {
  auto half = llvm::cast<mlir::FloatAttr>(
      numberOf(p.scalar(builder.getF16Type(), 0.1)));
  EXPECT_NEAR(half.getValueAsDouble(), 0.1, 1e-4);
  EXPECT_NE(half.getValueAsDouble(), 0.1);
  auto integer = llvm::cast<mlir::IntegerAttr>(
      numberOf(p.scalar(builder.getI8Type(), -3)));
  EXPECT_EQ(integer.getInt(), -3);
  EXPECT_EQ(numberOf(p.scalar(builder.getI1Type(), 1)),
            builder.getBoolAttr(true));
  p.scalar(mlir::ComplexType::get(builder.getF32Type()), 2);
}

TEST_F(ProgramBuilderTest, LeavesOutWhatChangesNothing) {
  Value value = zeros({2, 3});
  EXPECT_EQ(p.reshape(value, {2, 3}), value);
  EXPECT_EQ(p.transpose(value, {0, 1}), value);
  EXPECT_EQ(p.broadcastTo(value, {2, 3}), value);
  EXPECT_EQ(p.slice(value, {0, 0}, {2, 3}), value);
  EXPECT_EQ(p.pad(value, 0, {0, 0}, {0, 0}), value);
  EXPECT_EQ(p.concatenate(value, 0), value);
  EXPECT_EQ(p.reverse(value, {}), value);
  EXPECT_EQ(p.reduce(value, {}, Combination::Add), value);
  EXPECT_EQ(p.convert(value, builder.getF32Type()), value);
  EXPECT_EQ(p.scale(value, 1), value);
  EXPECT_EQ(p.allReduce(value, 1).front(), value);
  // A transposed square has the same shape and other elements.
  Value square = zeros({3, 3});
  EXPECT_NE(p.transpose(square, {1, 0}), square);
  EXPECT_NE(p.broadcast(square, {3, 3}, {1, 0}), square);
}

TEST_F(ProgramBuilderTest, GivesArrangementsTheirShapes) {
  Value value = zeros({2, 3, 5});
  EXPECT_EQ(shapeOf(p.transpose(value, {2, 0, 1})), Shape({5, 2, 3}));
  EXPECT_EQ(shapeOf(p.broadcastTo(zeros({1, 5}), {4, 3, 5})), Shape({4, 3, 5}));
  EXPECT_EQ(shapeOf(p.slice(value, {0, 0, 1}, {2, 2, 5}, {1, 1, 3})),
            Shape({2, 2, 2}));
  EXPECT_EQ(shapeOf(p.concatenate({value, zeros({2, 4, 5})}, 1)),
            Shape({2, 7, 5}));
  EXPECT_EQ(shapeOf(p.pad(value, 0, {1, 0, -1}, {0, 0, 2}, {0, 1, 0})),
            Shape({3, 5, 6}));
  // The edges cut what the gap adds, so the shape alone does not tell.
  Value gaps = p.pad(zeros({3}), 0, {-1}, {-1}, {1});
  EXPECT_EQ(shapeOf(gaps), Shape({3}));
  EXPECT_TRUE(gaps.getDefiningOp<PadOp>());
}

TEST_F(ProgramBuilderTest, PadsWhatIsKnown) {
  p.foldLiterals();
  Value known = p.integers({1, 2, 3}, builder.getI64Type());
  using Elements = std::vector<int64_t>;
  auto elementsOf = [](Value value) {
    mlir::DenseElementsAttr elements;
    EXPECT_TRUE(mlir::matchPattern(value, mlir::m_Constant(&elements)));
    auto numbers = elements.getValues<int64_t>();
    return Elements(numbers.begin(), numbers.end());
  };
  EXPECT_EQ(elementsOf(p.pad(known, 7, {1}, {2})),
            Elements({7, 1, 2, 3, 7, 7}));
  EXPECT_EQ(elementsOf(p.pad(known, 0, {-1}, {1}, {1})),
            Elements({0, 2, 0, 3, 0}));
  EXPECT_EQ(elementsOf(p.pad(known, 0, {-2}, {-1})), Elements());
}

TEST_F(ProgramBuilderTest, BeginsReductionsWithWhatChangesNothing) {
  EXPECT_EQ(shapeOf(p.reduce(zeros({2, 3, 5}), {0, 2}, Combination::Maximum)),
            Shape({3}));
  EXPECT_EQ(shapeOf(p.sumOfAll(zeros({2, 3}))), Shape());
  EXPECT_EQ(shapeOf(p.mean(zeros({2, 3}), {1})), Shape({2}));
  auto least = llvm::cast<mlir::FloatAttr>(
      numberOf(p.neutral(builder.getF32Type(), Combination::Maximum)));
  EXPECT_TRUE(least.getValue().isInfinity() && least.getValue().isNegative());
  auto greatest = llvm::cast<mlir::IntegerAttr>(
      numberOf(p.neutral(builder.getI8Type(), Combination::Minimum)));
  EXPECT_EQ(greatest.getInt(), 127);
  auto unsignedLeast = llvm::cast<mlir::IntegerAttr>(numberOf(p.neutral(
      mlir::IntegerType::get(&context, 8, mlir::IntegerType::Unsigned),
      Combination::Maximum)));
  EXPECT_TRUE(unsignedLeast.getValue().isZero());
}

TEST_F(ProgramBuilderTest, CountsWindows) {
  WindowOptions window;
  window.sizes = {1, 2, 2, 1};
  window.strides = {1, 2, 2, 1};
  Value image = zeros({8, 28, 27, 3});
  EXPECT_EQ(shapeOf(p.reduceWindow(image, window, Combination::Maximum)),
            Shape({8, 14, 13, 3}));
  window.padding = {{0, 0}, {0, 0}, {0, 1}, {0, 0}};
  Value pooled = p.reduceWindow(image, window, Combination::Maximum);
  EXPECT_EQ(shapeOf(pooled), Shape({8, 14, 14, 3}));
  EXPECT_EQ(shapeOf(p.scatterToGreatest(image, pooled, window)),
            Shape({8, 28, 27, 3}));
}

TEST_F(ProgramBuilderTest, GivesProductsTheirShapes) {
  EXPECT_EQ(shapeOf(p.matmul(zeros({4, 3}), zeros({3, 5}))), Shape({4, 5}));
  EXPECT_EQ(shapeOf(p.dotGeneral(zeros({7, 4, 3}), zeros({7, 5, 3}), {2}, {2},
                                 {0}, {0})),
            Shape({7, 4, 5}));
  ConvolutionOptions options;
  options.dimensions = ConvDimensionsAttr::get(
      &context, /*inputBatchDimension=*/0, /*inputFeatureDimension=*/3, {1, 2},
      /*kernelInputFeatureDimension=*/2, /*kernelOutputFeatureDimension=*/3,
      {0, 1}, /*outputBatchDimension=*/0, /*outputFeatureDimension=*/3, {1, 2});
  options.strides = {2, 1};
  options.padding = {{2, 2}, {0, 0}};
  EXPECT_EQ(shapeOf(p.convolution(zeros({8, 28, 28, 3}), zeros({5, 5, 3, 32}),
                                  options)),
            Shape({8, 14, 24, 32}));
  options.featureGroups = 3;
  options.rhsDilation = {1, 2};
  EXPECT_EQ(shapeOf(p.convolution(zeros({8, 28, 28, 3}), zeros({5, 5, 1, 6}),
                                  options)),
            Shape({8, 14, 20, 6}));
}

TEST_F(ProgramBuilderTest, SumsEachElementTypeOverReplicasOnItsOwn) {
  Value real = zeros({2}), integer = p.scalar(builder.getI32Type(), 0),
        other = zeros({3});
  auto sums = p.allReduce({real, integer, other}, 8);
  ASSERT_EQ(sums.size(), 3u);
  EXPECT_EQ(sums[0].getType(), real.getType());
  EXPECT_EQ(sums[1].getType(), integer.getType());
  EXPECT_EQ(sums[0].getDefiningOp(), sums[2].getDefiningOp());
  EXPECT_NE(sums[0].getDefiningOp(), sums[1].getDefiningOp());
}

} // namespace
