//===- CsvTable.h - Tables of values between commas -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_CSVTABLE_H
#define TRAINLINT_RUNTIME_DATA_CSVTABLE_H

#include "Runtime/Data/LineTable.h"

namespace trainlint::data {

/// A table as RFC 4180 describes it: values between commas or tabs, in double
/// quotes where they hold such a character or the end of a line. The first line
/// names the columns unless they are given. All lines have as many values, and
/// lines without characters are left out.
class CsvTable : public LineTable {
public:
  CsvTable(char separator, std::vector<std::string> names)
      : separator(separator), names(std::move(names)),
        areNamesGiven(!this->names.empty()) {}

  /// Adds a file, whose columns have the names of the others.
  llvm::Error add(const std::string &path, FileBytes bytes);

  static std::vector<Column> columnsOf(std::shared_ptr<CsvTable> table);

protected:
  std::optional<Problem>
  parse(llvm::StringRef line, llvm::ArrayRef<FieldUse> fields, Scratch &out,
        llvm::SmallVectorImpl<size_t> &ends) const override;

private:
  llvm::Error findRows(File &file) const;
  std::optional<Problem> split(llvm::StringRef line,
                               std::vector<llvm::StringRef> &values) const;
  llvm::Error takeNames(File &file);

  char separator;
  std::vector<std::string> names;
  bool areNamesGiven;
};

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_CSVTABLE_H
