//===- MatrixTiles.h - Products and the tiles of a matrix unit --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DEVICE_MATRIXTILES_H
#define TRAINLINT_DEVICE_MATRIXTILES_H

#include "Device/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::graph {

/// The rows of a tile, which the batch fills.
inline constexpr int64_t TileRows = 8;
/// Larger matrices are no matrices, and their padding would overflow.
inline constexpr int64_t MaxMatrixSize = int64_t(1) << 40;

/// Sizes of matrices of m x k and k x n elements that are multiplied, perhaps
/// several times. A convolution does so as well: m are the places of its
/// outputs, k the elements of a window, n the output features.
struct ProductSizes {
  bool isConvolution = false;
  /// How many products there are; 1 if it is not known.
  int64_t count = 1;
  /// Not known if it depends on a batch that is not known.
  std::optional<int64_t> m;
  int64_t n = 0;
  int64_t k = 0;

  /// Multiplications of one step; rows that are not known count as one.
  double work() const {
    return double(count) * double(m.value_or(1)) * double(n) * double(k);
  }
};

/// What a finding says of a product.
struct ProductPlace {
  mlir::Location location;
  /// What people call it, such as its node; empty if it has no name.
  std::string name;
};

/// Reports products of one model that a TPU spends much of its work on and pads
/// much, each set of sizes once. `noun` is what makes a product: "node", "op".
void reportPadding(llvm::ArrayRef<ProductSizes> products, llvm::StringRef noun,
                   const Target &target, const Tables &tables,
                   llvm::function_ref<ProductPlace(size_t)> placeOf);

} // namespace trainlint::graph

#endif // TRAINLINT_DEVICE_MATRIXTILES_H
