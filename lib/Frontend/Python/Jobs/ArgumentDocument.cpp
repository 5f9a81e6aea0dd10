//===- ArgumentDocument.cpp - The job in an argument ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/ArgumentDocument.h"
#include "Frontend/AIPlatform/Import.h"
#include "Frontend/VertexAI/Detect.h"
#include "Frontend/VertexAI/Import.h"
#include "Frontend/VertexAI/SnakeCaseFields.h"
#include "Frontend/VertexAI/ValidateStructure.h"
#include "Schema/Validator.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;
using yaml::MappingNode;
using yaml::TreeView;
using yaml::View;

//===----------------------------------------------------------------------===//
// Documents of arguments
//===----------------------------------------------------------------------===//

static SourceRange argumentKey(const Argument &argument) {
  return argument.name.empty() ? argument.place.range
                               : argument.namePlace.range;
}

void ArgumentDocument::set(StringRef field, const Argument *argument) {
  if (argument && argument->value->truth() != false)
    set(field, *argument, makeNode(*argument->value, argument->place, context));
}

void ArgumentDocument::set(StringRef field, const Argument &argument,
                           yaml::Node *value) {
  job.set(field, argumentKey(argument), value);
}

yaml::Node *ArgumentDocument::makeWord(StringRef text) {
  shell::Value value;
  value.text = text.str();
  value.range = call.calleePlace.range;
  return job.makeText(value, text);
}

void ArgumentDocument::setWord(StringRef field, StringRef word) {
  job.set(field, call.calleePlace.range, makeWord(word));
}

void ArgumentDocument::setUnknown(StringRef field) {
  setWord(field, UnknownText);
}

yaml::Node *ArgumentDocument::build(StringRef section,
                                    const yaml::Node *below) {
  if (call.isOpen)
    job.setUnknown(call.calleePlace.range);
  if (!section.empty())
    job.require(section, call.calleePlace.range);
  return job.build(below, call.calleePlace.range);
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

void python::importAiPlatformJob(yaml::Node *document, const Context &context) {
  TreeView &tree = context.tree;
  View root = vertexai::withApiNames(tree.resolve(document),
                                     schema::aiPlatformJob(), tree);
  schema::Validator validator(tree);
  validator.validate(root, schema::aiPlatformJob(), "a job");
  context.skippedValues += validator.skippedValues();
  if (!root.as<MappingNode>())
    return;
  View input = tree.find(root, "trainingInput").value;
  context.checkJob(aiplatform::importJob(
      root, tree,
      frontend::withDefaults(input, tree, context.overrides, context.defaults),
      context.builder));
}

void python::importVertexJobSpec(yaml::Node *document, job::ValueAttr region,
                                 const Context &context) {
  TreeView &tree = context.tree;
  View root =
      vertexai::withApiNames(tree.resolve(document),
                             vertexai::schemaOf(vertexai::Form::JobSpec), tree);
  context.skippedValues += vertexai::checkStructure(root, tree);
  if (!root.as<MappingNode>())
    return;
  job::TrainingOp job = vertexai::importJob(
      root, tree,
      frontend::withDefaults({}, tree, context.overrides,
                             region ? llvm::ArrayRef<frontend::Override>()
                                    : context.defaults),
      context.builder);
  bool isOverridden =
      llvm::any_of(context.overrides, [](const frontend::Override &value) {
        return value.field == "region";
      });
  if (region && !isOverridden)
    job.setRegionAttr(region);
  context.checkJob(job);
}

job::ValueAttr python::regionOf(const Argument *argument,
                                const Context &context) {
  if (!argument || argument->value->truth() == false)
    return {};
  const Value &value = *argument->value;
  bool isKnown = value.isText();
  return job::ValueAttr::get(context.mlirContext(),
                             context.builder.getStringAttr(
                                 isKnown ? value.text : StringRef(UnknownText)),
                             isKnown, context.at(*argument));
}

const Value *python::without(const Value &dict, llvm::ArrayRef<StringRef> keys,
                             const Context &context) {
  llvm::SmallVector<DictEntry> entries;
  for (const DictEntry &entry : dict.entries) {
    if (!entry.key->isText() || !llvm::is_contained(keys, entry.key->text))
      entries.push_back(entry);
  }
  Value *made = context.program.makeValue(ValueKind::Dict, dict.place);
  *made = dict;
  made->entries = llvm::ArrayRef(entries).copy(context.stream.arena);
  return made;
}
