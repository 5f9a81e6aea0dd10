//===- TreeReduction.cpp - The order of reductions ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/TreeReduction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <memory>

using namespace trainlint;
using namespace trainlint::cpuplugin;

llvm::SmallVector<TreePart>
cpuplugin::partsOfOwners(llvm::ArrayRef<int64_t> owners) {
  llvm::SmallVector<TreePart> parts;
  int64_t ranks = owners.size();
  for (int64_t begin = 0; begin < ranks; begin += parts.back().count) {
    auto isOfOne = [&](int64_t count) {
      return begin % count == 0 && begin + count <= ranks &&
             llvm::all_equal(owners.slice(begin, count));
    };
    int64_t count = 1;
    while (isOfOne(2 * count))
      count *= 2;
    parts.push_back({begin, count});
  }
  return parts;
}

/// Combines a few elements, which stay in the cache. What waits for its right
/// side is in the places, the first of which is the output.
static void combineBlock(llvm::ArrayRef<TreeValue> values, int64_t offset,
                         int64_t count, int64_t element,
                         llvm::ArrayRef<char *> places, cpu::Combine combine) {
  llvm::SmallVector<TreePart, 12> open;
  for (const TreeValue &value : values) {
    TreePart part = value.ranks;
    const char *data = value.data + offset;
    auto isRightOf = [&](const TreePart &left) {
      return left.count == part.count && left.begin % (2 * left.count) == 0;
    };
    while (!open.empty() && isRightOf(open.back())) {
      part = {open.back().begin, 2 * part.count};
      open.pop_back();
      combine(places[open.size()], data, count);
      data = places[open.size()];
    }
    if (data != places[open.size()])
      std::memcpy(places[open.size()], data, count * element);
    open.push_back(part);
  }
  for (size_t last = open.size() - 1; last != 0; --last)
    combine(places[last - 1], places[last], count);
}

void cpuplugin::combineTree(llvm::ArrayRef<TreeValue> values, char *out,
                            int64_t count, int64_t element,
                            cpu::Combine combine) {
  constexpr int64_t BlockBytes = 1 << 14;
  int64_t block = std::max<int64_t>(BlockBytes / element, 1);
  // Those that wait for their right side are of different sizes.
  const TreePart &last = values.back().ranks;
  size_t levels = llvm::Log2_64(last.begin + last.count);
  std::unique_ptr<char[]> rest(new char[levels * block * element]);
  llvm::SmallVector<char *> places = {nullptr};
  for (size_t level = 0; level < levels; ++level)
    places.push_back(rest.get() + level * block * element);
  for (int64_t begin = 0; begin < count; begin += block) {
    int64_t offset = begin * element;
    places[0] = out + offset;
    combineBlock(values, offset, std::min(block, count - begin), element,
                 places, combine);
  }
}
