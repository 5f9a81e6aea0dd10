//===- OpDefinition.h - Inputs and outputs of a TensorFlow op ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_OPS_OPDEFINITION_H
#define TRAINLINT_DIALECT_GRAPH_OPS_OPDEFINITION_H

#include "Dialect/Graph/Ops/TypeSet.h"
#include "Tables/Tables.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace trainlint::tensorflow {

/// What the value of an attribute is, or each of its values if it is a list.
enum class AttributeKind : uint8_t {
  Type,
  Int,
  Float,
  Bool,
  String,
  Shape,
  Tensor,
  Func,
};

/// An attribute of an op.
struct AttributeDefinition {
  llvm::StringRef name;
  AttributeKind kind = AttributeKind::Int;
  bool isList = false;
  /// The types or strings that are allowed; all of them if both are empty.
  TypeSet allowedTypes;
  llvm::SmallVector<llvm::StringRef, 0> allowedWords;
  /// The least value of an integer, or the least length of a list.
  std::optional<int64_t> minimum;
  /// What holds if a node does not give the attribute; none if it has to.
  std::optional<llvm::StringRef> defaultText;

  bool isRequired() const { return !defaultText; }
  /// The default of an attribute that is a type, an integer or a boolean.
  std::optional<DataType> defaultType() const;
  std::optional<int64_t> defaultInteger() const;
};

/// An input or output of an op, which is one value, several of one type, or one
/// of each type of a list.
struct ArgumentDefinition {
  llvm::StringRef name;
  /// The element type; `Invalid` if an attribute says it.
  DataType type = DataType::Invalid;
  /// The attributes that say the type, how many values of it there are, and
  /// the types of the values; empty names if none does.
  llvm::StringRef typeAttribute;
  llvm::StringRef numberAttribute;
  llvm::StringRef typeListAttribute;
  /// True for a reference variable.
  bool isReference = false;

  /// True for an argument of one value, whatever attributes say.
  bool isSingle() const {
    return numberAttribute.empty() && typeListAttribute.empty();
  }
};

/// An op as TensorFlow defines it.
struct OpDefinition {
  llvm::StringRef name;
  llvm::SmallVector<ArgumentDefinition, 4> inputs;
  llvm::SmallVector<ArgumentDefinition, 2> outputs;
  llvm::SmallVector<AttributeDefinition, 4> attributes;
  bool isStateful = false;
  /// The version of graphs since which TensorFlow refuses the op.
  std::optional<int64_t> removed;

  /// Null if the op has no attribute of this name.
  const AttributeDefinition *attribute(llvm::StringRef name) const;
  /// True if an input or output is a reference variable.
  bool usesReferences() const;
};

/// Adds a type or the types of a row of tf-type-sets to a set; false for other
/// words.
bool insertTypes(llvm::StringRef word, const TfTypeSets &sets, TypeSet &out);

/// Decodes a row of tf-ops; none if the row is not well-formed. The text of the
/// definition is that of the tables.
std::optional<OpDefinition> decodeDefinition(const TfOps::Row &row,
                                             const TfTypeSets &sets);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_DIALECT_GRAPH_OPS_OPDEFINITION_H
