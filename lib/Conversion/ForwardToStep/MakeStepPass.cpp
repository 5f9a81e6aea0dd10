//===- MakeStepPass.cpp - Makes training steps of modules -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/ForwardToStep/SettingsPass.h"
#include "Support/LLVM.h"
#include "mlir/Pass/PassRegistry.h"

using namespace trainlint;

namespace {
class MakeStep : public SettingsPass<MakeStep> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MakeStep)

  StringRef getArgument() const override { return "stablehlo-make-step"; }
  StringRef getDescription() const override {
    return "turn a forward module into the step that trains it";
  }

  void runOnOperation() override {
    TrainingSettings given;
    TrainingOptions options;
    if (failed(readSettings(given, options)) ||
        failed(makeStep(getOperation(), options)))
      signalPassFailure();
  }
};
} // namespace

void trainlint::registerMakeStepPass() { mlir::PassRegistration<MakeStep>(); }
