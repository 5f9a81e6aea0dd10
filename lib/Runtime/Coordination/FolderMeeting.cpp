//===- FolderMeeting.cpp - Processes that meet in a folder ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are all that the processes have, and each may be of an earlier attempt.
// Whoever comes therefore draws a word, and trusts what repeats it:
//
//   hello-I      the word of process I, for each but the first
//   attempt      the first one's word, and those of all others that it read
//   ready-I      the first one's word, by process I, which found its own beside
//   begin        the first one's word again, when all are ready
//
// What the first process reads may be old, and becomes new later: it writes
// `attempt` again then, and nobody is ready for words that are not theirs.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/FolderMeeting.h"
#include "Support/Hmac.h"
#include "Support/LLVM.h"
#include "Support/OwnFile.h"
#include "Support/Text.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <thread>

using namespace trainlint;
using namespace trainlint::coordination;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// What the folders of attempts have before their words.
static constexpr StringRef AttemptPrefix = "attempt-";

namespace {
class Meeting {
public:
  Meeting(std::string folder, int64_t index, int64_t count,
          milliseconds timeout)
      : folder(std::move(folder)), index(index), count(count), timeout(timeout),
        end(Clock::now() + timeout) {}

  llvm::Expected<std::string> run();

private:
  std::string pathOf(const llvm::Twine &name) const;
  llvm::Expected<std::string> read(const llvm::Twine &name) const;
  llvm::Error write(const llvm::Twine &name, StringRef text) const {
    return replaceOwnFile(pathOf(name), text);
  }
  /// Each gives true when this process may begin.
  llvm::Expected<bool> gather();
  llvm::Expected<bool> follow();
  llvm::Error checkReady();
  llvm::Error tooLate() const;
  void removeOthers() const;

  std::string folder;
  int64_t index, count;
  milliseconds timeout;
  Clock::time_point end;
  /// What this process drew, and what the first one did.
  std::string word, attempt;
  /// What the first process wrote last.
  std::string told;
  std::vector<int64_t> missing;
};
} // namespace

std::string Meeting::pathOf(const llvm::Twine &name) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return std::string(path);
}

/// Reads a file; empty if it is not there.
llvm::Expected<std::string> Meeting::read(const llvm::Twine &name) const {
  constexpr uint64_t Longest = 1 << 20;
  auto file = readOwnFile(pathOf(name), Longest, Secrecy::Secret);
  if (!file)
    return file.takeError();
  return *file ? (*file)->getBuffer().str() : std::string();
}

/// Notes who is not ready for this attempt.
llvm::Error Meeting::checkReady() {
  missing.clear();
  for (int64_t other = 1; other < count; ++other) {
    auto ready = read("ready-" + llvm::Twine(other));
    if (!ready)
      return ready.takeError();
    if (*ready != attempt)
      missing.push_back(other);
  }
  return llvm::Error::success();
}

/// What the first process does again and again.
llvm::Expected<bool> Meeting::gather() {
  std::string words = attempt;
  for (int64_t other = 1; other < count; ++other) {
    auto hello = read("hello-" + llvm::Twine(other));
    if (!hello)
      return hello.takeError();
    words += "\n" + *hello;
  }
  auto there = read("attempt");
  if (!there)
    return there.takeError();
  if (!told.empty() && *there != told)
    return llvm::createStringError("another process 0 meets the others in `" +
                                   folder + "`");
  if (words != told)
    if (llvm::Error error = write("attempt", words))
      return error;
  told = std::move(words);
  if (llvm::Error error = checkReady())
    return error;
  if (!missing.empty())
    return false;
  removeOthers();
  if (llvm::Error error = write("begin", attempt))
    return error;
  return true;
}

/// What all others do.
llvm::Expected<bool> Meeting::follow() {
  auto hello = read("hello-" + llvm::Twine(index));
  if (!hello)
    return hello.takeError();
  if (*hello != word)
    return llvm::createStringError(llvm::formatv(
        "another process {0} meets the others in `{1}`", index, folder));
  auto words = read("attempt");
  if (!words)
    return words.takeError();
  llvm::SmallVector<StringRef> lines;
  StringRef(*words).split(lines, '\n');
  bool isOwn = lines.size() == size_t(count) && lines[index] == word;
  if (!isOwn) {
    attempt.clear();
    missing = {0};
    return false;
  }
  if (attempt != lines[0]) {
    attempt = lines[0].str();
    if (llvm::Error error = write("ready-" + llvm::Twine(index), attempt))
      return error;
  }
  auto begin = read("begin");
  if (!begin)
    return begin.takeError();
  if (*begin == attempt)
    return true;
  if (llvm::Error error = checkReady())
    return error;
  if (missing.empty())
    missing = {0};
  return false;
}

/// Removes what earlier attempts left. Whoever is left of them fails.
void Meeting::removeOthers() const {
  std::vector<std::string> old;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(folder, error), last;
       at != last && !error; at.increment(error))
    if (llvm::sys::path::filename(at->path()).starts_with(AttemptPrefix))
      old.push_back(at->path());
  for (const std::string &path : old)
    llvm::sys::fs::remove_directories(path);
}

llvm::Error Meeting::tooLate() const {
  return llvm::createStringError(
      llvm::formatv("{0} {1} did not come to `{2}` within {3} s",
                    missing.size() == 1 ? "process" : "processes",
                    formatNumbers(missing, "and"), folder,
                    formatNumber(static_cast<double>(timeout.count()) / 1000)));
}

llvm::Expected<std::string> Meeting::run() {
  auto bytes = randomBytes(16);
  if (!bytes)
    return bytes.takeError();
  word = llvm::toHex(*bytes, /*LowerCase=*/true);
  if (index == 0)
    attempt = word;
  else if (llvm::Error error = write("hello-" + llvm::Twine(index), word))
    return error;
  for (milliseconds pause{1};; pause = std::min(pause * 2, milliseconds(50))) {
    auto isTogether = index == 0 ? gather() : follow();
    if (!isTogether)
      return isTogether.takeError();
    if (*isTogether)
      return pathOf(AttemptPrefix + attempt);
    if (Clock::now() >= end)
      return tooLate();
    std::this_thread::sleep_for(pause);
  }
}

llvm::Expected<std::string> coordination::meetInFolder(StringRef folder,
                                                       int64_t index,
                                                       int64_t count,
                                                       milliseconds timeout) {
  auto own = makeOwnFolder(folder);
  if (!own)
    return own.takeError();
  return Meeting(std::move(*own), index, count, timeout).run();
}
