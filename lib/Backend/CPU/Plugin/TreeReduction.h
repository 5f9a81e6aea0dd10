//===- TreeReduction.h - The order of reductions ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of a group are combined as a balanced tree over the ranks says: those
// of the ranks 2i and 2i+1 first, then those of four ranks, and so on. A client
// that has all ranks of a part of the tree combines them by itself, and the
// result has the same bits as that of a client that has all ranks.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_TREEREDUCTION_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_TREEREDUCTION_H

#include "Backend/CPU/Interface/Collectives.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::cpuplugin {

/// A part of the tree: the ranks from `begin`, which is a multiple of their
/// number, which is a power of two.
struct TreePart {
  int64_t begin;
  int64_t count;
};

/// The values of a part of the tree combined, or that of one rank.
struct TreeValue {
  TreePart ranks;
  const char *data;
};

/// The parts of the tree, as large as can be, whose ranks have one owner each.
llvm::SmallVector<TreePart> partsOfOwners(llvm::ArrayRef<int64_t> owners);

/// Combines arrays of `count` elements of `element` bytes; the parts have no
/// gap between them. The output is none of them.
void combineTree(llvm::ArrayRef<TreeValue> values, char *out, int64_t count,
                 int64_t element, cpu::Combine combine);

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_TREEREDUCTION_H
