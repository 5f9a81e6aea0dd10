//===- Schema.h - Structure of a document, as compiled ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files in schemas/ are JSON Schema 2020-12 and the one source of what a
// document may hold. The build compiles them into these nodes, which refer to
// each other by number (Support/PooledText.h says why); a keyword that has no
// member here is refused at build time.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SCHEMA_SCHEMA_H
#define TRAINLINT_SCHEMA_SCHEMA_H

#include "Support/PooledText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace trainlint::schema {

/// The JSON types, as a set.
enum TypeSet : uint8_t {
  AnyType = 0,
  NullType = 1,
  BooleanType = 2,
  IntegerType = 4,
  /// Includes the integers.
  NumberType = 8,
  StringType = 16,
  ArrayType = 32,
  ObjectType = 64,
};

struct Schema;

/// What the nodes of all schemas refer to.
struct Pool {
  static const char text[];
  /// The array of the words, properties or nodes that a `List` is part of.
  template <typename T>
  static const T *all();
};

using Text = PooledText<Pool>;
template <typename T>
using List = PooledList<Pool, T>;

/// A node of a schema, or none.
class SchemaRef {
public:
  constexpr SchemaRef(uint16_t number = 0) : number(number) {}

  /// Null for none.
  const Schema *get() const;
  operator const Schema *() const { return get(); }
  const Schema *operator->() const { return get(); }
  const Schema &operator*() const { return *get(); }

private:
  /// From 1, among the nodes of all schemas.
  uint16_t number;
};

struct Property {
  Text name;
  SchemaRef schema;
};

template <>
const Text *Pool::all<Text>();
template <>
const Property *Pool::all<Property>();
template <>
const SchemaRef *Pool::all<SchemaRef>();

/// One schema object.
struct Schema {
  uint8_t types = AnyType;
  Text title = {};
  Text description = {};

  /// Sorted by name.
  List<Property> properties = {};
  /// What other properties have to be; none if anything goes.
  SchemaRef additional = {};
  /// True if there must be no other properties.
  bool closed = false;
  List<Text> required = {};
  SchemaRef propertyNames = {};
  std::optional<uint32_t> maxProperties = std::nullopt;

  SchemaRef items = {};
  std::optional<uint32_t> minItems = std::nullopt;
  std::optional<uint32_t> maxItems = std::nullopt;

  /// The words that a string may be; null is among the types.
  List<Text> words = {};
  Text pattern = {};
  std::optional<uint32_t> maxLength = std::nullopt;
  std::optional<double> minimum = std::nullopt;
  std::optional<double> maximum = std::nullopt;

  List<SchemaRef> anyOf = {};
  List<SchemaRef> allOf = {};
  SchemaRef negated = {};
  bool readOnly = false;

  /// x-trainlint-form: the pattern in words.
  Text form = {};
  /// x-trainlint-rule: the rule that checks the words in place of the schema.
  Text checkedBy = {};
  /// x-trainlint-empty: allowed, if a field without a value is no mistake.
  bool mayBeEmpty = false;
  /// x-trainlint-usual: fields that a new mapping mostly has, beside those that
  /// are required.
  List<Text> usual = {};
  /// x-trainlint-severity: warning, if the form is not the service's own.
  bool onlyWarns = false;
  /// x-trainlint-keys: fields by which the items of a list are told apart.
  List<Text> keys = {};

  const Property *findProperty(llvm::StringRef name) const;
};

/// The root of schemas/ai-platform-job.schema.json.
const Schema &aiPlatformJob();
/// The root of schemas/vertex-custom-job.schema.json: `anyOf` of the forms that
/// the job is written in.
const Schema &vertexCustomJob();
/// The root of schemas/vertex-hyperparameter-tuning-job.schema.json, likewise.
const Schema &vertexHyperparameterTuningJob();
/// The kinds of objects in schemas/kubernetes*.schema.json. Each says in the
/// words of its `kind` and `apiVersion` what it is.
List<SchemaRef> kubernetesKinds();
/// The root of schemas/trainlint-config.schema.json.
const Schema &trainlintConfig();

/// A published schema file.
struct SchemaFile {
  llvm::StringLiteral name;
  llvm::StringLiteral text;
};
llvm::ArrayRef<SchemaFile> schemaFiles();

} // namespace trainlint::schema

#endif // TRAINLINT_SCHEMA_SCHEMA_H
