//===- StridedCopy.cpp - Copying between layouts --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/StridedCopy.h"
#include "Backend/CPU/Plugin/Completion.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::cpuplugin;

Strides cpuplugin::rowMajorStrides(llvm::ArrayRef<int64_t> dims,
                                   int64_t elementBytes) {
  Strides out(dims.size());
  int64_t stride = elementBytes;
  for (size_t dim = dims.size(); dim-- != 0;) {
    out[dim] = stride;
    stride *= dims[dim];
  }
  return out;
}

llvm::Expected<Strides>
cpuplugin::stridesOf(const abi::Buffer_MemoryLayout &layout,
                     llvm::ArrayRef<int64_t> dims, int64_t elementBytes) {
  auto refuse = [](const llvm::Twine &why) {
    return failed(abi::Error_Code::INVALID_ARGUMENT, why);
  };
  if (layout.type == abi::Buffer_MemoryLayout_Type::Strides) {
    llvm::ArrayRef<int64_t> given(layout.strides.byte_strides,
                                  layout.strides.num_byte_strides);
    if (given.size() != dims.size())
      return refuse("a layout has " + llvm::Twine(given.size()) +
                    " strides for " + llvm::Twine(dims.size()) + " dimensions");
    return Strides(given);
  }
  if (layout.tiled.num_tiles != 0)
    return failed(abi::Error_Code::UNIMPLEMENTED,
                  "layouts with tiles are not supported");
  llvm::ArrayRef<int64_t> order(layout.tiled.minor_to_major,
                                layout.tiled.minor_to_major_size);
  if (order.size() != dims.size())
    return refuse("a layout orders " + llvm::Twine(order.size()) + " of " +
                  llvm::Twine(dims.size()) + " dimensions");
  Strides out(dims.size(), 0);
  int64_t stride = elementBytes;
  llvm::SmallVector<bool> seen(dims.size(), false);
  for (int64_t dim : order) {
    if (dim < 0 || dim >= static_cast<int64_t>(dims.size()) || seen[dim])
      return refuse("a layout does not name each dimension once");
    seen[dim] = true;
    out[dim] = stride;
    stride *= dims[dim];
  }
  return out;
}

void cpuplugin::copyStrided(char *to, llvm::ArrayRef<int64_t> toStrides,
                            const char *from,
                            llvm::ArrayRef<int64_t> fromStrides,
                            llvm::ArrayRef<int64_t> dims,
                            int64_t elementBytes) {
  if (llvm::is_contained(dims, 0))
    return;
  // The innermost dimensions that lie densely in both are copied at once.
  int64_t run = elementBytes;
  size_t outer = dims.size();
  while (outer != 0 &&
         (dims[outer - 1] == 1 ||
          (toStrides[outer - 1] == run && fromStrides[outer - 1] == run)))
    run *= dims[--outer];

  llvm::SmallVector<int64_t, 6> index(outer, 0);
  while (true) {
    std::memcpy(to, from, run);
    size_t dim = outer;
    while (dim != 0) {
      --dim;
      to += toStrides[dim];
      from += fromStrides[dim];
      if (++index[dim] < dims[dim])
        break;
      to -= toStrides[dim] * dims[dim];
      from -= fromStrides[dim] * dims[dim];
      index[dim] = 0;
      if (dim == 0)
        return;
    }
    if (outer == 0)
      return;
  }
}
