//===- Passes.cpp - The checks on jobs ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/Passes.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace trainlint;
using namespace trainlint::job;

using CreateCheck = std::unique_ptr<mlir::Pass> (*)(const CheckContext &);

static constexpr CreateCheck AllChecks[] = {
    createCheckScaleTier,        createCheckMachineTypes,
    createCheckAccelerators,     createCheckTpu,
    createCheckWorkerPools,      createCheckVertexTpu,
    createCheckProvisioning,     createCheckPlacement,
    createCheckRuntimeVersions,  createCheckContainers,
    createCheckScheduling,       createCheckStorage,
    createCheckTuning,           createCheckSlices,
    createCheckTpuHosts,         createCheckTpuZones,
    createCheckTpuSoftware,      createCheckNodeLabels,
    createCheckTpuSlices,        createCheckSliceNodes,
    createCheckNodeGpus,         createCheckMachineProvisioning,
    createCheckTensorFlowImages, createCheckVms,
    createCheckVmZones,          createCheckNodePools,
};

void job::addChecks(mlir::OpPassManager &manager, const CheckContext &context) {
  for (CreateCheck create : AllChecks)
    manager.addPass(create(context));
}

void job::registerChecks(const CheckContext &context) {
  for (CreateCheck create : AllChecks)
    mlir::registerPass([create, &context] { return create(context); });
  mlir::registerPassPipeline(
      "job-checks", "all checks on jobs",
      [&context](mlir::OpPassManager &manager, llvm::StringRef,
                 llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)>) {
        addChecks(manager.nest<TrainingOp>(), context);
        return llvm::success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)>) {});
}
