//===- ProgramArguments.cpp - What stands behind `--` ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/ProgramArguments.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"

using namespace trainlint;
using namespace trainlint::gcloud;

/// More words than a command line has. A short script can use a long variable
/// very often.
static constexpr size_t MostWords = 4096;

/// Puts a placeholder in the place of what the reader has to fill in.
static void openPlaceholders(shell::Value &value) {
  // One that the text shows keeps the name of its option in front of it.
  if (hasPlaceholder(value.text))
    return;
  auto [name, rest] = StringRef(value.text).split('=');
  bool isOption = name.starts_with("--") && !rest.empty();
  if (isOption && isPlaceholderWord(rest))
    value.text = (name + "=" + UnknownText).str();
  else if (isPlaceholderWord(value.text))
    value.text = UnknownText.str();
}

/// The words that a shell makes of a variable without quotes.
static void appendWords(const shell::Value &value, bool isInPlace,
                        std::vector<shell::Value> &out) {
  StringRef text = value.text;
  for (size_t begin = text.find_first_not_of(" \t\n");
       begin != StringRef::npos;) {
    size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
    shell::Value &part = out.emplace_back();
    part.text = text.slice(begin, end).str();
    part.use = value.use;
    part.range = value.range;
    part.isComputed = value.isComputed;
    if (isInPlace)
      part.range = {static_cast<uint32_t>(value.range.begin + begin),
                    static_cast<uint32_t>(value.range.begin + end)};
    openPlaceholders(part);
    begin = text.find_first_not_of(" \t\n", end);
  }
}

std::vector<shell::Value>
gcloud::programArguments(const Command &command, const ScriptContext &script) {
  std::vector<shell::Value> values;
  for (const shell::Word &word : command.programArguments) {
    shell::Value value = script.variables.valueOf(word, 0);
    bool isVariable = !value.use.empty() && !word.quoted;
    bool isSeveral = isVariable && StringRef(value.text).contains(' ');
    if (isSeveral && values.size() >= MostWords) {
      // What follows may be anything, which takes all before it back.
      values.push_back({UnknownText.str(), value.range, value.use});
      break;
    }
    if (isSeveral) {
      bool isInPlace = script.buffer.text(value.range) == value.text;
      appendWords(value, isInPlace, values);
      continue;
    }
    openPlaceholders(value);
    values.push_back(std::move(value));
  }
  return values;
}
