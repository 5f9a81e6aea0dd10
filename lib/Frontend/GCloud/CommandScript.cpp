//===- CommandScript.cpp - A script that was read -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/CommandScript.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::gcloud;

CommandScript::CommandScript(shell::ShellText text, StringRef file)
    : source(std::move(text)) {
  for (const shell::Part &part : source.parts)
    shell::split(file, part, script);
}

const shell::Variables &CommandScript::variables() const {
  if (!constants)
    constants.emplace(script, source.environment.get());
  return *constants;
}

StringRef CommandScript::text() const {
  bool isPart = source.parts.size() == 1 && source.parts.front().block;
  return isPart ? source.parts.front().block->text() : StringRef();
}

CommandScripts gcloud::readScripts(std::vector<shell::ShellText> texts,
                                   StringRef file) {
  CommandScripts scripts;
  for (shell::ShellText &text : texts)
    scripts.push_back(std::make_unique<CommandScript>(std::move(text), file));
  return scripts;
}
