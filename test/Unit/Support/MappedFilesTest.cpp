//===- MappedFilesTest.cpp - Files that change while they are read --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/MappedFiles.h"
#include "TestHelpers.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::test;

/// Reads a mapped file behind its end.
static void readCutFile(const std::string &path) {
  endOnLostFile("reader", 7);
  int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  auto *bytes = static_cast<volatile char *>(
      ::mmap(nullptr, 8192, PROT_READ, MAP_SHARED, file, 0));
  if (::ftruncate(file, 0) == 0)
    (void)bytes[4096];
  ::_exit(0);
}

TEST(MappedFilesDeathTest, SayWhyTheProgramEnds) {
  TempFolder folder;
  std::string path = folder.write("file", std::string(8192, 'x'));
  EXPECT_EXIT(readCutFile(path), testing::ExitedWithCode(7),
              "^reader: a file was cut short while it was read\n$");
}
