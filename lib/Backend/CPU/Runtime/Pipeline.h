//===- Pipeline.h - From loops over buffers to LLVM IR ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_PIPELINE_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_PIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace trainlint::cpu {

/// Name of the function `void(void **inputs, void **outputs, void *constants,
/// void *context, void *arena)` of the machine code.
inline constexpr llvm::StringLiteral entryName = "trainlint_cpu_run";

/// Lowers a module that holds `main` with its arena (BufferAssignment.h) to
/// LLVM IR; null after an error, which was reported.
std::unique_ptr<llvm::Module> translate(mlir::ModuleOp module, size_t inputs,
                                        size_t outputs,
                                        llvm::LLVMContext &context);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_PIPELINE_H
