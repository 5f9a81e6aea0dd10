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

static constexpr Check (*AllChecks[])() = {
    checkScaleTier,        checkMachineTypes,
    checkAccelerators,     checkTpu,
    checkWorkerPools,      checkVertexTpu,
    checkProvisioning,     checkPlacement,
    checkRuntimeVersions,  checkContainers,
    checkScheduling,       checkStorage,
    checkTuning,           checkSlices,
    checkTpuHosts,         checkTpuZones,
    checkTpuSoftware,      checkNodeLabels,
    checkTpuSlices,        checkSliceNodes,
    checkNodeGpus,         checkMachineProvisioning,
    checkTensorFlowImages, checkVms,
    checkVmZones,          checkNodePools,
};

void job::addChecks(mlir::OpPassManager &manager, const CheckContext &context,
                    std::optional<Platform> only) {
  for (auto describe : AllChecks) {
    Check check = describe();
    if (!only || check.appliesTo(*only))
      manager.addPass(check.create(context));
  }
}

void job::registerChecks(const CheckContext &context) {
  for (auto describe : AllChecks)
    mlir::registerPass(
        [describe, &context] { return describe().create(context); });
  mlir::registerPassPipeline(
      "job-checks", "all checks on jobs",
      [&context](mlir::OpPassManager &manager, llvm::StringRef,
                 llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)>) {
        addChecks(manager.nest<TrainingOp>(), context);
        return llvm::success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)>) {});
}
