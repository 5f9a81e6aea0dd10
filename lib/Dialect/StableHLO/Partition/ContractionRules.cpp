//===- ContractionRules.cpp - Products and convolutions of parts ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Partition/ShardingRule.h"
#include "Support/MLIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// The dimensions of the result: batching ones, those of lhs, those of rhs.
static void addDotGeneral(DotGeneralOp op, ShardingRule &rule) {
  DotDimensionsAttr dims = op.getDotDimensionNumbers();
  unsigned result = 0;
  for (auto [lhs, rhs] : llvm::zip_equal(dims.getLhsBatchingDimensions(),
                                         dims.getRhsBatchingDimensions()))
    rule.add({{0, unsigned(lhs)}, {1, unsigned(rhs)}}, {{0, result++}});
  for (auto [lhs, rhs] : llvm::zip_equal(dims.getLhsContractingDimensions(),
                                         dims.getRhsContractingDimensions()))
    rule.add({{0, unsigned(lhs)}, {1, unsigned(rhs)}}, {});
  auto addFree = [&](unsigned number, ArrayRef<int64_t> batching,
                     ArrayRef<int64_t> contracting) {
    int64_t rank = tileableType(op->getOperand(number)).getRank();
    for (int64_t dim = 0; dim < rank; ++dim)
      if (!llvm::is_contained(batching, dim) &&
          !llvm::is_contained(contracting, dim))
        rule.add({{number, unsigned(dim)}}, {{0, result++}});
  };
  addFree(0, dims.getLhsBatchingDimensions(),
          dims.getLhsContractingDimensions());
  addFree(1, dims.getRhsBatchingDimensions(),
          dims.getRhsContractingDimensions());
}

static void addDot(DotOp op, ShardingRule &rule) {
  unsigned lhs = tileableType(op.getLhs()).getRank();
  unsigned rhs = tileableType(op.getRhs()).getRank();
  unsigned result = 0;
  rule.add({{0, lhs - 1}, {1, 0}}, {});
  if (lhs == 2)
    rule.add({{0, 0}}, {{0, result++}});
  if (rhs == 2)
    rule.add({{1, 1}}, {{0, result++}});
}

/// Groups of features are kept together, and so are places of images.
static void addConvolution(ConvolutionOp op, ShardingRule &rule) {
  ConvDimensionsAttr dims = op.getDimensionNumbers();
  if (op.getBatchGroupCount() != 1)
    return;
  rule.add({{0, unsigned(dims.getInputBatchDimension())}},
           {{0, unsigned(dims.getOutputBatchDimension())}});
  if (op.getFeatureGroupCount() != 1)
    return;
  rule.add({{1, unsigned(dims.getKernelOutputFeatureDimension())}},
           {{0, unsigned(dims.getOutputFeatureDimension())}});
  rule.add({{0, unsigned(dims.getInputFeatureDimension())},
            {1, unsigned(dims.getKernelInputFeatureDimension())}},
           {});
}

void stablehlo::addContractionFactors(Operation *op, ShardingRule &rule) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](DotGeneralOp op) { addDotGeneral(op, rule); })
      .Case([&](DotOp op) { addDot(op, rule); })
      .Case([&](ConvolutionOp op) { addConvolution(op, rule); });
}
