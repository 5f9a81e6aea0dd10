//===- ChangedFiles.cpp - The files that Git calls changed ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ChangedFiles.h"
#include "Support/Boundary.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdlib>

using namespace trainlint;

static llvm::Error refusal(const GitAnswer &answer) {
  return llvm::createStringError("`--changed` asks git, which says: " +
                                 answer.complaint);
}

/// The commit to compare with; empty if there is none yet.
llvm::Expected<std::string> ChangedFiles::baseFor(const GitCommand &git) const {
  auto head = git.run({"rev-parse", "--verify", "HEAD^{commit}"});
  if (!head)
    return head.takeError();
  if (revision.empty())
    return head->succeeded ? StringRef(head->output).trim().str() : "";

  std::string wanted = revision + "^{commit}";
  auto commit = git.run({"rev-parse", "--verify", "--quiet", wanted});
  if (!commit)
    return commit.takeError();
  if (!commit->succeeded)
    return llvm::createStringError(
        "`--changed=" + revision +
        "`: git knows no commit of that name; a shallow clone may have to "
        "fetch it");
  auto base = git.run({"merge-base", "HEAD", StringRef(commit->output).trim()});
  if (!base)
    return base.takeError();
  if (!base->succeeded)
    return llvm::createStringError(
        "`--changed=" + revision +
        "`: the current branch has no commit in common with it; a shallow "
        "clone may have to fetch more of the history");
  return StringRef(base->output).trim().str();
}

static void addNames(StringRef list, ChangedFiles::Names &names) {
  while (!list.empty()) {
    auto [name, rest] = list.split('\0');
    names.insert(name.str());
    list = rest;
  }
}

llvm::Expected<ChangedFiles::Names> ChangedFiles::ask(StringRef root) const {
  auto git = GitCommand::at(root);
  if (!git)
    return git.takeError();
  // A repository that another user owns, for one, is refused.
  auto inside = git->run({"rev-parse", "--is-inside-work-tree"});
  if (!inside)
    return inside.takeError();
  if (!inside->succeeded)
    return refusal(*inside);
  auto base = baseFor(*git);
  if (!base)
    return base.takeError();

  Names names;
  llvm::SmallVector<StringRef> untracked = {"ls-files", "-z", "--others",
                                            "--exclude-standard"};
  if (base->empty()) {
    // Before the first commit, everything is new.
    untracked.push_back("--cached");
  } else {
    auto changed =
        git->run({"diff", "--name-only", "-z", "--relative", "--no-renames",
                  "--diff-filter=d", "--ignore-submodules", "--no-ext-diff",
                  "--no-textconv", *base, "--"});
    if (!changed)
      return changed.takeError();
    if (!changed->succeeded)
      return refusal(*changed);
    addNames(changed->output, names);
  }
  auto added = git->run(untracked);
  if (!added)
    return added.takeError();
  if (!added->succeeded)
    return refusal(*added);
  addNames(added->output, names);
  return names;
}

llvm::Expected<const ChangedFiles::Names *>
ChangedFiles::belowRoot(StringRef root) {
  auto known = trees.find(root);
  if (known == trees.end()) {
    auto names = ask(root);
    if (!names)
      return names.takeError();
    known = trees.try_emplace(root, std::move(*names)).first;
  }
  return &known->second;
}

/// The names below a folder, relative to it; `prefix` ends in a slash.
static ChangedFiles::Names relativeTo(StringRef prefix,
                                      const ChangedFiles::Names &names) {
  ChangedFiles::Names below;
  for (auto at = names.lower_bound(prefix.str());
       at != names.end() && StringRef(*at).starts_with(prefix); ++at)
    below.insert(at->substr(prefix.size()));
  return below;
}

/// Whether the user has told Git not to look for a repository as far up as
/// `root`.
static bool isAboveCeiling(StringRef root, StringRef folder) {
  const char *ceilings = ::getenv("GIT_CEILING_DIRECTORIES");
  llvm::SmallVector<StringRef> limits;
  StringRef(ceilings ? ceilings : "").split(limits, ':', -1, false);
  return llvm::any_of(limits, [&](StringRef limit) {
    std::string resolved = resolvePath(limit);
    return folder.starts_with(resolved + "/") &&
           (resolved == root ||
            StringRef(resolved).starts_with(root.str() + "/"));
  });
}

llvm::Expected<const ChangedFiles::Names *>
ChangedFiles::below(StringRef folder) {
  auto known = folders.find(folder);
  if (known != folders.end())
    return &known->second;
  std::string resolved = resolvePath(folder);
  std::string root = repositoryOf(resolved);
  if (root.empty() || isAboveCeiling(root, resolved))
    return llvm::createStringError("`--changed` asks git, and " + folder +
                                   " lies in no repository");
  auto names = belowRoot(root);
  if (!names)
    return names.takeError();
  StringRef inTree = resolved;
  inTree.consume_front(root);
  inTree.consume_front("/");
  if (inTree.empty())
    return *names;
  Names own = relativeTo((inTree + "/").str(), **names);
  return &folders.try_emplace(folder, std::move(own)).first->second;
}
