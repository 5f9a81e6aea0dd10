//===- LineTable.h - Examples that are lines of text ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_LINETABLE_H
#define TRAINLINT_RUNTIME_DATA_LINETABLE_H

#include "Runtime/Data/Column.h"

namespace trainlint::data {

/// The most bytes of one line.
inline constexpr uint64_t MostLineBytes = 4 << 20;

/// Examples of text files with an example in each line, one file after another.
/// A number of eight bytes tells where each line begins; the line is read when
/// it is needed. Errors tell the file, the line and the column.
class LineTable : public ExampleTable {
public:
  int64_t size() const override { return examples; }
  llvm::Error read(int64_t index, llvm::ArrayRef<FieldUse> fields,
                   Row &row) const override;
  /// "`labels` at data.csv:17".
  std::string nameOf(int64_t index, llvm::StringRef column) const override;
  llvm::SmallVector<int64_t> fileSizes() const override;
  bool isInMemory() const override;

protected:
  struct File {
    std::string path;
    FileBytes bytes;
    /// The number of the first of its examples.
    int64_t first = 0;
    /// Where each of its examples begins, and where the last one ends.
    std::vector<uint64_t> places = {};
  };

  /// What is wrong with a text, and where.
  struct Problem {
    uint64_t offset;
    std::string message;
  };

  /// Appends the wanted values of a line to `out`, numbers of eight bytes, and
  /// where each ends to `ends`.
  virtual std::optional<Problem>
  parse(llvm::StringRef line, llvm::ArrayRef<FieldUse> fields, Scratch &out,
        llvm::SmallVectorImpl<size_t> &ends) const = 0;

  void addFile(File file);
  /// The text of an example, with what ends its line.
  static llvm::Expected<llvm::StringRef> lineOf(const File &file, size_t number,
                                                Scratch &scratch);
  /// "data.csv:17:3".
  static llvm::Expected<std::string> placeAt(const File &file, uint64_t offset);
  /// "data.csv:17:3: ...".
  static llvm::Error errorAt(const File &file, uint64_t offset,
                             const llvm::Twine &message);

  const File &fileOf(int64_t index) const;

  std::vector<File> files;

private:
  int64_t examples = 0;
};

/// Appends the number that a text says, as `S64` or `F64`. Returns what is
/// wrong with it, or nothing.
std::string appendNumber(llvm::StringRef text, pjrt::abi::Buffer_Type type,
                         Scratch &out);

/// Reads a file in its order, in parts.
llvm::Error forEachPart(
    const FileBytes &file,
    llvm::function_ref<llvm::Error(uint64_t offset, llvm::StringRef)> visit);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_LINETABLE_H
