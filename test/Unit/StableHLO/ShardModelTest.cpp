//===- ShardModelTest.cpp - Tensors that partitions share -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/ShardModel.h"
#include "Dialect/StableHLO/IR/ShardingReader.h"
#include "Runtime/Trainer/StepModule.h"
#include "TestHelpers.h"
#include "mlir/Parser/Parser.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using namespace trainlint::test;

namespace {
/// A step with momentum, and an evaluation that has the parameter alone.
constexpr llvm::StringLiteral Step = R"(
func.func @main(%w: tensor<4x6xf32> {trainlint.role = "state", trainlint.name = "dense/kernel", tf.aliasing_output = 0 : i32},
                %m: tensor<4x6xf32> {trainlint.role = "state", trainlint.name = "dense/kernel/m", jax.buffer_donor = true},
                %s: tensor<f32> {trainlint.role = "state", trainlint.name = "dense/kernel/scale", jax.buffer_donor = true},
                %b: tensor<6xf32> {trainlint.role = "state", trainlint.name = "dense/bias", jax.buffer_donor = true},
                %x: tensor<8x4xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<6xf32>) {
  return %w, %m, %s, %b : tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<6xf32>
})";
constexpr llvm::StringLiteral Evaluation = R"(
func.func @main(%x: tensor<8x4xf32> {trainlint.role = "input", trainlint.name = "x"},
                %w: tensor<4x6xf32> {trainlint.role = "state", trainlint.name = "dense/kernel"}) -> tensor<4x6xf32> {
  return %w : tensor<4x6xf32>
})";

class ShardModelTest : public testing::Test {
protected:
  ShardModelTest()
      : context(trainer::makeStepContext()),
        step(mlir::parseSourceString<mlir::ModuleOp>(Step, context.get())),
        evaluation(mlir::parseSourceString<mlir::ModuleOp>(Evaluation,
                                                           context.get())) {}

  /// The message, or nothing.
  std::string shard(llvm::ArrayRef<DimensionSharding> wanted,
                    int64_t partitions = 2) {
    return llvm::toString(shardModel({*step, *evaluation}, partitions, wanted));
  }
  static std::string textOf(mlir::Attribute attribute) {
    auto text = llvm::dyn_cast_or_null<mlir::StringAttr>(attribute);
    return text ? text.str() : "";
  }
  static std::string argument(mlir::ModuleOp module, unsigned index) {
    auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
    return textOf(main.getArgAttr(index, HloShardingAttribute));
  }
  static std::string result(mlir::ModuleOp module, unsigned index) {
    auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
    return textOf(main.getResultAttr(index, HloShardingAttribute));
  }

  std::unique_ptr<SequentialContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> step, evaluation;
};
} // namespace

TEST_F(ShardModelTest, DividesTheModelAndWhatFollowsIt) {
  EXPECT_EQ(shard({{"dense/kernel", 1}}), "");
  for (unsigned index : {0, 1}) {
    EXPECT_EQ(argument(*step, index), "{devices=[1,2]<=[2]}");
    EXPECT_EQ(result(*step, index), "{devices=[1,2]<=[2]}");
  }
  // A number has no shape of the parameter's.
  EXPECT_EQ(argument(*step, 2), "");
  EXPECT_EQ(argument(*step, 3), "");
  EXPECT_EQ(argument(*evaluation, 1), "{devices=[1,2]<=[2]}");
  EXPECT_EQ(result(*evaluation, 0), "");
}

TEST_F(ShardModelTest, TakesTheNameThatSaysMore) {
  EXPECT_EQ(shard({{"dense/*", 0}, {"dense/kernel/m", 1}, {"x", 0}}), "");
  EXPECT_EQ(argument(*step, 0), "{devices=[2,1]<=[2]}");
  EXPECT_EQ(argument(*step, 1), "{devices=[1,2]<=[2]}");
  EXPECT_EQ(argument(*step, 3), "{devices=[2]<=[2]}");
  EXPECT_EQ(argument(*step, 4), "{devices=[2,1]<=[2]}");
  EXPECT_EQ(argument(*evaluation, 0), "{devices=[2,1]<=[2]}");
}

TEST_F(ShardModelTest, MatchesPatternsByTheirPieces) {
  EXPECT_EQ(shard({{"*kernel*", 1}}), "");
  EXPECT_EQ(argument(*step, 0), "{devices=[1,2]<=[2]}");
  EXPECT_EQ(argument(*step, 1), "{devices=[1,2]<=[2]}");
  EXPECT_NE(shard({{"kernel*", 0}}), "");
  EXPECT_NE(shard({{"dense/kernel*nel", 0}}), "");
}

TEST_F(ShardModelTest, SaysThatThereIsOnePartition) {
  EXPECT_EQ(shard({{"dense/kernel", 1}}, 1), "");
  EXPECT_EQ(argument(*step, 0), "");
  auto count = (*step)->getAttrOfType<mlir::IntegerAttr>("mhlo.num_partitions");
  ASSERT_TRUE(count);
  EXPECT_EQ(count.getInt(), 1);
}

TEST_F(ShardModelTest, RefusesWhatCannotBeDivided) {
  EXPECT_EQ(shard({{"dense/kernal", 1}}),
            "`--shard dense/kernal=1`: the model has no state or input "
            "`dense/kernal`; it has `dense/kernel`");
  EXPECT_EQ(shard({{"conv*", 1}}),
            "`--shard conv*=1`: no state or input that has such a dimension is "
            "named so; `--emit=stablehlo` shows their names");
  EXPECT_EQ(shard({{"dense/bias", 1}}),
            "`--shard dense/bias=1`: `dense/bias` is tensor<6xf32> and has no "
            "dimension 1");
  EXPECT_EQ(
      shard({{"dense/kernel", 1}}, 4),
      "`--shard dense/kernel=1`: `dense/kernel` is tensor<4x6xf32>, whose "
      "dimension 1 of 6 cannot be shared evenly by 4 partitions");
  EXPECT_EQ(shard({{"dense/k*", 0}, {"*kernel", 1}}),
            "`--shard dense/k*=0` and `--shard *kernel=1` name `dense/kernel` "
            "with different dimensions");
  // Nothing was changed.
  EXPECT_EQ(argument(*step, 0), "");
  EXPECT_FALSE((*step)->hasAttr("mhlo.num_partitions"));
  EXPECT_EQ(shard({{"dense/kernel", 1}}), "");
  EXPECT_EQ(shard({{"dense/kernel", 0}}),
            "`--shard dense/kernel=0`: `dense/kernel` is tensor<4x6xf32> and "
            "has a sharding already");
}
