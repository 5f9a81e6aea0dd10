//===- Checks.cpp - Reporting what YAML text gets wrong -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Yaml/Checks.h"
#include "Diagnostics/Report.h"
#include "Frontend/Yaml/ScalarType.h"
#include "Frontend/Yaml/Template.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::yaml;
using llvm::LogicalResult;
using llvm::StringRef;

/// A template marker on the line of a problem: the text is no YAML yet, and
/// nothing can be said of what it will be.
static StringRef markerAt(const SourceBuffer &buffer, SourceRange range) {
  LineColumn place = buffer.position(range.begin);
  return templateMarker(buffer.line(place.line));
}

static void reportSyntax(const Problem &problem, TreeView &tree) {
  mlir::Location location = tree.location(problem.range);
  StringRef marker = markerAt(tree.buffer(), problem.range);
  if (!marker.empty()) {
    diag::TemplatedFile::marker(location, marker);
    return;
  }
  Report report = diag::YamlSyntax::problem(location, problem.message);
  if (!problem.noteMessage.empty())
    report.also(tree.location(problem.noteRange), problem.noteMessage);
  if (!problem.help.empty())
    report.help(problem.help);
}

static void checkDuplicateKeys(const MappingNode &mapping, TreeView &tree) {
  llvm::StringMap<const ScalarNode *> seen;
  for (const MappingEntry &entry : mapping.entries) {
    const auto *key = llvm::dyn_cast<ScalarNode>(entry.key);
    if (!key || typeOf(*key) == ScalarType::Merge)
      continue;
    auto [place, isNew] = seen.try_emplace(key->value, key);
    if (isNew)
      continue;
    diag::DuplicateKey::twice(tree.location(key->range), key->value)
        .also(tree.location(place->second->range), "first given here")
        .help("keep one of the two");
  }
}

/// `<<` takes a mapping or a list of mappings.
static void checkMergeKeys(const MappingNode &mapping, TreeView &tree) {
  for (const MappingEntry &entry : mapping.entries) {
    const auto *key = llvm::dyn_cast<ScalarNode>(entry.key);
    if (!key || typeOf(*key) != ScalarType::Merge)
      continue;
    View value = tree.resolve(entry.value);
    bool fits = value.as<MappingNode>() ||
                (value.as<SequenceNode>() &&
                 llvm::all_of(tree.items(value), [](View item) {
                   return item.as<MappingNode>() != nullptr;
                 }));
    if (!fits && value)
      diag::WrongType::mismatch(tree.location(value), "<<",
                                "a mapping or a list of mappings",
                                value.as<ScalarNode>() ? "a value" : "a list");
  }
}

LogicalResult yaml::reportProblems(const ReadResult &result, TreeView &tree) {
  for (const Problem &problem : result.stream->problems)
    reportSyntax(problem, tree);
  for (const Node *node : result.stream->nodes) {
    if (const auto *mapping = llvm::dyn_cast<MappingNode>(node)) {
      checkDuplicateKeys(*mapping, tree);
      checkMergeKeys(*mapping, tree);
    }
  }
  if (result.disagreement)
    diag::YamlPortability::differs(tree.location(result.disagreement->range),
                                   result.disagreement->message);
  return llvm::success(result.stream->problems.empty());
}
