//===- SentPackage.cpp - The programs of jobs that are sent ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/SentPackage.h"
#include "Frontend/GCloud/DictFlag.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::gcloud;

/// A text as it is, unless a part of it is filled in by the shell or by the
/// reader.
static job::ValueAttr textOf(const shell::Value &value,
                             const ScriptContext &script) {
  return hasPlaceholder(value.text) ? script.unknown(value.text, value.range)
                                    : script.text(value);
}

/// The first pool tells for all what they run.
static void readPool(const Flag &flag, const ScriptContext &script,
                     SentPackage &sent) {
  for (const DictionaryEntry &entry : readDictionary(flag, script)) {
    if (!entry.value)
      continue;
    const shell::Value &value = *entry.value;
    if (entry.key == "local-package-path") {
      sent.path = value.text;
      sent.location = script.at(value);
    } else if (entry.key == "python-module") {
      sent.module = textOf(value, script);
    } else if (entry.key == "script") {
      sent.script = textOf(value, script);
    }
  }
}

/// `--args=--epochs=5,--verbose`.
static void readList(const Flag *flag, const ScriptContext &script,
                     llvm::SmallVectorImpl<job::ValueAttr> &words) {
  if (!flag || !flag->word)
    return;
  for (const DictionaryEntry &entry : readDictionary(*flag, script)) {
    shell::Value word{entry.key, entry.keyRange, {}, /*isComputed=*/false};
    if (entry.value)
      word.text += "=" + entry.value->text;
    bool isTogether =
        entry.value && entry.value->use.empty() && !entry.value->isComputed;
    if (isTogether)
      word.range.end = entry.value->range.end;
    words.push_back(textOf(word, script));
  }
}

SentPackage gcloud::readSentPackage(const Command &command,
                                    const ScriptContext &script) {
  SentPackage sent;
  sent.place = command.range.begin;
  if (const Flag *flag = command.find("package-path"); flag && flag->word) {
    shell::Value path = script.variables.valueOf(*flag->word, flag->valueBegin);
    sent.location = script.at(path);
    sent.path = path.text;
    return sent;
  }
  if (!command.row->name.starts_with("gcloud ai "))
    return sent;
  for (const Flag &flag : command.flags) {
    if (!flag.row || flag.row->flag != "worker-pool-spec" || !flag.word)
      continue;
    readPool(flag, script, sent);
    break;
  }
  readList(command.find("command"), script, sent.command);
  readList(command.find("args"), script, sent.args);
  sent.knowsArgs = !command.unknownWords;
  return sent;
}
