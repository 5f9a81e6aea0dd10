//===- OpSignature.h - Values of a node by its attributes -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_OPS_OPSIGNATURE_H
#define TRAINLINT_DIALECT_GRAPH_OPS_OPSIGNATURE_H

#include "Dialect/Graph/Ops/OpDefinition.h"

namespace trainlint::tensorflow {

/// What a node says of an attribute.
enum class Given : uint8_t {
  /// Nothing, so that the default holds.
  No,
  /// Something that cannot be used: a value of another kind, or the name of an
  /// attribute of the function that holds the node.
  Unknown,
  Yes,
};

/// The attributes of a node, whatever it is represented by.
class NodeAttributes {
public:
  virtual ~NodeAttributes();

  /// Reads an integer.
  virtual Given readInteger(llvm::StringRef name, int64_t &value) const = 0;
  /// Reads a type.
  virtual Given readType(llvm::StringRef name, DataType &type) const = 0;
  /// Reads a list of types and appends it.
  virtual Given readTypes(llvm::StringRef name,
                          llvm::SmallVectorImpl<DataType> &types) const = 0;
};

/// The most values of an argument that are counted: more than any real node
/// has, so that a damaged number does not fill the memory.
inline constexpr int64_t MaxValuesOfArgument = 1 << 16;

/// How many values an argument has; none if the attributes do not tell, or tell
/// more than `MaxValuesOfArgument`.
std::optional<size_t> valueCount(const OpDefinition &op,
                                 const ArgumentDefinition &argument,
                                 const NodeAttributes &attributes);

// These append the type of each value of a node; `Invalid` for one that the
// attributes do not tell, and a reference for one of a reference variable.
// False if they do not tell how many values there are; what is before the first
// such argument is then there.

bool operandTypes(const OpDefinition &op, const NodeAttributes &attributes,
                  llvm::SmallVectorImpl<DataType> &types);
bool resultTypes(const OpDefinition &op, const NodeAttributes &attributes,
                 llvm::SmallVectorImpl<DataType> &types);

/// The argument that the value with this number belongs to, and the number
/// within it; null if there is none or the attributes do not tell.
std::pair<const ArgumentDefinition *, size_t>
argumentOfValue(const OpDefinition &op,
                llvm::ArrayRef<ArgumentDefinition> arguments,
                const NodeAttributes &attributes, size_t value);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_DIALECT_GRAPH_OPS_OPSIGNATURE_H
