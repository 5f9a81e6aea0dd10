//===- Folders.h - Where relative paths of a program begin ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_FOLDERS_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_FOLDERS_H

#include "Frontend/Python/Values/Program.h"
#include <string>

namespace trainlint::python {

/// What `%cd` and `os.chdir` do to the paths below them.
class Folders {
public:
  explicit Folders(const Program &program);

  /// The folder at a place of the file, relative to the one in which the
  /// program is started; nothing if nobody knows.
  std::optional<std::string> at(uint32_t place) const;

private:
  struct Change {
    uint32_t place;
    std::optional<std::string> folder;
  };
  std::vector<Change> changes;
};

/// A path as one from the folder in which the program is started, without dots;
/// nothing if the folder is not known. Absolute paths stay what they are.
std::optional<std::string> pathIn(const std::optional<std::string> &folder,
                                  llvm::StringRef path);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_FOLDERS_H
