//===- Workflow.cpp - Shell text in YAML files ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Shell/Workflow.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "Text/Yaml/Lookup.h"
#include "Text/Yaml/Tree.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace trainlint;
using namespace trainlint::shell;

/// True if the commands in a mapping are for a program that is no shell of
/// Unix; nothing if it does not say so.
static std::optional<bool> runsElsewhere(const yaml::MappingNode &mapping) {
  static constexpr llvm::StringLiteral others[] = {"cmd", "powershell", "pwsh",
                                                   "python"};
  const yaml::Node *own = yaml::findValue(&mapping, "run") ? &mapping : nullptr;
  const yaml::Node *shell = yaml::findValue(own, "shell");
  if (!shell)
    shell = yaml::findValue(
        yaml::findValue(yaml::findValue(&mapping, "defaults"), "run"), "shell");
  const auto *scalar = llvm::dyn_cast_or_null<yaml::ScalarNode>(shell);
  if (!scalar)
    return std::nullopt;
  // `cmd /D /E:ON /C {0}`.
  return llvm::is_contained(others, scalar->value.split(' ').first);
}

namespace {
/// Goes through a document with the variables that are set on the way.
class WorkflowReader {
public:
  explicit WorkflowReader(StringRef text) : text(text) {}

  void read(const yaml::Node *node, unsigned depth = 0);

  std::vector<ShellText> found;

private:
  void readMapping(const yaml::MappingNode &mapping, unsigned depth);
  void addVariables(const yaml::MappingNode &section);
  void addScript(Part part);
  std::optional<Part> partOf(const yaml::ScalarNode &scalar) const;

  StringRef text;
  std::vector<Word> variables;
  /// The variables as they stand, once a script has asked for them.
  std::shared_ptr<const Environment> environment;
  /// True where `run:` is for another program than a shell.
  bool isElsewhere = false;
};
} // namespace

/// The range of a scalar's value, if it stands in the text as it is.
static std::optional<SourceRange> plainRange(const yaml::ScalarNode &scalar,
                                             StringRef text) {
  SourceRange range = scalar.range;
  if (scalar.style == yaml::ScalarStyle::SingleQuoted ||
      scalar.style == yaml::ScalarStyle::DoubleQuoted)
    range = {range.begin + 1, range.end - 1};
  bool isPlain = scalar.style != yaml::ScalarStyle::Literal &&
                 scalar.style != yaml::ScalarStyle::Folded &&
                 text.slice(range.begin, range.end) == scalar.value;
  return isPlain ? std::optional(range) : std::nullopt;
}

std::optional<Part>
WorkflowReader::partOf(const yaml::ScalarNode &scalar) const {
  SourceRange range = scalar.range;
  bool isFolded = scalar.style == yaml::ScalarStyle::Folded;
  if (isFolded || scalar.style == yaml::ScalarStyle::Literal) {
    // The commands begin behind the line of the indicator.
    StringRef written = text.slice(range.begin, range.end);
    if (written.starts_with("|") || written.starts_with(">"))
      range.begin += std::min(written.find('\n'), written.size());
    return Part{range, isFolded};
  }
  if (scalar.style == yaml::ScalarStyle::Plain)
    return Part{range, /*folded=*/true};
  // With escapes the text is not that of the shell.
  std::optional<SourceRange> inside = plainRange(scalar, text);
  return inside ? std::optional(Part{*inside, /*folded=*/true}) : std::nullopt;
}

void WorkflowReader::addVariables(const yaml::MappingNode &section) {
  for (const yaml::MappingEntry &entry : section.entries) {
    const auto *name = llvm::dyn_cast<yaml::ScalarNode>(entry.key);
    const auto *value = llvm::dyn_cast<yaml::ScalarNode>(entry.value);
    std::optional<SourceRange> range =
        value ? plainRange(*value, text) : std::nullopt;
    if (name && range && !hasPlaceholder(value->value))
      variables.push_back(makeAssignment(name->value, name->range.begin,
                                         value->value, range->begin));
  }
  environment = nullptr;
}

void WorkflowReader::addScript(Part part) {
  if (!environment)
    environment = std::make_shared<const Environment>(variables);
  // Cloud Build, GitLab and Compose replace variables themselves.
  part.mayDoubleDollars = true;
  found.push_back({{part}, environment});
}

void WorkflowReader::readMapping(const yaml::MappingNode &mapping,
                                 unsigned depth) {
  static constexpr llvm::StringLiteral sections[] = {
      "env", "environment", "variables", "substitutions"};
  size_t outer = variables.size();
  for (const yaml::MappingEntry &entry : mapping.entries) {
    const auto *key = llvm::dyn_cast<yaml::ScalarNode>(entry.key);
    const auto *section = llvm::dyn_cast<yaml::MappingNode>(entry.value);
    if (key && section && llvm::is_contained(sections, key->value))
      addVariables(*section);
  }
  llvm::SaveAndRestore<bool> elsewhere(
      isElsewhere, runsElsewhere(mapping).value_or(isElsewhere));
  for (const yaml::MappingEntry &entry : mapping.entries) {
    const auto *key = llvm::dyn_cast<yaml::ScalarNode>(entry.key);
    if (!isElsewhere || !key || key->value != "run")
      read(entry.value, depth + 1);
  }
  if (variables.size() == outer)
    return;
  variables.resize(outer);
  environment = nullptr;
}

void WorkflowReader::read(const yaml::Node *node, unsigned depth) {
  // Nobody writes commands deeper.
  constexpr unsigned MaximalDepth = 100;
  if (depth > MaximalDepth)
    return;
  if (const auto *mapping = llvm::dyn_cast<yaml::MappingNode>(node))
    return readMapping(*mapping, depth);
  if (const auto *sequence = llvm::dyn_cast<yaml::SequenceNode>(node)) {
    for (const yaml::Node *item : sequence->items)
      read(item, depth + 1);
    return;
  }
  const auto *scalar = llvm::dyn_cast<yaml::ScalarNode>(node);
  if (!scalar || !scalar->value.contains("gcloud"))
    return;
  if (std::optional<Part> part = partOf(*scalar))
    addScript(*part);
}

std::vector<ShellText> shell::workflowTexts(const yaml::Stream &stream,
                                            StringRef text) {
  WorkflowReader reader(text);
  for (const yaml::Document &document : stream.documents) {
    if (document.root)
      reader.read(document.root);
  }
  return std::move(reader.found);
}
