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
    : text(std::move(text)) {
  for (const shell::Part &part : this->text.parts)
    shell::split(file, part, script);
}

const shell::Variables &CommandScript::variables() const {
  if (!constants)
    constants.emplace(script, text.environment.get());
  return *constants;
}

CommandScripts gcloud::readScripts(std::vector<shell::ShellText> texts,
                                   StringRef file) {
  CommandScripts scripts;
  for (shell::ShellText &text : texts)
    scripts.push_back(std::make_unique<CommandScript>(std::move(text), file));
  return scripts;
}
