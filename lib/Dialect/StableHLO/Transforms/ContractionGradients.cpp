//===- ContractionGradients.cpp - Gradients of matrix products ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace {

/// The roles that the dimensions of one operand play.
struct Side {
  Value value;
  ArrayRef<int64_t> batching, contracting;

  int64_t rank() const { return ProgramBuilder::shapeOf(value).size(); }

  /// The dimensions that become dimensions of the result.
  SmallVector<int64_t> free() const {
    SmallVector<int64_t> rest;
    for (int64_t d = 0; d < rank(); ++d)
      if (!llvm::is_contained(batching, d) &&
          !llvm::is_contained(contracting, d))
        rest.push_back(d);
    return rest;
  }
};

/// A product, and how it is to be computed.
struct Product {
  Side lhs, rhs;
  mlir::ArrayAttr precision;
  DotAlgorithmAttr algorithm;
};

} // namespace

static Value multiply(Pullback &p, const Product &product) {
  const Side &lhs = product.lhs, &rhs = product.rhs;
  SmallVector<int64_t> shape;
  auto append = [&](Value value, ArrayRef<int64_t> dimensions) {
    for (int64_t d : dimensions)
      shape.push_back(ProgramBuilder::shapeOf(value)[d]);
  };
  append(lhs.value, lhs.batching);
  append(lhs.value, lhs.free());
  append(rhs.value, rhs.free());
  auto type =
      mlir::RankedTensorType::get(shape, ProgramBuilder::elementOf(lhs.value));
  auto numbers =
      DotDimensionsAttr::get(p.builder().getContext(), lhs.batching,
                             rhs.batching, lhs.contracting, rhs.contracting);
  return DotGeneralOp::create(p.builder(), p.location(), type, lhs.value,
                              rhs.value, numbers, product.precision,
                              product.algorithm);
}

/// The operands the other way round, so that the product has the dimensions of
/// the right one first. Precisions are given for the sides.
static Product exchanged(const Product &product) {
  mlir::ArrayAttr precision = product.precision;
  if (precision) {
    SmallVector<mlir::Attribute> sides(llvm::reverse(precision));
    precision = mlir::ArrayAttr::get(precision.getContext(), sides);
  }
  return {product.rhs, product.lhs, precision, product.algorithm};
}

/// The gradient for the left operand, or for the right one: the product of the
/// gradient with the other operand, summed over what only that one has.
static Value gradientFor(Pullback &p, const Product &product, bool left) {
  const Side &own = left ? product.lhs : product.rhs;
  const Side &other = left ? product.rhs : product.lhs;
  mlir::Type computed = ProgramBuilder::elementOf(p.gradient());
  int64_t batching = own.batching.size();
  SmallVector<int64_t> ownFree = own.free(), otherFree = other.free();
  // The result has its dimensions in the order: batching, left, right.
  int64_t begin = batching + (left ? ownFree.size() : 0);
  auto shared = llvm::to_vector(llvm::seq<int64_t>(0, batching));
  auto summed =
      llvm::to_vector(llvm::seq<int64_t>(begin, begin + otherFree.size()));
  Side gradient{p.gradient(), shared, summed};
  Side factor{conjugate(p, p.convert(other.value, computed)), other.batching,
              otherFree};
  Product sides = {left ? gradient : factor, left ? factor : gradient,
                   product.precision, product.algorithm};
  SmallVector<int64_t> contracted;
  for (int64_t d : Side{other.value, other.batching, otherFree}.free())
    contracted.push_back(own.contracting[llvm::find(other.contracting, d) -
                                         other.contracting.begin()]);
  // Which dimension of the operand each dimension of that product is.
  auto dimensionsOf = [&](bool ownFirst) {
    SmallVector<int64_t> dimensions(own.batching);
    llvm::append_range(dimensions, ownFirst ? ownFree : contracted);
    llvm::append_range(dimensions, ownFirst ? contracted : ownFree);
    return dimensions;
  };
  SmallVector<int64_t> dimensions = dimensionsOf(left);
  // The gradient of a transposed matrix is the product the other way round,
  // which need not be transposed. An algorithm need not treat both sides alike.
  if (!product.algorithm && !llvm::is_sorted(dimensions) &&
      llvm::is_sorted(dimensionsOf(!left))) {
    sides = exchanged(sides);
    dimensions = dimensionsOf(!left);
  }
  Value ordered = p.transpose(multiply(p, sides),
                              mlir::invertPermutationVector(dimensions));
  return p.convert(ordered, ProgramBuilder::elementOf(own.value));
}

static void differentiateProduct(const Product &product, Pullback &p) {
  p.accumulate(product.lhs.value,
               [&] { return gradientFor(p, product, true); });
  p.accumulate(product.rhs.value,
               [&] { return gradientFor(p, product, false); });
}

/// An algorithm names the types of the operands, which those of gradients are
/// only if all are the same.
static DotAlgorithmAttr algorithmFor(DotGeneralOp op) {
  mlir::Type element = ProgramBuilder::elementOf(op.getResult());
  bool allSame = ProgramBuilder::elementOf(op.getLhs()) == element &&
                 ProgramBuilder::elementOf(op.getRhs()) == element;
  return allSame ? op.getAlgorithmAttr() : DotAlgorithmAttr();
}

void stablehlo::addContractionGradients(GradientRegistry &registry) {
  registry.add<DotGeneralOp>(
      [](DotGeneralOp op, Pullback &p) {
        DotDimensionsAttr numbers = op.getDotDimensionNumbers();
        differentiateProduct({{op.getLhs(), numbers.getLhsBatchingDimensions(),
                               numbers.getLhsContractingDimensions()},
                              {op.getRhs(), numbers.getRhsBatchingDimensions(),
                               numbers.getRhsContractingDimensions()},
                              op.getPrecisionConfigAttr(),
                              algorithmFor(op)},
                             p);
      },
      GradientRegistry::OfComplex);
  registry.add<DotOp>(
      [](DotOp op, Pullback &p) {
        int64_t last = ProgramBuilder::shapeOf(op.getLhs()).size() - 1;
        differentiateProduct({{op.getLhs(), {}, ArrayRef<int64_t>(last)},
                              {op.getRhs(), {}, ArrayRef<int64_t>{0}},
                              op.getPrecisionConfigAttr(),
                              {}},
                             p);
      },
      GradientRegistry::OfComplex);
}
