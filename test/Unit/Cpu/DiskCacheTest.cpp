//===- DiskCacheTest.cpp - A folder of compiled programs ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/DiskCache.h"
#include "Backend/CPU/Runtime/CacheKey.h"
#include "TestHelpers.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::cpu;
using namespace trainlint::test;
using llvm::StringRef;

namespace {
/// A folder of programs, its key, and what is said of them.
struct Programs {
  DiskCache open(StringRef name = "programs") {
    DiskCache::Options options;
    options.path = folder.path(name);
    options.keyPath = folder.path("config/trainlint/cache-key");
    options.compilerIdentity = compilerIdentity;
    options.mostBytes = mostBytes;
    return DiskCache(options, [this](const llvm::Twine &note) {
      notes.push_back(note.str());
    });
  }

  /// The object of a program; empty if it is not found.
  std::string find(StringRef fingerprint) {
    auto program = open().find(fingerprint);
    return program ? program->objects.front() : "";
  }

  void insert(StringRef fingerprint, StringRef object) {
    SerializedExecutable program;
    program.objects = {object.str()};
    open().insert(fingerprint, program);
  }

  std::vector<std::string> takeNotes() { return std::exchange(notes, {}); }

  std::string onlyFile(StringRef name = "programs") const {
    std::vector<std::string> files;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator at(folder.path(name), error), end;
         at != end && !error; at.increment(error))
      files.push_back(at->path());
    EXPECT_EQ(files.size(), 1u);
    return files.empty() ? "" : files.front();
  }

  TempFolder folder;
  std::string compilerIdentity = "this computer";
  uint64_t mostBytes = 1 << 20;
  std::vector<std::string> notes;
};
} // namespace

static mode_t modeOf(const std::string &path) {
  struct stat status = {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

using Notes = std::vector<std::string>;

TEST(DiskCache, KeepsPrograms) {
  Programs programs;
  EXPECT_EQ(programs.find("one"), "");
  programs.insert("one", "first");
  programs.insert("two", "second");
  EXPECT_EQ(programs.find("one"), "first");
  EXPECT_EQ(programs.find("two"), "second");
  EXPECT_EQ(programs.find("three"), "");
  programs.compilerIdentity = "another computer";
  EXPECT_EQ(programs.find("one"), "");
  EXPECT_EQ(programs.takeNotes(), Notes());
}

TEST(DiskCache, IsForTheUserAlone) {
  Programs programs;
  ::umask(0);
  programs.insert("one", "first");
  ::umask(022);
  EXPECT_EQ(modeOf(programs.folder.path("programs")), 0700u);
  EXPECT_EQ(modeOf(programs.onlyFile()), 0600u);
  EXPECT_EQ(modeOf(programs.folder.path("config/trainlint")), 0700u);
  EXPECT_EQ(modeOf(programs.folder.path("config/trainlint/cache-key")), 0600u);
}

TEST(DiskCache, FilesThatOthersMayWrite) {
  Programs programs;
  programs.insert("one", "first");
  std::string file = programs.onlyFile();
  for (mode_t mode : {0666, 0660, 0602}) {
    ASSERT_EQ(::chmod(file.c_str(), mode), 0);
    EXPECT_EQ(programs.find("one"), "");
    EXPECT_EQ(programs.takeNotes(),
              Notes({"compiled anew: `" + file + "` can be written by " +
                     (mode & 2 ? "everybody" : "its group")}));
  }
  // It is replaced by one that is right.
  programs.insert("one", "again");
  EXPECT_EQ(modeOf(file), 0600u);
  EXPECT_EQ(programs.find("one"), "again");
}

TEST(DiskCache, FilesThatAreNone) {
  Programs programs;
  programs.insert("one", "first");
  std::string file = programs.onlyFile();
  std::string aside = programs.folder.path("aside");
  ASSERT_EQ(::rename(file.c_str(), aside.c_str()), 0);
  ASSERT_EQ(::symlink(aside.c_str(), file.c_str()), 0);
  EXPECT_EQ(programs.find("one"), "");
  EXPECT_EQ(programs.takeNotes(),
            Notes({"compiled anew: `" + file + "` is a link"}));
  ASSERT_EQ(::unlink(file.c_str()), 0);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(programs.find("one"), "");
  EXPECT_EQ(programs.takeNotes(),
            Notes({"compiled anew: `" + file + "` is no regular file"}));
  ASSERT_EQ(::unlink(file.c_str()), 0);
  ASSERT_EQ(::mkdir(file.c_str(), 0700), 0);
  EXPECT_EQ(programs.find("one"), "");
  EXPECT_EQ(programs.takeNotes().size(), 1u);
}

TEST(DiskCache, ProgramsOfOthers) {
  Programs programs, others;
  others.insert("one", "harm");
  // As a folder that comes with a repository: its files, and not its key.
  ASSERT_EQ(::rename(others.folder.path("programs").c_str(),
                     programs.folder.path("programs").c_str()),
            0);
  std::string file = programs.onlyFile();
  EXPECT_EQ(programs.find("one"), "");
  Notes expected = {"compiled anew: `" + file +
                    "` was not written for this program with the user's key"};
  EXPECT_EQ(programs.takeNotes(), expected);
}

TEST(DiskCache, ProgramsThatWereSwapped) {
  Programs programs;
  programs.insert("one", "first");
  std::string first = programs.onlyFile();
  std::string aside = programs.folder.path("aside");
  ASSERT_EQ(::rename(first.c_str(), aside.c_str()), 0);
  programs.insert("two", "second");
  std::string second = programs.onlyFile();
  ASSERT_EQ(::rename(aside.c_str(), second.c_str()), 0);
  EXPECT_EQ(programs.find("two"), "");
  EXPECT_EQ(programs.takeNotes().size(), 1u);
}

TEST(DiskCache, FoldersOfOthers) {
  Programs programs;
  std::string path = programs.folder.path("programs");
  ASSERT_EQ(::mkdir(path.c_str(), 0700), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0777), 0);
  programs.insert("one", "first");
  EXPECT_EQ(programs.folder.list(), std::vector<std::string>({"programs"}));
  EXPECT_EQ(programs.takeNotes(),
            Notes({"compiled programs are not kept: `" + path +
                   "` can be written by everybody"}));
}

TEST(DiskCache, KeysOfOthers) {
  Programs programs;
  programs.insert("one", "first");
  std::string key = programs.folder.path("config/trainlint/cache-key");
  ASSERT_EQ(::chmod(key.c_str(), 0644), 0);
  EXPECT_EQ(programs.find("one"), "");
  EXPECT_EQ(programs.takeNotes(), Notes({"compiled programs are not kept: `" +
                                         key + "` can be read by others"}));
  ASSERT_EQ(::chmod(key.c_str(), 0600), 0);
  EXPECT_EQ(programs.find("one"), "first");
  // A key that was cut off is no key.
  ASSERT_EQ(::truncate(key.c_str(), 5), 0);
  EXPECT_EQ(programs.find("one"), "");
  EXPECT_EQ(programs.takeNotes(),
            Notes({"compiled programs are not kept: `" + key +
                   "` is no key of 32 bytes; once it is deleted, a new one is "
                   "made"}));
  ASSERT_EQ(::unlink(key.c_str()), 0);
  EXPECT_EQ(programs.find("one"), "");
  EXPECT_EQ(programs.takeNotes().size(), 1u);
  programs.insert("one", "new");
  EXPECT_EQ(programs.find("one"), "new");
}

TEST(DiskCache, OneKeyForAll) {
  TempFolder folder;
  std::vector<std::thread> threads;
  std::vector<std::string> keys(8);
  for (std::string &key : keys)
    threads.emplace_back([&key, &folder] {
      key = llvm::cantFail(readCacheKey(folder.path("a/key")));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &key : keys)
    EXPECT_EQ(key, keys.front());
  EXPECT_EQ(keys.front().size(), CacheKeySize);
  EXPECT_EQ(folder.list(), std::vector<std::string>({"a"}));
}

TEST(DiskCache, InARepository) {
  Programs programs;
  ASSERT_EQ(::mkdir(programs.folder.path(".git").c_str(), 0700), 0);
  programs.insert("one", "first");
  EXPECT_EQ(programs.takeNotes(),
            Notes({"`" + programs.folder.path("programs") +
                   "` lies in the work tree of a repository; compiled programs "
                   "that came with the repository are not used"}));
  EXPECT_EQ(programs.find("one"), "first");
}

TEST(DiskCache, TheOldestGoFirst) {
  Programs programs;
  programs.mostBytes = 3500;
  std::string object(1000, 'x');
  auto fileOf = [&](StringRef fingerprint) {
    Programs alone;
    alone.insert(fingerprint, object);
    return programs.folder.path(
        "programs/" + llvm::sys::path::filename(alone.onlyFile()).str());
  };
  // Hours apart, in another order than they are made.
  auto setAge = [&](StringRef fingerprint, int hours) {
    timespec times[2] = {{time(nullptr) - hours * 3600, 0},
                         {time(nullptr) - hours * 3600, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, fileOf(fingerprint).c_str(), times, 0), 0);
  };
  for (StringRef fingerprint : {"a", "b", "c"})
    programs.insert(fingerprint, object);
  programs.folder.write("programs/mine.txt", std::string(9000, 'x'));
  setAge("a", 2);
  setAge("b", 3);
  setAge("c", 1);
  // What is found is used.
  EXPECT_EQ(programs.find("b"), object);
  programs.insert("d", object);
  EXPECT_EQ(programs.find("a"), "");
  for (StringRef fingerprint : {"b", "c", "d"})
    EXPECT_EQ(programs.find(fingerprint), object) << fingerprint.str();
  EXPECT_EQ(programs.folder.read("programs/mine.txt").size(), 9000u);
  // One that is too large takes no place from others.
  programs.insert("e", std::string(4000, 'x'));
  EXPECT_EQ(programs.find("e"), "");
  EXPECT_EQ(programs.find("d"), object);
  EXPECT_EQ(programs.takeNotes(), Notes());
}
