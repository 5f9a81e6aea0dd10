//===- Import.h - AI Platform jobs to the job dialect -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_AIPLATFORM_IMPORT_H
#define TRAINLINT_FRONTEND_AIPLATFORM_IMPORT_H

#include "Dialect/Job/IR/Job.h"
#include "Frontend/Yaml/View.h"

namespace trainlint::aiplatform {

/// A value of the command line that replaces one of the file, as gcloud's flags
/// do.
struct Override {
  /// The field of trainingInput: "region", "runtimeVersion"...
  llvm::StringRef field;
  /// Where the value stands on the command line.
  const SourceBuffer *buffer;
  SourceRange range;
};

/// Makes a `job.training` op of a document at the end of `module`. A field of
/// another type than the schema wants is left out: it has been reported.
job::TrainingOp importJob(yaml::View root, yaml::TreeView &tree,
                          llvm::ArrayRef<Override> overrides,
                          mlir::OpBuilder &builder);

} // namespace trainlint::aiplatform

#endif // TRAINLINT_FRONTEND_AIPLATFORM_IMPORT_H
