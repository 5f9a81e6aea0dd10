//===- CompilerContext.cpp - What compilations share ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/CompilerContext.h"
#include "mlir/IR/Verifier.h"

using namespace trainlint;

mlir::MLIRContext &CompilerContext::mlirContext() {
  if (!context) {
    own = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
    own->loadDialect<job::JobDialect>();
    own->printOpOnDiagnostic(false);
    context = own.get();
  }
  return *context;
}

llvm::LogicalResult CompilerContext::check(job::TrainingOp job,
                                           const job::CheckContext &against) {
  bool same =
      jobContext.tables == against.tables && jobContext.asOf == against.asOf;
  if (!jobPasses || !same) {
    jobContext = against;
    jobPasses.emplace(&mlirContext(), job::TrainingOp::getOperationName());
    // The import is verified once; the checks change nothing.
    jobPasses->enableVerifier(false);
    job::addChecks(*jobPasses, jobContext);
  }
  return llvm::failed(mlir::verify(job)) ? llvm::failure()
                                         : jobPasses->run(job);
}
