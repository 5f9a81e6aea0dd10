//===- GitCommand.h - Asking Git without trusting it ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_GITCOMMAND_H
#define TRAINLINT_DRIVER_GITCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace trainlint {

/// What a run of Git left behind.
struct GitAnswer {
  bool succeeded;
  std::string output;
  /// What it said on standard error, without `fatal:`.
  std::string complaint;
};

/// Git, asked about one work tree whose configuration anybody may have written.
/// What a configuration or the environment says to run is not run: monitors of
/// the file system, hooks, filters, pagers, diff programs, and whatever fetches
/// missing objects. A repository that is hidden in the files of another one is
/// not taken for one.
class GitCommand {
public:
  /// `root` is the folder with `.git`, without links. The error says why Git
  /// cannot be asked.
  static llvm::Expected<GitCommand> at(llvm::StringRef root);

  /// Runs Git with a command and its arguments, without a shell. The error says
  /// why it could not be run; a refusal of its own is an answer.
  llvm::Expected<GitAnswer>
  run(llvm::ArrayRef<llvm::StringRef> arguments) const;

private:
  std::string program;
  std::string root;
  /// True if `root` is the working directory.
  bool isHere = false;
  /// `NAME=VALUE` each.
  std::vector<std::string> environment;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_GITCOMMAND_H
