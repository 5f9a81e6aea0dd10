//===- Attribute.h - Attributes of nodes ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_ATTRIBUTE_H
#define TRAINLINT_FRONTEND_ONNX_ATTRIBUTE_H

#include "Frontend/ONNX/ModelFile.h"

namespace trainlint::onnx {

/// What an attribute holds, `AttributeProto.AttributeType`. Files may hold
/// other numbers, of newer versions.
enum class AttributeType : int32_t {
  Undefined = 0,
  Float = 1,
  Int = 2,
  String = 3,
  Tensor = 4,
  Graph = 5,
  Floats = 6,
  Ints = 7,
  Strings = 8,
  Tensors = 9,
  Graphs = 10,
  SparseTensor = 11,
  SparseTensors = 12,
  TypeProto = 13,
  TypeProtos = 14,
};

/// `list of ints`, as the operators' tables spell it; empty for a type that is
/// not known here.
llvm::StringRef attributeTypeName(AttributeType type);

/// An attribute of a node, or the default of one of a function.
struct Attribute {
  Name name;
  /// As declared. In models before version 2 of the format, which declare none,
  /// the type of the value.
  AttributeType type = AttributeType::Undefined;
  /// Empty if no type is declared.
  SourceRange typeRange;
  /// In a function: the attribute of the function that gives the value.
  Name reference;
  /// The value, of a list from the first to the last; the whole attribute if it
  /// has no value.
  SourceRange range;
  /// The bits of a number.
  uint64_t bits = 0;
  /// The bytes of a string, and how a number is written in text.
  llvm::StringRef text;
  /// The content of a tensor, a graph, a sparse tensor or a type.
  proto::Message content;
  /// The attribute itself.
  proto::Message message;

  int64_t integer() const { return static_cast<int64_t>(bits); }
  double floating() const;
};

/// Reads an `AttributeProto`. False if there is a problem, which is then in the
/// context; the same holds for the functions below.
bool readAttribute(proto::ReadContext &context, const proto::Message &message,
                   Attribute &attribute);

/// The values of a list, empty for attributes of another type.
bool readInts(proto::ReadContext &context, const Attribute &attribute,
              llvm::SmallVectorImpl<Number> &out);
bool readReals(proto::ReadContext &context, const Attribute &attribute,
               llvm::SmallVectorImpl<double> &out);
bool readTexts(proto::ReadContext &context, const Attribute &attribute,
               llvm::SmallVectorImpl<Name> &out);
/// The tensors, graphs, sparse tensors or types of a list.
bool readMessages(proto::ReadContext &context, const Attribute &attribute,
                  llvm::SmallVectorImpl<proto::Message> &out);

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_ATTRIBUTE_H
