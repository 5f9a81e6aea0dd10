//===- Import.cpp - Jobs that commands submit -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Import.h"
#include "Frontend/GCloud/CheckFlags.h"
#include "Frontend/GCloud/CheckRequest.h"
#include "Frontend/GCloud/CopiedText.h"
#include "Frontend/GCloud/Submission.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "Text/Yaml/NodeMaker.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using namespace trainlint::yaml;

bool gcloud::mayHoldCommand(StringRef text) {
  // The launcher is of interest beside the TPU that it names, which gcloud
  // creates.
  if (!text.contains("gcloud"))
    return false;
  static constexpr llvm::StringLiteral Telling[] = {
      "jobs submit",           "custom-jobs",       "hp-tuning-jobs",
      "compute tpus",          "instances create",  "instance-templates create",
      "clusters create",       "node-pools create", "resource-policies",
      "add-iam-policy-binding"};
  return llvm::any_of(Telling,
                      [&](StringRef words) { return text.contains(words); });
}

/// The lines of a command, for comments that stand above it.
static Node *extentOf(const Command &command, Stream &stream) {
  NodeMaker nodes(stream);
  auto scalar = [&](SourceRange range) {
    return nodes.scalar(nullptr, range, "", ScalarStyle::Plain);
  };
  MappingEntry entry{scalar(command.nameRange), scalar(command.range)};
  return nodes.mapping(nullptr, command.range, entry);
}

unsigned CommandSession::add(const CommandScript &commands,
                             const ImportContext &context) {
  const shell::Script &script = commands.words();
  llvm::append_range(stream.comments, script.comments);
  // Most texts have none, and what their variables stand for is not needed.
  bool hasCommand =
      llvm::any_of(script.commands, [&](const shell::Command &words) {
        return recognize(words, *context.tables) || settingOf(words);
      });
  if (!hasCommand)
    return 0;
  const ScriptContext &scriptContext = *scripts.emplace_back(
      new ScriptContext{commands.variables(), buffer, stream, tree, context});
  unsigned count = 0;
  // An environment is that of its shell.
  settings.erase(CondaEnvironment);
  for (const shell::Command &words : script.commands) {
    if (std::optional<Setting> setting = settingOf(words))
      settings[setting->property] =
          scriptContext.variables.valueOf(*setting->value, 0);
    std::optional<Command> command = recognize(words, scriptContext.tables());
    if (!command)
      continue;
    ++count;
    stream.nodes.push_back(extentOf(*command, stream));
    reportCopiedText(
        copiedIn(script, {command->nameRange.begin, command->range.end}),
        scriptContext);
    checkFlags(*command, scriptContext);
    checkRequest(*command, scriptContext);
    resources.add(*command, scriptContext, settings);
    machines.add(*command, scriptContext, settings);
    if (isSubmission(*command))
      importSubmission(*command, scriptContext, settings, builder);
    else if (!checkPolicyBinding(*command, scriptContext))
      tpus.add(std::move(*command), scriptContext, settings);
  }
  if (count > 0)
    reportCopiedText(copiedInAssignments(script), scriptContext);
  return count;
}

void CommandSession::addUncertain(const CommandSession &other) {
  for (const auto &[property, value] : other.settings) {
    std::optional<shell::Value> &own = settings[property];
    if (!value || (own && own->text == value->text))
      continue;
    own = value;
    own->text = UnknownText.str();
  }
  resources.addUncertain(other.resources);
}

void CommandSession::finish() {
  tpus.import(builder);
  machines.import(builder);
  resources.check();
}

unsigned gcloud::importCommands(const CommandScript &commands,
                                const SourceBuffer &buffer, Stream &stream,
                                TreeView &tree, const ImportContext &context,
                                mlir::OpBuilder &builder) {
  CommandSession session(buffer, stream, tree, builder);
  unsigned count = session.add(commands, context);
  session.finish();
  return count;
}
