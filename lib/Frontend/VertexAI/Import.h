//===- Import.h - Vertex AI jobs to the job dialect -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_VERTEXAI_IMPORT_H
#define TRAINLINT_FRONTEND_VERTEXAI_IMPORT_H

#include "Frontend/Import/Override.h"
#include "Text/Yaml/View.h"

namespace trainlint::vertexai {

/// Makes a `job.training` op of a document at the end of `module`: of a
/// CustomJobSpec, a CustomJob, a HyperparameterTuningJob or a request that
/// creates one. A pool is known by its position; one that is empty is left out,
/// but the first, and so is a fifth.
job::TrainingOp importJob(yaml::View root, yaml::TreeView &tree,
                          llvm::ArrayRef<frontend::Override> overrides,
                          mlir::OpBuilder &builder);

/// True if the document itself names the region of the job.
bool namesRegion(yaml::View root, yaml::TreeView &tree);

} // namespace trainlint::vertexai

#endif // TRAINLINT_FRONTEND_VERTEXAI_IMPORT_H
