//===- Submission.cpp - Commands that submit jobs -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Submission.h"
#include "Diagnostics/Report.h"
#include "Frontend/AIPlatform/Import.h"
#include "Frontend/GCloud/CheckFlags.h"
#include "Frontend/GCloud/Dictionary.h"
#include "Frontend/GCloud/MergedJob.h"
#include "Frontend/Yaml/Reader.h"
#include "Frontend/Yaml/ScalarType.h"
#include "Frontend/Yaml/Template.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using namespace trainlint::yaml;
using llvm::StringRef;

namespace {

/// Where a service has its jobs described.
struct Service {
  llvm::StringLiteral command;
  /// The section that every job has; empty if there is none.
  llvm::StringLiteral section;
  /// The field with the name of the job; empty if a flag gives it.
  llvm::StringLiteral name;
  /// The field with the region; empty if the document has none.
  llvm::StringLiteral region;
  /// The property of gcloud that gives the region where no flag does.
  llvm::StringLiteral regionProperty;
  job::TrainingOp (*import)(View root, TreeView &tree,
                            llvm::ArrayRef<frontend::Override> overrides,
                            mlir::OpBuilder &builder);
};

/// Imports one command.
class Submission {
public:
  Submission(const Command &command, const Service &service,
             const ScriptContext &script)
      : command(command), service(service), script(script),
        job(script.stream, script.buffer) {}

  void import(const Settings &settings, mlir::OpBuilder &builder);

private:
  void importRegion(const Settings &settings);
  void checkVersions(bool hasConfig);
  void importFlag(const Flag &flag);
  void importChoice(const Flag &flag, const shell::Value &value);
  void importCount(const Flag &flag, llvm::StringRef below,
                   const shell::Value &value);
  void importAccelerator(const Flag &flag, const shell::Value &whole);
  void importAcceleratorType(const Flag &flag, const shell::Value &value);
  void importDictionaries(const Flag &last);
  Node *importDictionary(const Flag &flag);
  void importKey(const Flag &flag, const DictionaryEntry &entry,
                 MergedJob &item);
  const Node *readConfig(const Flag &flag);

  void set(const Flag &flag, llvm::StringRef below, Node *node) {
    job.set((flag.row->field.str() + below).str(), flag.nameRange, node);
  }
  /// The node of a text; what the reader has to fill in is not known.
  Node *makeText(const shell::Value &value) {
    StringRef text = isPlaceholderWord(value.text) ? StringRef(UnknownText)
                                                   : StringRef(value.text);
    return job.makeText(value, text);
  }
  /// For a value that was reported: nothing more is said of it.
  void setUnknown(const Flag &flag, llvm::StringRef below,
                  const shell::Value &value) {
    set(flag, below, job.makeText(value, UnknownText));
  }

  const Command &command;
  const Service &service;
  const ScriptContext &script;
  MergedJob job;
};

} // namespace

static constexpr Service Services[] = {
    {"gcloud ai-platform jobs submit training", "trainingInput", "jobId",
     "trainingInput.region", "compute/region", aiplatform::importJob},
};

static const Service *serviceOf(const Command &command) {
  auto found = llvm::find_if(Services, [&](const Service &service) {
    return service.command == command.row->name;
  });
  return found == std::end(Services) ? nullptr : found;
}

bool gcloud::isSubmission(const Command &command) {
  return serviceOf(command) != nullptr;
}

void Submission::checkVersions(bool hasConfig) {
  // Of the services only AI Platform has runtimes of its own.
  bool hasRuntimes =
      script.tables().commandFlags.find(command.row->name, "runtime-version");
  if (!hasRuntimes || hasConfig || command.unknownWords ||
      command.find("master-image-uri"))
    return;
  auto isGiven = [&](StringRef flag, StringRef field) {
    auto speaksFor = [&](const frontend::Override &value) {
      return value.field == field;
    };
    return command.find(flag) ||
           llvm::any_of(script.import.overrides, speaksFor) ||
           llvm::any_of(script.import.defaults, speaksFor);
  };
  llvm::SmallVector<StringRef, 2> versions, flags;
  if (!isGiven("runtime-version", "runtimeVersion")) {
    versions.push_back("runtime version");
    flags.push_back("`--runtime-version`");
  }
  if (!isGiven("python-version", "pythonVersion")) {
    versions.push_back("Python version");
    flags.push_back("`--python-version`");
  }
  if (!versions.empty())
    diag::VersionNotGiven::absent(script.at(command.nameRange),
                                  llvm::join(versions, " and no "))
        .help("add " + joinWords(flags, "and"));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Submission::importChoice(const Flag &flag, const shell::Value &value) {
  const AiPlatformScaleTiers &tiers = script.tables().aiPlatformScaleTiers;
  // gcloud takes capital letters and underscores for what they mean.
  std::string tier = StringRef(value.text).upper();
  std::replace(tier.begin(), tier.end(), '-', '_');
  // Other words are enums of the document, which is checked as such.
  bool isTier = flag.row->flag == "scale-tier";
  if (tiers.find(tier) || (!isTier && !hasPlaceholder(value.text)))
    return set(flag, "", job.makeText(value, tier));
  if (hasPlaceholder(value.text))
    return set(flag, "", job.makeText(value, value.text));
  llvm::SmallVector<std::string> words;
  for (const AiPlatformScaleTiers::Row &row : tiers.rows) {
    std::string &word = words.emplace_back(row.tier.lower());
    std::replace(word.begin(), word.end(), '_', '-');
  }
  llvm::SmallVector<StringRef> names(words.begin(), words.end());
  Report report = diag::InvalidFlagValue::choice(script.at(value), value.text,
                                                 spelled(flag));
  std::optional<NearMatch> near = findNearMatch(value.text, names);
  if (near)
    report.fix(/*safe=*/false, "write `" + near->word + "`", script.at(value),
               near->word);
  report.help("the values are " + joinWords(names, "and", names.size()));
  setUnknown(flag, "", value);
}

void Submission::importCount(const Flag &flag, StringRef below,
                             const shell::Value &value) {
  if (hasPlaceholder(value.text) || integerValue(value.text))
    return set(flag, below, job.makeText(value, value.text));
  diag::InvalidFlagValue::integer(script.at(value), spelled(flag),
                                  quoted(value.text));
  setUnknown(flag, below, value);
}

void Submission::importAcceleratorType(const Flag &flag,
                                       const shell::Value &value) {
  const Accelerators &accelerators = script.tables().accelerators;
  for (const Accelerators::Row &row : accelerators.rows) {
    if (value.text == row.flagName)
      return set(flag, ".type", job.makeText(value, row.name));
    if (!sameLetters(value.text, row.name) &&
        !sameLetters(value.text, row.flagName))
      continue;
    diag::AcceleratorSpelling::flag(script.at(value), row.flagName)
        .fix(/*safe=*/true, "write `" + row.flagName + "`", script.at(value),
             row.flagName);
    return set(flag, ".type", job.makeText(value, row.name));
  }
  if (hasPlaceholder(value.text))
    return set(flag, ".type", job.makeText(value, value.text));
  llvm::SmallVector<StringRef> names;
  for (const Accelerators::Row &row : accelerators.rows) {
    if (row.aiPlatform)
      names.push_back(row.flagName);
  }
  Report report =
      diag::AcceleratorSpelling::unknown(script.at(value), value.text);
  report.table(accelerators.info.name, accelerators.info.asOf);
  std::optional<NearMatch> near = findNearMatch(value.text, names);
  if (near)
    report.fix(/*safe=*/false, "write `" + near->word + "`", script.at(value),
               near->word);
  report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
              "the accelerators are " + joinWords(names, "and", names.size()));
  setUnknown(flag, ".type", value);
}

/// `count=N,type=NAME`, in any order. `whole` is the value altogether.
void Submission::importAccelerator(const Flag &flag,
                                   const shell::Value &whole) {
  bool hasCount = false, hasType = false, isKnown = true;
  for (const DictionaryEntry &entry : readDictionary(flag, script)) {
    if (!entry.value) {
      isKnown &= !hasPlaceholder(entry.key);
    } else if (entry.key == "count") {
      hasCount = true;
      importCount(flag, ".count", *entry.value);
    } else if (entry.key == "type") {
      hasType = true;
      importAcceleratorType(flag, *entry.value);
    }
  }
  if (hasPlaceholder(whole.text) && !hasCount && !hasType)
    return set(flag, "", job.makeText(whole, whole.text));
  if (!isKnown || (hasCount && hasType))
    return;
  // What is said here is not said again.
  if (!hasCount && !hasType) {
    diag::InvalidFlagValue::form(script.at(whole), spelled(flag),
                                 quoted(whole.text));
    return setUnknown(flag, "", whole);
  }
  StringRef missing = hasCount ? "type" : "count";
  diag::InvalidFlagValue::accelerator(script.at(whole), spelled(flag), missing);
  setUnknown(flag, ("." + missing).str(), whole);
}

/// One `KEY=VALUE` of a dictionary.
void Submission::importKey(const Flag &flag, const DictionaryEntry &entry,
                           MergedJob &item) {
  const CommandFlags &flags = script.tables().commandFlags;
  std::string prefix = (flag.row->flag + ".").str();
  const CommandFlags::Row *row =
      flags.find(command.row->name, prefix + entry.key);
  if (!row) {
    if (!hasPlaceholder(entry.key))
      diag::UnknownFlag::key(script.at(entry.keyRange), entry.key,
                             spelled(flag));
    return;
  }
  if (row->field.empty())
    return;
  const shell::Value &value = *entry.value;
  *script.import.skippedValues += isPlaceholderWord(value.text);
  bool isInteger = row->takes == CommandFlags::Takes::Integer;
  if (isInteger && !isPlaceholderWord(value.text) &&
      !integerValue(value.text)) {
    diag::InvalidFlagValue::integer(script.at(value), entry.key,
                                    quoted(value.text));
    return item.set(row->field, entry.keyRange,
                    job.makeText(value, UnknownText));
  }
  item.set(row->field, entry.keyRange, makeText(value));
}

/// The mapping of one dictionary; null if nothing of it is known.
Node *Submission::importDictionary(const Flag &flag) {
  MergedJob item(script.stream, script.buffer);
  shell::Value whole = script.valueOf(flag);
  bool hasKeys = false, hasType = false, hasCount = false, hasReplicas = false;
  for (const DictionaryEntry &entry : readDictionary(flag, script)) {
    if (!entry.value) {
      item.setUnknown(entry.keyRange);
      continue;
    }
    hasKeys = true;
    hasType |= entry.key == "accelerator-type";
    hasCount |= entry.key == "accelerator-count";
    hasReplicas |= entry.key == "replica-count";
    importKey(flag, entry, item);
  }
  if (!hasKeys)
    return job.makeText(whole, UnknownText);
  // gcloud fills these in before it sends the request.
  if (!hasReplicas)
    item.set("replicaCount", flag.nameRange, job.makeNumber(flag.nameRange, 1));
  if (hasType && !hasCount)
    item.set("machineSpec.acceleratorCount", flag.nameRange,
             job.makeNumber(flag.nameRange, 1));
  return item.build(nullptr, whole.range);
}

/// All dictionaries of a flag make a list, which replaces that of the file.
void Submission::importDictionaries(const Flag &last) {
  if (command.find(last.row->flag) != &last)
    return;
  llvm::SmallVector<Node *> items;
  for (const Flag &flag : command.flags) {
    if (flag.row == last.row && flag.word)
      items.push_back(importDictionary(flag));
  }
  set(last, "", job.makeList(last.nameRange, items));
}

void Submission::importFlag(const Flag &flag) {
  if (!flag.row || flag.row->field.empty() || flag.row->field == "region")
    return;
  if (flag.row->takes == CommandFlags::Takes::Switch)
    return set(flag, "",
               job.makeFlag(flag.nameRange, !flag.name.starts_with("no-")));
  if (!flag.word)
    return;
  shell::Value value = script.valueOf(flag);
  *script.import.skippedValues += isPlaceholderWord(value.text);
  switch (flag.row->takes) {
  case CommandFlags::Takes::Accelerator:
    return importAccelerator(flag, value);
  case CommandFlags::Takes::Dictionary:
    return importDictionaries(flag);
  case CommandFlags::Takes::Choice:
    return importChoice(flag, value);
  case CommandFlags::Takes::Integer:
    return importCount(flag, "", value);
  case CommandFlags::Takes::Boolean:
    if (hasPlaceholder(value.text))
      return set(flag, "", makeText(value));
    return set(flag, "", job.makeFlag(value.range, value.text == "true"));
  default:
    return set(flag, "", makeText(value));
  }
}

//===----------------------------------------------------------------------===//
// The job
//===----------------------------------------------------------------------===//

/// The document of the file that `--config` names; null if it cannot be read.
const Node *Submission::readConfig(const Flag &flag) {
  shell::Value path = script.variables.valueOf(*flag.word, flag.valueBegin);
  if (hasPlaceholder(path.text))
    return nullptr;
  const SourceBuffer *config = script.import.readConfig(path.text);
  if (!config)
    return nullptr;
  ReadResult read = yaml::read(config->text());
  if (!read.stream->problems.empty() || read.stream->documents.empty())
    return nullptr;
  for (Node *node : read.stream->nodes)
    node->buffer = config;
  const Node *root = read.stream->documents.front().root;
  script.import.configs->push_back(std::move(read.stream));
  return root;
}

/// The region that was set before, if no flag gives one.
void Submission::importRegion(const Settings &settings) {
  const shell::Word *region = settings.lookup(service.regionProperty);
  if (!region || command.find("region"))
    return;
  shell::Value value = script.variables.valueOf(*region, 0);
  job.set(service.region, value.range, makeText(value));
}

void Submission::import(const Settings &settings, mlir::OpBuilder &builder) {
  const Flag *configFlag = command.find("config");
  bool hasConfig = configFlag && configFlag->word;
  checkVersions(configFlag != nullptr);
  const Node *config = hasConfig ? readConfig(*configFlag) : nullptr;
  if (configFlag && !config)
    job.setUnknown(hasConfig ? configFlag->word->range : configFlag->nameRange);
  if (command.unknownWords)
    job.setUnknown(command.unknownWords->range);
  for (const Flag &flag : command.flags)
    importFlag(flag);
  if (!service.region.empty())
    importRegion(settings);
  if (command.argument) {
    shell::Value name = script.variables.valueOf(*command.argument, 0);
    job.set(service.name, name.range, makeText(name));
  }
  if (!service.section.empty())
    job.require(service.section, command.nameRange);
  View root{job.build(config, command.nameRange)};
  View section = service.section.empty()
                     ? root
                     : script.tree.find(root, service.section).value;
  job::TrainingOp training = service.import(
      root, script.tree,
      frontend::withDefaults(section, script.tree, script.import.overrides,
                             script.import.defaults),
      builder);
  training.setFromFlagsAttr(job::ValueAttr::get(script.getContext(),
                                                builder.getBoolAttr(true), true,
                                                script.at(command.nameRange)));
  if (!service.region.empty())
    return;
  job::ValueAttr region = script.text(command, "region");
  if (!region)
    region = script.word(settings.lookup(service.regionProperty));
  if (!region)
    region = script.word(command.unknownWords);
  if (region)
    training.setRegionAttr(region);
}

void gcloud::importSubmission(const Command &command,
                              const ScriptContext &script,
                              const Settings &settings,
                              mlir::OpBuilder &builder) {
  Submission(command, *serviceOf(command), script).import(settings, builder);
}
