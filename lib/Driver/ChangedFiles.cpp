//===- ChangedFiles.cpp - The files that Git calls changed ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ChangedFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace trainlint;
using llvm::StringRef;

namespace {
/// What a run of Git left behind.
struct GitAnswer {
  bool succeeded;
  std::string output;
  /// What it said on standard error, without `fatal:`.
  std::string complaint;
};
} // namespace

static std::string takeFile(StringRef path) {
  auto text = llvm::MemoryBuffer::getFile(path);
  (void)llvm::sys::fs::remove(path);
  return text ? (*text)->getBuffer().str() : "";
}

/// Runs `git` in a folder, without a shell.
static llvm::Expected<GitAnswer> runGit(StringRef folder,
                                        llvm::ArrayRef<StringRef> arguments) {
  auto program = llvm::sys::findProgramByName("git");
  if (!program)
    return llvm::createStringError(
        "`--changed` asks git, which is not in the search path");
  llvm::SmallString<128> output, complaint;
  std::error_code error =
      llvm::sys::fs::createTemporaryFile("trainlint", "out", output);
  if (!error)
    error = llvm::sys::fs::createTemporaryFile("trainlint", "err", complaint);
  if (error)
    return llvm::createStringError("`--changed` needs a temporary file: " +
                                   error.message());
  // Reading must not wait for whoever holds the lock of the index.
  llvm::SmallVector<StringRef> words = {"git", "--no-optional-locks"};
  // Within a hook, Git's environment has paths relative to this folder.
  if (folder != ".")
    words.append({"-C", folder});
  words.append(arguments.begin(), arguments.end());
  std::string problem;
  int code = llvm::sys::ExecuteAndWait(
      *program, words, std::nullopt,
      {StringRef(""), StringRef(output), StringRef(complaint)},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &problem);
  GitAnswer answer{code == 0, takeFile(output), takeFile(complaint)};
  if (code < 0)
    return llvm::createStringError("git cannot be run: " + problem);
  StringRef said = StringRef(answer.complaint).trim();
  said.consume_front("fatal: ");
  answer.complaint = said.str();
  return answer;
}

static llvm::Error refusal(StringRef folder, const GitAnswer &answer) {
  std::string message = "`--changed` asks git";
  if (folder != ".")
    message += " about " + folder.str();
  return llvm::createStringError(message + ", which says: " + answer.complaint);
}

/// The commit to compare with; empty if there is none yet.
llvm::Expected<std::string> ChangedFiles::baseFor(StringRef folder) const {
  auto head = runGit(folder, {"rev-parse", "--verify", "HEAD^{commit}"});
  if (!head)
    return head.takeError();
  if (revision.empty())
    return head->succeeded ? StringRef(head->output).trim().str() : "";

  std::string wanted = revision + "^{commit}";
  auto commit = runGit(folder, {"rev-parse", "--verify", "--quiet", wanted});
  if (!commit)
    return commit.takeError();
  if (!commit->succeeded)
    return llvm::createStringError(
        "`--changed=" + revision +
        "`: git knows no commit of that name; a shallow clone may have to "
        "fetch it");
  auto base =
      runGit(folder, {"merge-base", "HEAD", StringRef(commit->output).trim()});
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

llvm::Expected<ChangedFiles::Names> ChangedFiles::ask(StringRef folder) const {
  auto inside = runGit(folder, {"rev-parse", "--is-inside-work-tree"});
  if (!inside)
    return inside.takeError();
  if (!inside->succeeded)
    return refusal(folder, *inside);
  if (StringRef(inside->output).trim() != "true")
    return llvm::createStringError(
        "`--changed`: " + folder +
        " has no files that git looks after; it is a bare repository or the "
        "inside of one");
  auto base = baseFor(folder);
  if (!base)
    return base.takeError();

  Names names;
  llvm::SmallVector<StringRef> untracked = {"ls-files", "-z", "--others",
                                            "--exclude-standard"};
  if (base->empty()) {
    // Before the first commit, everything is new.
    untracked.push_back("--cached");
  } else {
    auto changed = runGit(folder, {"diff", "--name-only", "-z", "--relative",
                                   "--no-renames", "--diff-filter=d",
                                   "--ignore-submodules", *base, "--"});
    if (!changed)
      return changed.takeError();
    if (!changed->succeeded)
      return refusal(folder, *changed);
    addNames(changed->output, names);
  }
  auto added = runGit(folder, untracked);
  if (!added)
    return added.takeError();
  if (!added->succeeded)
    return refusal(folder, *added);
  addNames(added->output, names);
  return names;
}

llvm::Expected<const ChangedFiles::Names *>
ChangedFiles::below(StringRef folder) {
  auto known = folders.find(folder);
  if (known == folders.end()) {
    auto names = ask(folder);
    if (!names)
      return names.takeError();
    known = folders.try_emplace(folder, std::move(*names)).first;
  }
  return &known->second;
}
