//===- CheckPrecision.cpp - Double precision in programs for TPUs ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Diagnostics/Report.h"
#include "Dialect/StableHLO/Checks/ProgramChecks.h"
#include "Support/Text.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

static bool isDouble(mlir::Type type) {
  return mlir::getElementTypeOrSelf(type).isF64();
}

void stablehlo::checkPrecision(mlir::ModuleOp program,
                               const graph::Target &target, Locate locate) {
  if (!target.isTpu())
    return;
  mlir::Operation *first = nullptr;
  int64_t count = 0;
  program->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    // A scalar costs nothing, such as the rate that training learns with.
    bool computes = llvm::any_of(op->getResultTypes(), [](mlir::Type type) {
      auto tensor = llvm::dyn_cast<mlir::ShapedType>(type);
      return tensor && isDouble(type) &&
             !(tensor.hasStaticShape() && tensor.getNumElements() <= 1);
    });
    if (!computes || op->hasTrait<mlir::OpTrait::ConstantLike>())
      return;
    first = first ? first : op;
    ++count;
  });
  if (!first)
    return;
  Report report = diag::TpuDoublePrecision::program(
      locate(first), first->getName().getStringRef());
  if (count > 1)
    report.label("the first of " + pluralize(count, "op"));
  if (target.location)
    report.note(target.location, "the device that the program runs on");
}
