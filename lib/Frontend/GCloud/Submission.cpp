//===- Submission.cpp - Commands that submit jobs -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Submission.h"
#include "Diagnostics/Messages/Commands.h"
#include "Diagnostics/Report.h"
#include "Frontend/AIPlatform/Import.h"
#include "Frontend/GCloud/CheckValues.h"
#include "Frontend/GCloud/DictFlag.h"
#include "Frontend/GCloud/MergedJob.h"
#include "Frontend/GCloud/ProgramArguments.h"
#include "Frontend/GCloud/SentPackage.h"
#include "Frontend/VertexAI/Import.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Placeholder.h"
#include "Support/Text.h"
#include "Text/Yaml/Reader.h"
#include "Text/Yaml/ScalarType.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using namespace trainlint::yaml;

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
  /// The field with what stands behind `--`; empty if nothing may.
  llvm::StringLiteral arguments;
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

  job::TrainingOp import(const Settings &settings, mlir::OpBuilder &builder);

private:
  void importRegion(const Settings &settings);
  void importProgramArguments();
  job::ValueAttr regionOfFlags(const Settings &settings);
  void checkVersions(bool hasConfig);
  void importFlag(const Flag &flag);
  void importChoice(const Flag &flag, const shell::Value &value);
  void importCount(const Flag &flag, llvm::StringRef below,
                   const shell::Value &value);
  void importAccelerator(const Flag &flag, const shell::Value &whole);
  void importAcceleratorType(const Flag &flag, const shell::Value &value);
  void importDictionaries(const Flag &last);
  Node *importDictionary(const Flag &flag, const shell::Value *builtImage);
  std::optional<NearMatch> reportUnknownKey(const Flag &flag,
                                            const DictionaryEntry &entry,
                                            llvm::ArrayRef<StringRef> keys);
  void importUnknownKey(const Flag &flag, const DictionaryEntry &entry,
                        MergedJob &item);
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
     "trainingInput.region", "compute/region", "trainingInput.args",
     aiplatform::importJob},
    {"gcloud ai custom-jobs create", "", "", "", "ai/region", "",
     vertexai::importJob},
    {"gcloud ai hp-tuning-jobs create", "", "", "", "ai/region", "",
     vertexai::importJob},
};

static const Service *serviceOf(const Command &command) {
  const auto *found = llvm::find_if(Services, [&](const Service &service) {
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
        .help("add " + formatList(flags, "and"));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// True if the reader has to fill in what the provider defines.
static bool isOpen(const shell::Value &value, StringRef field) {
  return isPlaceholderWord(value.text) || isPlaceholderValue(value.text, field);
}

void Submission::importChoice(const Flag &flag, const shell::Value &value) {
  const AiPlatformScaleTiers &tiers = script.tables().aiPlatformScaleTiers;
  // gcloud takes capital letters and underscores for what they mean.
  std::string tier = StringRef(value.text).upper();
  llvm::replace(tier, '-', '_');
  // Other words are enums of the document, which is checked as such.
  bool isTier = flag.row->flag == "scale-tier";
  bool isUnknown = isOpen(value, flag.name);
  if (tiers.find(tier) || (!isTier && !isUnknown))
    return set(flag, "", job.makeText(value, tier));
  // What is none of the words was reported.
  setUnknown(flag, "", value);
}

void Submission::importCount(const Flag &flag, StringRef below,
                             const shell::Value &value) {
  if (integerValue(value.text))
    return set(flag, below, makeText(value));
  if (isOpen(value, flag.name))
    return setUnknown(flag, below, value);
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
  if (isOpen(value, "type"))
    return setUnknown(flag, ".type", value);
  llvm::SmallVector<StringRef> names;
  for (const Accelerators::Row &row : accelerators.rows) {
    if (row.aiPlatform)
      names.push_back(row.flagName);
  }
  Report report = diag::AcceleratorSpelling::notOffered(
      script.at(value), value.text, spelled(flag));
  report.table(accelerators.info.name, accelerators.info.asOf);
  std::optional<NearMatch> near = findNearMatch(value.text, names);
  if (near)
    report.fix(/*safe=*/false, "write `" + near->word + "`", script.at(value),
               near->word);
  report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
              "the accelerators are " + formatList(names, "and", names.size()));
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
    } else if (!hasPlaceholder(entry.key)) {
      std::optional<NearMatch> near =
          reportUnknownKey(flag, entry, {"count", "type"});
      // What a misspelled key gives is not missing.
      isKnown &= !near;
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

/// Returns the key that a misspelled one most likely means.
std::optional<NearMatch>
Submission::reportUnknownKey(const Flag &flag, const DictionaryEntry &entry,
                             llvm::ArrayRef<StringRef> keys) {
  Report report = diag::UnknownFlag::key(script.at(entry.keyRange), entry.key,
                                         spelled(flag));
  std::optional<NearMatch> near = findNearMatch(entry.key, keys);
  if (near)
    report.help("did you mean `" + near->word + "`?")
        .fix(/*safe=*/false, "write `" + near->word + "`",
             script.at(entry.keyRange), near->word);
  else
    report.help("the keys are " + formatList(keys, "and", keys.size()));
  return near;
}

/// What a misspelled key means is given, but not known.
void Submission::importUnknownKey(const Flag &flag,
                                  const DictionaryEntry &entry,
                                  MergedJob &item) {
  if (hasPlaceholder(entry.key))
    return item.setUnknown(entry.keyRange);
  // Which was reported.
  std::optional<NearMatch> near =
      findNearMatch(entry.key, keysOf(flag, script.tables()));
  if (!near)
    return;
  const CommandFlags::Row *meant = script.tables().commandFlags.find(
      command.row->name, (flag.row->flag + "." + near->word).str());
  item.set(meant->field, entry.keyRange,
           job.makeText(*entry.value, UnknownText));
}

/// One `KEY=VALUE` of a dictionary.
void Submission::importKey(const Flag &flag, const DictionaryEntry &entry,
                           MergedJob &item) {
  const CommandFlags::Row *row = script.tables().commandFlags.find(
      command.row->name, (flag.row->flag + "." + entry.key).str());
  if (!row)
    return importUnknownKey(flag, entry, item);
  if (row->field.empty())
    return;
  const shell::Value &value = *entry.value;
  // The names of accelerators are written in capitals, too.
  bool isKnown = !isPlaceholderWord(value.text) ||
                 script.tables().accelerators.find(value.text) ||
                 StringRef(value.text).starts_with("NVIDIA_");
  bool isInteger = row->takes == CommandFlags::Takes::Integer;
  isKnown &= !isInteger || !isOpen(value, entry.key);
  *script.import.skippedValues += !isKnown;
  // A value of another form was reported.
  isKnown &= !isInteger || integerValue(value.text).has_value();
  StringRef text = isKnown ? StringRef(value.text) : StringRef(UnknownText);
  item.set(row->field, entry.keyRange, job.makeText(value, text));
}

/// True if a pool says what it runs.
static bool hasTask(llvm::ArrayRef<DictionaryEntry> entries) {
  return llvm::any_of(entries, [](const DictionaryEntry &entry) {
    return llvm::is_contained(
        {"container-image-uri", "executor-image-uri", "python-module"},
        entry.key);
  });
}

/// True if a pool has a local package, or parts that are not known.
static bool mayHavePackage(llvm::ArrayRef<DictionaryEntry> entries) {
  return llvm::any_of(entries, [](const DictionaryEntry &entry) {
    return entry.key == "local-package-path" || hasPlaceholder(entry.key) ||
           isPlaceholderWord(entry.key) || entry.key == "...";
  });
}

/// The mapping of one dictionary. `builtImage` stands for an image that every
/// pool may run; null if there is none.
Node *Submission::importDictionary(const Flag &flag,
                                   const shell::Value *builtImage) {
  MergedJob item(script.stream, script.buffer);
  shell::Value whole = script.valueOf(flag);
  bool hasKeys = false, hasType = false, hasCount = false, hasReplicas = false;
  llvm::SmallVector<DictionaryEntry, 4> entries = readDictionary(flag, script);
  if (builtImage && !hasTask(entries))
    item.set("containerSpec.imageUri", flag.nameRange,
             job.makeText(*builtImage, UnknownText));
  for (const DictionaryEntry &entry : entries) {
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
  std::optional<shell::Value> builtImage;
  for (const Flag &flag : command.flags) {
    if (flag.row != last.row || !flag.word)
      continue;
    items.push_back(
        importDictionary(flag, builtImage ? &*builtImage : nullptr));
    // The package of the first pool becomes an image that all pools run.
    if (items.size() == 1 && mayHavePackage(readDictionary(flag, script)))
      builtImage = script.valueOf(flag);
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
  // gcloud drops a text that is empty.
  if (value.text.empty() && flag.row->takes == CommandFlags::Takes::Text)
    return;
  switch (flag.row->takes) {
  case CommandFlags::Takes::Accelerator:
    return importAccelerator(flag, value);
  case CommandFlags::Takes::Dictionary:
    return importDictionaries(flag);
  case CommandFlags::Takes::Choice:
    return importChoice(flag, value);
  case CommandFlags::Takes::Boolean:
    if (isOpen(value, flag.name))
      return setUnknown(flag, "", value);
    return set(
        flag, "",
        job.makeFlag(value.range,
                     StringRef(value.text).equals_insensitive("true") ||
                         StringRef(value.text).equals_insensitive("yes")));
  case CommandFlags::Takes::Integer:
    // A value of another form was reported.
    if (!integerValue(value.text))
      return setUnknown(flag, "", value);
    [[fallthrough]];
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
  if (isPlaceholderWord(path.text))
    return nullptr;
  ConfigText config = script.import.readConfig(path.text);
  if (!config.buffer)
    return nullptr;
  const Stream &tree = script.import.treeOf(config);
  if (!tree.problems.empty() || tree.documents.empty())
    return nullptr;
  return tree.documents.front().root;
}

/// The region that was set before, if no flag gives one.
void Submission::importRegion(const Settings &settings) {
  std::optional<shell::Value> region = settings.lookup(service.regionProperty);
  if (region && !command.find("region"))
    job.set(service.region, region->range, makeText(*region));
}

/// What stands behind `--` takes the place of the `args` of the file.
void Submission::importProgramArguments() {
  if (service.arguments.empty() || command.programArguments.empty())
    return;
  llvm::SmallVector<Node *> items;
  for (const shell::Value &value : programArguments(command, script))
    items.push_back(job.makeText(value, value.text));
  SourceRange separator = command.separator->range;
  job.set(service.arguments, separator,
          job.makeList({separator.begin, command.range.end}, items));
}

/// The region of a command whose document has none; null if nothing gives it.
job::ValueAttr Submission::regionOfFlags(const Settings &settings) {
  if (job::ValueAttr region = script.text(command, "region"))
    return region;
  if (auto region = settings.lookup(service.regionProperty))
    return script.text(*region);
  if (command.unknownWords)
    return script.unknown(command.unknownWords->value,
                          command.unknownWords->range);
  return {};
}

job::TrainingOp Submission::import(const Settings &settings,
                                   mlir::OpBuilder &builder) {
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
  importProgramArguments();
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
  bool isOverridden = llvm::any_of(
      script.import.overrides,
      [](const frontend::Override &value) { return value.field == "region"; });
  if (!service.region.empty() || isOverridden)
    return training;
  if (job::ValueAttr region = regionOfFlags(settings))
    training.setRegionAttr(region);
  return training;
}

void gcloud::importSubmission(const Command &command,
                              const ScriptContext &script,
                              const Settings &settings,
                              mlir::OpBuilder &builder) {
  Submission submission(command, *serviceOf(command), script);
  job::TrainingOp training = submission.import(settings, builder);
  if (script.import.jobSubmitted)
    script.import.jobSubmitted(training, readSentPackage(command, script));
}
