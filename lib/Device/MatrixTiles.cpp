//===- MatrixTiles.cpp - Products and the tiles of a matrix unit ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/MatrixTiles.h"
#include "Device/TargetReport.h"
#include "Diagnostics/Messages/GraphMemory.h"
#include "Support/Text.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace trainlint;
using namespace trainlint::graph;

/// Padded work over real work from which a finding is worth it.
static constexpr double LeastWaste = 1.5;
/// The part of a model's work from which a contraction is large.
static constexpr double LeastPart = 0.05;
/// Multiplications below which a whole model is too small to speak of.
static constexpr double LeastWork = 1 << 24;

static double padded(int64_t size, int64_t tile) {
  return double(llvm::divideCeil(size, tile)) * double(tile) / double(size);
}

/// How many times the real work is done: both matrix sizes fill the matrix
/// unit, and the rows the tiles. A number of rows that is not known fills them.
static double wasteOf(const ProductSizes &product, int64_t unit) {
  return padded(product.n, unit) * padded(product.k, unit) *
         (product.m ? padded(*product.m, TileRows) : 1.0);
}

/// The sizes of both matrices, or of the output and the window.
static std::string sizesText(const ProductSizes &product) {
  std::string rows = product.m ? std::to_string(*product.m) : "?";
  std::string k = std::to_string(product.k), n = std::to_string(product.n);
  return rows + "x" + k + " by " + k + "x" + n;
}

namespace {
/// The products of one set of sizes: the first, and how many there are.
struct ProductUse {
  size_t first = 0;
  int64_t uses = 0;
};
} // namespace

/// Says what to raise the sizes to.
static std::string adviceOf(const ProductSizes &product, int64_t unit) {
  auto full = [&](int64_t size) {
    return std::to_string(llvm::divideCeil(size, unit) * unit);
  };
  std::string sizes;
  if (product.k % unit != 0)
    sizes += std::to_string(product.k) + " to " + full(product.k);
  if (product.n % unit != 0)
    sizes += (sizes.empty() ? "" : " and ") + std::to_string(product.n) +
             " to " + full(product.n);
  if (sizes.empty())
    return "rows are processed in groups of " + std::to_string(TileRows);
  return "raising " + sizes + " takes no longer";
}

void graph::reportPadding(llvm::ArrayRef<ProductSizes> products,
                          llvm::StringRef noun, const Target &target,
                          const Tables &tables,
                          llvm::function_ref<ProductPlace(size_t)> placeOf) {
  int64_t unit = *target.matrixUnit;
  double work = 0;
  for (const ProductSizes &product : products)
    work += product.work();
  if (work < LeastWork)
    return;
  using Key = std::tuple<bool, int64_t, int64_t, int64_t>;
  std::map<Key, size_t> numbers;
  std::vector<ProductUse> uses;
  for (auto [index, product] : llvm::enumerate(products)) {
    Key key(product.isConvolution, product.m.value_or(-1), product.n,
            product.k);
    auto [known, isNew] = numbers.try_emplace(key, uses.size());
    if (isNew)
      uses.push_back({index, 0});
    ++uses[known->second].uses;
  }
  for (const ProductUse &use : uses) {
    const ProductSizes &product = products[use.first];
    bool isLarge = product.work() * double(use.uses) >= LeastPart * work;
    double waste = wasteOf(product, unit);
    if (!isLarge || waste < LeastWaste)
      continue;
    auto factor = static_cast<int64_t>(waste * 10 + 0.5);
    std::string times =
        std::to_string(factor / 10) + "." + std::to_string(factor % 10);
    ProductPlace place = placeOf(use.first);
    Report report = diag::TpuPadding::padded(
        place.location, product.isConvolution ? "convolution" : "product",
        sizesText(product), std::to_string(unit) + "x" + std::to_string(unit),
        times);
    std::string many =
        "the first of " + pluralize(use.uses, noun) + " of these sizes";
    if (use.uses > 1)
      report.label(place.name.empty() ? many : many + ", " + place.name);
    else if (!place.name.empty())
      report.label(noun + " " + place.name);
    report.help(adviceOf(product, unit));
    if (target.location)
      report.note(target.location, "the device that the graph runs on");
    cite(report, tables.tpuGenerations.info);
  }
}
