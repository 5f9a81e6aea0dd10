//===- PythonKeys.cpp - Keys of dicts that are jobs -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/PythonKeys.h"
#include "Frontend/Python/Jobs/ClientMessages.h"
#include "Frontend/Python/Values/Program.h"
#include "LSP/Markup.h"
#include "Schema/Validator.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::lsp;

namespace {
/// A key of a dict that is a message.
struct KeyPlace {
  const python::DictEntry *entry = nullptr;
  const python::Value *dict = nullptr;
  const python::ClientMessage *message = nullptr;
  /// Of the message; null if files have none like it.
  const schema::Schema *schema = nullptr;
};

/// Looks for the key at an offset in the arguments of calls.
class KeyFinder {
public:
  KeyFinder(const python::Program &program, uint32_t offset)
      : program(program), offset(offset) {}

  std::optional<KeyPlace> find();

private:
  bool visit(const python::Value &value, const python::ClientMessage &message,
             const schema::Schema *schema, unsigned depth = 0);
  bool visitArgument(const python::Call &call,
                     const python::Argument &argument);

  const python::Program &program;
  uint32_t offset;
  KeyPlace found;
};
} // namespace

/// What a schema, one of its forms or its items say of a field.
static const schema::Schema *fieldOf(const schema::Schema *schema,
                                     StringRef name, unsigned depth = 0) {
  constexpr unsigned Deepest = 5;
  if (!schema || depth > Deepest)
    return nullptr;
  if (const schema::Property *property = schema->findProperty(name))
    return property->schema;
  if (const schema::Schema *field = fieldOf(schema->items, name, depth + 1))
    return field;
  for (const auto &forms : {schema->anyOf, schema->allOf})
    for (schema::SchemaRef form : forms)
      if (const schema::Schema *field = fieldOf(form, name, depth + 1))
        return field;
  return nullptr;
}

bool KeyFinder::visit(const python::Value &value,
                      const python::ClientMessage &message,
                      const schema::Schema *schema, unsigned depth) {
  constexpr unsigned Deepest = 20;
  if (depth > Deepest)
    return false;
  for (const auto &parts : {value.arms, value.items})
    for (const python::Value *part : parts)
      if (visit(*part, message, schema, depth + 1))
        return true;
  for (const python::DictEntry &entry : value.entries) {
    if (!entry.key->isText())
      continue;
    Place place = entry.key->place;
    if (place.buffer == program.module().buffer && !entry.key->use &&
        holds(place.range, offset)) {
      found = {&entry, &value, &message, schema};
      return true;
    }
    const python::ClientField *field = message.find(entry.key->text);
    if (field && field->message &&
        visit(*entry.value, *field->message,
              fieldOf(schema, field->nameInFiles()), depth + 1))
      return true;
  }
  return false;
}

bool KeyFinder::visitArgument(const python::Call &call,
                              const python::Argument &argument) {
  const schema::Schema &custom = schema::vertexCustomJob();
  const schema::Schema &tuning = schema::vertexHyperparameterTuningJob();
  const python::Value &value = *argument.value;
  // Pools may be given by position, too.
  bool arePools =
      argument.name == "worker_pool_specs" ||
      (argument.name.empty() && call.callee.ends_with("aiplatform.CustomJob"));
  if (arePools)
    return visit(value, python::messages::WorkerPoolSpec,
                 fieldOf(&custom, "workerPoolSpecs"));
  if (argument.name == "custom_job" &&
      call.callee.ends_with("create_custom_job"))
    return visit(value, python::messages::CustomJob, &custom);
  if (argument.name == "hyperparameter_tuning_job" &&
      call.callee.ends_with("create_hyperparameter_tuning_job"))
    return visit(value, python::messages::HyperparameterTuningJob, &tuning);
  return false;
}

std::optional<KeyPlace> KeyFinder::find() {
  for (const python::Call *call : program.calls())
    for (const python::Argument &argument : call->arguments)
      if (visitArgument(*call, argument))
        return found;
  return std::nullopt;
}

static std::optional<KeyPlace> keyAt(const Analysis &analysis,
                                     uint32_t offset) {
  const python::Program *program = analysis.pythonProgram();
  return program ? KeyFinder(*program, offset).find() : std::nullopt;
}

std::optional<PlaceInfo> lsp::keyInfoAt(const Analysis &analysis,
                                        uint32_t offset) {
  std::optional<KeyPlace> key = keyAt(analysis, offset);
  const python::Value *name = key ? key->entry->key : nullptr;
  const python::ClientField *field =
      name ? key->message->find(name->text) : nullptr;
  const schema::Schema *schema =
      field ? fieldOf(key->schema, field->nameInFiles()) : nullptr;
  if (!schema)
    return std::nullopt;
  return PlaceInfo{describeField(name->text, *schema), name->place.range};
}

void lsp::addKeys(const Analysis &analysis, uint32_t offset, StringRef before,
                  StringRef behind, std::vector<CompletionItem> &items) {
  std::optional<KeyPlace> key = keyAt(analysis, offset);
  if (!key)
    return;
  for (const python::ClientField &field : key->message->fields) {
    if (key->dict->find(field.name))
      continue;
    CompletionItem item;
    item.label = field.name.str();
    item.text = (before + field.name + behind).str();
    item.kind = CompletionKind::Property;
    if (const schema::Schema *schema =
            fieldOf(key->schema, field.nameInFiles())) {
      item.detail = schema::describeTypes(schema->types);
      item.documentation = describeField(field.name, *schema);
    }
    items.push_back(std::move(item));
  }
}
