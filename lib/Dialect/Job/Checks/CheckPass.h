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

/// A check as the list of all knows it.
struct Check {
  std::unique_ptr<mlir::Pass> (*create)(const CheckContext &context);
  bool (*appliesTo)(Platform platform);

  template <typename Pass>
  static Check of() {
    return {[](const CheckContext &context) -> std::unique_ptr<mlir::Pass> {
              return std::make_unique<Pass>(context);
            },
            Pass::appliesTo};
  }
};

Check checkScaleTier();
Check checkMachineTypes();
Check checkAccelerators();
Check checkPlacement();
Check checkTpu();
Check checkRuntimeVersions();
Check checkContainers();
Check checkScheduling();
Check checkStorage();
Check checkTuning();
Check checkSlices();
Check checkTpuHosts();
Check checkTpuZones();
Check checkTpuSoftware();
Check checkWorkerPools();
Check checkVertexTpu();
Check checkProvisioning();
Check checkMachineProvisioning();
Check checkTensorFlowImages();
Check checkNodeLabels();
Check checkTpuSlices();
Check checkSliceNodes();
Check checkNodeGpus();
Check checkVms();
Check checkVmZones();
Check checkNodePools();

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
