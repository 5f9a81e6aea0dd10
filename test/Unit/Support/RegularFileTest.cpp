//===- RegularFileTest.cpp - Tests of reading files -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/RegularFile.h"
#include "TestHelpers.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::test;

static std::string
textOf(llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer) {
  if (!buffer)
    return "error: " + llvm::toString(buffer.takeError());
  return (*buffer)->getBuffer().str();
}

TEST(RegularFileTest, ReadsAndMaps) {
  TempFolder folder;
  std::string file = folder.write("job.yaml", "some text");
  FileStamp stamp;
  ReadOptions options;
  options.stamp = &stamp;
  EXPECT_EQ(textOf(readRegularFile(file, options)), "some text");
  EXPECT_EQ(stamp.size, 9u);
  EXPECT_EQ(stampAt(file), stamp);
  options.mapAbove = 4;
  EXPECT_EQ(textOf(readRegularFile(file, options)), "some text");
  EXPECT_EQ(textOf(readRegularFile(folder.write("empty", ""))), "");
}

TEST(RegularFileTest, RefusesWhatIsTooLarge) {
  TempFolder folder;
  ReadOptions options;
  options.largest = 1024;
  EXPECT_EQ(textOf(readRegularFile(folder.write("a", std::string(1024, 'x')),
                                   options))
                .size(),
            1024u);
  EXPECT_EQ(textOf(readRegularFile(folder.write("b", std::string(1025, 'x')),
                                   options)),
            "error: larger than 1 KiB");
  // A sparse file is as large as it says.
  std::string sparse = folder.write("sparse", "");
  ASSERT_EQ(::truncate(sparse.c_str(), off_t(1) << 40), 0);
  EXPECT_EQ(textOf(readRegularFile(sparse)), "error: larger than 16 MiB");
}

TEST(RegularFileTest, RefusesWhatIsNoRegularFile) {
  TempFolder folder;
  std::string pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(textOf(readRegularFile(pipe)), "error: a pipe, not a regular file");
  EXPECT_EQ(textOf(readRegularFile("/dev/zero")),
            "error: a device, not a regular file");
  EXPECT_EQ(textOf(readRegularFile(folder.path())),
            "error: a folder, not a file");
  EXPECT_EQ(textOf(readRegularFile(folder.path("absent"))),
            "error: No such file or directory");
}

TEST(RegularFileTest, AStreamEndsAtTheLimit) {
  ReadOptions options;
  options.largest = 1 << 20;
  EXPECT_EQ(textOf(readFileOrStream("/dev/zero", options)),
            "error: larger than 1 MiB");
  EXPECT_EQ(textOf(readFileOrStream("/dev/null", options)), "");
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "from a pipe", 11), 11);
  ::close(ends[1]);
  EXPECT_EQ(textOf(readStream(ends[0], "pipe", options)), "from a pipe");
  ::close(ends[0]);
}

TEST(RegularFileTest, LimitsAreShownInTheirUnit) {
  EXPECT_EQ(formatLimit(16 << 20), "16 MiB");
  EXPECT_EQ(formatLimit(uint64_t(4) << 30), "4 GiB");
  EXPECT_EQ(formatLimit(1025), "1025 bytes");
}
