//===- JsonLines.h - An object of JSON in each line -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_JSONLINES_H
#define TRAINLINT_RUNTIME_DATA_JSONLINES_H

#include "Runtime/Data/LineTable.h"
#include "Text/Json/Json.h"

namespace trainlint::data {

/// Files with an object of JSON in each line. The first line tells the columns:
/// its keys, whose values are numbers, booleans, or arrays of them, in
/// arrays. Lines of white space are left out.
class JsonLines : public LineTable {
public:
  llvm::Error add(const std::string &path, FileBytes bytes);

  static std::vector<Column> columnsOf(std::shared_ptr<JsonLines> table);

protected:
  std::optional<Problem>
  parse(llvm::StringRef line, llvm::ArrayRef<FieldUse> fields, Scratch &out,
        llvm::SmallVectorImpl<size_t> &ends) const override;

private:
  struct Key {
    std::string name;
    llvm::SmallVector<int64_t, 4> dims;
    /// Why its values are no column.
    std::string problem;
  };

  llvm::Error findLines(File &file) const;
  llvm::Error takeKeys(const File &file);

  std::vector<Key> keys;
};

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_JSONLINES_H
