//===- Memory.cpp - Tensors in the memory of a device ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Memory.h"
#include "Support/ElementCount.h"
#include "Support/LLVM.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::graph;

/// The bits of an element; none if tensors of it lie elsewhere.
static std::optional<uint64_t> elementBits(mlir::Type element) {
  if (auto complex = llvm::dyn_cast_or_null<mlir::ComplexType>(element))
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  if (!element || !element.isIntOrFloat())
    return std::nullopt;
  // A boolean takes a byte.
  return std::max(8u, element.getIntOrFloatBitWidth());
}

std::optional<uint64_t> graph::tensorBytes(ArrayRef<int64_t> sizes,
                                           mlir::Type element) {
  std::optional<int64_t> count = elementCount(sizes);
  std::optional<uint64_t> bits = elementBits(element);
  if (!count || !bits)
    return std::nullopt;
  return llvm::SaturatingMultiply(static_cast<uint64_t>(*count), *bits / 8);
}

MemoryPeak graph::peakOf(ArrayRef<Lifetime> lifetimes) {
  unsigned last = 0;
  for (const Lifetime &lifetime : lifetimes)
    last = std::max(last, lifetime.end);
  // Sizes that no device has must not overflow together.
  uint64_t largest = UINT64_MAX / std::max<size_t>(lifetimes.size(), 1);
  std::vector<uint64_t> changes(last + 2, 0);
  for (const Lifetime &lifetime : lifetimes) {
    uint64_t bytes = std::min(lifetime.bytes, largest);
    changes[lifetime.begin] += bytes;
    changes[lifetime.end + 1] -= bytes;
  }
  MemoryPeak peak;
  uint64_t living = 0, most = 0;
  for (auto [step, change] : llvm::enumerate(changes)) {
    living += change;
    if (living <= most)
      continue;
    most = living;
    peak.step = step;
  }
  for (const Lifetime &lifetime : lifetimes)
    if (peak.includes(lifetime))
      peak.bytes = llvm::SaturatingAdd(peak.bytes, lifetime.bytes);
  return peak;
}

std::string graph::formatBytes(uint64_t bytes) {
  static constexpr std::pair<unsigned, llvm::StringLiteral> Units[] = {
      {40, "TiB"}, {30, "GiB"}, {20, "MiB"}, {10, "KiB"}};
  for (auto [shift, unit] : Units) {
    uint64_t tenths = (bytes >> (shift - 10)) * 10 / 1024;
    if (tenths < 10)
      continue;
    std::string text = std::to_string(tenths / 10);
    if (tenths % 10 != 0)
      text += "." + std::to_string(tenths % 10);
    return text + " " + unit.str();
  }
  return std::to_string(bytes) + " B";
}

std::string graph::formatTensor(ArrayRef<int64_t> sizes, StringRef element) {
  std::string text;
  for (int64_t size : sizes)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return (text.empty() ? text : text + " ") + element.str();
}
