//===- GitCommand.cpp - Asking Git without trusting it --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/GitCommand.h"
#include "Support/Boundary.h"
#include "Support/LLVM.h"
#include "Support/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include <unistd.h>

using namespace trainlint;

static std::string takeFile(StringRef path) {
  ReadOptions options;
  options.largest = UINT32_MAX;
  auto text = readRegularFile(path, options);
  (void)llvm::sys::fs::remove(path);
  if (text)
    return (*text)->getBuffer().str();
  llvm::consumeError(text.takeError());
  return "";
}

/// The variables by which Git tells its hooks where they are; all others of
/// Git's are dropped, since some name programs.
static bool saysWhereGitIs(StringRef variable) {
  static constexpr llvm::StringLiteral Names[] = {
      "GIT_DIR",        "GIT_WORK_TREE",
      "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
      "GIT_COMMON_DIR", "GIT_ALTERNATE_OBJECT_DIRECTORIES"};
  return llvm::is_contained(Names, variable);
}

/// Settings that no configuration overrides.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Safe[] = {
    {"safe.bareRepository", "explicit"},
    {"core.fsmonitor", "false"},
    {"core.hooksPath", "/dev/null"},
    {"core.pager", "cat"},
    {"diff.external", ""},
    {"diff.orderFile", "/dev/null"},
    {"protocol.allow", "never"}};

static std::vector<std::string>
makeEnvironment(bool isHere, llvm::ArrayRef<std::string> filters) {
  std::vector<std::string> environment;
  for (char **variable = environ; *variable; ++variable) {
    StringRef name = StringRef(*variable).split('=').first;
    if (!name.starts_with("GIT_") || (isHere && saysWhereGitIs(name)))
      environment.emplace_back(*variable);
  }
  unsigned count = 0;
  auto set = [&](StringRef key, StringRef value) {
    std::string number = std::to_string(count++);
    environment.push_back(("GIT_CONFIG_KEY_" + number + "=" + key).str());
    environment.push_back(("GIT_CONFIG_VALUE_" + number + "=" + value).str());
  };
  for (const auto &[key, value] : Safe)
    set(key, value);
  // Without a command a filter leaves a file as it is.
  for (StringRef key : filters)
    set(key, key.ends_with(".required") ? "false" : "");
  environment.push_back("GIT_CONFIG_COUNT=" + std::to_string(count));
  environment.push_back("GIT_ALLOW_PROTOCOL=none");
  environment.push_back("GIT_NO_LAZY_FETCH=1");
  environment.push_back("GIT_TERMINAL_PROMPT=0");
  environment.push_back("LC_ALL=C");
  return environment;
}

llvm::Expected<GitCommand> GitCommand::at(StringRef root) {
  auto program = llvm::sys::findProgramByName("git");
  if (!program)
    return llvm::createStringError(
        "`--changed` asks git, which is not in the search path");
  GitCommand git;
  git.program = *program;
  git.root = root.str();
  git.isHere = resolvePath(".") == root;
  git.environment = makeEnvironment(git.isHere, {});
  // Filters have names of their own, so what there is to switch off has to be
  // asked for; asking runs none.
  auto found = git.run({"config", "-z", "--name-only", "--get-regexp",
                        "^filter\\..*\\.(clean|smudge|process|required)$"});
  if (!found)
    return found.takeError();
  llvm::SmallVector<StringRef> names;
  StringRef(found->output)
      .split(names, '\0', /*MaxSplit=*/-1,
             /*KeepEmpty=*/false);
  std::vector<std::string> filters;
  for (StringRef name : names)
    filters.push_back(name.str());
  git.environment = makeEnvironment(git.isHere, filters);
  return git;
}

llvm::Expected<GitAnswer>
GitCommand::run(llvm::ArrayRef<StringRef> arguments) const {
  llvm::SmallString<128> output, complaint;
  std::error_code error =
      llvm::sys::fs::createTemporaryFile("trainlint", "out", output);
  if (!error)
    error = llvm::sys::fs::createTemporaryFile("trainlint", "err", complaint);
  if (error)
    return llvm::createStringError("`--changed` needs a temporary file: " +
                                   error.message());
  // Reading must not wait for whoever holds the lock of the index.
  llvm::SmallVector<StringRef> words = {"git", "--no-optional-locks",
                                        "--no-pager"};
  // Within a hook, Git's environment has paths relative to this folder.
  if (!isHere)
    words.append({"-C", root});
  words.append(arguments.begin(), arguments.end());
  std::vector<StringRef> variables(environment.begin(), environment.end());
  // A configuration may name files that never end.
  constexpr unsigned Seconds = 120;
  std::string problem;
  int code = llvm::sys::ExecuteAndWait(
      program, words, llvm::ArrayRef<StringRef>(variables),
      {StringRef(""), StringRef(output), StringRef(complaint)}, Seconds,
      /*MemoryLimit=*/0, &problem);
  GitAnswer answer{code == 0, takeFile(output), takeFile(complaint)};
  if (code < 0)
    return llvm::createStringError("git cannot be run: " + problem);
  StringRef said = StringRef(answer.complaint).trim();
  said.consume_front("fatal: ");
  answer.complaint = said.str();
  return answer;
}
