//===- NamedImages.h - Images that tables of text name ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_NAMEDIMAGES_H
#define TRAINLINT_RUNTIME_DATA_NAMEDIMAGES_H

#include "Runtime/Data/CsvTable.h"

namespace trainlint::data {

/// True if the name of a file says that it is an image that can be read.
bool isImageName(llvm::StringRef file);

/// Reads a file that was found in a folder, or that text names, as the only
/// value of a row. Fails if it is no image.
llvm::Error readImageFile(llvm::StringRef path, llvm::ArrayRef<FieldUse> fields,
                          Row &row);

/// The images that a column of a table names. Their paths begin at a folder,
/// below which all of them are: that of the text that names them, unless
/// another one is given.
class NamedImages : public ExampleTable {
public:
  NamedImages(std::shared_ptr<const CsvTable> names, unsigned column,
              std::string root)
      : names(std::move(names)), column(column), root(std::move(root)) {}

  int64_t size() const override { return names->size(); }
  llvm::Error read(int64_t index, llvm::ArrayRef<FieldUse> fields,
                   Row &row) const override;
  std::string nameOf(int64_t index, llvm::StringRef name) const override {
    return names->nameOf(index, name);
  }
  llvm::SmallVector<int64_t> fileSizes() const override {
    return names->fileSizes();
  }

private:
  std::shared_ptr<const CsvTable> names;
  unsigned column;
  /// Empty for the folder of each text.
  std::string root;
};

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_NAMEDIMAGES_H
