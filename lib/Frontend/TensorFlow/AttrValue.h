//===- AttrValue.h - Values of attributes -----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_ATTRVALUE_H
#define TRAINLINT_FRONTEND_TENSORFLOW_ATTRVALUE_H

#include "Dialect/Graph/Ops/DataType.h"
#include "Text/Protobuf/MessageReader.h"

namespace trainlint::tensorflow {

using proto::Name;

enum class AttrKind : uint8_t {
  /// A value without content, which TensorFlow takes for an empty list.
  None,
  String,
  Int,
  Float,
  Bool,
  Type,
  Shape,
  Tensor,
  Func,
  List,
  /// A name that stands for an attribute of the function that holds the node.
  Placeholder,
};

/// The value of an attribute, or of one element of a list.
struct AttrValue {
  AttrKind kind = AttrKind::None;
  /// The value as written; of a message what is between its brackets, of one
  /// given in several parts the last.
  SourceRange range;
  uint64_t bits = 0;
  /// The bytes of a string, the name of a placeholder, and how a number is
  /// written in text.
  llvm::StringRef text;
  /// The content of a shape, a tensor, a function or a list.
  proto::Message message;

  int64_t integer() const { return static_cast<int64_t>(bits); }
  bool boolean() const { return bits != 0; }
  /// The value of a `float`.
  double floating() const;
  DataType type() const { return static_cast<DataType>(integer()); }
};

/// An attribute of a node or of a function.
struct Attr {
  Name name;
  AttrValue value;
};

/// One dimension of a shape; of unknown size if `size` is -1.
struct Dimension {
  int64_t size = 0;
  SourceRange range;
  llvm::StringRef name;
};

struct Shape {
  bool unknownRank = false;
  llvm::SmallVector<Dimension, 4> dimensions;
};

/// A function with the attributes that it is called with.
struct FuncValue {
  Name name;
  llvm::SmallVector<Attr, 4> attrs;
};

// All of these read more of a value whose kind fits; false if there is a
// problem, which is then in the context.

/// Reads an `AttrValue`. Of several kinds the last one holds.
bool readAttrValue(proto::ReadContext &context, const proto::Message &message,
                   AttrValue &value);

/// Reads an entry of a map of attributes and appends it.
bool readAttr(proto::ReadContext &context, const proto::Message &entry,
              llvm::SmallVectorImpl<Attr> &attrs);

/// Reads the elements of a list in their order. A well-formed list holds values
/// of one kind.
bool readList(proto::ReadContext &context, const AttrValue &list,
              llvm::SmallVectorImpl<AttrValue> &elements);

bool readShape(proto::ReadContext &context, const proto::Message &message,
               Shape &shape);

bool readFunc(proto::ReadContext &context, const proto::Message &message,
              FuncValue &func);

/// The number of elements of a shape; none if it is not known or too large.
std::optional<uint64_t> elementCount(const Shape &shape);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_ATTRVALUE_H
