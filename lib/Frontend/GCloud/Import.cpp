//===- Import.cpp - Jobs that commands submit -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Import.h"
#include "Frontend/GCloud/CheckFlags.h"
#include "Frontend/GCloud/CloudTpu.h"
#include "Frontend/GCloud/CopiedText.h"
#include "Frontend/GCloud/Environment.h"
#include "Frontend/GCloud/Resources.h"
#include "Frontend/GCloud/Submission.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using namespace trainlint::yaml;

bool gcloud::mayHoldCommand(StringRef text) {
  // The launcher is of interest beside the TPU that it names, which gcloud
  // creates.
  if (!text.contains("gcloud"))
    return false;
  static constexpr llvm::StringLiteral Telling[] = {
      "jobs submit", "custom-jobs", "hp-tuning-jobs", "compute tpus",
      "add-iam-policy-binding"};
  return llvm::any_of(Telling,
                      [&](StringRef words) { return text.contains(words); });
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

unsigned gcloud::importCommands(const CommandScript &commands,
                                const SourceBuffer &buffer, Stream &stream,
                                TreeView &tree, const ImportContext &context,
                                mlir::OpBuilder &builder) {
  const shell::Script &script = commands.words();
  llvm::append_range(stream.comments, script.comments);
  // Most texts have none, and what their variables stand for is not needed.
  bool hasCommand =
      llvm::any_of(script.commands, [&](const shell::Command &words) {
        return recognize(words, *context.tables).has_value();
      });
  if (!hasCommand)
    return 0;
  const shell::Variables &variables = commands.variables();
  ScriptContext scriptContext{variables, buffer, stream, tree, context};
  CloudTpu tpus(scriptContext);
  Resources resources(scriptContext);
  unsigned count = 0;
  Settings settings;
  for (const shell::Command &words : script.commands) {
    std::optional<Setting> setting = settingOf(words);
    if (setting)
      settings[setting->property] = setting->value;
    std::optional<Command> command = recognize(words, scriptContext.tables());
    if (!command)
      continue;
    ++count;
    stream.nodes.push_back(extentOf(*command, stream));
    reportCopiedText(
        copiedIn(script, {command->nameRange.begin, command->range.end}),
        scriptContext);
    checkFlags(*command, scriptContext);
    resources.add(*command, settings);
    if (isSubmission(*command))
      importSubmission(*command, scriptContext, settings, builder);
    else if (!checkPolicyBinding(*command, scriptContext))
      tpus.add(std::move(*command), settings);
  }
  tpus.import(builder);
  resources.check();
  reportCopiedText(copiedInAssignments(script), scriptContext);
  return count;
}
