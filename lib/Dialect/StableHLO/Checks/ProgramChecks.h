//===- ProgramChecks.h - Programs and the devices that run them -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_CHECKS_PROGRAMCHECKS_H
#define TRAINLINT_DIALECT_STABLEHLO_CHECKS_PROGRAMCHECKS_H

#include "Device/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::stablehlo {

/// Where the name of an op stands in the file.
using Locate = llvm::function_ref<mlir::Location(mlir::Operation *)>;
using LocateArgument = llvm::function_ref<mlir::Location(mlir::BlockArgument)>;

/// Reports arguments, or a run, that take more memory than a device has. Only
/// the function `main` is looked at, and only in programs that are not divided
/// into partitions, as each of those has a part of the tensors.
void checkMemory(mlir::ModuleOp program, const graph::Target &target,
                 Locate locate, LocateArgument locateArgument);

/// Reports products that a TPU pads much.
void checkPadding(mlir::ModuleOp program, const graph::Target &target,
                  const Tables &tables, Locate locate);

/// Reports double precision on TPUs.
void checkPrecision(mlir::ModuleOp program, const graph::Target &target,
                    Locate locate);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_CHECKS_PROGRAMCHECKS_H
