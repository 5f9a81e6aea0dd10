//===- CheckPadding.cpp - Matrices and the tiles of a TPU -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Transforms/CheckPass.h"
#include "Dialect/Graph/Transforms/Contraction.h"
#include "Dialect/Graph/Transforms/StepValues.h"
#include "Support/Text.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKPADDING
#include "Dialect/Graph/Transforms/Passes.h.inc"
} // namespace trainlint::graph

namespace {

/// The contractions of one shape: the first, and how many there are.
struct ContractionUse {
  Contraction first;
  int64_t nodes = 0;
};

class CheckPadding
    : public CheckPass<CheckPadding, impl::CheckPaddingBase<CheckPadding>> {
public:
  using CheckPass::CheckPass;

  void check(ModelOp model);

private:
  double wasteOf(const Contraction &product) const;
  void reportUse(const ContractionUse &use) const;
};

} // namespace

/// The rows of a tile.
static constexpr int64_t TileRows = 8;
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
double CheckPadding::wasteOf(const Contraction &product) const {
  int64_t unit = *target().matrixUnit;
  return padded(product.n, unit) * padded(product.k, unit) *
         (product.m ? padded(*product.m, TileRows) : 1.0);
}

/// The sizes of both matrices, or of the output and the window.
static std::string describe(const Contraction &product) {
  std::string rows = product.m ? std::to_string(*product.m) : "?";
  std::string k = std::to_string(product.k), n = std::to_string(product.n);
  return rows + "x" + k + " by " + k + "x" + n;
}

void CheckPadding::reportUse(const ContractionUse &use) const {
  const Contraction &product = use.first;
  int64_t unit = *target().matrixUnit;
  NodeOp node = product.node;
  auto factor = static_cast<int64_t>(wasteOf(product) * 10 + 0.5);
  std::string times =
      std::to_string(factor / 10) + "." + std::to_string(factor % 10);
  llvm::StringRef what = product.isConvolution ? "convolution" : "product";
  Report report = diag::TpuPadding::padded(
      source().location(node, NodePart::Name), what, describe(product), times);
  std::string name = source().name(node);
  report.label(use.nodes == 1 ? "node " + name
                              : "the first of " + countOf(use.nodes, "node") +
                                    " of these sizes, " + name);
  auto full = [&](int64_t size) {
    return std::to_string(llvm::divideCeil(size, unit) * unit);
  };
  std::string sizes;
  if (product.k % unit != 0)
    sizes += std::to_string(product.k) + " to " + full(product.k);
  if (product.n % unit != 0)
    sizes += (sizes.empty() ? "" : " and ") + std::to_string(product.n) +
             " to " + full(product.n);
  if (!sizes.empty())
    report.help("the matrix unit has " + std::to_string(unit) + "x" +
                std::to_string(unit) + " cells: it takes no longer to raise " +
                sizes);
  else
    report.help("rows are processed by " + std::to_string(TileRows));
  if (target().location)
    report.also(target().location, "the device that the graph runs on");
  cite(report, tables().tpuGenerations.info);
}

void CheckPadding::check(ModelOp model) {
  if (!target().isTpu() || !target().matrixUnit || *target().matrixUnit <= 0)
    return;
  std::vector<Contraction> products;
  bool hasClusters = false;
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      hasClusters |= node.getCluster().has_value();
      std::optional<Contraction> product = contractionOf(node, source());
      if (product && !isOnHost(node) && !node.getOutsideCompilation())
        products.push_back(*product);
    }
  }
  // Where a part is marked for the TPU, the rest runs elsewhere.
  if (hasClusters)
    llvm::erase_if(products, [](Contraction &product) {
      return !product.node.getCluster();
    });
  double work = 0;
  for (const Contraction &product : products)
    work += product.work();
  if (work < LeastWork)
    return;
  using Key = std::tuple<bool, int64_t, int64_t, int64_t>;
  std::map<Key, size_t> numbers;
  std::vector<ContractionUse> uses;
  for (const Contraction &product : products) {
    Key key(product.isConvolution, product.m.value_or(-1), product.n,
            product.k);
    auto [known, isNew] = numbers.try_emplace(key, uses.size());
    if (isNew)
      uses.push_back({product, 0});
    ++uses[known->second].nodes;
  }
  for (const ContractionUse &use : uses) {
    bool isLarge = use.first.work() * double(use.nodes) >= LeastPart * work;
    if (isLarge && wasteOf(use.first) >= LeastWaste)
      reportUse(use);
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckPadding(const CheckContext &context) {
  return std::make_unique<CheckPadding>(context);
}
