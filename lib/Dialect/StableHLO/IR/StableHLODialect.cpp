//===- StableHLODialect.cpp - The stablehlo dialect and its types ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint::stablehlo;

#include "Dialect/StableHLO/IR/StableHLODialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Dialect/StableHLO/IR/StableHLOTypes.cpp.inc"

void StableHLODialect::initialize() {
  registerAttributes();
  registerTypes();
  registerMathOps();
  registerUnaryOps();
  registerBinaryOps();
  registerDataMovementOps();
  registerIndexingOps();
  registerReductionOps();
  registerDotAndConvolutionOps();
  registerLinearAlgebraOps();
  registerNormalizationOps();
  registerControlFlowOps();
  registerCollectiveOps();
  registerDynamicOps();
  registerRandomOps();
  registerHostOps();
}

void StableHLODialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Dialect/StableHLO/IR/StableHLOTypes.cpp.inc"
      >();
}

llvm::LogicalResult
FutureType::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                   llvm::ArrayRef<mlir::Type> types) {
  for (mlir::Type type : types) {
    if (!llvm::isa<mlir::RankedTensorType>(type))
      return emitError() << "a future holds tensors, not " << type;
  }
  return llvm::success();
}
