//===- CommandLines.cpp - The commands of a text with their flags ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/CommandLines.h"
#include "LSP/Position.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::lsp;

CommandLines::CommandLines(const gcloud::CommandScripts &all,
                           const Tables &tables) {
  for (const auto &script : all) {
    for (const shell::Command &words : script->words().commands) {
      if (auto command = gcloud::recognize(words, tables)) {
        found.push_back(std::move(*command));
        scripts.push_back(script.get());
      }
    }
  }
}

SourceRange lsp::rangeOf(const gcloud::Flag &flag) {
  uint32_t end = flag.nameRange.end;
  if (flag.word)
    end = std::max(end, flag.word->range.end);
  return {flag.nameRange.begin, end};
}

const gcloud::Command *CommandLines::at(uint32_t offset) const {
  for (const gcloud::Command &command : found) {
    if (holds(command.range, offset))
      return &command;
  }
  return nullptr;
}

const gcloud::Flag *CommandLines::flagAt(uint32_t offset) const {
  const gcloud::Command *command = at(offset);
  if (!command)
    return nullptr;
  for (const gcloud::Flag &flag : command->flags) {
    if (holds(rangeOf(flag), offset))
      return &flag;
  }
  return nullptr;
}

std::vector<NamedFile> CommandLines::namedFiles() const {
  std::vector<NamedFile> files;
  for (const auto &[command, script] : llvm::zip_equal(found, scripts)) {
    const gcloud::Flag *config = command.find("config");
    if (!config || !config->word)
      continue;
    const shell::Word &word = *config->word;
    files.push_back(
        {word.part(config->valueBegin, word.value.size()),
         script->variables().valueOf(word, config->valueBegin).text});
  }
  return files;
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// The schema at a path such as "trainingInput.region"; null if there is none.
static const schema::Schema *schemaAt(const schema::Schema *schema,
                                      StringRef path) {
  while (schema && !path.empty()) {
    auto [name, rest] = path.split('.');
    const schema::Property *property = schema->findProperty(name);
    schema = property ? property->schema.get() : nullptr;
    path = rest;
  }
  return schema;
}

/// The same in whichever document has the path.
static const schema::Schema *schemaAnywhere(StringRef path) {
  llvm::SmallVector<const schema::Schema *> roots = {&schema::aiPlatformJob()};
  llvm::append_range(roots, schema::vertexHyperparameterTuningJob().anyOf);
  llvm::append_range(roots, schema::vertexCustomJob().anyOf);
  for (const schema::Schema *root : roots) {
    if (const schema::Schema *found = schemaAt(root, path))
      return found;
  }
  return nullptr;
}

const schema::Schema *lsp::schemaOf(const CommandFlags::Row &row,
                                    const Tables &tables) {
  if (row.field.empty())
    return nullptr;
  auto [flag, key] = row.flag.split('.');
  if (key.empty())
    return schemaAnywhere(row.field);
  const CommandFlags::Row *whole = tables.commandFlags.find(row.command, flag);
  const schema::Schema *list = whole ? schemaAnywhere(whole->field) : nullptr;
  return list && list->items ? schemaAt(list->items, row.field) : nullptr;
}
