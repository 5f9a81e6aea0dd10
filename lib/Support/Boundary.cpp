//===- Boundary.cpp - Where the files of a repository lie -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Boundary.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <climits>
#include <unistd.h>

using namespace trainlint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// What a link says; nothing if the name is no link.
static std::optional<std::string> targetOf(const std::string &name) {
  char target[PATH_MAX];
  ssize_t size = ::readlink(name.c_str(), target, sizeof(target));
  if (size < 0)
    return std::nullopt;
  return std::string(target, size);
}

std::string trainlint::resolvePath(StringRef given) {
  llvm::SmallString<256> absolute(given);
  fs::make_absolute(absolute);
  // The system opens no longer ones.
  if (absolute.size() >= PATH_MAX)
    return absolutePath(given);
  // What is to be walked, where the walk is in it, and how far it came, without
  // a final slash.
  std::string route = absolute.str().str();
  size_t position = 0;
  std::string at;
  // As many as Linux follows.
  unsigned linksLeft = 40;
  while (position < route.size()) {
    StringRef part = StringRef(route).drop_front(position).split('/').first;
    position += part.size() + 1;
    if (part.empty() || part == ".")
      continue;
    size_t before = at.size();
    if (part == "..") {
      at.resize(before == 0 ? 0 : at.rfind('/'));
      continue;
    }
    at += '/';
    at += part;
    std::optional<std::string> target =
        linksLeft != 0 ? targetOf(at) : std::nullopt;
    if (!target)
      continue;
    --linksLeft;
    at.resize(StringRef(*target).starts_with("/") ? 0 : before);
    if (position < route.size())
      *target += "/" + route.substr(position);
    route = std::move(*target);
    position = 0;
  }
  return at.empty() ? "/" : at;
}

std::string trainlint::repositoryOf(StringRef resolved) {
  StringRef folder = resolved;
  while (true) {
    llvm::SmallString<256> git(folder);
    path::append(git, ".git");
    if (fs::exists(git))
      return folder.str();
    StringRef above = path::parent_path(folder);
    if (above.empty() || above == folder)
      return "";
    folder = above;
  }
}

static bool isWithin(StringRef resolved, StringRef folder) {
  if (folder == "/")
    return true;
  return resolved.consume_front(folder) &&
         (resolved.empty() || resolved.starts_with("/"));
}

Boundary Boundary::around(StringRef given) {
  Boundary boundary;
  std::string resolved = resolvePath(given);
  boundary.folder = repositoryOf(resolved);
  boundary.hasGit = !boundary.folder.empty();
  if (boundary.hasGit)
    return boundary;
  std::string working = resolvePath(".");
  boundary.folder = isWithin(resolved, working) ? working : resolved;
  return boundary;
}

const Boundary &Boundary::ofCommand() {
  static const Boundary boundary = around(".");
  return boundary;
}

bool Boundary::containsResolved(StringRef resolved) const {
  return folder.empty() || isWithin(resolved, folder);
}

bool Boundary::contains(StringRef given) const {
  return folder.empty() || containsResolved(resolvePath(given));
}

std::string trainlint::linkOutOfRepository(StringRef given) {
  std::string written = absolutePath(given);
  std::string resolved = resolvePath(given);
  if (resolved == written)
    return "";
  const Boundary &command = Boundary::ofCommand();
  if (command.isRepository() && isWithin(written, command.root()))
    return command.containsResolved(resolved) ? "" : resolved;
  // Elsewhere the folder is what the command line names, and only the last
  // step may be somebody else's.
  std::string folder = resolvePath(path::parent_path(written));
  std::string repository = repositoryOf(folder);
  if (repository.empty() || isWithin(resolved, repository))
    return "";
  return resolved;
}
