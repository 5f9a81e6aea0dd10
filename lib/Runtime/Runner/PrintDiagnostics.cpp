//===- PrintDiagnostics.cpp - What MLIR reports, for people ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/PrintDiagnostics.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::run;

static void print(mlir::Diagnostic &diagnostic, llvm::raw_ostream &err) {
  mlir::FileLineColRange place;
  diagnostic.getLocation()->walk([&](mlir::Location part) {
    place = llvm::dyn_cast<mlir::FileLineColRange>(part);
    return place ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  if (place)
    err << place.getFilename().getValue() << ":" << place.getStartLine() << ":"
        << place.getStartColumn() << ": ";
  bool isError = diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
  err << (isError ? "error: " : "warning: ") << diagnostic.str() << "\n";
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    err << "  note: " << note.str() << "\n";
}

run::PrintDiagnostics::PrintDiagnostics(mlir::MLIRContext *context,
                                        llvm::raw_ostream &err)
    : ScopedDiagnosticHandler(context, [&err](mlir::Diagnostic &diagnostic) {
        print(diagnostic, err);
        return llvm::success();
      }) {}
