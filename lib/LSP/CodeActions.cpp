//===- CodeActions.cpp - What to do about a finding -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/CodeActions.h"
#include "Driver/ApplyFixesToFixpoint.h"
#include "LSP/Diagnostics.h"
#include "LSP/SuppressionActions.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// An edit of the text of the document.
struct TextEdit {
  SourceRange range;
  std::string text;
};

class ActionBuilder {
public:
  explicit ActionBuilder(const ActionContext &context)
      : context(context), buffer(*context.open.checked->buffer) {}

  Array build();

private:
  bool wants(StringRef kind) const;
  void addFixes(const Finding &finding, Value diagnostic);
  void addSilencing(const Finding &finding, Value diagnostic);
  void addExplanation(const Finding &finding);
  void addFixAll();
  void add(Object action, Object edit);
  Object workspaceEdit(std::map<std::string, Array> edits) const;
  Object workspaceEdit(const TextEdit &edit) const;

  const ActionContext &context;
  const SourceBuffer &buffer;
  /// What is found in the text, for all ways to silence a part of it; nothing
  /// before the first.
  std::optional<std::vector<RuleId>> rulesFound;
  Array actions;
};

} // namespace

static Object editOf(const SourceBuffer &buffer, SourceRange range,
                     StringRef text, const Client &client) {
  return Object{{"range", toJSON(rangeOf(buffer, range, client.encoding))},
                {"newText", llvm::json::fixUTF8(text)}};
}

/// A client that asks for a kind wants those below it, too.
bool ActionBuilder::wants(StringRef kind) const {
  return context.only.empty() ||
         llvm::any_of(context.only, [&](StringRef wanted) {
           StringRef rest = kind;
           return rest.consume_front(wanted) &&
                  (rest.empty() || rest.starts_with("."));
         });
}

Object ActionBuilder::workspaceEdit(std::map<std::string, Array> edits) const {
  if (!context.client.versionedEdits) {
    Object changes;
    for (auto &[uri, list] : edits)
      changes[uri] = std::move(list);
    return Object{{"changes", std::move(changes)}};
  }
  Array changes;
  for (auto &[uri, list] : edits) {
    // Of other files the server knows no version.
    Value version = uri == context.open.document.uri()
                        ? Value(context.open.document.version())
                        : Value(nullptr);
    changes.push_back(Object{
        {"textDocument", Object{{"uri", uri}, {"version", std::move(version)}}},
        {"edits", std::move(list)}});
  }
  return Object{{"documentChanges", std::move(changes)}};
}

Object ActionBuilder::workspaceEdit(const TextEdit &edit) const {
  std::map<std::string, Array> edits;
  edits[context.open.document.uri().str()].push_back(
      editOf(buffer, edit.range, edit.text, context.client));
  return workspaceEdit(std::move(edits));
}

void ActionBuilder::add(Object action, Object edit) {
  if (context.client.literalActions) {
    action["edit"] = std::move(edit);
  } else {
    // Older clients take commands only.
    Value title = *action.get("title");
    action = Object{{"title", std::move(title)},
                    {"command", ApplyEditCommand},
                    {"arguments", Array{std::move(edit)}}};
  }
  actions.push_back(std::move(action));
}

void ActionBuilder::addFixes(const Finding &finding, Value diagnostic) {
  bool isFirst = true;
  for (const FixIt &fix : finding.fixes) {
    std::map<std::string, Array> edits;
    for (const Edit &edit : fix.edits)
      edits[context.uriOf(edit.place.buffer->name())].push_back(editOf(
          *edit.place.buffer, edit.place.range, edit.text, context.client));
    bool isSafe = fix.applicability == Applicability::Safe;
    std::string title = fix.title + (isSafe ? "" : " (unsafe)");
    add(Object{{"title", llvm::json::fixUTF8(title)},
               {"kind", "quickfix"},
               {"isPreferred", isSafe && isFirst},
               {"diagnostics", Array{diagnostic}}},
        workspaceEdit(std::move(edits)));
    isFirst = false;
  }
}

void ActionBuilder::addSilencing(const Finding &finding, Value diagnostic) {
  const RuleInfo &rule = infoOf(finding.rule);
  const CheckSettings &settings = context.open.settings->check;
  if (!rule.suppressible || !settings.honorSuppressions)
    return;
  // Each way is tried, which takes too long with a large graph.
  constexpr size_t LargestTried = 1 << 20;
  if (buffer.text().size() > LargestTried)
    return;
  auto rulesOf = [&](StringRef text) {
    auto edited = SourceBuffer::copy(buffer.name(), text);
    CheckResult result = context.checker.check(*edited, settings);
    std::vector<RuleId> rules;
    for (const Finding &found : result.findings)
      rules.push_back(found.rule);
    return rules;
  };
  // The findings of the document lack those that a baseline hides.
  if (!rulesFound)
    rulesFound = rulesOf(buffer.text());
  for (SuppressionActions &way :
       waysToSilence(buffer, placeIn(buffer, finding).range, finding.rule,
                     *rulesFound, rulesOf))
    add(Object{{"title", std::move(way.title)},
               {"kind", "quickfix"},
               {"isPreferred", false},
               {"diagnostics", Array{diagnostic}}},
        workspaceEdit(TextEdit{way.range, std::move(way.text)}));
}

void ActionBuilder::addExplanation(const Finding &finding) {
  StringRef name = infoOf(finding.rule).name;
  std::string title = ("explain " + name).str();
  Object command{{"title", title},
                 {"command", ExplainCommand},
                 {"arguments", Array{name}}};
  if (!context.client.literalActions)
    return actions.push_back(std::move(command));
  actions.push_back(Object{
      {"title", title}, {"kind", "quickfix"}, {"command", std::move(command)}});
}

/// The one edit that turns a text into another.
static TextEdit differenceOf(StringRef before, StringRef after) {
  auto isInside = [](char c) { return (c & 0xC0) == 0x80; };
  size_t most = std::min(before.size(), after.size());
  size_t prefix = 0;
  while (prefix < most && before[prefix] == after[prefix])
    ++prefix;
  while (prefix > 0 && prefix < before.size() && isInside(before[prefix]))
    --prefix;
  size_t suffix = 0;
  while (suffix < most - prefix &&
         before[before.size() - suffix - 1] == after[after.size() - suffix - 1])
    ++suffix;
  while (suffix > 0 && isInside(before[before.size() - suffix]))
    --suffix;
  return {{static_cast<uint32_t>(prefix),
           static_cast<uint32_t>(before.size() - suffix)},
          after.slice(prefix, after.size() - suffix).str()};
}

void ActionBuilder::addFixAll() {
  const CheckOutcome &checked = *context.open.checked;
  std::optional<FixedInput> fixed =
      applyFixesToFixpoint(context.checker, buffer, checked.result.findings,
                           context.open.settings->check, /*unsafeToo=*/false);
  if (!fixed)
    return;
  add(Object{{"title", "apply all safe fixes"}, {"kind", FixAllKind}},
      workspaceEdit(differenceOf(buffer.text(), fixed->buffer->text())));
}

Array ActionBuilder::build() {
  const CheckOutcome &checked = *context.open.checked;
  if (wants("quickfix")) {
    for (const auto &[index, finding] :
         llvm::enumerate(checked.result.findings)) {
      if (!placeIn(buffer, finding).range.touches(context.range))
        continue;
      const Value &diagnostic = context.open.diagnostics[index];
      addFixes(finding, diagnostic);
      // A configuration of trainlint has no settings of its own.
      if (context.open.settings)
        addSilencing(finding, diagnostic);
      addExplanation(finding);
    }
  }
  if (wants(FixAllKind) && context.open.settings)
    addFixAll();
  return std::move(actions);
}

Array lsp::codeActions(const ActionContext &context) {
  if (!context.open.checked)
    return {};
  return ActionBuilder(context).build();
}
