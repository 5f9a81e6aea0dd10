//===- ValidateStructure.h - Structure of manifests -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GKE_VALIDATESTRUCTURE_H
#define TRAINLINT_FRONTEND_GKE_VALIDATESTRUCTURE_H

#include "Schema/Schema.h"
#include "Text/Yaml/View.h"

namespace trainlint::gke {

/// Reports where an object does not have the structure of its kind. Returns how
/// many values hold placeholders.
unsigned checkStructure(yaml::View object, const schema::Schema &schema,
                        yaml::TreeView &tree);

} // namespace trainlint::gke

#endif // TRAINLINT_FRONTEND_GKE_VALIDATESTRUCTURE_H
