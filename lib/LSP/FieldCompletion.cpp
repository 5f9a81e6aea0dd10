//===- FieldCompletion.cpp - Fields and words of schemas ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Completion.h"
#include "LSP/Markup.h"
#include "LSP/Snippets.h"
#include "Schema/Validator.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::lsp;

namespace {

/// Completes at one place of a YAML or JSON text.
class FieldCompleter {
public:
  explicit FieldCompleter(const CompletionContext &context);

  Completions complete();

private:
  bool completeKey();
  bool completeValue();
  bool addFields(const Analysis &read, uint32_t offset, StringRef word);
  bool addValuesAt(Analysis &read, uint32_t offset, StringRef blank = "");
  void addField(const schema::Property &property);
  void addJobs();
  std::unique_ptr<Analysis> read(const Probe &probe);
  std::optional<SchemaNode> currentValue() const;
  bool isKeyPlace() const;
  bool isInQuotes() const;
  bool isBeforeColon() const;

  const CompletionContext &context;
  StringRef text;
  /// The line up to the word, and from its end.
  StringRef before;
  StringRef behind;
  /// The value that the word is in the text as it is; none if it is no value.
  std::optional<SchemaNode> current;
  /// True if something behind the cursor cannot be read.
  bool isBroken = false;
  Completions out;
};

} // namespace

FieldCompleter::FieldCompleter(const CompletionContext &context)
    : context(context), text(context.text.text()) {
  out.word = wordAt(text, context.offset, "_-./");
  LineColumn place = context.text.position(out.word.begin);
  before = context.text.line(place.line).take_front(place.column - 1);
  LineColumn end = context.text.position(out.word.end);
  behind = context.text.line(end.line).drop_front(end.column - 1);
  current = currentValue();
}

bool FieldCompleter::isInQuotes() const {
  return before.ends_with("\"") || before.ends_with("'");
}

/// True if the word is a key already, in quotes or not.
bool FieldCompleter::isBeforeColon() const {
  return behind.ltrim("\"'").ltrim().starts_with(":");
}

/// True where a key may begin: behind the indentation and the dashes of a list,
/// or behind a brace or a comma.
bool FieldCompleter::isKeyPlace() const {
  StringRef rest = before.rtrim("\"'");
  rest = rest.trim();
  while (rest.consume_front("-"))
    rest = rest.ltrim();
  return rest.empty() || rest.ends_with("{") || rest.ends_with(",");
}

/// Reads the text with the stand-in. Where it cannot be read, something below
/// may be broken, so that what stands above has to do.
std::unique_ptr<Analysis> FieldCompleter::read(const Probe &probe) {
  if (!isBroken) {
    std::unique_ptr<Analysis> all = context.analyze(probe.text);
    if (all->isWellFormed() && !all->nodesAt(probe.offset).empty())
      return all;
    isBroken = true;
  }
  size_t end = StringRef(probe.text).find('\n', probe.offset);
  std::unique_ptr<Analysis> above =
      context.analyze(StringRef(probe.text).take_front(end));
  return above->isWellFormed() ? std::move(above) : nullptr;
}

/// The value that the word is, in the text as it is; none if there is no word,
/// or it is a part of something.
std::optional<SchemaNode> FieldCompleter::currentValue() const {
  if (out.word.empty() || !context.current.isWellFormed())
    return std::nullopt;
  llvm::SmallVector<SchemaNode> path = context.current.nodesAt(context.offset);
  if (path.empty() || path.back().isKey)
    return std::nullopt;
  const auto *scalar =
      llvm::dyn_cast_or_null<yaml::ScalarNode>(path.back().node);
  StringRef word = text.slice(out.word.begin, out.word.end);
  if (!scalar || scalar->value != word)
    return std::nullopt;
  return path.back();
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

void FieldCompleter::addField(const schema::Property &property) {
  const schema::Schema &schema = *property.schema;
  CompletionItem item;
  item.label = property.name.str();
  item.kind = CompletionKind::Property;
  item.detail = schema::describeTypes(schema.types);
  item.documentation = describeField(property.name, schema);
  bool inFlow = isInQuotes() || before.contains('{');
  item.text = item.label;
  if (isBeforeColon() || isInQuotes()) {
    // The key is there but for its name.
  } else if (context.client.snippets && !inFlow) {
    item.text = fieldSnippet(property);
    item.isSnippet = true;
  } else {
    item.text += schema.types & schema::ObjectType ? ":" : ": ";
  }
  out.items.push_back(std::move(item));
}

/// Adds the fields that can stand in place of a key, which is `word`.
bool FieldCompleter::addFields(const Analysis &read, uint32_t offset,
                               StringRef word) {
  llvm::SmallVector<SchemaNode> path = read.nodesAt(offset);
  bool isKey =
      path.size() >= 2 && path.back().isKey && path.back().key->value == word;
  const SchemaNode *parent = isKey ? &path[path.size() - 2] : nullptr;
  if (!parent || !parent->schema)
    return false;
  llvm::StringSet<> given;
  for (const yaml::MappingEntry &entry :
       llvm::cast<yaml::MappingNode>(parent->node)->entries) {
    const auto *key = llvm::dyn_cast<yaml::ScalarNode>(entry.key);
    if (key && key != path.back().key)
      given.insert(key->value);
  }
  for (const schema::Property &property : parent->schema->properties) {
    if (!given.contains(property.name) && !property.schema->readOnly)
      addField(property);
  }
  return true;
}

/// True if a text holds nothing but comments beside a word.
static bool isBlank(StringRef text, SourceRange word) {
  std::string rest =
      (text.take_front(word.begin) + text.substr(word.end)).str();
  llvm::SmallVector<StringRef> lines;
  StringRef(rest).split(lines, '\n');
  return llvm::all_of(lines, [](StringRef line) {
    line = line.trim();
    return line.empty() || line.starts_with("#") || line == "---";
  });
}

/// In a text that is nothing yet, all that it can become.
void FieldCompleter::addJobs() {
  if (!before.empty() || !context.client.snippets || !isBlank(text, out.word))
    return;
  for (const schema::Schema *root : jobSchemas()) {
    CompletionItem item;
    item.label = root->title.str();
    item.kind = CompletionKind::Snippet;
    item.detail = "a whole job";
    item.documentation = root->description.str();
    item.text = objectSnippet(*root);
    item.isSnippet = true;
    out.items.push_back(std::move(item));
  }
}

bool FieldCompleter::completeKey() {
  bool isThere = !out.word.empty() && context.current.isWellFormed();
  if (isThere && addFields(context.current, context.offset,
                           text.slice(out.word.begin, out.word.end)))
    return true;
  Probe probe = probeWord(text, out.word, "",
                          isBeforeColon() || isInQuotes() ? "" : ": ");
  std::unique_ptr<Analysis> probed = read(probe);
  if (!probed)
    return false;
  if (addFields(*probed, probe.offset, Probe::Word))
    return true;
  addJobs();
  return !out.items.empty();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static void addWords(const schema::Schema &schema,
                     std::vector<CompletionItem> &items) {
  auto add = [&](StringRef word) {
    CompletionItem item;
    item.label = item.text = word.str();
    item.kind = CompletionKind::EnumMember;
    items.push_back(std::move(item));
  };
  // The empty text, where it is allowed, need not be written.
  for (StringRef word : schema.words)
    if (!word.empty())
      add(word);
  bool isFlag = schema.words.empty() && (schema.types & schema::BooleanType);
  if (isFlag) {
    add("true");
    add("false");
  }
}

bool FieldCompleter::addValuesAt(Analysis &read, uint32_t offset,
                                 StringRef blank) {
  llvm::SmallVector<SchemaNode> path = read.nodesAt(offset);
  if (path.empty() || path.back().isKey)
    return false;
  addValues(read, offset, /*needsQuotes=*/!isInQuotes(), out.items);
  if (out.items.empty() && path.back().schema)
    addWords(*path.back().schema, out.items);
  for (CompletionItem &item : out.items)
    item.text.insert(0, blank);
  return !out.items.empty();
}

bool FieldCompleter::completeValue() {
  if (current)
    return addValuesAt(context.current, context.offset);
  StringRef blank = before.ends_with(":") ? " " : "";
  Probe probe = probeWord(text, out.word, blank);
  std::unique_ptr<Analysis> probed = read(probe);
  return probed && addValuesAt(*probed, probe.offset, blank);
}

Completions FieldCompleter::complete() {
  // What looks like a key may be the item of a list.
  bool isItem = current && current->schema &&
                !(current->schema->types & schema::ObjectType);
  bool found = isKeyPlace() && !isItem ? completeKey() || completeValue()
                                       : completeValue();
  if (!found)
    out.items.clear();
  return std::move(out);
}

Completions lsp::completeData(const CompletionContext &context) {
  return FieldCompleter(context).complete();
}
