//===- Navigation.cpp - Where things come from ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Formats/SavedModel.h"
#include "LSP/Comments.h"
#include "LSP/Features.h"
#include "LSP/GraphFeatures.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "llvm/Support/FileSystem.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static Value locate(const FeatureContext &context, const Place &place) {
  return lsp::locationOf(place, context.client, context.uriOf);
}

static Value beginOf(const FeatureContext &context, const SourceBuffer &file) {
  return locate(context, {&file, {}});
}

/// The graphs that a configuration of trainlint names and that are there.
static std::vector<NamedFile> graphsNamedIn(const Analysis &analysis) {
  std::vector<NamedFile> named;
  if (!isConfigFile(analysis.text().name()) || analysis.streams().empty() ||
      analysis.streams().front()->documents.empty())
    return named;
  const yaml::Stream &stream = *analysis.streams().front();
  const yaml::Node *graphs = nullptr;
  auto entriesOf = [](const yaml::Node *node) {
    const auto *mapping = llvm::dyn_cast_or_null<yaml::MappingNode>(node);
    return mapping ? llvm::ArrayRef<yaml::MappingEntry>(mapping->entries)
                   : llvm::ArrayRef<yaml::MappingEntry>();
  };
  for (const yaml::MappingEntry &entry :
       entriesOf(stream.documents.front().root)) {
    const auto *key = llvm::dyn_cast<yaml::ScalarNode>(entry.key);
    if (key && key->value == "graphs")
      graphs = entry.value;
  }
  for (const yaml::MappingEntry &entry : entriesOf(graphs)) {
    const auto *value = llvm::dyn_cast<yaml::ScalarNode>(entry.value);
    if (!value || value->value.empty())
      continue;
    auto file = tensorflow::findGraphFile(
        absolutePath(pathInConfig(analysis.text().name(), value->value)));
    if (!file)
      llvm::consumeError(file.takeError());
    else if (llvm::sys::fs::exists(*file))
      named.push_back({value->range, std::move(*file)});
  }
  return named;
}

Value lsp::definition(const FeatureContext &context, uint32_t offset) {
  Analysis &analysis = context.analysis;
  if (const GraphText *graph = analysis.graph()) {
    std::optional<SourceRange> target = graphTargetAt(*graph, offset);
    return target ? locate(context, {&context.text(), *target})
                  : Value(nullptr);
  }
  if (const ProgramText *program = analysis.program()) {
    std::optional<SourceRange> target = program->targetAt(offset);
    return target ? locate(context, {&context.text(), *target})
                  : Value(nullptr);
  }
  for (const NamedFile &named : graphsNamedIn(analysis)) {
    if (holds(named.range, offset))
      return beginOf(context, *SourceBuffer::copy(named.path, ""));
  }
  for (const yaml::Stream *stream : analysis.streams()) {
    for (const yaml::Node *node : stream->nodes) {
      const auto *alias = llvm::dyn_cast<yaml::AliasNode>(node);
      if (alias && alias->target && holds(alias->range, offset))
        return locate(context, {&context.text(), alias->target->anchorRange});
    }
  }
  for (const NamedFile &named : analysis.commands().namedFiles()) {
    if (!holds(named.range, offset))
      continue;
    if (LoadedFilePtr file = analysis.readFile(named.path))
      return beginOf(context, file->buffer());
  }
  // Where names of Python come from, other servers tell.
  if (analysis.isPython())
    return nullptr;
  // A variable: the value stands where it was assigned.
  std::optional<FieldValue> found = analysis.valueAt(offset);
  if (!found)
    return nullptr;
  auto places = analysis.allPlacesOf(found->value.getLocation());
  bool isElsewhere =
      places.size() > 1 && !(places.front().buffer == &context.text() &&
                             holds(places.front().range, offset));
  if (isElsewhere && !places.front().buffer->name().starts_with("<"))
    return locate(context, places.front());
  return nullptr;
}

Array lsp::documentLinks(const FeatureContext &context) {
  Array out;
  auto add = [&](SourceRange range, std::string target, StringRef tooltip) {
    if (out.size() == MostItems)
      return;
    out.push_back(Object{{"range", context.range(range)},
                         {"target", std::move(target)},
                         {"tooltip", tooltip}});
  };
  // Each is looked for in many folders.
  constexpr size_t MostFiles = 100;
  std::vector<NamedFile> files = context.analysis.commands().namedFiles();
  for (const NamedFile &named : llvm::ArrayRef(files).take_front(MostFiles)) {
    if (LoadedFilePtr file = context.analysis.readFile(named.path))
      add(named.range, context.uriOf(file->buffer().name()),
          "the configuration");
  }
  for (const NamedFile &named : graphsNamedIn(context.analysis))
    add(named.range, context.uriOf(named.path), "the graph");
  for (const RuleName &name : ruleNamesIn(context.analysis)) {
    std::optional<RuleId> rule = findRule(name.text);
    std::string page = rule ? pageOf(infoOf(*rule), context.client) : "";
    if (!page.empty())
      add(name.range, std::move(page), infoOf(*rule).summary);
  }
  return out;
}
