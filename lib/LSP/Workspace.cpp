//===- Workspace.cpp - What applies to each document ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Workspace.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::lsp;

RunOptions Workspace::withoutOpening() {
  RunOptions options;
  options.opensGraphs = false;
  return options;
}

Workspace::Workspace()
    : configs(std::nullopt, /*isolated=*/false, findingsStream, noteSink()),
      factory(options, noteSink()) {
  // Without a configuration nothing can go wrong.
  defaultSettings = llvm::cantFail(factory.settingsFor({}));
}

NoteSink Workspace::noteSink() {
  return [this](StringRef path, StringRef why) {
    complain((path + ": " + why).str());
  };
}

void Workspace::complain(std::string problem) {
  if (reported.try_emplace(problem, true).second)
    problems.push_back(std::move(problem));
}

std::vector<std::string> Workspace::takeProblems() {
  // The findings in the file itself are shown there.
  findingsText.clear();
  return std::exchange(problems, {});
}

namespace {
enum class Language : uint8_t { Other, Data, Shell, Python, Notebook };
} // namespace

/// What the names that editors give languages mean here.
static Language languageOf(StringRef id) {
  return llvm::StringSwitch<Language>(id)
      .Cases({"yaml", "json", "jsonc", "helm"}, Language::Data)
      .Cases({"pbtxt", "textproto", "prototext", "mlir"}, Language::Data)
      .Cases({"shellscript", "sh", "bash", "zsh"}, Language::Shell)
      .Case("python", Language::Python)
      .Case("jupyter", Language::Notebook)
      .Default(id.starts_with("yaml.") ? Language::Data : Language::Other);
}

/// The kind of a document whose name does not tell it; none if documents of its
/// language are not checked.
static std::optional<InputKind> kindOf(const Document &document) {
  StringRef path = document.path();
  if (!path.empty() && isCheckedFile(path))
    return InputKind::Auto;
  switch (languageOf(document.language())) {
  case Language::Other:
    return std::nullopt;
  case Language::Shell:
    return InputKind::Commands;
  case Language::Python:
    return InputKind::Python;
  case Language::Notebook:
    return InputKind::Notebook;
  case Language::Data:
    return InputKind::Auto;
  }
  llvm_unreachable("unknown language");
}

/// The settings of a document's configuration; null if that excludes it.
const InputSettings *Workspace::inputSettingsFor(const Document &document) {
  Input input;
  if (!document.path().empty()) {
    input.path = document.path().str();
    auto config = configs.find(llvm::sys::path::parent_path(document.path()));
    if (!config) {
      complain(llvm::toString(config.takeError()));
      return defaultSettings;
    }
    input.config = *config;
    if (input.config && isExcluded(input.path, *input.config))
      return nullptr;
  }
  auto settings = factory.settingsFor(input);
  if (settings)
    return *settings;
  complain(llvm::toString(settings.takeError()));
  return defaultSettings;
}

std::optional<DocumentSettings>
Workspace::settingsFor(const Document &document) {
  std::optional<InputKind> kind = kindOf(document);
  if (!kind || isConfigFile(document.name()))
    return std::nullopt;
  const InputSettings *shared = inputSettingsFor(document);
  if (!shared)
    return std::nullopt;
  DocumentSettings settings{shared, shared->check};
  if (settings.check.import.kind == InputKind::Auto)
    settings.check.import.kind = *kind;
  return settings;
}

void Workspace::hideKnown(const InputSettings &settings,
                          const Document &document,
                          std::vector<Finding> &findings) {
  if (settings.baseline.empty())
    return;
  auto [entry, isNew] = baselines.try_emplace(settings.baseline);
  if (isNew) {
    if (auto loaded = Baseline::load(settings.baseline))
      entry->second = std::move(*loaded);
    else
      complain(llvm::toString(loaded.takeError()));
  }
  if (entry->second)
    entry->second->hide(document.name(), findings);
}
