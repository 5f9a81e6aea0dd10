//===- Snippets.cpp - Whole fields to fill in -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Snippets.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;
using trainlint::schema::Schema;

namespace {

/// Writes the lines of a snippet.
class SnippetWriter {
public:
  void addField(StringRef name, const Schema &schema, unsigned indent,
                unsigned depth);
  void addFields(const Schema &schema, unsigned indent, unsigned depth);
  /// The snippet; the cursor ends behind it unless there is a place before.
  std::string take() { return std::move(text); }

private:
  std::string stop(const Schema &schema);
  void newLine(unsigned indent) { text += "\n" + std::string(indent, ' '); }

  std::string text;
  unsigned stops = 0;
};

} // namespace

/// The fields that a new mapping of a schema gets, the required ones first.
static llvm::SmallVector<StringRef> fieldsOf(const Schema &schema) {
  llvm::SmallVector<StringRef> names(schema.required.begin(),
                                     schema.required.end());
  for (StringRef name : schema.usual) {
    if (!llvm::is_contained(names, name))
      names.push_back(name);
  }
  return names;
}

/// A place to fill in: `$1`, or a choice of words.
std::string SnippetWriter::stop(const Schema &schema) {
  std::string number = std::to_string(++stops);
  if (schema.words.empty())
    return "$" + number;
  return "${" + number + "|" +
         llvm::join(llvm::to_vector_of<StringRef>(schema.words), ",") + "|}";
}

void SnippetWriter::addField(StringRef name, const Schema &schema,
                             unsigned indent, unsigned depth) {
  // No job nests deeper; a schema that contains itself has no end.
  constexpr unsigned DeepestSnippet = 8;
  text += name.str() + ":";
  const Schema *item = schema.items;
  bool isList = (schema.types & schema::ArrayType) && item;
  const Schema &below = isList ? *item : schema;
  bool isObject = below.types & schema::ObjectType;
  if (depth < DeepestSnippet && isObject && !fieldsOf(below).empty()) {
    newLine(indent + (isList ? 0 : 2));
    if (isList)
      text += "- ";
    addFields(below, indent + 2, depth + 1);
  } else if (isList) {
    newLine(indent);
    text += "- " + stop(below);
  } else if (isObject) {
    newLine(indent + 2);
    text += stop(below);
  } else {
    text += " " + stop(schema);
  }
}

void SnippetWriter::addFields(const Schema &schema, unsigned indent,
                              unsigned depth) {
  bool isFirst = true;
  for (StringRef name : fieldsOf(schema)) {
    const schema::Property *property = schema.findProperty(name);
    if (!property)
      continue;
    if (!isFirst)
      newLine(indent);
    isFirst = false;
    addField(name, *property->schema, indent, depth);
  }
}

std::string lsp::fieldSnippet(const schema::Property &property) {
  SnippetWriter writer;
  writer.addField(property.name, *property.schema, 0, 0);
  return writer.take();
}

std::string lsp::objectSnippet(const Schema &schema) {
  SnippetWriter writer;
  writer.addFields(schema, 0, 0);
  return writer.take();
}

llvm::ArrayRef<const Schema *> lsp::jobSchemas() {
  static const Schema *const Roots[] = {
      &schema::aiPlatformJob(), schema::vertexCustomJob().anyOf[0],
      schema::vertexHyperparameterTuningJob().anyOf[0]};
  return Roots;
}
