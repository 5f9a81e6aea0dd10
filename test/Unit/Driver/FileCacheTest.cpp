//===- FileCacheTest.cpp - Tests of files that are read once --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/FileCache.h"
#include "Driver/Run.h"
#include "Support/WorkCounter.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

namespace {

/// What was read since it was made.
struct Reads {
  uint64_t files = work::FileReads.value();
  uint64_t trees = work::YamlReads.value();
  uint64_t modules = work::PythonParses.value();

  uint64_t newFiles() const { return work::FileReads.value() - files; }
  uint64_t newTrees() const { return work::YamlReads.value() - trees; }
  uint64_t newModules() const { return work::PythonParses.value() - modules; }
};

constexpr StringRef Job = "trainingInput:\n"
                          "  scaleTier: CUSTOM\n"
                          "  region: us-central1\n"
                          "  masterType: n1-standard-8\n";

constexpr StringRef Submit = "gcloud ai-platform jobs submit training a "
                             "--config=job.yaml --scale-tier=basic\n"
                             "gcloud ai-platform jobs submit training b "
                             "--config=./job.yaml --region=us-east1\n";

/// A run over all of a folder.
void check(StringRef folder, unsigned jobs) {
  RunOptions options;
  options.isolated = true;
  options.inputs = {folder.str()};
  options.jobs = jobs;
  std::string out;
  llvm::raw_string_ostream stream(out);
  (void)checkInputs(options, stream, stream);
  EXPECT_TRUE(StringRef(out).contains("submit")) << out;
}

/// A program that names a module in what it submits.
std::string programWith(StringRef module) {
  return ("from google.cloud import aiplatform\n"
          "import " +
          module +
          "\n"
          "aiplatform.CustomJob('submit').run(timeout=" +
          module + ".TIMEOUT)\n")
      .str();
}

/// Reads more files than a thread may hold; returns the first of them.
std::weak_ptr<const LoadedFile> readTooMany(FileCache &cache,
                                            TempFolder &folder) {
  std::string text(FileCache::MostBytes / 4, '#');
  auto read = [&](unsigned number) {
    return cache.read(folder.write(std::to_string(number) + ".yaml", text));
  };
  std::weak_ptr<const LoadedFile> first = read(0);
  EXPECT_FALSE(first.expired());
  for (unsigned i = 1; i < 5; ++i)
    (void)read(i);
  return first;
}

TEST(FileCacheTest, OneScriptNamesAFileTwice) {
  TempFolder folder;
  folder.write("job.yaml", Job);
  folder.write("submit.sh", Submit);
  Reads before;
  check(folder.path(), /*jobs=*/1);
  EXPECT_EQ(before.newFiles(), 2u);
  EXPECT_EQ(before.newTrees(), 1u);
}

TEST(FileCacheTest, ManyScriptsNameAFile) {
  // Some are read before the file is an input itself, and some behind it.
  TempFolder folder;
  folder.write("job.yaml", Job);
  constexpr unsigned Scripts = 40;
  for (unsigned i = 0; i < Scripts; ++i)
    folder.write((i % 2 ? "a-submit" : "z-submit") + std::to_string(i) + ".sh",
                 Submit);
  for (unsigned jobs : {1, 4}) {
    Reads before;
    check(folder.path(), jobs);
    EXPECT_EQ(before.newFiles(), Scripts + 1) << jobs;
    EXPECT_EQ(before.newTrees(), 1u) << jobs;
  }
}

TEST(FileCacheTest, ManyProgramsImportAModule) {
  // All of them together are more than is held.
  TempFolder folder;
  folder.write("settings.py", "TIMEOUT = 'soon'\n");
  constexpr unsigned Programs = 40;
  std::string comment = "#" + std::string(FileCache::MostBytes / 20, ' ');
  for (unsigned i = 0; i < Programs; ++i)
    folder.write((i % 2 ? "a-" : "z-") + std::to_string(i) + ".py",
                 programWith("settings") + comment);
  for (unsigned jobs : {1, 4}) {
    Reads before;
    check(folder.path(), jobs);
    EXPECT_EQ(before.newFiles(), Programs + 1) << jobs;
    EXPECT_EQ(before.newModules(), Programs + 1) << jobs;
  }
}

TEST(FileCacheTest, ALargeModuleIsReadAndNotParsed) {
  TempFolder folder;
  folder.write("large.py", std::string(300 << 10, '#'));
  folder.write("other.py", "import large\n");
  folder.write("submit.py", "import other\n" + programWith("large"));
  Reads before;
  check(folder.path(), /*jobs=*/1);
  EXPECT_EQ(before.newFiles(), 3u);
  EXPECT_EQ(before.newModules(), 2u);
}

TEST(FileCacheTest, AFileThatChangedIsReadAgain) {
  TempFolder folder;
  std::string path = folder.write("job.yaml", "a: 1\n");
  FileCache cache;
  LoadedFilePtr first = cache.read(path);
  ASSERT_TRUE(first);
  EXPECT_EQ(cache.read(path), first);
  EXPECT_EQ(cache.find(path), first);
  folder.write("job.yaml", "longer: 1\n");
  EXPECT_EQ(cache.find(path), nullptr);
  LoadedFilePtr second = cache.read(path);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->buffer().text(), "longer: 1\n");
  // Whoever has the first version keeps it.
  EXPECT_EQ(first->buffer().text(), "a: 1\n");
  EXPECT_EQ(cache.read(folder.path("none.yaml")), nullptr);
}

TEST(FileCacheTest, AnInputIsFoundOnceAFileWasNamed) {
  TempFolder folder;
  FileCache cache;
  auto add = [&](StringRef name) {
    std::string path = folder.write(name, "a: 1\n");
    auto file =
        std::make_shared<LoadedFile>(SourceBuffer::copy(path, "a: 1\n"));
    cache.add(file, *stampAt(path));
    return file;
  };
  LoadedFilePtr first = add("first.yaml"), second = add("second.yaml");
  // Nobody can have meant one of them.
  EXPECT_EQ(cache.find(folder.path("second.yaml")), nullptr);
  EXPECT_EQ(cache.read(folder.path("first.yaml")), first);
  EXPECT_EQ(cache.find(folder.path("second.yaml")), second);
}

TEST(FileCacheTest, EveryThreadMakesRoomForItself) {
  TempFolder folder;
  FileCache cache;
  std::string mine = folder.write("mine.py", "import os\n");
  std::weak_ptr<const LoadedFile> held = cache.read(mine);
  std::weak_ptr<const LoadedFile> first;
  std::thread other([&] { first = readTooMany(cache, folder); });
  other.join();
  EXPECT_TRUE(first.expired());
  EXPECT_FALSE(held.expired());
  EXPECT_EQ(cache.read(mine), held.lock());
}

TEST(FileCacheTest, FewFilesAreHeld) {
  TempFolder folder;
  FileCache cache;
  EXPECT_TRUE(readTooMany(cache, folder).expired());
  EXPECT_NE(cache.find(folder.path("4.yaml")), nullptr);
  std::string large(FileCache::LargestFile + 1, '#');
  EXPECT_EQ(cache.read(folder.write("large.yaml", large)), nullptr);
}

} // namespace
