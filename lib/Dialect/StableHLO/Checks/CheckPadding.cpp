//===- CheckPadding.cpp - Products of programs and the tiles of a TPU -----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Transforms/MatrixTiles.h"
#include "Dialect/StableHLO/Checks/ProgramChecks.h"
#include "Dialect/StableHLO/IR/LinearAlgebraOps.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using graph::ProductSizes;
using llvm::ArrayRef;

/// The product of the sizes of some dimensions.
static int64_t productOf(ArrayRef<int64_t> shape,
                         ArrayRef<int64_t> dimensions) {
  int64_t product = 1;
  for (int64_t dimension : dimensions)
    product *= shape[dimension];
  return product;
}

static std::optional<ProductSizes> sizesOf(DotGeneralOp op) {
  auto lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  if (!lhs.hasStaticShape() || !rhs.hasStaticShape())
    return std::nullopt;
  DotDimensionsAttr d = op.getDotDimensionNumbers();
  ProductSizes sizes;
  sizes.count = productOf(lhs.getShape(), d.getLhsBatchingDimensions());
  sizes.k = productOf(lhs.getShape(), d.getLhsContractingDimensions());
  int64_t shared = sizes.count * sizes.k;
  if (shared == 0)
    return std::nullopt;
  sizes.m = lhs.getNumElements() / shared;
  sizes.n = rhs.getNumElements() / shared;
  return sizes;
}

static std::optional<ProductSizes> sizesOf(ConvolutionOp op) {
  auto kernel = op.getRhs().getType(), result = op.getResult().getType();
  if (!kernel.hasStaticShape() || !result.hasStaticShape())
    return std::nullopt;
  ConvDimensionsAttr d = op.getDimensionNumbers();
  ProductSizes sizes;
  sizes.isConvolution = true;
  sizes.count = op.getFeatureGroupCount() * op.getBatchGroupCount();
  sizes.n =
      kernel.getDimSize(d.getKernelOutputFeatureDimension()) / sizes.count;
  int64_t features = kernel.getDimSize(d.getKernelOutputFeatureDimension());
  if (features == 0 || sizes.n == 0)
    return std::nullopt;
  sizes.k = kernel.getNumElements() / features;
  sizes.m = result.getNumElements() /
            result.getDimSize(d.getOutputFeatureDimension());
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
    if (!sizes || sizes->n <= 0 || sizes->k <= 0 || sizes->m.value_or(1) <= 0)
      return;
    products.push_back(*sizes);
    ops.push_back(op);
  });
  graph::reportPadding(products, "op", target, tables, [&](size_t number) {
    return graph::ProductPlace{locate(ops[number]), /*name=*/""};
  });
}
