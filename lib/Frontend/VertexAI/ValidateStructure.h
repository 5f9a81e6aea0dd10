//===- ValidateStructure.h - The structure of Vertex AI jobs ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_VERTEXAI_VALIDATESTRUCTURE_H
#define TRAINLINT_FRONTEND_VERTEXAI_VALIDATESTRUCTURE_H

#include "Text/Yaml/View.h"

namespace trainlint::vertexai {

/// Reports where a document does not have the structure of its form, which is
/// that of a CustomJobSpec if nothing else tells, and what gcloud reads in
/// another way than it is written. Returns how many values hold placeholders.
unsigned checkStructure(yaml::View root, yaml::TreeView &tree);

} // namespace trainlint::vertexai

#endif // TRAINLINT_FRONTEND_VERTEXAI_VALIDATESTRUCTURE_H
