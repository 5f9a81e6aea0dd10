//===- FormulasTest.cpp - Optimizers, losses and schedules ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That the numbers are right is compared with other implementations in
// test/Conversion; here is what does not depend on numbers.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Losses.h"
#include "Dialect/StableHLO/Builders/Schedules.h"
#include "Dialect/StableHLO/Builders/Updates.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace trainlint::stablehlo;
using mlir::RankedTensorType;
using mlir::Value;

namespace {

class FormulasTest : public testing::Test {
protected:
  FormulasTest() {
    context.loadDialect<StableHLODialect>();
    builder.setInsertionPointToEnd(module->getBody());
  }

  void TearDown() override { EXPECT_TRUE(mlir::verify(*module).succeeded()); }

  Value floats(llvm::ArrayRef<int64_t> shape, mlir::Type element) {
    return p.splat(RankedTensorType::get(shape, element), 0.5);
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  mlir::OpBuilder builder{&context};
  ProgramBuilder p{builder, builder.getUnknownLoc()};
};

TEST_F(FormulasTest, OptimizersKeepTypesAndHaveTheirSlots) {
  llvm::StringRef names[] = {"sgd",   "momentum", "Adam",
                             "AdamW", "RMSprop",  "adagrad",
                             "LARS",  "Muon",     "Adafactor"};
  for (llvm::StringRef name : names) {
    for (bool isSpecial : {false, true}) {
      std::optional<OptimizerOptions> options = optimizerNamed(name);
      ASSERT_TRUE(options) << name.str();
      options->isNesterov = isSpecial;
      options->isCentered = isSpecial;
      for (mlir::Type element : {mlir::Type(builder.getF64Type()),
                                 mlir::Type(builder.getBF16Type())})
        for (llvm::SmallVector<int64_t> shape :
             {llvm::SmallVector<int64_t>{3, 4}, llvm::SmallVector<int64_t>{}}) {
          Value parameter = floats(shape, element);
          llvm::SmallVector<Value> slots;
          auto type = ProgramBuilder::typeOf(parameter);
          for (const SlotDefinition &slot : slotsOf(*options, "w", type))
            slots.push_back(p.splat(slotType(slot, type), slot.initial));
          Updated updated = applyOptimizer(
              p, *options, parameter, slots, floats(shape, element),
              p.scalar(updateElement(element), 0.1),
              {p.scalar(builder.getI64Type(), 0), {}});
          EXPECT_EQ(updated.parameter.getType(), parameter.getType());
          ASSERT_EQ(updated.slots.size(), slots.size()) << name.str();
          for (auto [slot, old] : llvm::zip(updated.slots, slots))
            EXPECT_EQ(slot.getType(), old.getType());
        }
    }
  }
  EXPECT_FALSE(optimizerNamed("ftrl2"));
}

TEST_F(FormulasTest, LossesAreScalarsOfTheOutputsType) {
  llvm::StringRef names[] = {"sparse_categorical_crossentropy",
                             "CategoricalCrossentropy",
                             "binary_crossentropy",
                             "mse",
                             "MeanAbsoluteError",
                             "huber"};
  auto outputs = RankedTensorType::get({4, 5, 3}, builder.getF64Type());
  for (llvm::StringRef name : names) {
    std::optional<LossOptions> loss = lossNamed(name);
    ASSERT_TRUE(loss) << name.str();
    RankedTensorType labels = labelsType(*loss, outputs);
    for (bool isFromLogits : {false, true}) {
      loss->isFromLogits = isFromLogits;
      Value value =
          buildLoss(p, *loss, p.splat(labels, 1), p.splat(outputs, 0.5));
      EXPECT_EQ(value.getType(),
                RankedTensorType::get({}, builder.getF64Type()));
      if (!isClassification(loss->kind))
        continue;
      Value accuracy =
          buildAccuracy(p, *loss, p.splat(labels, 1), p.splat(outputs, 0.5));
      EXPECT_EQ(accuracy.getType(), value.getType());
    }
  }
  EXPECT_FALSE(lossNamed("mean_squared"));
}

TEST_F(FormulasTest, LabelsNeedAsManyDimensionsAsTheirOutputsSay) {
  LossOptions sparse;
  auto vector = RankedTensorType::get({4}, builder.getF32Type());
  EXPECT_FALSE(labelsType(sparse, vector));
  LossOptions mse = *lossNamed("mse");
  EXPECT_EQ(labelsType(mse, vector), vector);
  EXPECT_FALSE(
      labelsType(mse, RankedTensorType::get({}, builder.getF32Type())));
}

TEST_F(FormulasTest, SchedulesAreScalars) {
  Schedule schedule;
  schedule.boundaries = {10};
  schedule.values = {0.1, 0.01};
  schedule.isCycling = true;
  for (ScheduleKind kind : {ScheduleKind::Constant, ScheduleKind::Exponential,
                            ScheduleKind::Piecewise, ScheduleKind::Polynomial,
                            ScheduleKind::Cosine}) {
    for (int64_t warmup : {0, 5}) {
      schedule.kind = kind;
      schedule.warmupSteps = warmup;
      Value rate = buildSchedule(p, schedule, p.scalar(builder.getI64Type(), 3),
                                 builder.getF32Type());
      EXPECT_EQ(rate.getType(),
                RankedTensorType::get({}, builder.getF32Type()));
    }
  }
}

} // namespace
