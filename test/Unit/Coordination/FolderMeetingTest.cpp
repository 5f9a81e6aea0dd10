//===- FolderMeetingTest.cpp - Processes that meet in a folder ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/FolderMeeting.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"
#include <thread>

using namespace trainlint::coordination;
using namespace trainlint::test;
using std::chrono::milliseconds;

namespace {
constexpr milliseconds Long{60000}, Short{300};

/// What all processes of an attempt are given; an error is given as its words.
std::vector<std::string> meet(const std::string &folder, int64_t count,
                              milliseconds timeout = Long,
                              std::vector<int64_t> absent = {}) {
  std::vector<std::string> out(count);
  std::vector<std::thread> threads;
  // The first one comes last, when the others have read what is old.
  for (int64_t index = count - 1; index >= 0; --index) {
    if (llvm::is_contained(absent, index))
      continue;
    threads.emplace_back([&, index] {
      auto met = meetInFolder(folder, index, count, timeout);
      out[index] = met ? *met : messageOf(met.takeError());
    });
    std::this_thread::sleep_for(milliseconds(5));
  }
  for (std::thread &thread : threads)
    thread.join();
  return out;
}

bool areAlike(const std::vector<std::string> &places) {
  return llvm::all_equal(places);
}
} // namespace

TEST(FolderMeeting, GivesEachAttemptAFolderOfItsOwn) {
  TempFolder root;
  std::string folder = root.path("store"), before;
  for (int64_t count : {3, 3, 2, 4}) {
    std::vector<std::string> places = meet(folder, count);
    EXPECT_TRUE(areAlike(places)) << places[0] << ", " << places[1];
    EXPECT_TRUE(llvm::StringRef(places[0]).starts_with(folder + "/attempt-"));
    EXPECT_NE(places[0], before);
    // What an attempt leaves goes with the next one.
    EXPECT_FALSE(!before.empty() && llvm::sys::fs::exists(before));
    before = places[0];
    EXPECT_FALSE(llvm::sys::fs::create_directories(before));
  }
}

TEST(FolderMeeting, NamesWhoDoesNotCome) {
  TempFolder root;
  std::string folder = root.path("store");
  // Words of an earlier attempt stand for nobody.
  EXPECT_TRUE(areAlike(meet(folder, 3)));
  std::vector<std::string> told = meet(folder, 3, Short, {2});
  std::string missing =
      "process 2 did not come to `" + folder + "` within 0.3 s";
  EXPECT_EQ(told[0], missing);
  EXPECT_EQ(told[1], missing);
  told = meet(folder, 4, Short, {1, 3});
  EXPECT_EQ(told[0],
            "processes 1 and 3 did not come to `" + folder + "` within 0.3 s");
  told = meet(folder, 2, Short, {0});
  EXPECT_EQ(told[1], "process 0 did not come to `" + folder + "` within 0.3 s");
  EXPECT_TRUE(areAlike(meet(folder, 3)));
}

TEST(FolderMeeting, RefusesANumberTwice) {
  TempFolder root;
  std::string folder = root.path("store");
  std::string first;
  std::thread one([&] { first = messageOf(meetInFolder(folder, 1, 2, Long)); });
  while (!llvm::sys::fs::exists(folder + "/hello-1"))
    std::this_thread::sleep_for(milliseconds(1));
  std::string second =
      messageOf(meetInFolder(folder, 1, 2, milliseconds(1000)));
  one.join();
  EXPECT_EQ(first, "another process 1 meets the others in `" + folder + "`");
  EXPECT_EQ(second, "process 0 did not come to `" + folder + "` within 1 s");
}
