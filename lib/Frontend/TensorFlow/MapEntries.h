//===- MapEntries.h - Entries of maps ---------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_MAPENTRIES_H
#define TRAINLINT_FRONTEND_TENSORFLOW_MAPENTRIES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace trainlint::tensorflow {

/// Drops each entry whose name a later one has, which is what a map does. An
/// entry has a `name` with a `text`.
template <typename Entries>
void dropReplaced(Entries &entries) {
  if (entries.size() < 2)
    return;
  llvm::StringSet<> seen;
  llvm::SmallVector<bool, 16> isReplaced(entries.size());
  for (size_t i = entries.size(); i-- > 0;)
    isReplaced[i] = !seen.insert(entries[i].name.text).second;
  size_t index = 0;
  llvm::erase_if(entries, [&](const auto &) { return isReplaced[index++]; });
}

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_MAPENTRIES_H
