//===- Settings.cpp - Settings of each input of a run ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Settings.h"
#include "Driver/NamedFile.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"

using namespace trainlint;

SettingsFactory::SettingsFactory(const RunOptions &options, NoteSink note)
    : options(options), note(std::move(note)),
      overrideBuffer(
          SourceBuffer::copy("<command line>", options.overrideText)) {
  // Builds the table of lines before several threads ask for it.
  (void)overrideBuffer->position(0);
}

SettingsFactory::~SettingsFactory() = default;

/// Which of a configuration's patterns match an input, and its kind; inputs
/// with the same answer have the same settings.
static std::string cacheKey(const Input &input) {
  if (!input.config)
    return "";
  std::string name = input.config->relative(input.path);
  std::string key = input.config->buffer->name().str();
  for (const auto &[glob, rules] : input.config->perFileIgnores)
    key += glob.matches(name) ? '1' : '0';
  for (const auto &[glob, kind] : input.config->files)
    key += glob.matches(name) ? '1' : '0';
  for (const auto &[glob, graph] : input.config->graphs)
    key += glob.matches(name) ? '1' : '0';
  return key;
}

/// The file first, then the command line, which has the last word.
llvm::Error SettingsFactory::addRules(RuleFilter &rules, const Input &input) {
  const ConfigFile *config = input.config;
  const auto &select =
      options.select.empty() && config ? config->select : options.select;
  for (const std::string &selector : select)
    if (llvm::Error error = rules.select(selector))
      return error;
  if (config) {
    for (const std::string &selector : config->ignore)
      if (llvm::Error error = rules.ignore(selector))
        return error;
    std::string name = config->relative(input.path);
    for (const auto &[glob, selectors] : config->perFileIgnores) {
      if (!glob.matches(name))
        continue;
      for (const std::string &selector : selectors)
        if (llvm::Error error = rules.ignore(selector))
          return error;
    }
    for (const auto &[selector, severity] : config->severity)
      if (llvm::Error error = rules.setSeverity(selector, severity))
        return error;
  }
  for (const std::string &selector : options.ignore)
    if (llvm::Error error = rules.ignore(selector))
      return error;
  for (const auto &[selector, severity] : options.severity)
    if (llvm::Error error = rules.setSeverity(selector, severity))
      return error;
  return llvm::Error::success();
}

/// Whether a path of a configuration is used: it has to lie in the repository,
/// or what stands there would be quoted.
bool SettingsFactory::isWithin(const Boundary &boundary, StringRef path,
                               StringRef setting) {
  if (boundary.contains(path))
    return true;
  if (refused.try_emplace((setting + "\n" + path).str(), true).second)
    note(path, ("`" + setting +
                "` of the configuration leads out of the repository, so it "
                "was not used")
                   .str());
  return false;
}

llvm::Expected<const Tables *>
SettingsFactory::tablesFrom(StringRef folder, const Boundary &boundary) {
  std::unique_ptr<OverlaidTables> &slot = overlays[folder];
  if (!slot) {
    auto loaded = OverlaidTables::load(folder, boundary);
    if (!loaded)
      return loaded.takeError();
    slot = std::move(*loaded);
  }
  return &slot->tables();
}

static llvm::Error unknownTarget(StringRef word, const Tables &tables) {
  std::vector<std::string> words = graph::targetWords(tables);
  llvm::SmallVector<StringRef> candidates(words.begin(), words.end());
  std::optional<NearMatch> near = findNearMatch(word, candidates);
  return llvm::createStringError(
      ("option `--target` takes a device such as tpu-v3-8, "
       "gpu-nvidia-tesla-v100x4 or cpu, not `" +
       word + "`" +
       (near ? ("; did you mean `" + near->word + "`?").str() : ""))
          .str());
}

/// The graph of the last pattern of the configuration that matches; empty if
/// there is none.
static std::string configuredGraph(const Input &input) {
  std::string path;
  if (!input.config)
    return path;
  std::string name = input.config->relative(input.path);
  for (const auto &[glob, graph] : input.config->graphs) {
    if (glob.matches(name))
      path = graph;
  }
  return path;
}

/// The graph that the command line names, or else that of the configuration.
/// Maps each graph once.
llvm::Error SettingsFactory::setGraph(InputSettings &own, const Input &input) {
  GraphSettings &settings = own.check.graph;
  std::string path =
      options.graphPath ? *options.graphPath : configuredGraph(input);
  if (!options.graphPath && input.config)
    own.graphBoundary = input.config->boundary;
  if (path.empty() || !isWithin(own.graphBoundary, path, "graphs"))
    return llvm::Error::success();
  settings.graphName = path;
  if (!options.opensGraphs)
    return llvm::Error::success();
  tensorflow::MappedFile &graph = graphs[path];
  if (!graph.bytes) {
    auto file = tensorflow::findGraphFile(path);
    if (!file)
      return file.takeError();
    if (!isWithin(own.graphBoundary, *file, "graphs")) {
      settings.graphName.clear();
      return llvm::Error::success();
    }
    auto mapped = tensorflow::mapFile(*file);
    if (!mapped)
      return mapped.takeError();
    graph = std::move(*mapped);
  }
  settings.graph = graph.bytes.get();
  settings.graphName = graph.path;
  return llvm::Error::success();
}

llvm::Error SettingsFactory::fill(InputSettings &settings, const Input &input) {
  const ConfigFile *config = input.config;
  CheckSettings &check = settings.check;
  if (llvm::Error error = addRules(check.rules, input))
    return error;
  check.honorSuppressions = options.honorSuppressions;

  std::optional<std::string> folder = options.tables;
  Boundary around = Boundary::none();
  if (!folder && config && config->tables &&
      isWithin(config->boundary, *config->tables, "tables")) {
    folder = config->tables;
    around = config->boundary;
  }
  if (folder) {
    auto tables = tablesFrom(*folder, around);
    if (!tables)
      return tables.takeError();
    check.context.tables = *tables;
  }
  check.context.asOf = options.asOf;
  if (!options.asOf && config)
    check.context.asOf = config->asOf;

  check.import.kind = options.kind;
  // A command on the command line names what it likes.
  auto *read = options.commandText ? readAnyNamedFile : readNamedFile;
  check.import.readFile = [this, read](StringRef path, StringRef from) {
    return read(path, from, files);
  };
  if (config && options.kind == InputKind::Auto) {
    std::string name = config->relative(input.path);
    for (const auto &[glob, kind] : config->files)
      if (glob.matches(name))
        check.import.kind = kind;
  }
  for (const auto &[field, range] : options.overrides)
    settings.overrides.push_back({field, overrideBuffer.get(), range});
  check.import.overrides = settings.overrides;
  check.extraSources.push_back(overrideBuffer.get());
  if (config) {
    for (const DefaultValue &value : config->defaults)
      settings.defaults.push_back(
          {value.field, config->buffer.get(), value.range});
    check.import.defaults = settings.defaults;
    check.extraSources.push_back(config->buffer.get());
  }

  GraphSettings &graph = check.graph;
  graph = options.graph;
  graph.commandLine = overrideBuffer.get();
  if (!graph.targetRange.empty()) {
    StringRef word = overrideBuffer->text(graph.targetRange);
    graph.target = graph::parseTarget(word, *check.context.tables);
    if (!graph.target)
      return unknownTarget(word, *check.context.tables);
  }
  if (llvm::Error error = setGraph(settings, input))
    return error;

  std::optional<std::string> failOn = options.failOn;
  if (!failOn && config)
    failOn = config->failOn;
  if (failOn)
    settings.failOn = parseSeverity(*failOn);
  if (options.baseline)
    settings.baseline = *options.baseline;
  else if (config && config->baseline &&
           isWithin(config->boundary, *config->baseline, "baseline"))
    settings.baseline = *config->baseline;
  return llvm::Error::success();
}

llvm::Expected<const InputSettings *>
SettingsFactory::settingsFor(const Input &input) {
  std::unique_ptr<InputSettings> &slot = cache[cacheKey(input)];
  if (!slot) {
    auto settings = std::make_unique<InputSettings>();
    if (llvm::Error error = fill(*settings, input))
      return error;
    slot = std::move(settings);
  }
  return slot.get();
}
