//===- Detect.h - Telling AI Platform jobs from other text ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_AIPLATFORM_DETECT_H
#define TRAINLINT_FRONTEND_AIPLATFORM_DETECT_H

#include "Text/Yaml/View.h"

namespace trainlint::aiplatform {

/// True if a text may hold a job. Looks for the field names only, so that most
/// other files need not be parsed.
bool mayHoldJob(llvm::StringRef text);

/// True if a document is a job: it has `trainingInput`, if perhaps misspelled,
/// or fields at the top level that only a job's `trainingInput` has.
bool isJob(yaml::View root, yaml::TreeView &tree);

} // namespace trainlint::aiplatform

#endif // TRAINLINT_FRONTEND_AIPLATFORM_DETECT_H
