//===- WidenReductions.cpp - Sums of narrow floats in f32 -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum that is rounded to bf16 after each addition stops growing once it is
// 256 times as large as what is added. Sums and products of narrow floats are
// therefore taken in f32 and rounded once. The conversions become part of the
// loops, so that no wide copy of the operand is stored.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Rewrites.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Operation;
using mlir::Type;
using mlir::Value;

namespace trainlint::cpu {

/// The body is one operation whose results depend on how they are rounded.
static Operation *accumulationOf(ReduceOp op) {
  mlir::Block &body = op.getBody().front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return nullptr;
  Operation &accumulation = body.front();
  bool isReturned = body.getTerminator()->getOperands() ==
                    mlir::ValueRange(accumulation.getResults());
  return llvm::isa<AddOp, MultiplyOp>(accumulation) && isReturned
             ? &accumulation
             : nullptr;
}

static mlir::RankedTensorType withElement(mlir::Value tensor, Type element) {
  return llvm::cast<mlir::RankedTensorType>(tensor.getType()).clone(element);
}

static void widen(ReduceOp op, Operation *accumulation) {
  mlir::OpBuilder b(op);
  Type narrow = llvm::cast<mlir::RankedTensorType>(op.getResult(0).getType())
                    .getElementType();
  Type wide = computedType(narrow);
  for (mlir::OpOperand &operand : op->getOpOperands())
    operand.set(ConvertOp::create(
        b, op.getLoc(), withElement(operand.get(), wide), operand.get()));
  for (Value argument : op.getBody().getArguments())
    argument.setType(withElement(argument, wide));
  Value inner = accumulation->getResult(0);
  inner.setType(withElement(inner, wide));
  Value result = op.getResult(0);
  mlir::Type rounded = result.getType();
  result.setType(withElement(result, wide));
  b.setInsertionPointAfter(op);
  auto narrowed = ConvertOp::create(b, op.getLoc(), rounded, result);
  result.replaceAllUsesExcept(narrowed, narrowed);
}

void widenReductions(mlir::ModuleOp program) {
  program.walk([](ReduceOp op) {
    Operation *accumulation = accumulationOf(op);
    auto type =
        llvm::dyn_cast<mlir::RankedTensorType>(op.getResult(0).getType());
    if (accumulation && type && isNarrowFloat(type.getElementType()))
      widen(op, accumulation);
  });
}

} // namespace trainlint::cpu
