//===- ChangedFiles.h - The files that Git calls changed --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_CHANGEDFILES_H
#define TRAINLINT_DRIVER_CHANGEDFILES_H

#include "Driver/GitCommand.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <set>
#include <string>

namespace trainlint {

/// What Git says of the files of a folder. The program `git` is asked, since
/// only it knows all that its configuration and its index may say: once for
/// each work tree, at its root.
class ChangedFiles {
public:
  /// Paths relative to the folder that was asked for, in a fixed order.
  using Names = std::set<std::string>;

  /// `revision` is the one to compare with; the last commit if it is empty.
  explicit ChangedFiles(std::string revision) : revision(std::move(revision)) {}

  /// The files at and below a folder that differ from where the branch left the
  /// revision: committed since, staged, edited or new, but not ignored. Files
  /// that are gone and those of submodules are not among them. The error says
  /// why Git cannot tell.
  llvm::Expected<const Names *> below(llvm::StringRef folder);

private:
  llvm::Expected<std::string> baseFor(const GitCommand &git) const;
  llvm::Expected<Names> ask(llvm::StringRef root) const;
  llvm::Expected<const Names *> belowRoot(llvm::StringRef root);

  std::string revision;
  /// By the root of the work tree, relative to it.
  llvm::StringMap<Names> trees;
  llvm::StringMap<Names> folders;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_CHANGEDFILES_H
