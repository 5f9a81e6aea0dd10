//===- WrittenFiles.h - Files that cells write ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_WRITTENFILES_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_WRITTENFILES_H

#include "Frontend/Python/Values/Program.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::python {

/// A file as one statement of a program writes it.
struct WrittenFile {
  /// As the program runs, without `./` in front; empty if it is not known.
  std::string path;
  /// Where the path stands.
  SourceRange pathPlace;
  /// The number of the cell, `Cell::index`.
  unsigned cell;
  /// Where the cell or the statement begins.
  uint32_t place;
  /// What it holds from here on, with what was there before if it is appended
  /// to; null if that is not known.
  std::shared_ptr<const MappedText> text;
  /// What is written here, without what was there before; null if that is not
  /// known.
  std::shared_ptr<const MappedText> written;
  /// True if it is added to what was there before.
  bool isAppended = false;
  /// True if the body of the cell is the text: `%%writefile`.
  bool isCell = false;
};

/// The files that a program writes: `%%writefile`, `%%file`, and constant text
/// that is given to `open(...).write`.
class WrittenFiles {
public:
  explicit WrittenFiles(const Program &program);

  /// In the order of the program.
  llvm::ArrayRef<WrittenFile> all() const { return files; }
  /// The file of a path as it is for what stands at a place: null if nothing
  /// above writes it.
  const WrittenFile *find(llvm::StringRef path, uint32_t place) const;
  /// The first one below a place; null if there is none.
  const WrittenFile *findBelow(llvm::StringRef path, uint32_t place) const;
  /// True if a file above a place has a path that is not known.
  bool hasUnknownPath(uint32_t place) const;

private:
  std::vector<WrittenFile> files;
  llvm::StringMap<llvm::SmallVector<unsigned, 1>> byPath;
  uint32_t firstUnknownPath = ~0u;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_WRITTENFILES_H
