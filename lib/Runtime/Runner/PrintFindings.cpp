//===- PrintFindings.cpp - Showing what a graph's step lacks --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/PrintFindings.h"
#include "Diagnostics/FindingCollector.h"
#include "Output/Writer.h"
#include "Support/Printable.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::run;

/// Writes what MLIR reports, with its place.
static void print(mlir::Diagnostic &diagnostic, llvm::raw_ostream &err) {
  mlir::FileLineColRange place;
  diagnostic.getLocation()->walk([&](mlir::Location part) {
    place = llvm::dyn_cast<mlir::FileLineColRange>(part);
    return place ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  if (place)
    err << printableLine(place.getFilename().getValue()) << ":"
        << place.getStartLine() << ":" << place.getStartColumn() << ": ";
  bool isError = diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
  err << (isError ? "error: " : "warning: ") << printableLines(diagnostic.str())
      << "\n";
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    err << "  note: " << printableLines(note.str()) << "\n";
}

run::PrintFindings::PrintFindings(mlir::MLIRContext *context,
                                  const SourceBuffer &buffer,
                                  llvm::raw_ostream &err)
    : buffer(buffer), err(err),
      handler(context, [this](mlir::Diagnostic &diagnostic) {
        if (std::optional<Finding> finding = findingIn(diagnostic, sources))
          findings.push_back(std::move(*finding));
        else
          print(diagnostic, this->err);
      }) {
  sources.add(buffer);
}

run::PrintFindings::~PrintFindings() {
  sortFindings(findings);
  createWriter(OutputFormat::Text, err, WriterOptions())
      ->write(buffer.name(), findings);
}
