//===- ProgramFile.h - StableHLO programs with their places -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_STABLEHLO_PROGRAMFILE_H
#define TRAINLINT_FRONTEND_STABLEHLO_PROGRAMFILE_H

#include "Support/SourceBuffer.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"

namespace trainlint::stablehlo {

/// A program that was read, and where its parts stand. The locations of its ops
/// may be lines of the Python file that it was made from, as JAX writes them.
class ProgramFile {
public:
  /// Reads a program into a module, with MLIR's reader and the verifiers of the
  /// dialect. Reports what is malformed. Ops of other dialects than those of
  /// programs are no errors, but as only their own tools can read them, the
  /// module stays empty.
  ProgramFile(const SourceBuffer &buffer, mlir::ModuleOp module);

  /// The module of the file, or what it was read into if it has none; empty if
  /// it cannot be read.
  mlir::ModuleOp module() const;
  /// True if the program was read and no constraint is violated.
  bool isValid() const { return valid; }

  /// The place of an op's name.
  mlir::Location locate(mlir::Operation *op) const;
  /// The place of an argument of a block.
  mlir::Location locate(mlir::BlockArgument argument) const;

  /// What has a name in the file, and where it is used.
  const mlir::AsmParserState &names() const { return places; }
  SourceRange rangeOf(llvm::SMRange range) const;

private:
  bool read();
  bool verify() const;
  bool verify(mlir::Operation *op, bool recursively,
              std::vector<std::string> &found) const;
  mlir::Location at(llvm::SMRange range) const;

  const SourceBuffer &buffer;
  /// MLIR's reader needs a null behind the text, and its places point here.
  std::unique_ptr<llvm::MemoryBuffer> text;
  mlir::ModuleOp root;
  mlir::MLIRContext *context;
  mlir::AsmParserState places;
  bool valid = false;
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_FRONTEND_STABLEHLO_PROGRAMFILE_H
