//===- FlagCompletion.cpp - Flags and their values ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Completion.h"
#include "LSP/Markup.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::lsp;

namespace {

/// Completes within a command.
class FlagCompleter {
public:
  explicit FlagCompleter(const CompletionContext &context)
      : context(context), text(context.text.text()) {}

  Completions complete();

private:
  void addFlags(const gcloud::Command &command);
  void addKeys(const CommandFlags::Row &flag);
  void addItem(StringRef label, std::string written,
               const CommandFlags::Row &row);
  void addChoices(const CommandFlags::Row &row);

  const CompletionContext &context;
  StringRef text;
  Completions out;
};

} // namespace

static bool hasValue(const CommandFlags::Row &row) {
  return row.takes != CommandFlags::Takes::Switch &&
         row.takes != CommandFlags::Takes::Boolean;
}

void FlagCompleter::addItem(StringRef label, std::string written,
                            const CommandFlags::Row &row) {
  CompletionItem item;
  item.label = label.str();
  item.kind = CompletionKind::Field;
  item.text = std::move(written);
  if (const schema::Schema *schema = schemaOf(row, context.tables()))
    item.documentation = describeField(label, *schema);
  out.items.push_back(std::move(item));
}

/// The flags of a command that are not given yet.
void FlagCompleter::addFlags(const gcloud::Command &command) {
  llvm::StringSet<> given;
  for (const gcloud::Flag &flag : command.flags) {
    bool isCursor = holds(rangeOf(flag), context.offset);
    if (flag.row && !isCursor &&
        flag.row->takes != CommandFlags::Takes::Dictionary)
      given.insert(flag.row->flag);
  }
  for (const CommandFlags::Row &row :
       context.tables().commandFlags.withCommand(command.row->name)) {
    if (row.flag.contains('.') || given.contains(row.flag))
      continue;
    std::string name = "--" + row.flag.str();
    addItem(name, name + (hasValue(row) ? "=" : ""), row);
  }
}

/// The keys of a dictionary.
void FlagCompleter::addKeys(const CommandFlags::Row &flag) {
  for (const CommandFlags::Row &row :
       context.tables().commandFlags.withCommand(flag.command)) {
    auto [name, key] = row.flag.split('.');
    if (name == flag.flag && !key.empty())
      addItem(key, key.str() + "=", row);
  }
}

/// The words of a flag, which gcloud spells in its own way.
void FlagCompleter::addChoices(const CommandFlags::Row &row) {
  const schema::Schema *schema = schemaOf(row, context.tables());
  if (!schema)
    return;
  bool isChoice = row.takes == CommandFlags::Takes::Choice;
  for (StringRef word : schema->words) {
    CompletionItem item;
    item.kind = CompletionKind::EnumMember;
    item.label = isChoice ? word.lower() : word.str();
    if (isChoice)
      std::replace(item.label.begin(), item.label.end(), '_', '-');
    item.text = item.label;
    out.items.push_back(std::move(item));
  }
}

Completions FlagCompleter::complete() {
  out.word = wordAt(text, context.offset, "_-./");
  // A word has to be there for a flag to have a value.
  Probe probe = probeWord(text, out.word);
  bool isName = text.slice(out.word.begin, out.word.end).starts_with("-");
  std::unique_ptr<Analysis> other;
  if (!isName)
    other = context.analyze(probe.text);
  Analysis &probed = other ? *other : context.current;
  uint32_t offset = isName ? context.offset : probe.offset;
  const gcloud::Command *command = probed.commands().at(offset);
  if (!command)
    return {};
  if (isName) {
    addFlags(*command);
    return std::move(out);
  }
  const gcloud::Flag *flag = probed.commands().flagAt(offset);
  if (!flag || !flag->row || !flag->word)
    return {};
  const CommandFlags::Row &row = *flag->row;
  // In `key=value,key=value` the keys come from a table, too.
  StringRef before = text.slice(flag->word->range.begin, out.word.begin);
  StringRef part = before.rsplit(',').second;
  if (!before.contains(','))
    part = before.split('=').second;
  bool hasKeys = row.takes == CommandFlags::Takes::Dictionary;
  if (hasKeys && !part.contains('=')) {
    addKeys(row);
    return std::move(out);
  }
  addValues(probed, offset, /*needsQuotes=*/false, out.items);
  if (out.items.empty() && !hasKeys)
    addChoices(row);
  return std::move(out);
}

Completions lsp::completeCommand(const CompletionContext &context) {
  // Few data hold commands, and what is written is none of them.
  bool isData = context.form == CompletionContext::Form::Data;
  if (!context.text.text().contains("gcloud") ||
      (isData && context.current.commands().all().empty()))
    return {};
  return FlagCompleter(context).complete();
}
