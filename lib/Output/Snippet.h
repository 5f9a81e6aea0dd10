//===- Snippet.h - Source lines with labels below them ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OUTPUT_SNIPPET_H
#define TRAINLINT_OUTPUT_SNIPPET_H

#include "Diagnostics/Finding.h"
#include "Output/Writer.h"

namespace trainlint {

/// A range of a source to underline, with what to say about it.
struct SnippetLabel {
  SourceRange range;
  std::string text;
  /// The finding itself, rather than a related location.
  bool primary = false;
};

/// Draws the lines of a source that labels speak of, each label below its line.
/// Lines far apart are separated by `...`; a line that is wider than the
/// terminal is cut around its labels.
void printSnippet(llvm::raw_ostream &os, const SourceBuffer &buffer,
                  llvm::SmallVector<SnippetLabel> labels, Severity severity,
                  const WriterOptions &options);

/// The color of a severity, or none.
void setSeverityColor(llvm::raw_ostream &os, Severity severity,
                      const WriterOptions &options);
void resetColor(llvm::raw_ostream &os, const WriterOptions &options);

} // namespace trainlint

#endif // TRAINLINT_OUTPUT_SNIPPET_H
