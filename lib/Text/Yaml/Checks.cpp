//===- Checks.cpp - Reporting what YAML text gets wrong -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/Checks.h"
#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Messages/Syntax.h"
#include "Diagnostics/Report.h"
#include "Support/LLVM.h"
#include "Text/Yaml/ScalarType.h"
#include "Text/Yaml/Template.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::yaml;

void yaml::reportSyntax(const Problem &problem, TreeView &tree) {
  Report report =
      diag::YamlSyntax::problem(tree.location(problem.range), problem.message);
  if (!problem.noteMessage.empty())
    report.note(tree.location(problem.noteRange), problem.noteMessage);
  if (!problem.help.empty())
    report.help(problem.help);
}

/// The marker that a problem is most likely due to: one on its line, or else
/// the last one before it.
static SourceRange markerFor(const Problem &problem, const TemplateMask &mask,
                             const SourceBuffer &buffer) {
  unsigned line = buffer.position(problem.range.begin).line;
  SourceRange found = mask.markers.front();
  for (SourceRange marker : mask.markers) {
    unsigned markerLine = buffer.position(marker.begin).line;
    if (markerLine <= line)
      found = marker;
    if (markerLine >= line)
      break;
  }
  return found;
}

/// Text with the markers of a template is no YAML yet, and nothing can be said
/// of what it will be. A mistake beside the markers stays one.
static void reportSyntaxProblems(const Stream &stream, TreeView &tree) {
  const SourceBuffer &buffer = tree.buffer();
  std::optional<TemplateMask> mask = maskTemplate(buffer.text());
  if (!mask) {
    for (const Problem &problem : stream.problems)
      reportSyntax(problem, tree);
    return;
  }
  ReadResult masked = read(mask->text);
  if (mask->onlyValues && !masked.stream->problems.empty()) {
    for (const Problem &problem : masked.stream->problems)
      reportSyntax(problem, tree);
    return;
  }
  SourceRange marker = markerFor(stream.problems.front(), *mask, buffer);
  diag::TemplatedFile::marker(tree.location(marker),
                              buffer.text(marker).take_front(2));
}

static void checkDuplicateKeys(const MappingNode &mapping, TreeView &tree) {
  llvm::SmallDenseMap<StringRef, const ScalarNode *, 16> seen;
  for (const MappingEntry &entry : mapping.entries) {
    const auto *key = llvm::dyn_cast<ScalarNode>(entry.key);
    // Two keys that a template gives may differ.
    if (!key || isMerge(*key) || hasPlaceholder(key->value))
      continue;
    auto [place, isNew] = seen.try_emplace(key->value, key);
    if (isNew)
      continue;
    diag::DuplicateKey::twice(tree.location(key->range), key->value)
        .note(tree.location(place->second->range), "first given here")
        .help("keep one of the two");
  }
}

/// `<<` takes a mapping or a list of mappings.
static void checkMergeKeys(const MappingNode &mapping, TreeView &tree) {
  for (const MappingEntry &entry : mapping.entries) {
    const auto *key = llvm::dyn_cast<ScalarNode>(entry.key);
    if (!key || !isMerge(*key))
      continue;
    View value = tree.resolve(entry.value);
    auto fits = [](View merged) {
      return !merged || merged.as<MappingNode>() || isPlaceholder(merged);
    };
    if (fits(value) ||
        (value.as<SequenceNode>() && llvm::all_of(tree.items(value), fits)))
      continue;
    diag::WrongType::mismatch(
        tree.location(value), "<<", "a mapping or a list of mappings",
        value.as<ScalarNode>() ? "text" : "a list of other things");
  }
}

void yaml::reportContent(const ReadResult &result, TreeView &tree) {
  for (const Node *node : result.stream->nodes) {
    if (const auto *mapping = llvm::dyn_cast<MappingNode>(node)) {
      checkDuplicateKeys(*mapping, tree);
      checkMergeKeys(*mapping, tree);
    }
  }
  if (result.disagreement)
    diag::YamlPortability::differs(tree.location(result.disagreement->range),
                                   result.disagreement->message);
}

LogicalResult yaml::reportProblems(const ReadResult &result, TreeView &tree) {
  // The values of text that is not well-formed have not been read.
  if (!result.stream->problems.empty()) {
    reportSyntaxProblems(*result.stream, tree);
    return llvm::failure();
  }
  reportContent(result, tree);
  return llvm::success();
}
