//===- Passes.cpp - The checks on graphs ----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/Passes.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace trainlint;
using namespace trainlint::graph;

using CreateCheck = std::unique_ptr<mlir::Pass> (*)(const CheckContext &);

static constexpr CreateCheck AllChecks[] = {
    createCheckOps,
    createCheckInputs,
    createCheckArity,
    createCheckAttributes,
    createCheckCycles,
    createCheckReplication,
    createCheckReferences,
    createCheckTpuOps,
    createCheckTpuTypes,
    createCheckConstants,
    createCheckShapes,
    createCheckTpuConstraints,
    createCheckAllReduce,
    createCheckDevices,
    createCheckMarks,
    createCheckDistribution,
    createCheckFiles,
    createCheckProducer,
    createCheckOnnxOps,
    createCheckOnnxSignatures,
    createCheckKerasLayers,
    // From here on, types are those that follow from the graph.
    createInferShapesForChecks,
    createCheckInputShapes,
    createCheckInput,
    createCheckBatch,
    createCheckMemory,
    createCheckPadding,
    createCheckOnnxTpu,
    createCheckKerasTpu,
    createCheckLowering,
};

void graph::addChecks(mlir::OpPassManager &manager,
                      const CheckContext &context) {
  for (CreateCheck create : AllChecks)
    manager.addPass(create(context));
}

void graph::registerChecks(const CheckContext &context) {
  for (CreateCheck create : AllChecks) {
    if (create != createInferShapesForChecks)
      mlir::registerPass([create, &context] { return create(context); });
  }
  mlir::registerPass([&context] { return createInferShapes(context); });
  mlir::registerPassPipeline(
      "graph-checks", "all checks on graphs",
      [&context](mlir::OpPassManager &manager, llvm::StringRef,
                 llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)>) {
        addChecks(manager.nest<ModelOp>(), context);
        return llvm::success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)>) {});
}
