//===- Packed.h - Schemas as they lie in the program ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node that holds addresses has to be relocated whenever the program starts,
// whether the run needs its schema or not. The build writes nodes with numbers
// in the place of addresses, and a run expands the schemas that it needs.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SCHEMA_PACKED_H
#define TRAINLINT_SCHEMA_PACKED_H

#include "Schema/Schema.h"

namespace trainlint::schema {

/// A place in the text of the schemas.
struct PackedText {
  uint32_t offset = 0;
  uint32_t size = 0;
};

/// A place among the words, the properties or the parts of the schemas.
struct PackedList {
  uint16_t first = 0;
  uint16_t size = 0;
};

/// The number of a node within its schema. No node refers to the root, so that
/// its number means none.
using PackedIndex = uint16_t;

struct PackedProperty {
  PackedText name;
  PackedIndex schema;
};

/// A `Schema`, member for member.
struct PackedNode {
  uint8_t types = AnyType;
  PackedText title = {};
  PackedText description = {};
  PackedList properties = {};
  PackedIndex additional = 0;
  bool closed = false;
  PackedList required = {};
  PackedIndex propertyNames = 0;
  std::optional<uint32_t> maxProperties = std::nullopt;
  PackedIndex items = 0;
  std::optional<uint32_t> minItems = std::nullopt;
  std::optional<uint32_t> maxItems = std::nullopt;
  PackedList words = {};
  PackedText pattern = {};
  std::optional<uint32_t> maxLength = std::nullopt;
  std::optional<double> minimum = std::nullopt;
  std::optional<double> maximum = std::nullopt;
  PackedList anyOf = {};
  PackedList allOf = {};
  PackedIndex negated = 0;
  bool readOnly = false;
  PackedText form = {};
  PackedText checkedBy = {};
  bool mayBeEmpty = false;
  PackedList usual = {};
  bool onlyWarns = false;
};

/// What the nodes of all schemas refer to.
struct PackedPool {
  const char *text;
  const PackedText *words;
  const PackedProperty *properties;
  /// The nodes of `anyOf` and `allOf`.
  const PackedIndex *parts;
};

/// The root of a schema, which then lives as long as the program.
const Schema &expand(llvm::ArrayRef<PackedNode> nodes, const PackedPool &pool);

} // namespace trainlint::schema

#endif // TRAINLINT_SCHEMA_PACKED_H
