//===- RecordTable.h - Examples of record files -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_RECORDTABLE_H
#define TRAINLINT_RUNTIME_DATA_RECORDTABLE_H

#include "Runtime/Data/Column.h"
#include "Runtime/Data/Example.h"
#include <map>

namespace trainlint::data {

/// The examples of TFRecord files, one file after another. A number of eight
/// bytes tells where each record is; the record is read when it is needed, and
/// its checksum compared.
///
/// Features are columns: numbers are `f32` or `i64`, a string of bytes is
/// `ui8`; a single number has no dimension of its own. A file of an image stays
/// what it is. A feature that not every example has with the same number of
/// values cannot be read. What is in memory is looked at as a whole; of a file
/// on the disk that tells the first example.
class RecordTable : public ExampleTable {
public:
  /// Adds a file. Fails if it is damaged or an example cannot be read.
  llvm::Error addFile(const std::string &path, FileBytes bytes);

  /// Adds a file that gzip has packed and that is too large to be unpacked into
  /// memory. It is unpacked once here, to count its records and to look at
  /// them, and then whenever its examples are taken in their order.
  llvm::Error addPackedFile(const std::string &path, FileBytes bytes);

  /// The columns of a table to which nothing is added any more, by name.
  static std::vector<Column> columnsOf(std::shared_ptr<RecordTable> table);

  int64_t size() const override { return examples; }
  llvm::Error read(int64_t index, llvm::ArrayRef<FieldUse> fields,
                   Row &row) const override;
  llvm::SmallVector<int64_t> fileSizes() const override;
  bool isStreamed() const override;
  std::unique_ptr<ExampleStream> stream() const override;
  llvm::Error readTaken(int64_t index, llvm::StringRef record,
                        llvm::ArrayRef<FieldUse> fields,
                        Row &row) const override;

private:
  friend class RecordStream;

  struct File {
    std::string path;
    FileBytes bytes;
    /// The number of the first of its examples, and how many it has.
    int64_t first = 0;
    int64_t count = 0;
    /// Where each of its records begins, and where the last one ends; empty if
    /// the file is packed.
    std::vector<uint64_t> places = {};

    bool isPacked() const { return places.empty(); }
  };

  llvm::Error lookAtRecord(const std::string &path, int64_t number,
                           llvm::StringRef record);
  void add(File file);
  /// What the examples that were looked at have in common.
  struct Feature {
    Column column;
    int64_t examples = 0;
  };

  void lookAt(const std::string &path, const Example &example);
  const File &fileOf(int64_t index) const;

  std::vector<File> files;
  int64_t examples = 0;
  int64_t lookedAt = 0;
  std::map<std::string, Feature> features;
  /// The features by the numbers of their columns.
  std::vector<const Feature *> numbered;
};

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_RECORDTABLE_H
