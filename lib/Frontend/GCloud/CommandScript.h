//===- CommandScript.h - A script that was read -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_COMMANDSCRIPT_H
#define TRAINLINT_FRONTEND_GCLOUD_COMMANDSCRIPT_H

#include "Text/Shell/Regions.h"
#include "Text/Shell/Variables.h"

namespace trainlint::gcloud {

/// The words of the commands that one shell runs, which the import and the
/// editor share. The text lives longer.
class CommandScript {
public:
  CommandScript(shell::ShellText text, llvm::StringRef file);
  CommandScript(const CommandScript &) = delete;
  CommandScript &operator=(const CommandScript &) = delete;

  const shell::Script &words() const { return script; }
  /// The text of a script that is a part of another text; empty for others.
  llvm::StringRef text() const;
  /// The variables with constant values, found when they are first asked for:
  /// most scripts have no command in which they matter. One thread at a time.
  const shell::Variables &variables() const;

private:
  shell::ShellText source;
  shell::Script script;
  mutable std::optional<shell::Variables> constants;
};

/// The scripts of a file, in its order.
using CommandScripts = std::vector<std::unique_ptr<CommandScript>>;

/// Reads what a file holds for shells.
CommandScripts readScripts(std::vector<shell::ShellText> texts,
                           llvm::StringRef file);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_COMMANDSCRIPT_H
