//===- CheckSizes.h - Tensors that can be -----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_CHECKSIZES_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_CHECKSIZES_H

#include "mlir/IR/BuiltinOps.h"

namespace trainlint::cpu {

/// Reports the tensors of a program whose bytes no memory has: the sizes of
/// buffers are computed from them, and would come out small.
llvm::LogicalResult checkSizes(mlir::ModuleOp program);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_CHECKSIZES_H
