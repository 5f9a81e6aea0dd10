//===- Windows.cpp - Windows that move over tensors -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Windows.h"
#include "Support/MLIR.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace trainlint::stablehlo {

/// The extent of items with gaps between them, or nothing if it does not fit.
static std::optional<int64_t> dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : llvm::checkedMulAdd<int64_t>(size - 1, dilation, 1);
}

std::pair<int64_t, int64_t> samePadding(int64_t size, int64_t reach,
                                        int64_t stride) {
  int64_t places = (size + stride - 1) / stride;
  int64_t total = std::max<int64_t>((places - 1) * stride + reach - size, 0);
  return {total / 2, total - total / 2};
}

int64_t windowCount(int64_t size, const Window &window) {
  if (!isKnown(size) || !isKnown(window.size))
    return ShapedType::kDynamic;
  std::optional<int64_t> base = dilated(size, window.baseDilation);
  std::optional<int64_t> extent = dilated(window.size, window.windowDilation);
  std::optional<int64_t> padding =
      llvm::checkedAdd(window.paddingLow, window.paddingHigh);
  if (!base || !extent || !padding)
    return ShapedType::kDynamic;
  std::optional<int64_t> padded = llvm::checkedAdd(*base, *padding);
  if (!padded)
    return ShapedType::kDynamic;
  if (*padded == 0 || *extent > *padded)
    return 0;
  return (*padded - *extent) / window.stride + 1;
}

/// Checks that a list of positive numbers has one for each dimension.
static llvm::LogicalResult checkPositive(Emit emit, StringRef name,
                                         ArrayRef<int64_t> items, size_t count,
                                         const StringRef (&constraints)[2]) {
  if (items.size() != count)
    return emit() << name << " has " << items.size() << " items for " << count
                  << " dimensions (" << constraints[0] << ")";
  for (auto [i, item] : llvm::enumerate(items)) {
    if (item <= 0)
      return emit() << name << " has " << item << " in dimension " << i
                    << ", which has to be positive (" << constraints[1] << ")";
  }
  return llvm::success();
}

llvm::FailureOr<SmallVector<Window>>
makeWindows(Emit emit, ArrayRef<int64_t> sizes,
            const WindowAttributes &attributes,
            const WindowConstraints &constraints) {
  SmallVector<Window> windows(sizes.size());
  auto fill = [&](StringRef name, std::optional<ArrayRef<int64_t>> items,
                  const StringRef(&itemConstraints)[2],
                  int64_t Window::*field) -> llvm::LogicalResult {
    if (!items)
      return llvm::success();
    if (failed(
            checkPositive(emit, name, *items, sizes.size(), itemConstraints)))
      return failure();
    for (auto [window, item] : llvm::zip(windows, *items))
      window.*field = item;
    return llvm::success();
  };
  for (auto [window, size] : llvm::zip(windows, sizes)) {
    window.size = size;
    if (isKnown(size) && size <= 0 && !constraints.size[1].empty())
      return emit() << "has a window of size " << size
                    << ", which has to be positive (" << constraints.size[1]
                    << ")";
  }
  if (failed(fill("window_strides", attributes.strides, constraints.stride,
                  &Window::stride)) ||
      failed(fill("base dilation", attributes.baseDilations,
                  constraints.baseDilation, &Window::baseDilation)) ||
      failed(fill("window dilation", attributes.windowDilations,
                  constraints.windowDilation, &Window::windowDilation)))
    return failure();
  if (attributes.reversal && attributes.reversal->size() != sizes.size())
    return emit() << "window_reversal has " << attributes.reversal->size()
                  << " items for " << sizes.size() << " dimensions ("
                  << constraints.reversal << ")";
  if (!attributes.padding)
    return windows;
  ArrayRef<int64_t> shape = attributes.padding.getType().getShape();
  if (shape.size() != 2 || shape[0] != static_cast<int64_t>(sizes.size()) ||
      shape[1] != 2)
    return emit() << "padding has the shape " << shapeText(shape)
                  << " instead of [" << sizes.size() << ", 2] ("
                  << constraints.padding << ")";
  auto values = attributes.padding.getValues<int64_t>();
  for (auto [i, window] : llvm::enumerate(windows)) {
    window.paddingLow = values[2 * i];
    window.paddingHigh = values[2 * i + 1];
  }
  return windows;
}

} // namespace trainlint::stablehlo
