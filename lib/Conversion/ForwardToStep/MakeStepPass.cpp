//===- MakeStepPass.cpp - Makes training steps of modules -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/ForwardToStep/TrainingSettings.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include <deque>

using namespace trainlint;

namespace {

/// The options of the pass are the settings of training, with hyphens.
class MakeStep
    : public mlir::PassWrapper<MakeStep, mlir::OperationPass<mlir::ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MakeStep)

  MakeStep() { declareOptions(); }
  MakeStep(const MakeStep &other) : PassWrapper(other) { declareOptions(); }

  StringRef getArgument() const override { return "stablehlo-make-step"; }
  StringRef getDescription() const override {
    return "turn a forward module into the step that trains it";
  }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<stablehlo::StableHLODialect, mlir::func::FuncDialect>();
  }

  void runOnOperation() override;

private:
  struct Setting {
    Setting(MakeStep &pass, StringRef name)
        : name(name), flag(flagName(name)),
          option(pass, flag, llvm::cl::desc("Setting of training")) {}

    static std::string flagName(StringRef name) {
      std::string flag = name.str();
      std::replace(flag.begin(), flag.end(), '_', '-');
      return flag;
    }

    StringRef name;
    std::string flag;
    Option<std::string> option;
  };

  void declareOptions() {
    for (StringRef name : TrainingSettings::names())
      settings.emplace_back(*this, name);
  }

  // Options stay where they are made.
  std::deque<Setting> settings;
};

} // namespace

void MakeStep::runOnOperation() {
  TrainingSettings given;
  TrainingOptions options;
  for (Setting &setting : settings) {
    if (!setting.option.hasValue())
      continue;
    std::string problem = given.set(setting.name, setting.option.getValue());
    if (problem.empty())
      continue;
    getOperation().emitError() << problem;
    return signalPassFailure();
  }
  if (std::string problem = given.apply(options); !problem.empty()) {
    getOperation().emitError() << problem;
    return signalPassFailure();
  }
  if (failed(makeStep(getOperation(), options)))
    signalPassFailure();
}

void trainlint::registerMakeStepPass() { mlir::PassRegistration<MakeStep>(); }
