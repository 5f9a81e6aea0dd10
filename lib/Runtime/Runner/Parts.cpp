//===- Parts.cpp - What partitions have of arrays -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/Parts.h"
#include "Support/LLVM.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::run;

/// Calls a function with where each row of the part is in the whole and in the
/// part, in bytes, and how long rows are.
static void forEachRow(const Division &division, size_t partition,
                       llvm::function_ref<void(size_t, size_t, size_t)> visit) {
  ArrayRef<int64_t> whole = division.whole.dims, part = division.part.dims;
  SmallVector<int64_t> start = division.sharding.getPartStart(whole, partition);
  size_t width = pjrt::elementBytes(division.whole.type);
  if (division.part.byteSize() == 0)
    return;
  if (part.empty())
    return visit(0, 0, width);
  size_t last = part.size() - 1, row = part[last] * width;
  SmallVector<int64_t> place(part.size(), 0);
  for (size_t done = 0, total = division.part.byteSize(); done < total;
       done += row) {
    size_t offset = 0;
    for (size_t dim = 0; dim < part.size(); ++dim)
      offset = offset * whole[dim] + start[dim] + place[dim];
    visit(offset * width, done, row);
    for (size_t dim = last; dim-- > 0 && ++place[dim] == part[dim];)
      place[dim] = 0;
  }
}

HostTensor run::cutPart(const HostTensor &whole, const Division &division,
                        size_t partition) {
  HostTensor part{division.part, std::vector<char>(division.part.byteSize())};
  forEachRow(division, partition, [&](size_t from, size_t to, size_t bytes) {
    std::memcpy(part.bytes.data() + to, whole.bytes.data() + from, bytes);
  });
  return part;
}

void run::putPart(const HostTensor &part, const Division &division,
                  size_t partition, HostTensor &whole) {
  forEachRow(division, partition, [&](size_t to, size_t from, size_t bytes) {
    std::memcpy(whole.bytes.data() + to, part.bytes.data() + from, bytes);
  });
}
