//===- ConfigFile.cpp - What .trainlint.yaml says -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ConfigFile.h"
#include "Diagnostics/FindingCollector.h"
#include "Diagnostics/Messages/Hygiene.h"
#include "Diagnostics/RuleFilter.h"
#include "Driver/DocumentKinds.h"
#include "Output/Writer.h"
#include "Schema/Validator.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "Support/RegularFile.h"
#include "Support/SequentialContext.h"
#include "Tables/TableText.h"
#include "Text/Yaml/Checks.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::yaml;
namespace path = llvm::sys::path;

llvm::ArrayRef<llvm::StringLiteral> trainlint::configFileNames() {
  static constexpr llvm::StringLiteral Names[] = {".trainlint.yaml",
                                                  ".trainlint.yml"};
  return Names;
}

bool trainlint::isConfigFile(StringRef file) {
  return llvm::is_contained(configFileNames(), path::filename(file));
}

std::string ConfigFile::relative(StringRef file) const {
  std::string absolute = absolutePath(file);
  StringRef name = absolute;
  if (name.consume_front(folder))
    name.consume_front("/");
  return name.str();
}

std::string trainlint::pathInConfig(StringRef configFile, StringRef given) {
  if (path::is_absolute(given))
    return given.str();
  llvm::SmallString<256> joined(path::parent_path(configFile));
  path::append(joined, given);
  path::remove_dots(joined);
  return joined.str().str();
}

/// The most patterns and selectors of a configuration, of which every input and
/// every rule is compared with each.
static constexpr unsigned MostPatterns = 1000;

namespace {

/// Reads the validated tree into a ConfigFile.
class ConfigReader {
public:
  ConfigReader(TreeView &tree, ConfigFile &config)
      : tree(tree), config(config) {}

  void read(View root);

private:
  std::optional<std::string> text(View root, StringRef key);
  std::optional<std::string> file(View root, StringRef key);
  void readPatterns(View root);
  void readRules(View root);
  void readDefaults(View root);
  void readTraining(View root);
  void readDate(View root);
  void readFailOn(View root);
  /// Counts a pattern or a selector, and reports the first that is too many.
  bool isTooMany(View at);
  std::optional<PathGlob> pattern(View at);
  std::vector<std::string> rules(View list);
  void report(View at, llvm::Error problem);

  TreeView &tree;
  ConfigFile &config;
  unsigned patterns = 0;
};

} // namespace

static StringRef scalarText(View view) {
  const auto *scalar = view.as<ScalarNode>();
  return scalar ? scalar->value : StringRef();
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

/// Reports what cannot be used; nothing if all is well.
void ConfigReader::report(View at, llvm::Error problem) {
  if (problem)
    diag::InvalidConfiguration::value(tree.location(at),
                                      llvm::toString(std::move(problem)));
}

bool ConfigReader::isTooMany(View at) {
  if (++patterns == MostPatterns + 1)
    report(at, llvm::createStringError("there are more than " +
                                       llvm::Twine(MostPatterns) +
                                       " patterns and rules"));
  return patterns > MostPatterns;
}

std::optional<PathGlob> ConfigReader::pattern(View at) {
  if (isTooMany(at))
    return std::nullopt;
  StringRef text = scalarText(at);
  PathGlob glob(text);
  if (glob.valid())
    return glob;
  report(at, llvm::createStringError("`" + text + "` is not a pattern"));
  return std::nullopt;
}

/// Rules as they are selected: names, codes, groups and patterns.
std::vector<std::string> ConfigReader::rules(View list) {
  std::vector<std::string> selectors;
  for (View item : tree.items(list)) {
    if (isTooMany(item))
      break;
    selectors.push_back(scalarText(item).str());
    report(item, RuleFilter().ignore(selectors.back()));
  }
  return selectors;
}

void ConfigReader::readPatterns(View root) {
  for (View item : tree.items(tree.find(root, "exclude").value)) {
    if (std::optional<PathGlob> glob = pattern(item))
      config.exclude.push_back(std::move(*glob));
  }
  for (const EntryView &entry :
       tree.entries(tree.find(root, "per-file-ignores").value)) {
    if (std::optional<PathGlob> glob = pattern(entry.key))
      config.perFileIgnores.emplace_back(std::move(*glob), rules(entry.value));
  }
  for (const EntryView &entry : tree.entries(tree.find(root, "files").value)) {
    // The schema has reported other words.
    std::optional<InputKind> kind = inputKindNamed(scalarText(entry.value));
    std::optional<PathGlob> glob = pattern(entry.key);
    if (kind && glob)
      config.files.emplace_back(std::move(*glob), *kind);
  }
  for (const EntryView &entry : tree.entries(tree.find(root, "graphs").value)) {
    std::optional<PathGlob> glob = pattern(entry.key);
    StringRef graph = scalarText(entry.value);
    if (glob && !graph.empty())
      config.graphs.emplace_back(std::move(*glob),
                                 pathInConfig(config.buffer->name(), graph));
  }
}

void ConfigReader::readRules(View root) {
  config.select = rules(tree.find(root, "select").value);
  config.ignore = rules(tree.find(root, "ignore").value);
  for (const EntryView &entry :
       tree.entries(tree.find(root, "severity").value)) {
    if (isTooMany(entry.key))
      break;
    StringRef selector = keyText(entry), severity = scalarText(entry.value);
    bool isRule = severity == "off" || parseSeverity(severity);
    report(isRule ? entry.key : entry.value,
           RuleFilter().setSeverity(selector, severity));
    config.severity.emplace_back(selector.str(), severity.str());
  }
}

void ConfigReader::readDate(View root) {
  View at = tree.find(root, "as-of").value;
  StringRef date = scalarText(at);
  if (date.empty())
    return;
  if (std::optional<DateParts> parts = parseDate(date))
    config.asOf = absl::CivilDay(parts->year, parts->month, parts->day);
  else
    report(at, llvm::createStringError("`" + date + "` is not a date"));
}

void ConfigReader::readFailOn(View root) {
  View at = tree.find(root, "fail-on").value;
  StringRef severity = scalarText(at);
  if (severity.empty())
    return;
  config.failOn = severity.str();
  if (severity != "never" && !parseSeverity(severity))
    report(at, llvm::createStringError("`" + severity + "` is not a severity"));
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

void ConfigReader::readTraining(View root) {
  for (const EntryView &entry :
       tree.entries(tree.find(root, "training").value)) {
    std::string value = scalarText(entry.value).str();
    for (View item : tree.items(entry.value))
      value += (value.empty() ? "" : ",") + scalarText(item).str();
    if (!value.empty())
      config.training.emplace_back(keyText(entry).str(), std::move(value));
  }
}

void ConfigReader::read(View root) {
  readPatterns(root);
  readRules(root);
  readDefaults(root);
  readTraining(root);
  readDate(root);
  readFailOn(root);
  config.tables = file(root, "tables");
  config.baseline = file(root, "baseline");
}

ConfigReading trainlint::readConfigFile(std::unique_ptr<SourceBuffer> text) {
  ConfigReading reading;
  reading.config = std::make_unique<ConfigFile>();
  ConfigFile &config = *reading.config;
  config.buffer = std::move(text);
  // Builds the table of lines before several threads ask for it.
  (void)config.buffer->position(0);
  config.folder = path::parent_path(absolutePath(config.buffer->name())).str();

  SequentialContext context;
  SourceSet sources;
  sources.add(*config.buffer);
  ReadResult result = read(config.buffer->text());
  TreeView tree(*result.stream, *config.buffer, &context);
  FindingCollector collector(&context, sources);
  View root;
  if (succeeded(reportProblems(result, tree)) &&
      !result.stream->documents.empty()) {
    root = tree.resolve(result.stream->documents.front().root);
    schema::Validator(tree).validate(root, schema::trainlintConfig(),
                                     "the configuration");
  }
  // A word or a date without quotes is taken as it is written.
  auto takeProblems = [&] {
    std::vector<Finding> findings = collector.take();
    llvm::erase_if(findings, [](const Finding &finding) {
      return finding.severity != Severity::Error;
    });
    return findings;
  };
  reading.findings = takeProblems();
  // What has the wrong structure is not looked at more closely.
  if (reading.findings.empty() && root) {
    ConfigReader(tree, config).read(root);
    reading.findings = takeProblems();
  }
  sortFindings(reading.findings);
  return reading;
}

llvm::Expected<std::unique_ptr<ConfigFile>>
trainlint::loadConfigFile(StringRef file, bool isNamed,
                          llvm::raw_ostream &problems) {
  ReadOptions options;
  options.largest = 1 << 20;
  auto text = isNamed ? readFileOrStream(file, options)
                      : readRegularFile(file, options);
  if (!text)
    return llvm::createFileError(file, text.takeError());
  ConfigReading reading = readConfigFile(
      std::make_unique<SourceBuffer>(file.str(), std::move(*text)));
  if (!reading.findings.empty()) {
    createTextWriter(problems, {})->write(file, reading.findings);
    return llvm::createStringError(file.str() +
                                   ": the configuration cannot be used");
  }
  return std::move(reading.config);
}
