//===- JobFile.h - Files that gcloud cannot send ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_JOBFILE_H
#define TRAINLINT_FRONTEND_GCLOUD_JOBFILE_H

#include "Text/Yaml/View.h"

namespace trainlint::gcloud {

/// Reports what keeps gcloud from reading a well-formed file of `--config`,
/// whatever its fields are: more than one document, and values that its reader
/// of YAML does not know or that JSON does not have.
void reportUnsendable(const yaml::Stream &stream, yaml::TreeView &tree,
                      bool mayHoldSeveralJobs);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_JOBFILE_H
