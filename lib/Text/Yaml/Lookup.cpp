//===- Lookup.cpp - Values by their keys ----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/Lookup.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::yaml;

const Node *yaml::findValue(const Node *node, StringRef key) {
  const auto *mapping = llvm::dyn_cast_or_null<MappingNode>(node);
  if (!mapping)
    return nullptr;
  for (const MappingEntry &entry : mapping->entries) {
    const auto *name = llvm::dyn_cast<ScalarNode>(entry.key);
    if (name && name->value == key)
      return entry.value;
  }
  return nullptr;
}
