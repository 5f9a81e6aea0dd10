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
#include "Runtime/Data/ImageChange.h"

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
  /// The elements of the column, as they are read.
  pjrt::abi::Buffer_Type from = pjrt::abi::Buffer_Type::INVALID;
  /// One for each color of an image whose colors differ, and one otherwise.
  std::vector<Conversion> conversions;
  /// An integer of the column stands for the place of the one among zeros.
  bool isOneHot = false;
  /// Bytes that become floating-point numbers.
  bool isImage = false;
  /// How the bytes lie that are converted, for files of images and for what is
  /// moved or has colors of their own.
  std::optional<ImageLayout> layout;
};

/// Finds a column for each input: the one of its name; without it, one whose
/// name means the same (`images`, `x`, `features`; `labels`, `y`, `targets`);
/// without it, the only one that fits. Examples may have another arrangement
/// of the same dimensions if one of the two is flat, or if sizes of 1 differ.
/// Bytes that become floating-point numbers are scaled, except single ones. The
/// error names the input and what there is.
llvm::Expected<std::vector<Binding>>
bindInputs(llvm::ArrayRef<InputSpec> inputs, llvm::ArrayRef<Column> columns,
           const ImageScale &scale, const ImageOptions &images = {});

/// An example that is used in some epoch.
struct DrawnExample {
  int64_t number = 0;
  /// Bits that follow from the seed, the epoch and the number.
  uint64_t random = 0;
};

/// Writes the value that an example has in the column as the input wants it.
llvm::Error writeExample(const Binding &binding, const InputSpec &input,
                         const Column &column, const ImageOptions &images,
                         DrawnExample example, llvm::StringRef value,
                         char *out);

/// True if two names mean the same thing, such as `images` and `x`.
bool meansSame(llvm::StringRef name, llvm::StringRef other);

/// True if elements of data that are one number become a row of zeros with a
/// one.
bool fitsOneHot(const pjrt::BufferShape &from, const pjrt::BufferShape &to);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_BINDING_H
