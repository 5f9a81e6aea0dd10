//===- Override.cpp - Values that replace those of a file -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Import/Override.h"
#include "Diagnostics/SourceSet.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"

using namespace trainlint;
using namespace trainlint::frontend;

job::ValueAttr frontend::overridingValue(llvm::ArrayRef<Override> overrides,
                                         StringRef field,
                                         mlir::Location replaced) {
  mlir::MLIRContext *context = replaced.getContext();
  for (const Override &given : overrides) {
    StringRef value = given.buffer->text(given.range);
    if (given.field != field || value.empty())
      continue;
    mlir::LocationAttr location = makeOverrideLocation(
        makeLocation(context, *given.buffer, given.range), replaced);
    return job::ValueAttr::get(context, mlir::StringAttr::get(context, value),
                               !hasPlaceholder(value), location);
  }
  return {};
}

llvm::SmallVector<Override>
frontend::withDefaults(yaml::View section, yaml::TreeView &tree,
                       llvm::ArrayRef<Override> overrides,
                       llvm::ArrayRef<Override> defaults) {
  llvm::SmallVector<Override> out(overrides);
  bool mayHaveMore =
      llvm::any_of(tree.entries(section), [](const yaml::EntryView &entry) {
        return isPlaceholder(entry.key);
      });
  if (mayHaveMore)
    return out;
  for (const Override &value : defaults) {
    bool given = tree.find(section, value.field).key ||
                 llvm::any_of(overrides, [&](const Override &other) {
                   return other.field == value.field;
                 });
    if (!given)
      out.push_back(value);
  }
  return out;
}
