//===- Validator.h - Checking a tree against a schema -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SCHEMA_VALIDATOR_H
#define TRAINLINT_SCHEMA_VALIDATOR_H

#include "Schema/Schema.h"
#include "Text/Yaml/ScalarType.h"
#include "Text/Yaml/View.h"
#include "absl/container/flat_hash_set.h"
#include "llvm/ADT/StringSet.h"

namespace trainlint::schema {

/// What reads a document, and so decides what its scalars are.
enum class Decoder : uint8_t {
  /// The YAML of Python, as `gcloud` and the client libraries have it.
  Python,
  /// kubectl and the API server of Kubernetes: the YAML of Go, and fields for
  /// which no value and the empty text are the same.
  Kubernetes,
};

/// Reports where a document does not have the structure of a schema, each
/// problem at the exact range. A value that holds a placeholder is not known:
/// it is counted and passes.
class Validator {
public:
  explicit Validator(yaml::TreeView &tree, Decoder decoder = Decoder::Python)
      : tree(tree), decoder(decoder) {}

  /// Checks a whole document. `noun` names it in messages ("a job").
  void validate(yaml::View root, const Schema &schema, llvm::StringRef noun);

  /// The documents are read by gcloud, which takes some values for what they
  /// are not and refuses others that JSON would have.
  void setForGcloud() { forGcloud = true; }

  /// Fields that are missing from the documents that follow are not reported:
  /// they change another that has them.
  void setIncomplete(bool value) { incomplete = value; }

  /// How many values held placeholders.
  unsigned skippedValues() const { return skipped.size(); }

private:
  /// Where a value stands, for messages.
  struct Context {
    /// The field that holds the value; empty at the root.
    llvm::StringRef field;
    /// How to name the value as the parent of its fields.
    std::string parent;
    /// The key, to point at when the value has no text.
    yaml::View key;
  };

  // Validator.cpp
  TypeSet typeOf(yaml::View value) const;
  void check(yaml::View value, const Schema &schema, const Context &context);
  void checkArray(yaml::View value, const Schema &schema,
                  const Context &context);
  bool isUnknown(yaml::View value, const Schema *schema = nullptr);
  bool isLeftOpen(yaml::View value, const Schema &schema,
                  llvm::StringRef field);

  // ValidateItems.cpp
  void checkKeys(yaml::View value, const Schema &schema,
                 const Context &context);

  // ValidateScalar.cpp
  std::string describeValue(yaml::View value) const;
  bool checkType(yaml::View value, const Schema &schema,
                 const Context &context);
  void reportNull(yaml::View value, const Schema &schema,
                  const Context &context);
  bool reportUnquoted(yaml::View value, const Schema &schema,
                      const Context &context);
  void checkText(yaml::View value, const Schema &schema,
                 const Context &context);
  void checkWords(yaml::View value, const Schema &schema,
                  const Context &context);
  void checkNumber(yaml::View value, const Schema &schema,
                   const Context &context);

  // ValidateForGcloud.cpp
  bool checkForGcloud(yaml::View value, const Schema &schema,
                      const Context &context);
  bool checkAlone(yaml::View value, const Schema &schema,
                  const Context &context);

  // ValidateObject.cpp
  void checkObject(yaml::View value, const Schema &schema,
                   const Context &context);
  void checkNames(yaml::View value, const Schema &schema,
                  const Context &context);
  void checkAlternatives(yaml::View value, const Schema &schema,
                         const Context &context);
  void checkExclusive(yaml::View value, const Schema &schema);
  void reportUnknownField(yaml::View object, const yaml::EntryView &entry,
                          const Schema &schema, const Context &context,
                          llvm::StringSet<> &meant);
  void reportMisplaced(yaml::View object, llvm::StringRef section,
                       llvm::ArrayRef<yaml::EntryView> fields);

  /// True if the value certainly satisfies the schema; used for `not` and
  /// `anyOf`, which report nothing themselves.
  bool matches(yaml::View value, const Schema &schema);

  yaml::TreeView &tree;
  Decoder decoder;
  bool incomplete = false;
  absl::flat_hash_set<const yaml::Node *> skipped;
  /// What has been checked, if aliases can lead to a node twice.
  absl::flat_hash_set<std::pair<const yaml::Node *, const Schema *>> visited;
  bool forGcloud = false;
};

/// The type and, of a number, the value that a decoder gives a scalar.
yaml::ScalarType scalarTypeOf(const yaml::ScalarNode &scalar, Decoder decoder);
std::optional<double> numberValueOf(llvm::StringRef text, Decoder decoder);

/// The JSON type of a node.
TypeSet typeOf(yaml::View value, Decoder decoder = Decoder::Python);

/// The length of a text in characters, as JSON Schema counts it.
size_t lengthOf(llvm::StringRef text);

/// True if a scalar means the same between the brackets of a flow list.
bool fitsIntoList(const yaml::ScalarNode &scalar, llvm::StringRef written);

/// "an integer or text"; null is not mentioned.
std::string describeTypes(uint8_t types);

} // namespace trainlint::schema

#endif // TRAINLINT_SCHEMA_VALIDATOR_H
