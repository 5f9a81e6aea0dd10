//===- MakeEvaluationPass.cpp - Makes modules that measure and use models -===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/ForwardToEvaluation/ForwardToEvaluation.h"
#include "Conversion/ForwardToStep/SettingsPass.h"
#include "Support/LLVM.h"
#include "mlir/Pass/PassRegistry.h"

using namespace trainlint;

namespace {
class MakeEvaluation : public SettingsPass<MakeEvaluation> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MakeEvaluation)

  StringRef getArgument() const override { return "stablehlo-make-evaluation"; }
  StringRef getDescription() const override {
    return "turn a forward module into one that measures the model";
  }

  void runOnOperation() override {
    TrainingSettings given;
    TrainingOptions training;
    if (failed(readSettings(given, training)))
      return signalPassFailure();
    if (!training.loss) {
      getOperation().emitError() << "the option `loss` is missing";
      return signalPassFailure();
    }
    EvaluationOptions options;
    options.loss = *training.loss;
    options.l2 = training.l2;
    options.metrics =
        given.metrics().value_or(std::vector<stablehlo::Metric>());
    if (failed(makeEvaluation(getOperation(), options)))
      signalPassFailure();
  }
};

class MakePrediction
    : public mlir::PassWrapper<MakePrediction,
                               mlir::OperationPass<mlir::ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MakePrediction)

  StringRef getArgument() const override { return "stablehlo-make-prediction"; }
  StringRef getDescription() const override {
    return "turn a forward module into one that gives the model's outputs";
  }

  void runOnOperation() override {
    if (failed(makePrediction(getOperation())))
      signalPassFailure();
  }
};
} // namespace

void trainlint::registerMakeEvaluationPasses() {
  mlir::PassRegistration<MakeEvaluation>();
  mlir::PassRegistration<MakePrediction>();
}
