//===- CheckSizes.cpp - Tensors that can be -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/CheckSizes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;

/// Of an element, none has more than sixteen bytes. Sums of as many tensors as
/// a program has are numbers of 64 bits all the same.
static constexpr int64_t MostElements = int64_t(1) << 40;

static bool canBe(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return true;
  int64_t count = 1;
  // Parts of a tensor without elements have sizes, too.
  for (int64_t size : tensor.getShape())
    if (llvm::MulOverflow(count, std::max<int64_t>(size, 1), count) ||
        count > MostElements)
      return false;
  return true;
}

llvm::LogicalResult cpu::checkSizes(mlir::ModuleOp program) {
  llvm::DenseSet<mlir::Type> known;
  auto check = [&](mlir::Location location, mlir::Type type) {
    if (!known.insert(type).second)
      return llvm::success();
    bool isPossible = true;
    type.walk([&](mlir::Type part) { isPossible &= canBe(part); });
    if (isPossible)
      return llvm::success();
    return llvm::LogicalResult(mlir::emitError(location)
                               << type << " has more elements than any memory");
  };
  mlir::WalkResult end = program.walk([&](mlir::Operation *op) {
    for (mlir::Type type : op->getResultTypes())
      if (failed(check(op->getLoc(), type)))
        return mlir::WalkResult::interrupt();
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (mlir::Type type : block.getArgumentTypes())
          if (failed(check(op->getLoc(), type)))
            return mlir::WalkResult::interrupt();
    return mlir::WalkResult::advance();
  });
  return llvm::failure(end.wasInterrupted());
}
