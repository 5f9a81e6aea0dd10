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
#include "llvm/ADT/StringMap.h"

namespace trainlint::data {

/// A table as RFC 4180 describes it: values between commas or tabs, in double
/// quotes where they hold such a character or the end of a line. The first line
/// names the columns unless they are given. A word that names a class is its
/// number. All lines have as many values, and lines without characters are left
/// out.
class CsvTable : public LineTable {
public:
  CsvTable(char separator, const TextOptions &options);

  /// The value of an example in a column, as text.
  struct Cell {
    std::string text;
    /// The file that has it.
    std::string file;
    /// "data.csv:17:3".
    std::string place;
  };

  /// Adds a file, whose columns have the names of the others.
  llvm::Error add(const std::string &path, FileBytes bytes);

  llvm::Expected<Cell> cellOf(int64_t index, unsigned column) const;

  /// Of a column whose first value is the name of an image the images.
  static llvm::Expected<std::vector<Column>>
  columnsOf(std::shared_ptr<CsvTable> table);

protected:
  std::optional<Problem>
  parse(llvm::StringRef line, llvm::ArrayRef<FieldUse> fields, Scratch &out,
        llvm::SmallVectorImpl<size_t> &ends) const override;

private:
  llvm::Error findRows(File &file) const;
  std::optional<Problem> split(llvm::StringRef line,
                               std::vector<llvm::StringRef> &values) const;
  std::optional<Problem> splitAll(llvm::StringRef line,
                                  std::vector<llvm::StringRef> &values) const;
  llvm::Error takeNames(File &file);

  using ReadRow = llvm::function_ref<llvm::Error(
      const File &file, uint64_t offset, llvm::StringRef line,
      llvm::ArrayRef<llvm::StringRef> values)>;
  /// Gives the values of an example, whose line begins at an offset.
  llvm::Error readRow(int64_t index, ReadRow read) const;
  std::string readValue(llvm::StringRef value, pjrt::abi::Buffer_Type type,
                        Scratch &out) const;

  char separator;
  std::string imageRoot;
  /// The numbers of the words that are classes.
  llvm::StringMap<int64_t> classes;
  std::vector<std::string> names;
  bool areNamesGiven;
};

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_CSVTABLE_H
