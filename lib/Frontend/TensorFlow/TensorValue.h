//===- TensorValue.h - Constants --------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_TENSORVALUE_H
#define TRAINLINT_FRONTEND_TENSORFLOW_TENSORVALUE_H

#include "Frontend/TensorFlow/AttrValue.h"

namespace trainlint::tensorflow {

/// A constant, whose elements stay in the file.
struct TensorValue {
  DataType type = DataType::Invalid;
  SourceRange typeRange;
  Shape shape;
  /// The elements as one run of bytes, in text with quotes and escapes; an
  /// empty range if they are given as single values.
  SourceRange content;
  /// The bytes of `content`; no data if they have to be decoded first.
  llvm::StringRef contentBytes;
  /// How many single values of the type there are. Of fewer than the shape has
  /// elements, the last stands for the rest; none stands for zeros.
  uint64_t valueCount = 0;
  /// From the first to the last single value.
  SourceRange values;
  proto::Message message;
};

/// Reads what a constant says of itself. False if there is a problem, which is
/// then in the context.
bool readTensor(proto::ReadContext &context, const proto::Message &message,
                TensorValue &tensor);

// These read the elements of a constant. False, and perhaps without a problem
// in the context, if there are more than `limit`, their number is not known or
// not that of the shape, or the type is another one.

/// The elements of a type of integers or booleans; unsigned ones of 64 bits
/// as bits.
bool readIntegers(proto::ReadContext &context, const TensorValue &tensor,
                  uint64_t limit, llvm::SmallVectorImpl<int64_t> &out);

/// The elements of a type of real numbers.
bool readFloats(proto::ReadContext &context, const TensorValue &tensor,
                uint64_t limit, llvm::SmallVectorImpl<double> &out);

/// The elements of a type of strings, which are any bytes.
bool readStrings(proto::ReadContext &context, const TensorValue &tensor,
                 uint64_t limit, llvm::SmallVectorImpl<llvm::StringRef> &out);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_TENSORVALUE_H
