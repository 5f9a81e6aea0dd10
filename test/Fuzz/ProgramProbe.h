//===- ProgramProbe.h - StableHLO programs through the reader ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FUZZ_PROGRAMPROBE_H
#define TRAINLINT_FUZZ_PROGRAMPROBE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace trainlint::test {

/// Reads programs, in a context that is renewed now and then, as contexts keep
/// all types and attributes. Ends the program if one that was read prints as a
/// text that cannot be read again or prints otherwise then.
class ProgramProbe {
public:
  ProgramProbe();

  void probe(llvm::StringRef text);
  /// How many were read.
  uint64_t read() const { return readCount; }

private:
  /// The reader looks for the null behind a text.
  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text);

  mlir::DialectRegistry registry;
  std::unique_ptr<mlir::MLIRContext> context;
  uint64_t count = 0;
  uint64_t readCount = 0;
};

} // namespace trainlint::test

#endif // TRAINLINT_FUZZ_PROGRAMPROBE_H
