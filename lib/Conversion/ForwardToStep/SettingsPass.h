//===- SettingsPass.h - Passes with settings of training --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_FORWARDTOSTEP_SETTINGSPASS_H
#define TRAINLINT_CONVERSION_FORWARDTOSTEP_SETTINGSPASS_H

#include "Conversion/TrainingSettings/TrainingSettings.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include <algorithm>
#include <deque>

namespace trainlint {

/// A pass whose options are the settings of training, with hyphens.
template <typename Derived>
class SettingsPass
    : public mlir::PassWrapper<Derived, mlir::OperationPass<mlir::ModuleOp>> {
public:
  SettingsPass() { declareOptions(); }
  SettingsPass(const SettingsPass &other)
      : mlir::PassWrapper<Derived, mlir::OperationPass<mlir::ModuleOp>>(other) {
    declareOptions();
  }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<stablehlo::StableHLODialect, mlir::func::FuncDialect>();
  }

protected:
  /// Reads the options; emits at the module what is wrong with them.
  llvm::LogicalResult readSettings(TrainingSettings &given,
                                   TrainingOptions &options) {
    mlir::ModuleOp module = this->getOperation();
    for (Setting &setting : settings) {
      if (!setting.option.hasValue())
        continue;
      std::string problem = given.set(setting.name, setting.option.getValue());
      if (!problem.empty())
        return module.emitError() << problem;
    }
    std::string problem = given.apply(options);
    if (!problem.empty())
      return module.emitError() << problem;
    return llvm::success();
  }

private:
  struct Setting {
    Setting(SettingsPass &pass, llvm::StringRef name)
        : name(name), flag(flagName(name)),
          option(pass, flag, llvm::cl::desc("Setting of training")) {}

    static std::string flagName(llvm::StringRef name) {
      std::string flag = name.str();
      std::replace(flag.begin(), flag.end(), '_', '-');
      return flag;
    }

    llvm::StringRef name;
    std::string flag;
    mlir::Pass::Option<std::string> option;
  };

  void declareOptions() {
    for (llvm::StringRef name : TrainingSettings::names())
      settings.emplace_back(*this, name);
  }

  // Options stay where they are made.
  std::deque<Setting> settings;
};

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_FORWARDTOSTEP_SETTINGSPASS_H
