//===- QuantizedDot.cpp - Elements of quantized products ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/QuantizedDot.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

LogicalResult trainlint::stablehlo::checkQuantizedElements(
    mlir::Operation *op, DotElements elements,
    const QuantizedDotConstraints &constraints) {
  auto [lhs, rhs, result] = elements;
  if (!isQuantized(lhs)) {
    if (lhs == expressedOf(rhs) && lhs == result)
      return success();
    return op->emitOpError()
           << "has lhs of " << lhs << ", rhs that stands for "
           << expressedOf(rhs) << " and a result of " << result
           << ", which should be the same (" << constraints.hybrid << ")";
  }
  if (storageOf(lhs) != storageOf(rhs))
    return op->emitOpError()
           << "has the storage types " << storageOf(lhs) << " of lhs and "
           << storageOf(rhs) << " of rhs (" << constraints.storage << ")";
  if (expressedOf(lhs) == expressedOf(rhs) &&
      expressedOf(lhs) == expressedOf(result))
    return success();
  return op->emitOpError() << "has the expressed types " << expressedOf(lhs)
                           << ", " << expressedOf(rhs) << " and "
                           << expressedOf(result)
                           << ", which should be the same ("
                           << constraints.expressed << ")";
}
