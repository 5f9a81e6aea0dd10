//===- ExampleColumns.h - Features of examples as columns -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_EXAMPLECOLUMNS_H
#define TRAINLINT_RUNTIME_DATA_EXAMPLECOLUMNS_H

#include "Runtime/Data/Column.h"
#include "Runtime/Data/Example.h"
#include <map>

namespace trainlint::data {

/// Gathers the features of examples from record files as columns: numbers as
/// `f32` or `i64`, a string of bytes as `ui8`; a single number has no dimension
/// of its own. A file of an image stays what it is. A feature that not every
/// example has with the same number of values cannot be read.
class ExampleColumns {
public:
  /// Fails if the file is damaged or an example cannot be read.
  llvm::Error addFile(const std::string &file, llvm::StringRef contents);

  /// The columns, by name.
  std::vector<Column> finish();

private:
  struct Gathered {
    Column column;
    int64_t examples = 0;
  };

  void addFeature(const std::string &file, const std::string &name,
                  const Feature &feature);

  std::map<std::string, Gathered> features;
  int64_t examples = 0;
};

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_EXAMPLECOLUMNS_H
