//===- CheckPass.h - The base of the checks on jobs -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_CHECKPASS_H
#define TRAINLINT_DIALECT_JOB_CHECKS_CHECKPASS_H

#include "Diagnostics/Report.h"
#include "Dialect/Job/Checks/Passes.h"

namespace trainlint::job {

/// A check with its context. `Base` is the class that TableGen makes of the
/// pass; `Derived` defines check(TrainingOp).
template <typename Derived, typename Base>
class CheckPass : public Base {
public:
  explicit CheckPass(const CheckContext &context) : context(&context) {}

  /// The platforms of the jobs that are checked; a check of other platforms
  /// has a function of its own.
  static bool appliesTo(Platform platform) {
    return platform == Platform::AIPlatform;
  }

  void runOnOperation() override {
    if (Derived::appliesTo(this->getOperation().getPlatform()))
      static_cast<Derived *>(this)->check(this->getOperation());
    this->markAllAnalysesPreserved();
  }

protected:
  const Tables &tables() const { return *context->tables; }

  const CheckContext *context;
};

std::unique_ptr<mlir::Pass> createCheckScaleTier(const CheckContext &context);
std::unique_ptr<mlir::Pass>
createCheckMachineTypes(const CheckContext &context);
std::unique_ptr<mlir::Pass>
createCheckAccelerators(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckPlacement(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckTpu(const CheckContext &context);
std::unique_ptr<mlir::Pass>
createCheckRuntimeVersions(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckContainers(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckScheduling(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckStorage(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckTuning(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckSlices(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckTpuHosts(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckTpuZones(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckTpuSoftware(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckWorkerPools(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckVertexTpu(const CheckContext &context);
std::unique_ptr<mlir::Pass>
createCheckProvisioning(const CheckContext &context);
std::unique_ptr<mlir::Pass>
createCheckMachineProvisioning(const CheckContext &context);
std::unique_ptr<mlir::Pass>
createCheckTensorFlowImages(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckNodeLabels(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckTpuSlices(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckSliceNodes(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckNodeGpus(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckVms(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckVmZones(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckNodePools(const CheckContext &context);

/// Names the table that a finding rests on.
template <typename Table>
Report &cite(Report &report, const Table &table) {
  return report.table(table.info.name, table.info.asOf);
}
template <typename Table>
Report cite(Report &&report, const Table &table) {
  report.table(table.info.name, table.info.asOf);
  return std::move(report);
}

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_CHECKPASS_H
