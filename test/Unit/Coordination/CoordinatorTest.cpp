//===- CoordinatorTest.cpp - Who coordinates the processes of a job -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/Coordinator.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::coordination;
using namespace trainlint::test;
using std::chrono::seconds;
using Kind = Frame::Kind;

namespace {
/// A coordinator with a clock that stands still, and processes that say what
/// the test wants.
class CoordinatorTest : public testing::Test {
protected:
  struct Process {
    int64_t connection = 0;
    std::optional<Channel> channel;
  };

  CoordinatorTest() { begin(2); }

  void begin(int64_t count) {
    JobSettings settings;
    settings.count = count;
    settings.secret = "secret";
    settings.heartbeat = seconds(8);
    settings.meeting = seconds(30);
    settings.run = "run";
    settings.attempt = "attempt";
    coordinator.emplace(settings, now);
    processes.clear();
    processes.resize(count);
  }

  /// Lets time pass, in which the coordinator is awake and the processes that
  /// are named say that they are there.
  void pass(seconds time, std::vector<int64_t> alive = {}) {
    for (Clock::time_point end = now + time; now < end;) {
      now += seconds(1);
      for (int64_t index : alive)
        say(index, Kind::Alive);
      coordinator->tick(now);
    }
  }

  std::string takeOutput(int64_t connection) {
    return std::exchange(coordinator->outputOf(connection), "");
  }

  /// Connects and proves itself, and gives the connection.
  Process shakeHands(uint32_t index, uint32_t count, std::string secret) {
    Process out;
    out.connection = coordinator->connect("10.0.0.9", "10.0.0.1", now);
    Handshake handshake;
    handshake.process = index;
    handshake.count = count;
    handshake.processNonce = std::string(NonceSize, 'n');
    coordinator->receive(out.connection, handshake.hello(), now);
    std::string challenge = takeOutput(out.connection);
    handshake.coordinatorNonce = challenge.substr(12, NonceSize);
    coordinator->receive(out.connection, handshake.proof(secret), now);
    out.channel.emplace(Channel::Side::Process, handshake.sessionKey(secret));
    return out;
  }

  void join(uint32_t index) {
    processes[index] = shakeHands(index, processes.size(), "secret");
    say(index, Kind::Join, "", "host" + std::to_string(index));
  }

  void joinAll() {
    for (size_t index = 0; index < processes.size(); ++index)
      join(index);
    for (size_t index = 0; index < processes.size(); ++index)
      EXPECT_EQ(hear(index), "welcome;");
  }

  void say(int64_t index, Kind kind, std::string key = "",
           std::string value = "", int64_t number = 0, uint32_t request = 1) {
    Frame frame;
    frame.kind = kind;
    frame.request = request;
    frame.number = number;
    frame.key = std::move(key);
    frame.value = std::move(value);
    Process &process = processes[index];
    coordinator->receive(process.connection, process.channel->seal(frame), now);
  }

  /// What a process is told.
  std::string hear(Process &process) {
    process.channel->add(takeOutput(process.connection));
    std::string out;
    while (true) {
      auto frame = process.channel->next();
      if (!frame)
        return out + messageOf(frame.takeError());
      if (!*frame)
        return out;
      switch ((*frame)->kind) {
      case Kind::Welcome:
        out += "welcome;";
        break;
      case Kind::Value:
        out += "value " + (*frame)->value + ";";
        break;
      case Kind::Nothing:
        out += "nothing;";
        break;
      case Kind::Done:
        out += "done;";
        break;
      case Kind::Stop:
        out += "stop " + std::to_string((*frame)->number) + ";";
        break;
      case Kind::Error:
        out += "error " + (*frame)->value + ";";
        break;
      case Kind::Verdict:
        out += (*frame)->key + " verdict " + (*frame)->value + ";";
        break;
      default:
        break;
      }
    }
  }
  std::string hear(int64_t index) { return hear(processes[index]); }

  Clock::time_point now;
  std::optional<Coordinator> coordinator;
  std::vector<Process> processes;
};
} // namespace

TEST_F(CoordinatorTest, BeginsWithAll) {
  join(0);
  EXPECT_EQ(hear(0), "");
  join(1);
  EXPECT_EQ(hear(0), "welcome;");
  EXPECT_EQ(hear(1), "welcome;");
}

TEST_F(CoordinatorTest, Keys) {
  joinAll();
  say(0, Kind::TryGet, "a");
  say(0, Kind::Put, "a", "1");
  say(0, Kind::Put, "a", "1");
  say(1, Kind::Put, "a", "2");
  say(1, Kind::Get, "a", "", 1000);
  EXPECT_EQ(hear(0), "nothing;done;done;");
  EXPECT_EQ(hear(1), "error `a` was given another value before;value 1;");
  // Waits for what comes, but not for longer than it said.
  say(0, Kind::Get, "b", "", 2000);
  say(0, Kind::Get, "c", "", 2000);
  EXPECT_EQ(hear(0), "");
  say(1, Kind::Put, "b", "3");
  EXPECT_EQ(hear(0), "value 3;");
  pass(seconds(3), {0, 1});
  EXPECT_EQ(hear(0), "error no process gave `c` within 2000 ms;");
}

TEST_F(CoordinatorTest, Barriers) {
  begin(3);
  joinAll();
  for (int round = 0; round < 2; ++round) {
    say(0, Kind::Barrier, "end", "", 5000);
    say(1, Kind::Barrier, "end", "", 5000);
    EXPECT_EQ(hear(0), "");
    say(2, Kind::Barrier, "end", "", 5000);
    for (int64_t index = 0; index < 3; ++index)
      EXPECT_EQ(hear(index), "done;");
  }
  say(0, Kind::Barrier, "other", "", 5000);
  say(0, Kind::Barrier, "other", "", 5000);
  EXPECT_EQ(hear(0), "error the process is at the barrier `other` already;");
  pass(seconds(6), {0, 1, 2});
  EXPECT_EQ(hear(0), "error processes 1 and 2 did not come to the barrier "
                     "`other` within 5 s;");
  // Who has left is not waited for.
  say(0, Kind::Barrier, "last", "", 5000);
  say(1, Kind::Leave);
  say(2, Kind::Leave);
  EXPECT_EQ(hear(0), "done;");
}

TEST_F(CoordinatorTest, LosesOneThatIsGone) {
  joinAll();
  coordinator->disconnect(processes[1].connection, now);
  EXPECT_EQ(hear(0), "restart verdict process 1 on `host1` is gone: its "
                     "connection to the coordinator ended;");
  ASSERT_TRUE(coordinator->getVerdict());
  EXPECT_EQ(coordinator->getVerdict()->process, 1);
  // Nobody joins a job that ends.
  Process late = shakeHands(1, 2, "secret");
  processes[1] = late;
  say(1, Kind::Join);
  EXPECT_EQ(hear(1), "error an earlier attempt is ending;");
}

TEST_F(CoordinatorTest, LosesOneThatIsSilent) {
  joinAll();
  pass(seconds(7), {0, 1});
  pass(seconds(7), {0});
  EXPECT_EQ(hear(0), "");
  pass(seconds(1), {0});
  EXPECT_EQ(hear(0), "restart verdict process 1 on `host1` was silent for 8 "
                     "s;");
  EXPECT_TRUE(coordinator->isEnding(processes[1].connection));
}

TEST_F(CoordinatorTest, BlamesNobodyForItsOwnSleep) {
  joinAll();
  pass(seconds(4), {0, 1});
  now += seconds(100);
  coordinator->tick(now);
  EXPECT_FALSE(coordinator->getVerdict());
  pass(seconds(20), {0, 1});
  EXPECT_FALSE(coordinator->getVerdict());
}

TEST_F(CoordinatorTest, TellsFailures) {
  joinAll();
  say(1, Kind::Failed, "", "cannot read `x`");
  EXPECT_EQ(hear(0), " verdict process 1 on `host1` failed: cannot read `x`;");
  // What follows from it is not told.
  coordinator->disconnect(processes[1].connection, now);
  EXPECT_EQ(hear(0), "");
}

TEST_F(CoordinatorTest, WaitsForTheReasonOfTrouble) {
  begin(3);
  joinAll();
  say(0, Kind::Trouble, "", "a peer does not answer");
  say(1, Kind::Trouble, "", "a peer does not answer");
  EXPECT_FALSE(coordinator->getVerdict());
  pass(seconds(9), {0, 1});
  EXPECT_EQ(hear(0),
            "restart verdict process 2 on `host2` was silent for 8 s;");
}

TEST_F(CoordinatorTest, TroubleOfAll) {
  joinAll();
  say(1, Kind::Trouble, "", "no link");
  say(0, Kind::Trouble, "", "a peer does not answer");
  EXPECT_EQ(hear(1), "restart verdict process 0 on `host0` failed: a peer does "
                     "not answer;");
}

TEST_F(CoordinatorTest, TroubleOfOne) {
  joinAll();
  say(1, Kind::Trouble, "", "no link");
  pass(seconds(9), {0, 1});
  EXPECT_EQ(hear(0), "");
  pass(seconds(2), {0, 1});
  EXPECT_EQ(hear(0), "restart verdict process 1 on `host1` failed: no link;");
}

TEST_F(CoordinatorTest, AllStopBeforeOneStep) {
  joinAll();
  say(1, Kind::Stop, "", "", 20, 5);
  EXPECT_EQ(hear(0), "stop 20;");
  EXPECT_EQ(hear(1), "stop 20;");
  say(1, Kind::Stop, "", "", 0, 0);
  EXPECT_EQ(hear(1), "");
  // Another wish comes too late to change it.
  say(0, Kind::Stop, "", "", 30, 6);
  say(0, Kind::Stop, "", "", 0, 0);
  EXPECT_EQ(hear(0), "done;");
  EXPECT_EQ(hear(1), "done;");
}

TEST_F(CoordinatorTest, EndsWithAll) {
  joinAll();
  say(0, Kind::Leave);
  EXPECT_EQ(hear(0), "done;");
  coordinator->disconnect(processes[0].connection, now);
  EXPECT_FALSE(coordinator->isComplete());
  pass(seconds(20), {1});
  say(1, Kind::Leave);
  EXPECT_TRUE(coordinator->isComplete());
  EXPECT_FALSE(coordinator->getVerdict());
}

TEST_F(CoordinatorTest, MissesOne) {
  join(0);
  pass(seconds(29), {0});
  shakeHands(1, 2, "wrong");
  EXPECT_FALSE(coordinator->getVerdict());
  pass(seconds(1), {0});
  EXPECT_EQ(hear(0), "restart verdict process 1 did not come within 30 s; 1 "
                     "connection did not prove to know the key;");
}

TEST_F(CoordinatorTest, OneMayComeAgainBeforeTheBegin) {
  join(1);
  coordinator->disconnect(processes[1].connection, now);
  joinAll();
}

TEST_F(CoordinatorTest, TurnsAway) {
  join(1);
  Process second = shakeHands(1, 2, "secret");
  std::swap(second, processes[1]);
  say(1, Kind::Join);
  EXPECT_EQ(hear(1), "error process 1 on `host1` is there already;");
  EXPECT_TRUE(coordinator->isEnding(processes[1].connection));
  processes[1] = shakeHands(1, 3, "secret");
  say(1, Kind::Join);
  EXPECT_EQ(hear(1), "error this is process 1 of 3, and the coordinator's job "
                     "has 2 processes;");
  processes[1] = shakeHands(5, 2, "secret");
  say(1, Kind::Join);
  EXPECT_TRUE(coordinator->isEnding(processes[1].connection));
}

TEST_F(CoordinatorTest, RefusesStrangers) {
  auto isRefused = [&](llvm::StringRef bytes) {
    int64_t connection = coordinator->connect("1.2.3.4", "10.0.0.1", now);
    coordinator->receive(connection, bytes, now);
    return coordinator->isEnding(connection);
  };
  EXPECT_TRUE(isRefused(std::string(HelloSize, 'x')));
  EXPECT_TRUE(isRefused(std::string(100000, '\xff')));
  EXPECT_FALSE(isRefused("tl-coord"));
  // A proof of another secret, and one that was recorded.
  EXPECT_TRUE(coordinator->isEnding(shakeHands(0, 2, "wrong").connection));
  Handshake handshake;
  handshake.processNonce = std::string(NonceSize, 'n');
  handshake.count = 2;
  EXPECT_TRUE(isRefused(handshake.hello() + handshake.proof("secret")));
  // Nothing goes before joining.
  processes[0] = shakeHands(0, 2, "secret");
  say(0, Kind::Put, "a", "b");
  EXPECT_TRUE(coordinator->isEnding(processes[0].connection));
  // What waits has nothing to ask for.
  join(1);
  say(1, Kind::Get, "a", "", 100);
  EXPECT_TRUE(coordinator->isEnding(processes[1].connection));
}

TEST_F(CoordinatorTest, SilentStrangersGo) {
  int64_t connection = coordinator->connect("1.2.3.4", "10.0.0.1", now);
  coordinator->receive(connection, "t", now);
  for (int second = 0; second < 10; ++second) {
    EXPECT_FALSE(coordinator->isEnding(connection));
    // A byte now and then buys no time.
    coordinator->receive(connection, "l", now);
    pass(seconds(1));
  }
  EXPECT_TRUE(coordinator->isEnding(connection));
}

TEST_F(CoordinatorTest, ManyStrangersKeepNobodyOut) {
  std::vector<int64_t> strangers;
  for (int number = 0; number < 1000; ++number)
    strangers.push_back(coordinator->connect("1.2.3.4", "10.0.0.1", now));
  int64_t open = 0;
  for (int64_t connection : strangers)
    open += !coordinator->isEnding(connection);
  EXPECT_LE(open, 66);
  joinAll();
}

TEST_F(CoordinatorTest, MembersHaveLimits) {
  joinAll();
  for (int number = 0; number < 1024; ++number)
    say(0, Kind::Get, "k" + std::to_string(number), "", 100000);
  EXPECT_EQ(hear(0), "");
  say(0, Kind::Get, "more", "", 100000);
  EXPECT_EQ(hear(0), "error too many keys are waited for;");
  std::string large(16 << 20, 'v');
  for (int number = 0; number < 15; ++number)
    say(1, Kind::Put, "v" + std::to_string(number), large);
  hear(1);
  say(1, Kind::Put, "v15", large);
  EXPECT_EQ(hear(1),
            "error the processes of the job leave more than 268435456 bytes;");
  // One that does not read is not listened to.
  for (int number = 0; number < 3; ++number)
    say(1, Kind::TryGet, "v0");
  EXPECT_FALSE(coordinator->takesInput(processes[1].connection));
  hear(1);
  EXPECT_TRUE(coordinator->takesInput(processes[1].connection));
  // Bytes that are no frame end the job with a name.
  coordinator->receive(processes[1].connection, std::string(100, 'x'), now);
  EXPECT_EQ(hear(0), "restart verdict process 1 on `host1` sent what is no "
                     "message: it begins with other bytes;");
}
