//===- StableHLOToLinalg.h - Programs as loops over buffers -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes are known, so each tensor of a program gets a buffer at once: there is
// no detour over linalg on tensors and a bufferization that has to find out
// what the program said. What is computed element by element becomes one
// `linalg.generic` for a whole expression; products, convolutions and
// reductions are generics or calls of oneDNN; operations on computed
// places are loops.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_CODEGEN_STABLEHLOTOLINALG_H
#define TRAINLINT_BACKEND_CPU_CODEGEN_STABLEHLOTOLINALG_H

#include "Backend/CPU/Interface/CollectiveOp.h"
#include "Backend/CPU/Interface/Executable.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace trainlint::cpu {

/// On the outermost of nested loops whose steps can be taken in any order.
inline constexpr llvm::StringLiteral parallelAttribute = "trainlint.parallel";
/// On a constant zero in such a loop: stands for the first iteration of those
/// that a thread takes, which tells threads apart.
inline constexpr llvm::StringLiteral firstAttribute = "trainlint.first";

/// The kind of operation that a loop, a call or a copy is for, if it is timed.
inline constexpr llvm::StringLiteral operationAttribute = "trainlint.operation";

/// Vector registers of the computer; none if products are only to be loops.
struct Registers {
  int64_t bytes = 0, count = 0;
};

struct LoweringOptions {
  std::string entry = "main";
  /// Whether products of f32 may become calls of oneDNN; null stands for no.
  /// Asked only by programs that have any.
  bool (*hasOneDnn)() = nullptr;
  /// Whether it takes a product of bf16 of a shape, as it lies.
  bool (*supportsProduct)(llvm::ArrayRef<int64_t> shape) = nullptr;
  /// Whether it takes a convolution of a shape (Backend/CPU/Runtime/OneDnn.h).
  bool (*supportsConvolution)(llvm::ArrayRef<int64_t> shape) = nullptr;
  Registers registers;
  /// Loops, calls and copies say what they are for.
  bool namesOperations = false;
  /// With the types of the first operand and of the first result.
  bool namesTypes = false;
};

/// A program over buffers.
struct LoweredProgram {
  /// Holds `func.func @main(inputs..., outputs..., constants, context)`:
  /// buffers of the types below, the bytes of constants, and an index that is
  /// passed on to the runtime. Temporaries are `memref.alloc`. An input that is
  /// donated is in the buffer of its output, where it is computed with, so that
  /// no two buffers overlap.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string constants;
  llvm::SmallVector<BufferType> inputs, outputs;
  llvm::SmallVector<Donation> donations;
  /// The collectives of tensors, by the number that their calls pass.
  std::vector<CollectiveOp> collectives;
};

/// Lowers the entry function and what it calls. What is not run is reported at
/// the operation.
llvm::FailureOr<LoweredProgram> lowerToLinalg(mlir::ModuleOp program,
                                              const LoweringOptions &options);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_STABLEHLOTOLINALG_H
