//===- TensorValue.h - Initializers and constants ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_TENSORVALUE_H
#define TRAINLINT_FRONTEND_ONNX_TENSORVALUE_H

#include "Frontend/ONNX/ElementType.h"
#include "Frontend/ONNX/ModelFile.h"

namespace trainlint::onnx {

/// Where data lies that is not in the model's own file. The numbers are written
/// as text.
struct ExternalData {
  /// A path relative to the folder of the model.
  Name location;
  Name offset;
  Name length;

  /// The offset in bytes, 0 if it is not given. None if it is no number.
  std::optional<uint64_t> offsetInBytes() const;
  /// The length in bytes. None if it is not given or no number.
  std::optional<uint64_t> lengthInBytes() const;
};

/// A `TensorProto`, whose elements stay in the file.
struct TensorValue {
  Name name;
  ElementType type = ElementType::Undefined;
  SourceRange typeRange;
  llvm::SmallVector<int64_t, 4> dims;
  /// From the first to the last dimension.
  SourceRange dimsRange;
  /// The elements as one run of bytes, in text with quotes and escapes; an
  /// empty range if they are given as single values or lie elsewhere.
  SourceRange content;
  /// The bytes of `content`; no data if they have to be decoded first.
  llvm::StringRef contentBytes;
  /// How many single values of the type there are.
  uint64_t valueCount = 0;
  /// From the first to the last single value.
  SourceRange values;
  /// True if the elements lie in another file.
  bool isExternal = false;
  ExternalData external;
  proto::Message message;

  /// The elements' size from type and shape; none if it is not known.
  std::optional<uint64_t> sizeInBytes() const;
};

/// A `SparseTensorProto`.
struct SparseTensor {
  TensorValue values;
  TensorValue indices;
  llvm::SmallVector<int64_t, 4> dims;
};

/// Reads what a tensor says of itself. False if there is a problem, which is
/// then in the context.
bool readTensor(proto::ReadContext &context, const proto::Message &message,
                TensorValue &tensor);
bool readSparseTensor(proto::ReadContext &context,
                      const proto::Message &message, SparseTensor &tensor);

/// Each of these reads the elements of a tensor; false if it has another type,
/// if its elements lie elsewhere or in less than a byte, if there are more than
/// `limit` of them or not as many as the shape says, or if there is a problem.

/// The elements of any such type as the file has them, least byte first; empty
/// instead of false, and of single values.
llvm::StringRef readContent(proto::ReadContext &context,
                            const TensorValue &tensor, uint64_t limit);
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

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_TENSORVALUE_H
