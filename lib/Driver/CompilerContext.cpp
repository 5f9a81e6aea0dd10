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
    own = std::make_unique<SequentialContext>();
    own->loadDialect<job::JobDialect>();
    own->printOpOnDiagnostic(false);
    context = own.get();
  }
  return *context;
}

llvm::LogicalResult CompilerContext::check(job::TrainingOp job,
                                           const job::CheckContext &against) {
  if (llvm::failed(mlir::verify(job)))
    return llvm::failure();
  if (jobContext.tables != against.tables || jobContext.asOf != against.asOf) {
    jobPasses.clear();
    jobContext = against;
  }
  job::Platform platform = job.getPlatform();
  auto [passes, isNew] = jobPasses.try_emplace(
      platform, &mlirContext(), job::TrainingOp::getOperationName());
  if (isNew) {
    // The import is verified once; the checks change nothing.
    passes->second.enableVerifier(false);
    job::addChecks(passes->second, jobContext, platform);
  }
  return passes->second.run(job);
}
