//===- CheckPadding.cpp - Products of programs and the tiles of a TPU -----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/MatrixTiles.h"
#include "Dialect/StableHLO/Checks/ProgramChecks.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/ElementCount.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using graph::ProductSizes;

/// How many elements some dimensions have together; none if it is not known or
/// no number.
static std::optional<int64_t> countOf(ArrayRef<int64_t> shape,
                                      ArrayRef<int64_t> dimensions) {
  llvm::SmallVector<int64_t> sizes;
  for (int64_t dimension : dimensions)
    sizes.push_back(shape[dimension]);
  return trainlint::elementCount(sizes);
}

static std::optional<ProductSizes> sizesOf(DotGeneralOp op) {
  ArrayRef<int64_t> lhs = op.getLhs().getType().getShape();
  ArrayRef<int64_t> rhs = op.getRhs().getType().getShape();
  DotDimensionsAttr d = op.getDotDimensionNumbers();
  std::optional<int64_t> count = countOf(lhs, d.getLhsBatchingDimensions()),
                         k = countOf(lhs, d.getLhsContractingDimensions()),
                         left = trainlint::elementCount(lhs),
                         right = trainlint::elementCount(rhs);
  if (!count || !k || !left || !right || *left == 0 || *right == 0)
    return std::nullopt;
  ProductSizes sizes;
  sizes.count = *count;
  sizes.k = *k;
  sizes.m = *left / *count / *k;
  sizes.n = *right / *count / *k;
  return sizes;
}

static std::optional<ProductSizes> sizesOf(ConvolutionOp op) {
  ArrayRef<int64_t> kernel = op.getRhs().getType().getShape();
  ArrayRef<int64_t> result = op.getResult().getType().getShape();
  std::optional<int64_t> weights = trainlint::elementCount(kernel),
                         outputs = trainlint::elementCount(result);
  if (!weights || !outputs || *weights == 0 || *outputs == 0)
    return std::nullopt;
  ConvDimensionsAttr d = op.getDimensionNumbers();
  int64_t features = kernel[d.getKernelOutputFeatureDimension()];
  ProductSizes sizes;
  sizes.isConvolution = true;
  sizes.count = op.getFeatureGroupCount() * op.getBatchGroupCount();
  sizes.n = features / sizes.count;
  sizes.k = *weights / features;
  sizes.m = *outputs / result[d.getOutputFeatureDimension()];
  return sizes;
}

void stablehlo::checkPadding(mlir::ModuleOp program,
                             const graph::Target &target, const Tables &tables,
                             Locate locate) {
  if (!target.isTpu() || !target.matrixUnit || *target.matrixUnit <= 0)
    return;
  std::vector<ProductSizes> products;
  std::vector<mlir::Operation *> ops;
  program->walk([&](mlir::Operation *op) {
    std::optional<ProductSizes> sizes;
    if (auto dot = llvm::dyn_cast<DotGeneralOp>(op))
      sizes = sizesOf(dot);
    else if (auto convolution = llvm::dyn_cast<ConvolutionOp>(op))
      sizes = sizesOf(convolution);
    if (!sizes || sizes->n > graph::MaxMatrixSize ||
        sizes->k > graph::MaxMatrixSize)
      return;
    products.push_back(*sizes);
    ops.push_back(op);
  });
  graph::reportPadding(products, "op", target, tables, [&](size_t number) {
    return graph::ProductPlace{locate(ops[number]), /*name=*/""};
  });
}
