//===- RandomVerifiers.cpp - Constraints of random numbers ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Constants.h"
#include "Dialect/StableHLO/IR/ProcessGroups.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

LogicalResult RngOp::infer(Emit emit, Adaptor op,
                           SmallVectorImpl<Type> &types) {
  Type a = elementOf(op.getA().getType()), b = elementOf(op.getB().getType());
  if (a != b)
    return emit() << "has parameters of the types " << a << " and " << b
                  << " (C1)";
  if (op.getRngDistribution() == RngDistribution::NORMAL &&
      !isElementOf(a, kFloat))
    return emit() << "has the distribution NORMAL, which needs parameters of a "
                     "floating-point type, not "
                  << a << " (C2)";
  int64_t rank = cast<RankedTensorType>(op.getShape().getType()).getDimSize(0);
  constexpr int64_t mostDimensions = 1024;
  if (!isKnown(rank) || rank > mostDimensions)
    return emit() << "is given a shape of a rank that is unknown or too large "
                     "(C3)";
  SmallVector<int64_t> shape(rank, ShapedType::kDynamic);
  if (auto given = constantNumbers(op.getShape())) {
    for (int64_t size : *given) {
      if (size < 0)
        return emit() << "is given the negative size " << size << " (C3)";
    }
    shape = *given;
  }
  types.push_back(tensorOf(shape, a));
  return success();
}

LogicalResult RngBitGeneratorOp::verify() {
  auto before = getInitialState().getType();
  auto after = getOutputState().getType();
  if (!areCompatible(before, after))
    return emitOpError() << "takes a state of type " << before
                         << ", but gives one of type " << after << " (C1)";
  // States of narrower numbers are in use, and have more of them.
  if (before.getRank() != 1 || bitsOf(before.getElementType()) != 64 ||
      getRngAlgorithm() == RngAlgorithm::DEFAULT)
    return success();
  int64_t size = before.getDimSize(0);
  bool fits =
      size == 2 || (size == 3 && getRngAlgorithm() == RngAlgorithm::PHILOX);
  if (isKnown(size) && !fits)
    return emitOpError() << "has a state of " << size << " numbers, which "
                         << stringifyRngAlgorithm(getRngAlgorithm())
                         << " does not take (C2)";
  return success();
}
