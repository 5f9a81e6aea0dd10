//===- MemberTest.cpp - Processes and their coordinator -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/CoordinatorServer.h"
#include "Runtime/Coordination/MemberClient.h"
#include "TestHelpers.h"
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::coordination;
using namespace trainlint::test;

namespace {
/// A coordinator of this process, and clients that join it from threads.
class MemberTest : public testing::Test {
protected:
  void SetUp() override {
    JobSettings settings;
    settings.count = 2;
    settings.secret = "secret";
    settings.run = "run";
    settings.attempt = "attempt";
    auto started = CoordinatorServer::start(place, settings);
    ASSERT_TRUE(bool(started)) << messageOf(started.takeError());
    server = std::move(*started);
  }

  MemberPlace placeOf(int64_t index) const {
    MemberPlace out;
    out.index = index;
    out.count = 2;
    out.coordinator = place;
    out.secret = "secret";
    out.meeting = milliseconds(20000);
    return out;
  }

  std::unique_ptr<MemberClient> join(int64_t index) {
    auto client = MemberClient::join(placeOf(index), [&](const Verdict &given) {
      std::lock_guard lock(mutex);
      verdicts.push_back(given.message);
      changed.notify_all();
    });
    if (!client)
      ADD_FAILURE() << messageOf(client.takeError());
    return client ? std::move(*client) : nullptr;
  }

  void joinBoth() {
    std::thread other([&] { second = join(1); });
    first = join(0);
    other.join();
    ASSERT_TRUE(first && second);
  }

  HostPort place{"127.0.0.1", 0};
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> verdicts;
  std::unique_ptr<CoordinatorServer> server;
  std::unique_ptr<MemberClient> first, second;
};
} // namespace

TEST_F(MemberTest, SharesKeys) {
  joinBoth();
  EXPECT_EQ(first->getRun(), "run");
  EXPECT_EQ(second->getAttempt(), "attempt");
  EXPECT_EQ(second->getOwnAddress(), "127.0.0.1");
  EXPECT_EQ(messageOf(first->put("a", std::string("\0x", 2))), "");
  EXPECT_EQ(messageOf(second->put("a", "two")),
            "KeyValuePut failed: ALREADY_EXISTS: `a` was given another value "
            "before");
  EXPECT_EQ(**second->tryGet("a"), std::string("\0x", 2));
  EXPECT_FALSE(second->tryGet("b")->has_value());
  EXPECT_EQ(messageOf(second->get("b", milliseconds(5)).takeError()),
            "KeyValueGet failed: DEADLINE_EXCEEDED: no process gave `b` within "
            "5 ms");
  // One that waits holds up no other thread.
  std::thread waiting(
      [&] { EXPECT_EQ(*second->get("late", milliseconds(20000)), "here"); });
  EXPECT_EQ(messageOf(second->put("c", std::string(5 << 20, 'c'))), "");
  EXPECT_EQ(first->tryGet("c")->value().size(), size_t(5) << 20);
  EXPECT_EQ(messageOf(first->put("late", "here")), "");
  waiting.join();
  EXPECT_EQ(
      messageOf(first->put(std::string(5000, 'k'), "")),
      "KeyValuePut failed: INVALID_ARGUMENT: a key has at most 4096 bytes, "
      "and a value 16777216");
  std::thread atBarrier([&] {
    EXPECT_EQ(messageOf(second->waitAt("x", milliseconds(20000))), "");
  });
  EXPECT_EQ(messageOf(first->waitAt("x", milliseconds(20000))), "");
  atBarrier.join();
  EXPECT_EQ(messageOf(second->leave()), "");
  EXPECT_EQ(messageOf(first->leave()), "");
  EXPECT_TRUE(server->waitForEnd(milliseconds(20000)));
  EXPECT_FALSE(server->getVerdict());
  EXPECT_TRUE(verdicts.empty());
}

TEST_F(MemberTest, HearsOfALoss) {
  joinBoth();
  // A request that waits ends, too.
  std::thread waiting([&] {
    EXPECT_TRUE(llvm::StringRef(
                    messageOf(first->get("a", milliseconds(60000)).takeError()))
                    .starts_with("KeyValueGet failed: UNAVAILABLE: process 1"));
  });
  second.reset();
  waiting.join();
  std::unique_lock lock(mutex);
  ASSERT_TRUE(changed.wait_for(lock, std::chrono::seconds(20),
                               [&] { return !verdicts.empty(); }));
  EXPECT_TRUE(llvm::StringRef(verdicts.front())
                  .ends_with("is gone: its connection to the coordinator "
                             "ended"))
      << verdicts.front();
}

TEST_F(MemberTest, HearsOfTheCoordinatorsEnd) {
  joinBoth();
  server.reset();
  std::unique_lock lock(mutex);
  ASSERT_TRUE(changed.wait_for(lock, std::chrono::seconds(20),
                               [&] { return verdicts.size() == 2; }));
  EXPECT_EQ(verdicts.front(), "the coordinator, process 0 at `127.0.0.1:" +
                                  std::to_string(place.port) + "`, is gone");
}

TEST_F(MemberTest, StopsBeforeTheSameStep) {
  joinBoth();
  EXPECT_EQ(first->stopStep(), std::nullopt);
  EXPECT_EQ(messageOf(second->askToStop(12)), "");
  EXPECT_EQ(first->stopStep(), 12);
  EXPECT_EQ(messageOf(first->askToStop(30)), "");
  EXPECT_EQ(second->stopStep(), 12);
}

TEST_F(MemberTest, StrangersInTheWay) {
  // Silent, talkative and gone ones, while both join.
  std::vector<Socket> strangers;
  for (int number = 0; number < 100; ++number) {
    auto socket = connectTo(place, Clock::now() + std::chrono::seconds(10));
    ASSERT_TRUE(bool(socket));
    std::string bytes(number * 10, number % 2 ? 'x' : 't');
    sendSome(socket->get(), bytes);
    if (number % 3)
      strangers.push_back(std::move(*socket));
  }
  joinBoth();
}

TEST_F(MemberTest, WrongKey) {
  MemberPlace wrong = placeOf(1);
  wrong.secret = "other";
  auto client = MemberClient::join(wrong, [](const Verdict &) {});
  ASSERT_FALSE(bool(client));
  EXPECT_EQ(messageOf(client.takeError()),
            "process 1 of 2 cannot join the job at `127.0.0.1:" +
                std::to_string(place.port) +
                "`: the coordinator has another key");
}

TEST(CoordinatorServer, PortInUse) {
  HostPort place{"127.0.0.1", 0};
  JobSettings settings;
  auto server = CoordinatorServer::start(place, settings);
  ASSERT_TRUE(bool(server));
  auto second = CoordinatorServer::start(place, settings);
  EXPECT_EQ(messageOf(second.takeError()), "Address already in use");
}
