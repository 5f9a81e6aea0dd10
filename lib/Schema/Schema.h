//===- Schema.h - Structure of a document, as compiled ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files in schemas/ are JSON Schema 2020-12 and the one source of what a
// document may hold. The build compiles them into these nodes, which lie packed
// in the program (Schema/Packed.h); a keyword that has no member here is
// refused at build time.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SCHEMA_SCHEMA_H
#define TRAINLINT_SCHEMA_SCHEMA_H

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

struct Property {
  llvm::StringRef name;
  const Schema *schema;
};

/// One schema object.
struct Schema {
  uint8_t types = AnyType;
  llvm::StringRef title = "";
  llvm::StringRef description = "";

  /// Sorted by name.
  llvm::ArrayRef<Property> properties = {};
  /// What other properties have to be; null if anything goes.
  const Schema *additional = nullptr;
  /// True if there must be no other properties.
  bool closed = false;
  llvm::ArrayRef<llvm::StringRef> required = {};
  const Schema *propertyNames = nullptr;
  std::optional<uint32_t> maxProperties = std::nullopt;

  const Schema *items = nullptr;
  std::optional<uint32_t> minItems = std::nullopt;
  std::optional<uint32_t> maxItems = std::nullopt;

  /// The words that a string may be; null is among the types.
  llvm::ArrayRef<llvm::StringRef> words = {};
  llvm::StringRef pattern = "";
  std::optional<uint32_t> maxLength = std::nullopt;
  std::optional<double> minimum = std::nullopt;
  std::optional<double> maximum = std::nullopt;

  llvm::ArrayRef<const Schema *> anyOf = {};
  llvm::ArrayRef<const Schema *> allOf = {};
  const Schema *negated = nullptr;
  bool readOnly = false;

  /// x-trainlint-form: the pattern in words.
  llvm::StringRef form = "";
  /// x-trainlint-rule: the rule that checks the words in place of the schema.
  llvm::StringRef checkedBy = "";
  /// x-trainlint-empty: allowed, if a field without a value is no mistake.
  bool mayBeEmpty = false;
  /// x-trainlint-usual: fields that a new mapping mostly has, beside those that
  /// are required.
  llvm::ArrayRef<llvm::StringRef> usual = {};
  /// x-trainlint-severity: warning, if the form is not the service's own.
  bool onlyWarns = false;

  const Property *findProperty(llvm::StringRef name) const;
};

// The roots. A schema is expanded when its root is first asked for, by
// whichever thread.

/// The root of schemas/ai-platform-job.schema.json.
const Schema &aiPlatformJob();
/// The root of schemas/vertex-custom-job.schema.json: `anyOf` of the forms that
/// the job is written in.
const Schema &vertexCustomJob();
/// The root of schemas/vertex-hyperparameter-tuning-job.schema.json, likewise.
const Schema &vertexHyperparameterTuningJob();
/// The root of schemas/gke-workload.schema.json.
const Schema &gkeWorkload();
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
