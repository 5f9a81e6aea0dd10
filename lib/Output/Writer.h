//===- Writer.h - Findings in the formats of their readers ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OUTPUT_WRITER_H
#define TRAINLINT_OUTPUT_WRITER_H

#include "Diagnostics/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace trainlint {

class NotebookCell;

enum class OutputFormat : uint8_t {
  Text,
  Concise,
  Json,
  Sarif,
  GitHub,
  GitLab,
  Checkstyle,
  JUnit,
};

std::optional<OutputFormat> parseOutputFormat(llvm::StringRef name);
/// All names, separated by commas, for messages.
llvm::StringRef outputFormatNames();

/// A table that a run looked into, and the date of its facts.
struct UsedTable {
  std::string name;
  std::string asOf;

  bool operator<(const UsedTable &other) const {
    return std::pair(llvm::StringRef(name), llvm::StringRef(asOf)) <
           std::pair(llvm::StringRef(other.name), llvm::StringRef(other.asOf));
  }
};

/// What a whole run found.
struct Summary {
  unsigned files = 0;
  unsigned errors = 0;
  unsigned warnings = 0;
  unsigned infos = 0;
  /// Values with placeholders, which were not checked.
  unsigned skippedValues = 0;
  /// Findings that a baseline hides.
  unsigned baselined = 0;
  /// What it rested on, by name.
  std::set<UsedTable> tables;

  unsigned findings() const { return errors + warnings + infos; }
  void count(llvm::ArrayRef<Finding> found);
};

struct WriterOptions {
  bool color = false;
  /// Columns of the terminal; lines that are longer are cut around what they
  /// show. Zero for no limit.
  unsigned width = 0;
};

/// Writes the findings of a run, file by file, so that they need not be kept.
/// Files arrive in the order of the report; the buffers behind the findings
/// live until write() returns.
class Writer {
public:
  virtual ~Writer() = default;
  virtual void begin() {}
  /// `file` is the name of the input; called for files without findings, too.
  virtual void write(llvm::StringRef file,
                     llvm::ArrayRef<Finding> findings) = 0;
  virtual void end(const Summary &summary) {}
};

std::unique_ptr<Writer> createWriter(OutputFormat format, llvm::raw_ostream &os,
                                     const WriterOptions &options);

std::unique_ptr<Writer> createTextWriter(llvm::raw_ostream &os,
                                         const WriterOptions &options);
std::unique_ptr<Writer> createConciseWriter(llvm::raw_ostream &os,
                                            const WriterOptions &options);
std::unique_ptr<Writer> createJsonWriter(llvm::raw_ostream &os);
std::unique_ptr<Writer> createSarifWriter(llvm::raw_ostream &os);
std::unique_ptr<Writer> createGitHubWriter(llvm::raw_ostream &os);
std::unique_ptr<Writer> createGitLabWriter(llvm::raw_ostream &os);
std::unique_ptr<Writer> createCheckstyleWriter(llvm::raw_ostream &os);
std::unique_ptr<Writer> createJUnitWriter(llvm::raw_ostream &os);

/// `file:line:column`, the column in code points, printable at the start of a
/// line. In a notebook `file:cell 7:line:column`, with the line of the cell.
std::string formatPlace(const Place &place);

/// The cell of a notebook that a place lies in; null if it lies in none.
const NotebookCell *cellOf(const Place &place);

/// The message of a finding, for formats that know no cells: with the place in
/// its cell behind it.
std::string messageWithCell(const Finding &finding);

/// A hash that stays when lines are added or removed elsewhere in the file:
/// that of the rule, the message and the text of the line.
std::string fingerprint(const Finding &finding);

/// The same with a name that the rule of the finding had before.
std::string fingerprint(const Finding &finding, llvm::StringRef ruleName);
/// The same without the message, whose words may be others in another version.
std::string lineFingerprint(const Finding &finding, llvm::StringRef ruleName);

} // namespace trainlint

#endif // TRAINLINT_OUTPUT_WRITER_H
