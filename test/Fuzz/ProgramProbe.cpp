//===- ProgramProbe.cpp - StableHLO programs through the reader -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramProbe.h"
#include "Copies.h"
#include "Dialect/StableHLO/IR/RegisterDialects.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

ProgramProbe::ProgramProbe() { stablehlo::registerProgramDialects(registry); }

mlir::OwningOpRef<mlir::ModuleOp> ProgramProbe::parse(const std::string &text) {
  return mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
}

static std::string textOf(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

void ProgramProbe::probe(StringRef text) {
  constexpr uint64_t CopiesOfContext = 500;
  if (count++ % CopiesOfContext == 0)
    context = std::make_unique<mlir::MLIRContext>(
        registry, mlir::MLIRContext::Threading::DISABLED);
  // A finding is what most copies are for; nobody reads it here.
  mlir::ScopedDiagnosticHandler ignore(
      context.get(), [](mlir::Diagnostic &) { return llvm::success(); });
  if (mlir::OwningOpRef<mlir::ModuleOp> module = parse(text.str())) {
    ++readCount;
    std::string printed = textOf(*module);
    mlir::OwningOpRef<mlir::ModuleOp> again = parse(printed);
    if (!again)
      broken("what is printed can be read:\n" + printed);
    if (textOf(*again) != printed)
      broken("what is read again prints the same:\n" + printed);
  }
}
