//===- ProgramText.h - The text of programs ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_PROGRAMTEXT_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_PROGRAMTEXT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace trainlint::stablehlo {

/// What MLIR's reader would fail on without a message.
struct TextProblem {
  size_t offset;
  std::string message;
};

/// Brackets deeper than the stack allows, and numbers of more digits than
/// LLVM reads; none in programs that people or compilers write. To be asked of
/// every text before MLIR reads it.
std::optional<TextProblem> findTextProblem(llvm::StringRef text);

/// Reads a module of a text that nobody vouches for. Null after it has reported
/// why, to the handlers of the context. The name is for places.
mlir::OwningOpRef<mlir::ModuleOp> readModule(llvm::StringRef text,
                                             llvm::StringRef fileName,
                                             llvm::SourceMgr &sources,
                                             mlir::MLIRContext *context);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_PROGRAMTEXT_H
