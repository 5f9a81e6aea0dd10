//===- Completion.cpp - What can stand at a place -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Completion.h"
#include "LSP/Comments.h"
#include "LSP/GraphFeatures.h"
#include "LSP/Markup.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

SourceRange lsp::wordAt(StringRef text, uint32_t offset, StringRef extra) {
  auto isPart = [&](char c) { return llvm::isAlnum(c) || extra.contains(c); };
  SourceRange word{offset, offset};
  while (word.begin > 0 && isPart(text[word.begin - 1]))
    --word.begin;
  while (word.end < text.size() && isPart(text[word.end]))
    ++word.end;
  return word;
}

Probe lsp::probeWord(StringRef text, SourceRange word, StringRef before,
                     StringRef behind) {
  Probe probe;
  probe.word = word;
  probe.text = (text.take_front(word.begin) + before).str();
  probe.offset = probe.text.size();
  probe.text += (Probe::Word + behind + text.substr(word.end)).str();
  return probe;
}

static Completions completeRules(SourceRange word) {
  Completions out{word, {}};
  for (const RuleInfo &rule : allRules()) {
    if (!rule.suppressible)
      continue;
    CompletionItem item;
    item.label = item.text = rule.name.str();
    item.kind = CompletionKind::Keyword;
    item.detail = rule.summary.str();
    item.documentation = describeRule(rule);
    out.items.push_back(std::move(item));
  }
  return out;
}

static Completions complete(const CompletionContext &context) {
  if (std::optional<SourceRange> rule =
          ruleNameBefore(context.text, context.offset))
    return completeRules(*rule);
  if (context.form == CompletionContext::Form::Graph)
    return completeGraph(context);
  Completions out = completeCommand(context);
  if (out.items.empty() && context.form == CompletionContext::Form::Data)
    return completeData(context);
  if (out.items.empty() && context.form == CompletionContext::Form::Python)
    return completePython(context);
  return out;
}

static Object itemOf(const CompletionItem &item, size_t index,
                     const Value &range, const Client &client) {
  Object out{{"label", item.label},
             {"kind", static_cast<int>(item.kind)},
             {"sortText", llvm::formatv("{0,0+4}", index).str()},
             {"filterText", item.label},
             {"textEdit", Object{{"range", range}, {"newText", item.text}}}};
  if (!item.detail.empty())
    out["detail"] = llvm::json::fixUTF8(item.detail);
  if (!item.documentation.empty())
    out["documentation"] =
        markupOf(item.documentation, client.markdownCompletion);
  if (item.isSnippet) {
    out["insertTextFormat"] = 2;
    // The lines of a snippet are indented like that of the cursor.
    out["insertTextMode"] = 2;
  }
  if (item.isDeprecated)
    out["tags"] = Array{1};
  return out;
}

Value lsp::completion(const CompletionContext &context) {
  Completions found = complete(context);
  Value range =
      toJSON(rangeOf(context.text, found.word, context.client.encoding));
  Array items;
  for (const auto &[index, item] : llvm::enumerate(found.items))
    items.push_back(itemOf(item, index, range, context.client));
  return Object{{"isIncomplete", false}, {"items", std::move(items)}};
}
