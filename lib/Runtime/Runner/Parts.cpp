//===- Parts.cpp - Arrays from the parts of partitions --------------------===//
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

void run::putPart(const HostTensor &part, const Division &division,
                  size_t partition, HostTensor &whole) {
  ArrayRef<int64_t> dims = division.whole.dims, sizes = division.part.dims;
  SmallVector<int64_t> start = division.sharding.getPartStart(dims, partition);
  size_t total = division.part.byteSize();
  size_t width = pjrt::elementBytes(division.whole.type);
  size_t row = sizes.empty() ? width : sizes.back() * width;
  SmallVector<int64_t> place(sizes.size(), 0);
  for (size_t done = 0; done < total; done += row) {
    size_t offset = 0;
    for (size_t dim = 0; dim < sizes.size(); ++dim)
      offset = offset * dims[dim] + start[dim] + place[dim];
    std::memcpy(whole.bytes.data() + offset * width, part.bytes.data() + done,
                row);
    for (size_t dim = sizes.size();
         dim-- > 1 && ++place[dim - 1] == sizes[dim - 1];)
      place[dim - 1] = 0;
  }
}
