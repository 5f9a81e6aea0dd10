//===- Column.h - Named arrays of examples ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_COLUMN_H
#define TRAINLINT_RUNTIME_DATA_COLUMN_H

#include "Runtime/Data/ExampleTable.h"
#include <string>

namespace trainlint::data {

/// What the values of a column are.
enum class ValueKind : uint8_t {
  /// Arrays of one shape.
  Numbers,
  /// JPEG and PNG files.
  Images,
  /// Arrays of numbers that are text, which become what the input wants.
  Text,
};

/// A named value of all examples.
struct Column {
  std::string name;
  /// Where it comes from, for messages.
  std::string file;
  ValueKind kind = ValueKind::Numbers;
  /// Dimension 0 counts examples; images have no other.
  pjrt::BufferShape shape;
  /// Why no input can read it; empty if one can.
  std::string problem;
  /// What it is read from, and which value of an example there it is. Numbers
  /// of text may be several values, one after another.
  std::shared_ptr<const ExampleTable> table;
  llvm::SmallVector<unsigned, 1> fields = {0};

  bool isEncoded() const { return kind == ValueKind::Images; }
  int64_t exampleCount() const { return shape.dims.front(); }
  /// One example without the first dimension.
  pjrt::BufferShape exampleShape() const;
};

/// A column that is in memory.
Column columnOf(std::string name, std::string file, run::HostTensor tensor);

/// What the data files of a command line are.
struct DataFile {
  std::string path;
  /// The input that the file is for, empty to find out by name.
  std::string input;
};

/// Which examples are read of folders and archives that have several kinds.
/// `test`, `val`, `valid`, `validation`, `eval` or `t10k` is a word of the
/// names of those that are held out.
enum class Split : uint8_t {
  /// All but those that are held out.
  Training,
  /// Those that are held out; all if there are none.
  HeldOut,
};

/// What text does not say itself.
struct TextOptions {
  /// Names of the columns of CSV files whose first line has none.
  std::vector<std::string> columns;
  /// The words of CSV files that stand for numbers, in the order of those.
  std::vector<std::string> classes;
  /// Where the paths of images in CSV files begin, and below which all of them
  /// are; the folder of the file if it is empty.
  std::string imageRoot;
};

/// True if one of the words of a name says that examples are held out:
/// `t10k-images`, `x_test`, `mnist-test.tfrecord`.
bool isHeldOut(llvm::StringRef name);

/// The columns that files and folders hold, in the order of names. A folder's
/// files are told by their contents: IDX files, also packed with gzip, .npy,
/// .npz, and record files of examples, whose parts follow one another by name.
/// Text has no such begin: it is `.csv`, `.tsv`, `.jsonl` or `.ndjson`, and in
/// a folder it counts if there is nothing else. Of a folder, other files are
/// left out, and those of the other split, as are such arrays of a .npz. A
/// folder without such files may have folders of images (ImageFolder.h). The
/// error names the file.
llvm::Expected<std::vector<Column>> readColumns(llvm::ArrayRef<DataFile> files,
                                                Split split = Split::Training,
                                                const TextOptions &text = {});

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_COLUMN_H
