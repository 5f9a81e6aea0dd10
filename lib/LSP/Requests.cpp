//===- Requests.cpp - Requests about documents ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/GraphContent.h"
#include "LSP/CodeActions.h"
#include "LSP/Completion.h"
#include "LSP/Dispatcher.h"
#include "LSP/PositionMapping.h"
#include "Output/RulePage.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

Dispatcher::Result Dispatcher::diagnostic(const Object &params) {
  const OpenDocument *open = documentOf(params);
  // What is wrong with a cell is sent.
  if (!open || open->notebook)
    return Object{{"kind", "full"}, {"items", Array{}}};
  Array items = session->diagnosticsOf(open->document.uri());
  std::string text;
  llvm::raw_string_ostream(text) << Value(Array(items));
  std::string id = llvm::utohexstr(llvm::xxh3_64bits(text));
  if (params.getString("previousResultId") == llvm::StringRef(id))
    return Object{{"kind", "unchanged"}, {"resultId", std::move(id)}};
  return Object{{"kind", "full"},
                {"resultId", std::move(id)},
                {"items", std::move(items)}};
}

/// The range or the position that a request speaks of; the whole text if there
/// is none.
static SourceRange askedPlace(const Object &params, const SourceBuffer &text,
                              PositionEncoding encoding) {
  llvm::json::Path::Root root;
  Range range;
  Position position;
  const Value *value = params.get("range");
  if (value && fromJSON(*value, range, root))
    return sourceRangeOf(text, range, encoding);
  value = params.get("position");
  if (value && fromJSON(*value, position, root)) {
    uint32_t offset = offsetOf(text, position, encoding);
    return {offset, offset};
  }
  llvm::consumeError(root.getError());
  return {0, static_cast<uint32_t>(text.text().size())};
}

Dispatcher::Result Dispatcher::codeAction(const Object &params) {
  const OpenDocument *open = documentOf(params);
  if (!open)
    return Array{};
  auto uriOf = [&](llvm::StringRef name) { return session->uriOf(name); };
  ActionContext context{
      *open,
      client,
      uriOf,
      checker,
      askedPlace(params, open->document.text(), client.encoding),
      {}};
  const Object *asked = params.getObject("context");
  if (const Array *only = asked ? asked->getArray("only") : nullptr) {
    for (const Value &kind : *only) {
      if (std::optional<llvm::StringRef> text = kind.getAsString())
        context.only.push_back(*text);
    }
  }
  return codeActions(context);
}

/// Shows what there is to read about a rule: its page, or the text itself.
void Dispatcher::explain(const RuleInfo &rule) {
  std::string page = pageOf(rule, client);
  if (client.showsDocuments && !page.empty())
    return request(
        "window/showDocument",
        Object{{"uri", page},
               {"external", !llvm::StringRef(page).starts_with("file:")},
               {"takeFocus", true}});
  std::string text;
  llvm::raw_string_ostream os(text);
  printRuleText(os, rule);
  transport.notify("window/showMessage",
                   Object{{"type", 3}, {"message", std::move(text)}});
}

/// Answers with what the command made: the page of a rule in Markdown.
Dispatcher::Result Dispatcher::executeCommand(const Object &params) {
  llvm::StringRef command = params.getString("command").value_or("");
  const Array *arguments = params.getArray("arguments");
  const Value *first =
      arguments && !arguments->empty() ? &arguments->front() : nullptr;
  if (command == ApplyEditCommand && first && first->getAsObject()) {
    request("workspace/applyEdit", Object{{"edit", *first}});
    return Value(nullptr);
  }
  std::optional<RuleId> rule = command == ExplainCommand && first
                                   ? findRule(first->getAsString().value_or(""))
                                   : std::nullopt;
  if (!rule)
    return makeError(llvm::lsp::ErrorCode::InvalidParams,
                     "no such command, or nothing that it speaks of");
  explain(infoOf(*rule));
  std::string text;
  llvm::raw_string_ostream os(text);
  printRuleMarkdown(os, infoOf(*rule));
  return Value(std::move(text));
}

//===----------------------------------------------------------------------===//
// Questions about places
//===----------------------------------------------------------------------===//

Value Dispatcher::ask(
    const Object &params,
    llvm::function_ref<Value(const FeatureContext &, SourceRange)> feature) {
  OpenDocument *open = documentOf(params);
  Analysis *analysis = open ? session->analyze(*open) : nullptr;
  if (!analysis)
    return nullptr;
  auto lock = analysis->lock();
  auto uriOf = [&](llvm::StringRef name) { return session->uriOf(name); };
  SourceRange place =
      askedPlace(params, open->document.text(), client.encoding);
  if (analysis->isWellFormed() || !open->wellFormed)
    return feature({*open, *analysis, client, uriOf}, place);

  // While the text is broken, the last one that was not has to do.
  std::shared_ptr<Analysis> older = open->wellFormed;
  auto olderLock = older->lock();
  PositionMapping change(older->text(), open->document.text());
  bool isWhole = place.end == open->document.text().text().size();
  std::optional<uint32_t> begin = change.mapToOlder(place.begin);
  std::optional<uint32_t> end = change.mapToOlder(place.end);
  if (!isWhole && (!begin || !end))
    return nullptr;
  uint32_t all = older->text().text().size();
  Value answer = feature(
      {*open, *older, client, uriOf},
      {begin.value_or(0), std::max(begin.value_or(0), end.value_or(all))});
  change.mapToCurrent(answer, client.encoding);
  return answer;
}

Dispatcher::Result Dispatcher::hover(const Object &params) {
  return ask(params, [](const FeatureContext &context, SourceRange place) {
    return lsp::hover(context, place.begin);
  });
}

/// Of programs editors know the syntax better; an empty answer would stand in
/// the way of theirs.
Value Dispatcher::askAboutSyntax(
    const Object &params,
    llvm::function_ref<Array(const FeatureContext &)> feature) {
  return ask(params, [&](const FeatureContext &context, SourceRange) {
    return context.analysis.isPython() ? Value(nullptr)
                                       : Value(feature(context));
  });
}

Dispatcher::Result Dispatcher::documentSymbol(const Object &params) {
  return askAboutSyntax(params, documentSymbols);
}

Dispatcher::Result Dispatcher::inlayHint(const Object &params) {
  return ask(params, [](const FeatureContext &context, SourceRange place) {
    return inlayHints(context, place);
  });
}

Dispatcher::Result Dispatcher::foldingRange(const Object &params) {
  return askAboutSyntax(params, foldingRanges);
}

Dispatcher::Result Dispatcher::definition(const Object &params) {
  return ask(params, [](const FeatureContext &context, SourceRange place) {
    return lsp::definition(context, place.begin);
  });
}

Dispatcher::Result Dispatcher::documentLink(const Object &params) {
  return ask(params, [](const FeatureContext &context, SourceRange) {
    return documentLinks(context);
  });
}

Dispatcher::Result Dispatcher::completion(const Object &params) {
  OpenDocument *open = documentOf(params);
  Analysis *analysis = open ? session->analyze(*open) : nullptr;
  if (!analysis)
    return nullptr;
  auto lock = analysis->lock();
  const SourceBuffer &text = open->document.text();
  // A text that is being written has all its nodes in the one before.
  const Analysis &whole = open->wellFormed ? *open->wellFormed : *analysis;
  CompletionContext::Form form = CompletionContext::Form::Data;
  // A page may hold documents, too.
  bool hasDocuments =
      llvm::any_of(whole.streams(), [](const yaml::Stream *stream) {
        return !stream->documents.empty();
      });
  if (analysis->graph() || isGraphText(text.name()))
    form = CompletionContext::Form::Graph;
  else if (analysis->isPython())
    form = CompletionContext::Form::Python;
  else if (open->settings && !hasDocuments &&
           scriptKindOf(text, open->settings->check.import.kind) !=
               shell::FileKind::Other)
    form = CompletionContext::Form::Script;
  return lsp::completion(
      {text, client, *analysis, form, whole.graph(),
       [&](llvm::StringRef other) { return session->analyze(*open, other); },
       askedPlace(params, text, client.encoding).begin});
}
