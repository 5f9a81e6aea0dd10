//===- Import.h - AI Platform jobs to the job dialect -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_AIPLATFORM_IMPORT_H
#define TRAINLINT_FRONTEND_AIPLATFORM_IMPORT_H

#include "Frontend/Import/Override.h"
#include "Text/Yaml/View.h"

namespace trainlint::aiplatform {

/// Makes a `job.training` op of a document at the end of `module`. A field of
/// another type than the schema wants is left out: it has been reported.
job::TrainingOp importJob(yaml::View root, yaml::TreeView &tree,
                          llvm::ArrayRef<frontend::Override> overrides,
                          mlir::OpBuilder &builder);

} // namespace trainlint::aiplatform

#endif // TRAINLINT_FRONTEND_AIPLATFORM_IMPORT_H
