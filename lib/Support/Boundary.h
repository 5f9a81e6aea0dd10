//===- Boundary.h - Where the files of a repository lie ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A repository may name files and hold links, but must not lead outside of
// itself: a report would quote, or a fix would change, what belongs to somebody
// else.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_BOUNDARY_H
#define TRAINLINT_SUPPORT_BOUNDARY_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace trainlint {

/// A folder whose files may speak of each other.
class Boundary {
public:
  /// Everything lies within.
  static Boundary none() { return Boundary(); }

  /// The repository that holds `folder`. Without one it is the working
  /// directory, if that holds the folder, or else the folder itself.
  static Boundary around(llvm::StringRef folder);

  /// The same for the working directory, which is asked for once.
  static const Boundary &ofCommand();

  /// True if a path leads to somewhere within, whether or not there is such a
  /// file.
  bool contains(llvm::StringRef path) const;

  /// The same for a path that `resolvePath` gave.
  bool containsResolved(llvm::StringRef resolved) const;

  /// The folder, with links resolved; empty if there is no boundary.
  llvm::StringRef root() const { return folder; }
  /// False if no repository was found.
  bool isRepository() const { return hasGit; }

private:
  std::string folder;
  bool hasGit = false;
};

/// An absolute path without links, `.` and `..`. What does not exist counts as
/// a plain file or folder. A circle of links leads to itself.
std::string resolvePath(llvm::StringRef path);

/// The repository that holds a path which `resolvePath` gave: the nearest
/// folder with `.git`; empty if there is none.
std::string repositoryOf(llvm::StringRef resolved);

/// Where a link leads that takes a path, which the command line names, out of
/// its repository; empty if the path itself says where it leads. Without a
/// repository every path does.
std::string linkOutOfRepository(llvm::StringRef path);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_BOUNDARY_H
