//===- Section.h - The fields of a mapping ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_IMPORT_SECTION_H
#define TRAINLINT_FRONTEND_IMPORT_SECTION_H

#include "Schema/Schema.h"
#include "Text/Yaml/View.h"

namespace trainlint::frontend {

/// The fields of a mapping. What is not given is told from what is given but
/// not known: nothing follows from the absence of a field whose key is
/// misspelled or that a placeholder may bring.
class Section {
public:
  struct Field {
    llvm::StringRef name;
    yaml::EntryView entry;
    bool misspelled;
  };

  Section(yaml::View view, const schema::Schema &schema, yaml::TreeView &tree);
  /// A mapping that is not known: `view` stands for all of its fields.
  static Section unknown(yaml::View view, const schema::Schema &schema) {
    return Section(view, schema);
  }

  /// The fields in their order, with those that misspelled keys mean.
  llvm::ArrayRef<Field> getFields() const { return fields; }
  /// The schema of a field, which must be one of the section's.
  const schema::Schema &schemaOf(llvm::StringRef field) const {
    return *schema->findProperty(field)->schema;
  }
  /// The entry of a field; nothing if it is not given.
  yaml::EntryView find(llvm::StringRef field) const;
  /// What may stand for a field that is not given; nothing if nothing does.
  yaml::View standIn(llvm::StringRef field) const;
  /// The mapping in a field; an empty one if the field is not given.
  Section section(llvm::StringRef field, yaml::TreeView &tree) const;

private:
  Section(yaml::View view, const schema::Schema &schema)
      : schema(&schema), unknownPart(view) {}

  const schema::Schema *schema;
  llvm::SmallVector<Field, 0> fields;
  yaml::View unknownPart;
};

/// True for YAML's null.
bool isNull(yaml::View value);
/// True for what the services take for no value: null and the empty text.
bool isUnset(yaml::View value);

} // namespace trainlint::frontend

#endif // TRAINLINT_FRONTEND_IMPORT_SECTION_H
