//===- Lookup.h - Values by their keys --------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_LOOKUP_H
#define TRAINLINT_TEXT_YAML_LOOKUP_H

#include "Text/Yaml/Tree.h"

namespace trainlint::yaml {

/// The value of the first entry with a key, as it is written: aliases and merge
/// keys are not followed. Null if there is none, or if the node is no mapping
/// or null.
const Node *findValue(const Node *node, llvm::StringRef key);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_LOOKUP_H
