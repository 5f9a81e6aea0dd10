//===- Import.cpp - Jobs that commands submit -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Import.h"
#include "Diagnostics/Report.h"
#include "Frontend/GCloud/Command.h"
#include "Frontend/GCloud/Environment.h"
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

bool gcloud::mayHoldCommand(StringRef text) {
  if (!text.contains("gcloud"))
    return false;
  bool submits = text.contains("submit") &&
                 (text.contains("ai-platform") || text.contains("ml-engine"));
  return submits || text.contains("add-iam-policy-binding");
}

/// Where a value stands, through the variable that holds it.
static mlir::Location locationOf(const shell::Value &value,
                                 const SourceBuffer &buffer, TreeView &tree) {
  mlir::MLIRContext *context = tree.getContext();
  mlir::LocationAttr found = makeLocation(context, buffer, value.range);
  if (value.use.empty())
    return found;
  return makeAliasLocation(found, makeLocation(context, buffer, value.use));
}

namespace {

/// Imports one command.
class Importer {
public:
  Importer(const Command &command, const shell::Variables &variables,
           const SourceBuffer &buffer, Stream &stream, TreeView &tree,
           const ImportContext &context)
      : command(command), variables(variables), buffer(buffer), tree(tree),
        context(context), job(stream, buffer) {}

  /// `region` is that of `gcloud config set compute/region` before; may be
  /// null.
  void import(const shell::Word *region, mlir::OpBuilder &builder);

private:
  void checkFlags();
  void checkProgramArguments();
  void checkVersions(bool hasConfig);
  void importFlag(const Flag &flag);
  void importChoice(const Flag &flag, const shell::Value &value);
  void importCount(const Flag &flag, llvm::StringRef below,
                   const shell::Value &value);
  void importAccelerator(const Flag &flag, const shell::Value &whole);
  void importAcceleratorType(const Flag &flag, const shell::Value &value);
  const Node *readConfig(const Flag &flag);

  mlir::Location at(SourceRange range) {
    return makeLocation(tree.getContext(), buffer, range);
  }
  mlir::Location at(const shell::Value &value) {
    return locationOf(value, buffer, tree);
  }
  void set(const Flag &flag, StringRef below, Node *node) {
    job.set((flag.row->field.str() + below).str(), flag.nameRange, node);
  }
  /// For a value that was reported: nothing more is said of it.
  void setUnknown(const Flag &flag, StringRef below,
                  const shell::Value &value) {
    set(flag, below, job.makeText(value, UnknownText));
  }

  const Command &command;
  const shell::Variables &variables;
  const SourceBuffer &buffer;
  TreeView &tree;
  const ImportContext &context;
  MergedJob job;
};

} // namespace

static std::string spelled(const Flag &flag) {
  return ("--" + flag.name).str();
}

//===----------------------------------------------------------------------===//
// Flags on their own
//===----------------------------------------------------------------------===//

void Importer::checkFlags() {
  llvm::SmallVector<StringRef> names = flagNames(command.name, *context.tables);
  for (const Flag &flag : command.flags) {
    if (flag.row) {
      if (!flag.word && flag.row->takes != GcloudFlags::Takes::Switch)
        diag::InvalidFlagValue::missing(at(flag.nameRange), spelled(flag));
      continue;
    }
    if (isGlobalFlag(flag.name) || hasPlaceholder(flag.name))
      continue;
    Report report = diag::UnknownFlag::unknown(at(flag.nameRange),
                                               spelled(flag), command.name);
    report.table(context.tables->gcloudFlags.info.name,
                 context.tables->gcloudFlags.info.asOf);
    std::optional<NearMatch> near = findNearMatch(flag.name, names);
    if (!near)
      continue;
    std::string meant = ("--" + near->word).str();
    report.help("did you mean `" + meant + "`?");
    if (!command.find(near->word))
      report.fix(/*safe=*/false, "write `" + meant + "`", at(flag.nameRange),
                 meant);
  }
}

/// A program may well have flags of the same names, so one that is given to
/// gcloud, too, is no mistake.
void Importer::checkProgramArguments() {
  for (const shell::Word &word : command.programArguments) {
    StringRef text = word.value;
    StringRef name = text.take_front(text.find('='));
    if (!name.consume_front("--") || command.find(name))
      continue;
    const GcloudFlags::Row *row =
        context.tables->gcloudFlags.find(command.name, name);
    // Such as `--labels` and `--network`, which many programs have.
    if (!row || row->field.empty() || row->field.ends_with("network"))
      continue;
    diag::FlagAfterSeparator::after(at(word.part(0, name.size() + 2)),
                                    ("--" + name).str())
        .also(at(command.separator->range), "gcloud's flags end here")
        .help("put it before `--`");
  }
}

void Importer::checkVersions(bool hasConfig) {
  if (hasConfig || command.unknownWords || command.find("master-image-uri"))
    return;
  llvm::SmallVector<StringRef, 2> versions, flags;
  if (!command.find("runtime-version")) {
    versions.push_back("runtime version");
    flags.push_back("`--runtime-version`");
  }
  if (!command.find("python-version")) {
    versions.push_back("Python version");
    flags.push_back("`--python-version`");
  }
  if (!versions.empty())
    diag::VersionNotGiven::absent(at(command.nameRange),
                                  llvm::join(versions, " and no "))
        .help("add " + joinWords(flags, "and"));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Importer::importChoice(const Flag &flag, const shell::Value &value) {
  const AiPlatformScaleTiers &tiers = context.tables->aiPlatformScaleTiers;
  // gcloud takes capital letters and underscores for what they mean.
  std::string tier = StringRef(value.text).upper();
  std::replace(tier.begin(), tier.end(), '-', '_');
  if (tiers.find(tier))
    return set(flag, "", job.makeText(value, tier));
  if (hasPlaceholder(value.text))
    return set(flag, "", job.makeText(value, value.text));
  llvm::SmallVector<std::string> words;
  for (const AiPlatformScaleTiers::Row &row : tiers.rows) {
    std::string &word = words.emplace_back(row.tier.lower());
    std::replace(word.begin(), word.end(), '_', '-');
  }
  llvm::SmallVector<StringRef> names(words.begin(), words.end());
  Report report =
      diag::InvalidFlagValue::choice(at(value), value.text, spelled(flag));
  std::optional<NearMatch> near = findNearMatch(value.text, names);
  if (near)
    report.fix(/*safe=*/false, "write `" + near->word + "`", at(value),
               near->word);
  report.help("the values are " + joinWords(names, "and", names.size()));
  setUnknown(flag, "", value);
}

void Importer::importCount(const Flag &flag, StringRef below,
                           const shell::Value &value) {
  if (hasPlaceholder(value.text) || integerValue(value.text))
    return set(flag, below, job.makeText(value, value.text));
  diag::InvalidFlagValue::integer(at(value), spelled(flag), quoted(value.text));
  setUnknown(flag, below, value);
}

void Importer::importAcceleratorType(const Flag &flag,
                                     const shell::Value &value) {
  const Accelerators &accelerators = context.tables->accelerators;
  for (const Accelerators::Row &row : accelerators.rows) {
    if (value.text == row.flagName)
      return set(flag, ".type", job.makeText(value, row.name));
    if (!sameLetters(value.text, row.name) &&
        !sameLetters(value.text, row.flagName))
      continue;
    diag::AcceleratorSpelling::flag(at(value), row.flagName)
        .fix(/*safe=*/true, "write `" + row.flagName + "`", at(value),
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
  Report report = diag::AcceleratorSpelling::unknown(at(value), value.text);
  report.table(accelerators.info.name, accelerators.info.asOf);
  std::optional<NearMatch> near = findNearMatch(value.text, names);
  if (near)
    report.fix(/*safe=*/false, "write `" + near->word + "`", at(value),
               near->word);
  report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
              "the accelerators are " + joinWords(names, "and", names.size()));
  setUnknown(flag, ".type", value);
}

/// `count=N,type=NAME`, in any order. `whole` is the value altogether.
void Importer::importAccelerator(const Flag &flag, const shell::Value &whole) {
  const shell::Word &word = *flag.word;
  StringRef text = word.value;
  bool hasCount = false, hasType = false, isKnown = true;
  for (size_t begin = flag.valueBegin; begin < text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    StringRef part = text.slice(begin, end);
    auto [key, rest] = part.split('=');
    if (part.contains('=')) {
      shell::Value value = variables.valueOf(word, begin + key.size() + 1, end);
      if (key == "count") {
        hasCount = true;
        importCount(flag, ".count", value);
      } else if (key == "type") {
        hasType = true;
        importAcceleratorType(flag, value);
      }
    } else {
      isKnown &= !hasPlaceholder(part);
    }
    begin = end + 1;
  }
  if (hasPlaceholder(whole.text) && !hasCount && !hasType)
    return set(flag, "", job.makeText(whole, whole.text));
  if (!isKnown || (hasCount && hasType))
    return;
  // What is said here is not said again.
  if (!hasCount && !hasType) {
    diag::InvalidFlagValue::form(at(whole), spelled(flag), quoted(whole.text));
    return setUnknown(flag, "", whole);
  }
  StringRef missing = hasCount ? "type" : "count";
  diag::InvalidFlagValue::accelerator(at(whole), spelled(flag), missing);
  setUnknown(flag, ("." + missing).str(), whole);
}

void Importer::importFlag(const Flag &flag) {
  if (!flag.row || flag.row->field.empty())
    return;
  if (flag.row->takes == GcloudFlags::Takes::Switch)
    return set(flag, "",
               job.makeFlag(flag.nameRange, !flag.name.starts_with("no-")));
  if (!flag.word)
    return;
  shell::Value value = variables.valueOf(*flag.word, flag.valueBegin);
  *context.skippedValues += hasPlaceholder(value.text);
  if (flag.row->takes == GcloudFlags::Takes::Accelerator)
    return importAccelerator(flag, value);
  // `--region=# your region` is an exercise for the reader.
  if (StringRef(value.text).starts_with("#"))
    value.text = UnknownText;
  if (flag.row->takes == GcloudFlags::Takes::Choice)
    return importChoice(flag, value);
  if (flag.row->takes == GcloudFlags::Takes::Integer)
    return importCount(flag, "", value);
  if (flag.row->takes == GcloudFlags::Takes::Boolean &&
      !hasPlaceholder(value.text))
    return set(flag, "", job.makeFlag(value.range, value.text == "true"));
  set(flag, "", job.makeText(value, value.text));
}

//===----------------------------------------------------------------------===//
// The job
//===----------------------------------------------------------------------===//

/// The document of the file that `--config` names; null if it cannot be read.
const Node *Importer::readConfig(const Flag &flag) {
  shell::Value path = variables.valueOf(*flag.word, flag.valueBegin);
  if (hasPlaceholder(path.text))
    return nullptr;
  const SourceBuffer *config = context.readConfig(path.text);
  if (!config)
    return nullptr;
  ReadResult read = yaml::read(config->text());
  if (!read.stream->problems.empty() || read.stream->documents.empty())
    return nullptr;
  for (Node *node : read.stream->nodes)
    node->buffer = config;
  const Node *root = read.stream->documents.front().root;
  context.configs->push_back(std::move(read.stream));
  return root;
}

void Importer::import(const shell::Word *region, mlir::OpBuilder &builder) {
  checkFlags();
  checkProgramArguments();
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
  if (region && !command.find("region")) {
    shell::Value value = variables.valueOf(*region, 0);
    job.set("trainingInput.region", value.range,
            job.makeText(value, value.text));
  }
  if (command.jobId) {
    shell::Value name = variables.valueOf(*command.jobId, 0);
    job.set("jobId", name.range, job.makeText(name, name.text));
  }
  View root{job.build(config, command.nameRange)};
  job::TrainingOp training =
      aiplatform::importJob(root, tree, context.overrides, builder);
  training.setFromFlagsAttr(job::ValueAttr::get(tree.getContext(),
                                                builder.getBoolAttr(true), true,
                                                at(command.nameRange)));
}

/// The lines of a command, for comments that stand above it.
static Node *extentOf(const Command &command, Stream &stream) {
  auto *key = new (stream.arena.Allocate<ScalarNode>())
      ScalarNode(command.nameRange, ScalarStyle::Plain);
  auto *all = new (stream.arena.Allocate<ScalarNode>())
      ScalarNode(command.range, ScalarStyle::Plain);
  auto *extent =
      new (stream.arena.Allocate<MappingNode>()) MappingNode(command.range);
  MappingEntry entry{key, all};
  extent->entries = llvm::ArrayRef(entry).copy(stream.arena);
  return extent;
}

unsigned gcloud::importCommands(llvm::ArrayRef<shell::Part> parts,
                                const SourceBuffer &buffer, Stream &stream,
                                TreeView &tree, const ImportContext &context,
                                mlir::OpBuilder &builder) {
  shell::Script script;
  for (shell::Part part : parts)
    shell::split(buffer.text(), part, script);
  llvm::append_range(stream.comments, script.comments);
  shell::Variables variables(script);
  auto at = [&](const shell::Value &value) {
    return locationOf(value, buffer, tree);
  };
  unsigned count = 0;
  const shell::Word *region = nullptr;
  for (const shell::Command &words : script.commands) {
    std::optional<Setting> setting = settingOf(words);
    if (setting && setting->property == "compute/region")
      region = setting->value;
    count += checkPolicyBinding(words, variables, at);
    std::optional<Command> command = recognize(words, *context.tables);
    if (!command)
      continue;
    ++count;
    stream.nodes.push_back(extentOf(*command, stream));
    Importer(*command, variables, buffer, stream, tree, context)
        .import(region, builder);
  }
  return count;
}
