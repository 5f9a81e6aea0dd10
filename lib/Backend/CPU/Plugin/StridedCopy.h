//===- StridedCopy.h - Copying between layouts ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_STRIDEDCOPY_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_STRIDEDCOPY_H

#include "Runtime/Pjrt/AbiTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace trainlint::cpuplugin {

using Strides = llvm::SmallVector<int64_t, 6>;

/// The distances in bytes of a dense, row-major array.
Strides rowMajorStrides(llvm::ArrayRef<int64_t> dims, int64_t elementBytes);

/// The distances in bytes of a layout that the interface describes. Fails for
/// tiles, and for orders that are no permutation of the dimensions.
llvm::Expected<Strides> stridesOf(const pjrt::abi::Buffer_MemoryLayout &layout,
                                  llvm::ArrayRef<int64_t> dims,
                                  int64_t elementBytes);

/// Copies an array between two layouts. The arrays do not overlap.
void copyStrided(char *to, llvm::ArrayRef<int64_t> toStrides, const char *from,
                 llvm::ArrayRef<int64_t> fromStrides,
                 llvm::ArrayRef<int64_t> dims, int64_t elementBytes);

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_STRIDEDCOPY_H
