//===- ConfigFile.cpp - What .trainlint.yaml says -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ConfigFile.h"
#include "Diagnostics/FindingCollector.h"
#include "Diagnostics/RuleFilter.h"
#include "Frontend/Yaml/Checks.h"
#include "Output/Writer.h"
#include "Schema/Validator.h"
#include "Tables/TableText.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::yaml;
using llvm::StringRef;
namespace path = llvm::sys::path;

llvm::ArrayRef<llvm::StringLiteral> trainlint::configFileNames() {
  static constexpr llvm::StringLiteral Names[] = {".trainlint.yaml",
                                                  ".trainlint.yml"};
  return Names;
}

static std::string absolutePath(StringRef file) {
  llvm::SmallString<256> absolute(file);
  llvm::sys::fs::make_absolute(absolute);
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute.str().str();
}

std::string ConfigFile::relative(StringRef file) const {
  std::string absolute = absolutePath(file);
  StringRef name = absolute;
  if (name.consume_front(folder))
    name.consume_front("/");
  return name.str();
}

namespace {

/// Reads the validated tree into a ConfigFile.
class ConfigReader {
public:
  ConfigReader(TreeView &tree, ConfigFile &config)
      : tree(tree), config(config) {}

  llvm::Error read(View root);

private:
  std::vector<std::string> texts(View root, StringRef key);
  std::optional<std::string> text(View root, StringRef key);
  std::optional<std::string> file(View root, StringRef key);
  llvm::Error readPatterns(View root);
  llvm::Error readRules(View root);
  void readDefaults(View root);
  llvm::Expected<PathGlob> pattern(StringRef text);

  TreeView &tree;
  ConfigFile &config;
};

} // namespace

static StringRef scalarText(View view) {
  const auto *scalar = view.as<ScalarNode>();
  return scalar ? scalar->value : StringRef();
}

std::vector<std::string> ConfigReader::texts(View root, StringRef key) {
  std::vector<std::string> out;
  for (View item : tree.items(tree.find(root, key).value))
    out.push_back(scalarText(item).str());
  return out;
}

std::optional<std::string> ConfigReader::text(View root, StringRef key) {
  StringRef found = scalarText(tree.find(root, key).value);
  if (found.empty())
    return std::nullopt;
  return found.str();
}

/// A path that the file gives relative to its folder.
std::optional<std::string> ConfigReader::file(View root, StringRef key) {
  std::optional<std::string> given = text(root, key);
  if (!given)
    return std::nullopt;
  llvm::SmallString<256> joined(config.folder);
  if (path::is_absolute(*given))
    joined = *given;
  else
    path::append(joined, *given);
  return joined.str().str();
}

llvm::Expected<PathGlob> ConfigReader::pattern(StringRef text) {
  PathGlob glob(text);
  if (!glob.valid())
    return llvm::createStringError(("`" + text + "` is not a pattern").str());
  return glob;
}

llvm::Error ConfigReader::readPatterns(View root) {
  for (const std::string &text : texts(root, "exclude")) {
    auto glob = pattern(text);
    if (!glob)
      return glob.takeError();
    config.exclude.push_back(std::move(*glob));
  }
  for (const EntryView &entry :
       tree.entries(tree.find(root, "per-file-ignores").value)) {
    auto glob = pattern(keyText(entry));
    if (!glob)
      return glob.takeError();
    std::vector<std::string> rules;
    for (View item : tree.items(entry.value))
      rules.push_back(scalarText(item).str());
    config.perFileIgnores.emplace_back(std::move(*glob), std::move(rules));
  }
  for (const EntryView &entry : tree.entries(tree.find(root, "files").value)) {
    auto glob = pattern(keyText(entry));
    if (!glob)
      return glob.takeError();
    InputKind kind = scalarText(entry.value) == "none" ? InputKind::None
                                                       : InputKind::AIPlatform;
    config.files.emplace_back(std::move(*glob), kind);
  }
  return llvm::Error::success();
}

/// Reads the selectors, and makes sure that each of them names a rule.
llvm::Error ConfigReader::readRules(View root) {
  config.select = texts(root, "select");
  config.ignore = texts(root, "ignore");
  for (const EntryView &entry : tree.entries(tree.find(root, "severity").value))
    config.severity.emplace_back(keyText(entry).str(),
                                 scalarText(entry.value).str());
  RuleFilter probe;
  for (const std::string &selector : config.select)
    if (llvm::Error error = probe.select(selector))
      return error;
  for (const std::string &selector : config.ignore)
    if (llvm::Error error = probe.ignore(selector))
      return error;
  for (const auto &[selector, severity] : config.severity)
    if (llvm::Error error = probe.setSeverity(selector, severity))
      return error;
  for (const auto &[glob, rules] : config.perFileIgnores)
    for (const std::string &selector : rules)
      if (llvm::Error error = probe.ignore(selector))
        return error;
  return llvm::Error::success();
}

void ConfigReader::readDefaults(View root) {
  View defaults = tree.find(root, "defaults").value;
  constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Fields[] = {
      {"region", "region"},
      {"runtime-version", "runtimeVersion"},
      {"python-version", "pythonVersion"}};
  for (const auto &[key, field] : Fields) {
    View value = tree.find(defaults, key).value;
    const auto *scalar = value.as<ScalarNode>();
    if (!scalar || scalar->value.empty())
      continue;
    SourceRange range = scalar->range;
    if (scalar->style != ScalarStyle::Plain) {
      ++range.begin;
      --range.end;
    }
    config.defaults.push_back({field, range});
  }
}

llvm::Error ConfigReader::read(View root) {
  if (llvm::Error error = readPatterns(root))
    return error;
  if (llvm::Error error = readRules(root))
    return error;
  readDefaults(root);
  config.failOn = text(root, "fail-on");
  config.tables = file(root, "tables");
  config.baseline = file(root, "baseline");
  if (std::optional<std::string> date = text(root, "as-of")) {
    std::optional<DateParts> parts = parseDate(*date);
    if (!parts)
      return llvm::createStringError("`" + *date + "` is not a date");
    config.asOf = absl::CivilDay(parts->year, parts->month, parts->day);
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<ConfigFile>>
trainlint::loadConfigFile(StringRef file, llvm::raw_ostream &problems) {
  auto text = llvm::MemoryBuffer::getFile(file);
  if (!text)
    return llvm::createFileError(file, text.getError());
  auto config = std::make_unique<ConfigFile>();
  config->buffer = std::make_unique<SourceBuffer>(file.str(), std::move(*text));
  // Builds the table of lines before several threads ask for it.
  (void)config->buffer->position(0);
  config->folder = path::parent_path(absolutePath(file)).str();

  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  SourceSet sources;
  sources.add(*config->buffer);
  ReadResult result = read(config->buffer->text());
  TreeView tree(*result.stream, *config->buffer, &context);
  FindingCollector collector(&context, sources);
  View root;
  if (succeeded(reportProblems(result, tree)) &&
      !result.stream->documents.empty()) {
    root = tree.resolve(result.stream->documents.front().root);
    schema::Validator(tree).validate(root, schema::trainlintConfig(),
                                     "the configuration");
  }
  std::vector<Finding> findings = collector.take();
  llvm::erase_if(findings, [](const Finding &finding) {
    return finding.severity == Severity::Info;
  });
  if (!findings.empty()) {
    sortFindings(findings);
    createTextWriter(problems, {})->write(file, findings);
    return llvm::createStringError(file.str() +
                                   ": the configuration cannot be used");
  }
  if (!root)
    return config;
  if (llvm::Error error = ConfigReader(tree, *config).read(root))
    return llvm::createStringError(file.str() + ": " +
                                   llvm::toString(std::move(error)));
  return config;
}
