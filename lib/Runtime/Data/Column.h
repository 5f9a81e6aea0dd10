//===- Column.h - Named arrays of examples ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_COLUMN_H
#define TRAINLINT_RUNTIME_DATA_COLUMN_H

#include "Runtime/Tensor/HostTensor.h"
#include "llvm/Support/Error.h"
#include <string>

namespace trainlint::data {

/// A named array whose first dimension counts examples.
struct Column {
  std::string name;
  /// Where it comes from, for messages.
  std::string file;
  run::HostTensor tensor;
  /// Why no input can read it; empty if one can.
  std::string problem;
  /// Files of images, one for each example, which are decoded when they are
  /// needed. The tensor has no elements then.
  std::vector<std::string> images;
  /// True if `images` are the names of the files, which are read when they are
  /// needed.
  bool hasImageFiles = false;

  bool isEncoded() const { return !images.empty(); }
  int64_t exampleCount() const {
    return isEncoded() ? images.size() : tensor.shape.dims.front();
  }
  /// One example without the first dimension.
  pjrt::BufferShape exampleShape() const;
  /// The bytes of one example.
  llvm::ArrayRef<char> example(int64_t index) const;
};

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

/// True if one of the words of a name says that examples are held out:
/// `t10k-images`, `x_test`, `mnist-test.tfrecord`.
bool isHeldOut(llvm::StringRef name);

/// The columns that files and folders hold, in the order of names. A folder's
/// files are told by their contents: IDX files, also packed with gzip, .npy,
/// .npz, and record files of examples, whose parts follow one another by name.
/// Of a folder, other files are left out, and those of the other split, as are
/// such arrays of a .npz. A folder without such files may have folders of
/// images (ImageFolder.h). The error names the file.
llvm::Expected<std::vector<Column>> readColumns(llvm::ArrayRef<DataFile> files,
                                                Split split = Split::Training);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_COLUMN_H
