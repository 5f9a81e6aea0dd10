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

/// True of a few entries with names of their own, as most nodes have them.
template <typename Entries>
bool areFewAndDiffer(const Entries &entries) {
  constexpr size_t Few = 16;
  if (entries.size() > Few)
    return false;
  for (size_t i = 1; i < entries.size(); ++i) {
    for (size_t earlier = 0; earlier < i; ++earlier) {
      if (entries[i].name.text == entries[earlier].name.text)
        return false;
    }
  }
  return true;
}

/// Drops each entry whose name a later one has, which is what a map does. An
/// entry has a `name` with a `text`.
template <typename Entries>
void dropReplaced(Entries &entries) {
  if (areFewAndDiffer(entries))
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
