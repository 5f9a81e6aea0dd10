//===- Detect.h - Telling workloads with accelerators -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GKE_DETECT_H
#define TRAINLINT_FRONTEND_GKE_DETECT_H

#include "Text/Yaml/View.h"

namespace trainlint::gke {

/// True if a text may hold a workload with accelerators. Looks for the names of
/// their labels and resources only, so that most manifests need not be parsed.
bool mayHoldWorkload(llvm::StringRef text);

/// True if a document is a workload, or a list with one, whose pods ask for
/// TPUs or GPUs or for nodes that have them.
bool isWorkloadWithAccelerators(yaml::View root, yaml::TreeView &tree);

} // namespace trainlint::gke

#endif // TRAINLINT_FRONTEND_GKE_DETECT_H
