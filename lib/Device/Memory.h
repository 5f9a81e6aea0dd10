//===- Memory.h - Tensors in the memory of a device -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What takes how much memory, and when most is taken: for nodes of a graph as
// for ops of a program.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DEVICE_MEMORY_H
#define TRAINLINT_DEVICE_MEMORY_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace trainlint::graph {

/// The most tensors that a finding on memory names.
inline constexpr size_t MostNamedTensors = 5;

/// The size of a tensor in bytes; none if it is not known, or if its elements
/// lie elsewhere.
std::optional<uint64_t> tensorBytes(llvm::ArrayRef<int64_t> sizes,
                                    mlir::Type element);

/// A tensor in memory, from the step that writes it to the last one that reads
/// it.
struct Lifetime {
  unsigned begin = 0;
  unsigned end = 0;
  uint64_t bytes = 0;
};

/// The first step at which most is in memory.
struct MemoryPeak {
  uint64_t bytes = 0;
  unsigned step = 0;

  bool includes(const Lifetime &lifetime) const {
    return lifetime.begin <= step && step <= lifetime.end;
  }
};

MemoryPeak peakOf(llvm::ArrayRef<Lifetime> lifetimes);

/// "1.5 GiB", "12 MiB".
std::string formatBytes(uint64_t bytes);

/// Sizes with crosses and the element type: "512x1024 float".
std::string formatTensor(llvm::ArrayRef<int64_t> sizes,
                         llvm::StringRef element);

} // namespace trainlint::graph

#endif // TRAINLINT_DEVICE_MEMORY_H
