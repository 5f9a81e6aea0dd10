//===- ShardPlanTest.cpp - What of a step is done in parts ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/ShardPlan.h"
#include "Dialect/StableHLO/IR/RegisterDialects.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace trainlint::stablehlo;
using llvm::StringRef;

namespace {
/// A step with a parameter and a slot, of which the body makes `%new_w`,
/// `%new_m` and `%loss`.
constexpr llvm::StringLiteral Begin = R"(
func.func @main(%w: tensor<4x3xf32> {trainlint.role = "state", trainlint.name = "w"},
                %m: tensor<4x3xf32> {trainlint.role = "state", trainlint.name = "m"},
                %x: tensor<4x3xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) {
  %g = stablehlo.multiply %w, %x : tensor<4x3xf32>
  %sum = "stablehlo.all_reduce"(%g) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
)";
constexpr llvm::StringLiteral End = R"(
  return %new_w, %new_m, %loss : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>
}
)";
constexpr llvm::StringLiteral Momentum = R"(
  %new_m = stablehlo.add %m, %sum : tensor<4x3xf32>
  %new_w = stablehlo.subtract %w, %new_m : tensor<4x3xf32>
  %loss = stablehlo.negate %sum : tensor<4x3xf32>
)";

class ShardPlanTest : public testing::Test {
protected:
  ShardPlanTest() {
    mlir::DialectRegistry registry;
    registerProgramDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    options.replicas = 2;
    options.smallest = 4;
  }

  ShardPlan planOf(StringRef body) {
    module = mlir::parseSourceString<mlir::ModuleOp>((Begin + body + End).str(),
                                                     &context);
    EXPECT_TRUE(bool(module));
    main = *module->getOps<mlir::func::FuncOp>().begin();
    return ShardPlan(main, options);
  }

  static std::vector<std::string> namesOf(ShardPlan &plan) {
    std::vector<std::string> names;
    for (unsigned state : plan.getStates())
      names.push_back(plan.nameOf(state).str());
    return names;
  }

  template <typename Op>
  Op only() {
    auto ops = main.getBody().front().getOps<Op>();
    EXPECT_EQ(std::distance(ops.begin(), ops.end()), 1);
    return *ops.begin();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp main;
  ShardOptions options;
};

using Names = std::vector<std::string>;
} // namespace

TEST_F(ShardPlanTest, KeepsTheSlotsOfAnOptimizerInParts) {
  ShardPlan plan = planOf(Momentum);
  EXPECT_EQ(namesOf(plan), Names{"m"});
  EXPECT_EQ(plan.argumentOf(plan.getStates().front()), 1u);
  EXPECT_TRUE(plan.isInParts(only<AddOp>()));
  EXPECT_TRUE(plan.isInParts(only<SubtractOp>()));
  // The gradient of a replica is another one on each.
  EXPECT_FALSE(plan.isInParts(only<MultiplyOp>()));
}

TEST_F(ShardPlanTest, ReturnsOnlyTheseStatesInParts) {
  ShardPlan plan = planOf(Momentum);
  mlir::Operation *end = main.getBody().front().getTerminator();
  EXPECT_FALSE(plan.isStateInParts(end->getOpOperand(0)));
  EXPECT_TRUE(plan.isStateInParts(end->getOpOperand(1)));
  EXPECT_FALSE(plan.isStateInParts(end->getOpOperand(2)));
  EXPECT_FALSE(plan.isStateInParts(only<AddOp>()->getOpOperand(1)));
}

TEST_F(ShardPlanTest, ScattersASumOfWhichPartsAreNeeded) {
  // The loss needs all of it.
  ShardPlan whole = planOf(Momentum);
  EXPECT_FALSE(whole.isScattered(only<AllReduceOp>()->getResult(0)));
  ShardPlan parts = planOf(R"(
    %new_m = stablehlo.add %m, %sum : tensor<4x3xf32>
    %new_w = stablehlo.subtract %w, %new_m : tensor<4x3xf32>
    %loss = stablehlo.negate %x : tensor<4x3xf32>
  )");
  EXPECT_EQ(namesOf(parts), Names{"m"});
  EXPECT_TRUE(parts.isScattered(only<AllReduceOp>()->getResult(0)));
}

TEST_F(ShardPlanTest, PullsBackWhatOnlyPartsNeed) {
  ShardPlan plan = planOf(R"(
    %half = stablehlo.constant dense<0.5> : tensor<4x3xf32>
    %mean = stablehlo.multiply %sum, %half : tensor<4x3xf32>
    %new_m = stablehlo.add %m, %mean : tensor<4x3xf32>
    %new_w = stablehlo.subtract %w, %new_m : tensor<4x3xf32>
    %loss = stablehlo.negate %x : tensor<4x3xf32>
  )");
  mlir::Operation *sum = only<AllReduceOp>();
  mlir::Operation *mean = *sum->getResult(0).user_begin();
  EXPECT_TRUE(plan.isInParts(mean));
  EXPECT_TRUE(plan.isScattered(sum->getResult(0)));
}

TEST_F(ShardPlanTest, LeavesStatesWholeThatSomebodyNeeds) {
  auto isWhole = [](StringRef name) { return name == "m"; };
  options.isWhole = isWhole;
  ShardPlan plan = planOf(Momentum);
  EXPECT_TRUE(plan.getStates().empty());
}

TEST_F(ShardPlanTest, LeavesSmallStatesWhole) {
  options.smallest = 12;
  EXPECT_EQ(planOf(Momentum).getStates().size(), 1u);
  options.smallest = 13;
  EXPECT_EQ(planOf(Momentum).getStates().size(), 0u);
}

TEST_F(ShardPlanTest, LeavesStatesWholeThatDifferOnReplicas) {
  // It follows from the batch of each.
  EXPECT_TRUE(planOf(R"(
    %new_m = stablehlo.add %m, %x : tensor<4x3xf32>
    %new_w = stablehlo.subtract %w, %sum : tensor<4x3xf32>
    %loss = stablehlo.negate %sum : tensor<4x3xf32>
  )")
                  .getStates()
                  .empty());
}

TEST_F(ShardPlanTest, LeavesStatesWholeThatAreNotUsedByElement) {
  // Rows in another order are no part of the same part.
  EXPECT_TRUE(planOf(R"(
    %turned = stablehlo.reverse %m, dims = [0] : tensor<4x3xf32>
    %new_m = stablehlo.add %turned, %sum : tensor<4x3xf32>
    %new_w = stablehlo.subtract %w, %new_m : tensor<4x3xf32>
    %loss = stablehlo.negate %sum : tensor<4x3xf32>
  )")
                  .getStates()
                  .empty());
  // Nor is a state that is returned as it came.
  EXPECT_TRUE(planOf(R"(
    %new_m = stablehlo.negate %sum : tensor<4x3xf32>
    %new_w = stablehlo.subtract %w, %m : tensor<4x3xf32>
    %loss = stablehlo.add %sum, %x : tensor<4x3xf32>
  )")
                  .getStates()
                  .empty());
}

TEST_F(ShardPlanTest, TakesASumOfSomeReplicasForADifferentValue) {
  constexpr StringRef Groups = "dense<[[0, 1]]> : tensor<1x2xi64>";
  std::string text = (Begin + Momentum + End).str();
  size_t at = text.find(Groups);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, Groups.size(), "dense<[[0], [1]]> : tensor<2x1xi64>");
  auto parsed = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  ASSERT_TRUE(bool(parsed));
  ShardPlan plan(*parsed->getOps<mlir::func::FuncOp>().begin(), options);
  EXPECT_TRUE(plan.getStates().empty());
}
