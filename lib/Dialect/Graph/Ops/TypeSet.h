//===- TypeSet.h - Sets of element types ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_OPS_TYPESET_H
#define TRAINLINT_DIALECT_GRAPH_OPS_TYPESET_H

#include "Dialect/Graph/Ops/DataType.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace trainlint::tensorflow {

/// A set of element types. A type with a number that is not known here is in no
/// set, and a reference is what it refers to.
class TypeSet {
public:
  constexpr TypeSet() = default;

  bool contains(DataType type) const;
  void insert(DataType type);
  void insert(TypeSet other) { bits |= other.bits; }
  bool empty() const { return bits == 0; }
  bool operator==(const TypeSet &) const = default;

  /// In the order of their numbers.
  llvm::SmallVector<DataType> types() const;

private:
  uint64_t bits = 0;
};

/// The name that the tables have for a type, such as `float` or `qint8`, of a
/// reference with `_ref` behind; `type 99` for one that is not known here.
std::string typeName(DataType type);

/// The type of such a name; none for other words.
std::optional<DataType> typeInTable(llvm::StringRef word);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_DIALECT_GRAPH_OPS_TYPESET_H
