//===- Binding.h - Which column an input reads, and how ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_BINDING_H
#define TRAINLINT_RUNTIME_DATA_BINDING_H

#include "Runtime/Data/Column.h"
#include "Runtime/Data/Conversion.h"

namespace trainlint::data {

/// An input of a step, as one replica sees it.
struct InputSpec {
  std::string name;
  /// Dimension 0 is the batch.
  pjrt::BufferShape shape;
  /// Integers of the input are below this.
  std::optional<int64_t> classes;

  int64_t batch() const { return shape.dims.front(); }
  /// One example without the batch.
  pjrt::BufferShape exampleShape() const;
};

/// How an input is filled.
struct Binding {
  /// The number of the column.
  size_t column = 0;
  Conversion conversion;
  /// An integer of the column stands for the place of the one among zeros.
  bool isOneHot = false;
  /// Where the input has the colors of an image, and its size.
  struct ImageSize {
    bool hasColorsFirst;
    int64_t height, width;
  };
  std::optional<ImageSize> image;
};

/// Finds a column for each input: the one of its name; without it, one whose
/// name means the same (`images`, `x`, `features`; `labels`, `y`, `targets`);
/// without it, the only one that fits. Examples may have another arrangement
/// of the same dimensions if one of the two is flat, or if sizes of 1 differ.
/// Bytes that become floating-point numbers are scaled, except single ones. The
/// error names the input and what there is.
llvm::Expected<std::vector<Binding>>
bindInputs(llvm::ArrayRef<InputSpec> inputs, llvm::ArrayRef<Column> columns,
           const ImageScale &scale);

/// Writes an example as an input wants it.
llvm::Error writeExample(const Binding &binding, const InputSpec &input,
                         const Column &column, int64_t example, char *out);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_BINDING_H
