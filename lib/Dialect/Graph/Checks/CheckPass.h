//===- CheckPass.h - The base of the checks on graphs -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_CHECKPASS_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_CHECKPASS_H

#include "Device/TargetReport.h"
#include "Diagnostics/Report.h"
#include "Dialect/Graph/Checks/Computation.h"
#include "Dialect/Graph/Checks/NodeReport.h"
#include "Dialect/Graph/Checks/OpUses.h"
#include "Dialect/Graph/Checks/Passes.h"
#include "Support/Cancellation.h"

namespace trainlint::graph {

/// A check with its context. `Base` is the class that TableGen makes of the
/// pass; `Derived` defines check(ModelOp).
template <typename Derived, typename Base>
class CheckPass : public Base {
public:
  explicit CheckPass(const CheckContext &context) : context(&context) {}

  /// The frameworks whose graphs are checked; a check of other frameworks has a
  /// function of its own.
  static bool appliesTo(Framework framework) {
    return framework == Framework::TensorFlow;
  }

  void runOnOperation() override {
    if (!isCancelled() &&
        Derived::appliesTo(this->getOperation().getFramework()))
      static_cast<Derived *>(this)->check(this->getOperation());
    this->markAllAnalysesPreserved();
  }

protected:
  const Tables &tables() const { return *context->tables; }
  const NodeReader &source() const { return *context->source; }
  const Target &target() const { return context->target; }

  tensorflow::OpRegistry &registry() const { return *context->ops; }

  const OpUses &uses() { return this->template getAnalysis<OpUses>(); }

  /// What of the model is compiled for TPUs.
  const Computation &computation() {
    auto &result = this->template getAnalysis<Computation>();
    result.find(uses(), *context);
    return result;
  }

  const CheckContext *context;
};

std::unique_ptr<mlir::Pass> createCheckOps(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckInputs(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckArity(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckAttributes(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckCycles(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckReplication(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckReferences(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckTpuOps(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckTpuTypes(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckConstants(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckShapes(const CheckContext &context);
std::unique_ptr<mlir::Pass>
createCheckTpuConstraints(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckAllReduce(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckDevices(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckMarks(const CheckContext &context);
std::unique_ptr<mlir::Pass>
createCheckDistribution(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckFiles(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckProducer(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckOnnxOps(const CheckContext &context);
std::unique_ptr<mlir::Pass>
createCheckOnnxSignatures(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckOnnxTpu(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckLowering(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckKerasLayers(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckKerasTpu(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckInputShapes(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckBatch(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckInput(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckMemory(const CheckContext &context);
std::unique_ptr<mlir::Pass> createCheckPadding(const CheckContext &context);
std::unique_ptr<mlir::Pass> createInferShapes(const CheckContext &context);
/// Infers only where a check asks for shapes: for devices about which some do,
/// and for graphs with ops whose inputs have to fit together.
std::unique_ptr<mlir::Pass>
createInferShapesForChecks(const CheckContext &context);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_CHECKPASS_H
