//===- PeersTest.cpp - Connections between clients of a job ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Peers.h"
#include "Backend/CPU/Plugin/PeerHandshake.h"
#include "Runtime/Pjrt/KeyValueStore.h"
#include "Support/Hmac.h"
#include "TestHelpers.h"
#include <condition_variable>
#include <sys/socket.h>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using namespace trainlint::test;
using std::chrono::milliseconds;

namespace {
/// A store as plugins see it.
struct Store {
  Store() {
    pjrt::abi::Client_Create_Args args = {};
    pjrt::setCallbacks(args, values);
    store = JobStore::of(args);
  }
  PeerAddress addressOf(int64_t index) {
    return llvm::cantFail(parsePeerAddress(llvm::cantFail(values.get(
        "trainlint/cpu/" + std::to_string(index), milliseconds(10000)))));
  }

  pjrt::MemoryStore values;
  std::optional<JobStore> store;
};

/// What comes from the others of a job.
struct Inbox {
  Peers::Receiver receiver() {
    return {[this](int64_t, const PeerMessage &,
                   uint64_t size) -> llvm::Expected<Peers::SinkRef> {
              if (size > 1000 && !sink)
                return llvm::createStringError("sends too much");
              return size > 1000 ? sink : nullptr;
            },
            [this](int64_t, PeerMessage message) {
              std::lock_guard lock(mutex);
              received.push_back(message.bytes);
              changed.notify_all();
            },
            [this](int64_t index, std::string why) {
              std::lock_guard lock(mutex);
              lost.push_back(std::to_string(index) + " " + why);
              changed.notify_all();
            }};
  }
  std::vector<std::string> waitForLost() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return !lost.empty(); });
    return lost;
  }
  std::vector<std::string> waitForMessages(size_t count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return received.size() >= count; });
    return received;
  }
  bool hasLost() {
    std::lock_guard lock(mutex);
    return !lost.empty();
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> received, lost;
  /// For what is large.
  Peers::SinkRef sink;
};

/// Takes some bytes, until it does not want them any more.
struct Sink : PeerSink {
  char *data() const override { return const_cast<char *>(bytes.data()); }
  bool isWanted() const override { return !isWithdrawn; }
  void end(bool isWhole) override { ends.push_back(isWhole); }

  std::string bytes = std::string(1 << 20, 0);
  std::atomic<bool> isWithdrawn{false};
  std::vector<bool> ends;
};

/// The first of two clients, which begins to meet on a thread of its own.
struct First {
  First(Store &store, Peers::Place place) {
    thread = std::thread([this, &store, place] {
      auto met = Peers::connect(place, *store.store, inbox.receiver());
      if (met)
        peers = std::move(*met);
      else
        error = failureOf(met.takeError()).message;
    });
  }
  ~First() {
    if (thread.joinable())
      thread.join();
  }
  Peers *wait() {
    thread.join();
    EXPECT_EQ(error, "");
    return peers.get();
  }
  std::string waitForError() {
    thread.join();
    return error;
  }

  Inbox inbox;
  std::unique_ptr<Peers> peers;
  std::string error;
  std::thread thread;
};
} // namespace

/// Why a client does not meet the others.
static std::string whyNot(const Peers::Place &place, const Store &store) {
  auto met = Peers::connect(place, *store.store, {});
  EXPECT_FALSE(met);
  return met ? "" : failureOf(met.takeError()).message;
}

static PeerClock::time_point soon() {
  return PeerClock::now() + milliseconds(20000);
}

static PeerSocket connectTo(const PeerAddress &address) {
  return llvm::cantFail(
      cpuplugin::connectTo(address.host, address.port, soon()));
}

/// Takes part in a handshake as a client of a given number.
static PeerSocket shakeHands(const PeerAddress &address, int64_t index) {
  PeerSocket socket = connectTo(address);
  PeerHandshake handshake{index, 0, llvm::cantFail(randomBytes(NonceSize)), ""};
  EXPECT_TRUE(sendAll(socket.get(), handshake.hello()));
  std::string challenge =
      llvm::cantFail(receiveExactly(socket.get(), ChallengeSize, soon()));
  EXPECT_EQ(messageOf(handshake.readChallenge(challenge, address.secret)), "");
  EXPECT_TRUE(sendAll(socket.get(), handshake.proof(address.secret)));
  return socket;
}

/// The other side has closed a connection without a word, perhaps before it had
/// read all.
static bool isClosed(const PeerSocket &socket) {
  std::string end = messageOf(receiveExactly(socket.get(), 1, soon()));
  return end == "it ended the connection" || end == "Connection reset by peer";
}

static PeerMessage makeArray(std::string bytes) {
  PeerMessage message;
  message.process = 1;
  message.name = {1, 2, 0, 3};
  message.bytes = std::move(bytes);
  return message;
}

static const Peers::Place FirstOfTwo{0, 2, "127.0.0.1", milliseconds(60000)};

TEST(Peers, SendAndReceive) {
  Store store;
  First first(store, FirstOfTwo);
  Inbox inbox;
  Peers::Place place = FirstOfTwo;
  place.index = 1;
  auto second =
      llvm::cantFail(Peers::connect(place, *store.store, inbox.receiver()));
  Peers *peers = first.wait();
  second->send(0, makeArray("one"));
  second->send(0, makeArray("two"));
  peers->send(1, makeArray("three"));
  EXPECT_EQ(first.inbox.waitForMessages(2),
            (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(inbox.waitForMessages(1), std::vector<std::string>{"three"});
  std::thread ending([&] { second.reset(); });
  EXPECT_EQ(first.inbox.waitForLost(),
            std::vector<std::string>{"1 cannot be reached any more"});
  ending.join();
}

TEST(Peers, BytesGoToTheirPlace) {
  Store store;
  First first(store, FirstOfTwo);
  auto sink = std::make_shared<Sink>();
  first.inbox.sink = sink;
  PeerSocket other = shakeHands(store.addressOf(0), 1);
  first.wait();
  std::string large(sink->bytes.size(), 'x');
  std::string head = writePeerHead(makeArray(""), large.size());
  std::string last = writePeerHead(makeArray(""), 3) + "end";
  ASSERT_TRUE(sendAll(other.get(), head + large + last));
  first.inbox.waitForMessages(1);
  EXPECT_EQ(sink->bytes, large);
  EXPECT_EQ(sink->ends, std::vector<bool>{true});
  // What is not wanted any more is read for what follows.
  std::string half = large.substr(large.size() / 2);
  ASSERT_TRUE(sendAll(other.get(), head + half));
  sink->isWithdrawn = true;
  ASSERT_TRUE(sendAll(other.get(), half + last));
  EXPECT_EQ(first.inbox.waitForMessages(2).back(), "end");
  EXPECT_EQ(sink->ends.back(), false);
}

TEST(Peers, SilentConnectionsHoldNobody) {
  Store store;
  First first(store, FirstOfTwo);
  PeerAddress address = store.addressOf(0);
  // More than are listened to at once.
  std::vector<PeerSocket> silent;
  for (int i = 0; i < 100; ++i)
    silent.push_back(connectTo(address));
  ASSERT_TRUE(sendAll(silent.back().get(), "half"));
  PeerSocket known = shakeHands(address, 1);
  ASSERT_NE(first.wait(), nullptr);
}

TEST(Peers, StrangersAreSentAway) {
  Store store;
  First first(store, FirstOfTwo);
  PeerAddress address = store.addressOf(0);
  PeerAddress guessed = address;
  guessed.secret = std::string(32, 'x');
  auto hello = [&](int64_t connector, int64_t listener) {
    PeerSocket socket = connectTo(address);
    PeerHandshake handshake{connector, listener, std::string(NonceSize, 'n'),
                            ""};
    EXPECT_TRUE(sendAll(socket.get(), handshake.hello()));
    return socket;
  };
  // Other protocols, and numbers that nobody has.
  PeerSocket web = connectTo(address);
  ASSERT_TRUE(sendAll(web.get(), "GET / HTTP/1.1\r\nHost: localhost\r\n"
                                 "Accept: text/html,text/plain\r\n\r\n"));
  EXPECT_TRUE(isClosed(web));
  for (auto [connector, listener] : {std::pair<int64_t, int64_t>(0, 0),
                                     {2, 0},
                                     {-1, 0},
                                     {INT64_MAX, 0},
                                     {1, 1}})
    EXPECT_TRUE(isClosed(hello(connector, listener)));
  // Without the secret, nothing proves anything.
  PeerSocket stranger = hello(1, 0);
  std::string challenge =
      llvm::cantFail(receiveExactly(stranger.get(), ChallengeSize, soon()));
  ASSERT_TRUE(sendAll(stranger.get(), challenge.substr(NonceSize)));
  EXPECT_TRUE(isClosed(stranger));
  // The proof before the challenge is one for another handshake.
  PeerHandshake early{1, 0, std::string(NonceSize, 'n'),
                      std::string(NonceSize, 0)};
  PeerSocket hasty = connectTo(address);
  ASSERT_TRUE(
      sendAll(hasty.get(), early.hello() + early.proof(address.secret)));
  (void)llvm::cantFail(receiveExactly(hasty.get(), ChallengeSize, soon()));
  EXPECT_TRUE(isClosed(hasty));
  PeerSocket known = shakeHands(address, 1);
  ASSERT_NE(first.wait(), nullptr);
}

TEST(Peers, WhoDoesNotCome) {
  Store store;
  Peers::Place place{0, 4, "127.0.0.1", milliseconds(500)};
  First first(store, place);
  PeerSocket second = shakeHands(store.addressOf(0), 2);
  EXPECT_EQ(first.waitForError(), "processes 1 and 3 did "
                                  "not connect within 0.5 s");
}

TEST(Peers, WhoDoesNotBegin) {
  Store store;
  EXPECT_EQ(whyNot({1, 2, "127.0.0.1", milliseconds(300)}, store),
            "process 0 did not begin within 0.3 s");
}

TEST(Peers, AListenerThatDoesNotKnowTheSecret) {
  Store store;
  std::string port;
  PeerSocket listener = llvm::cantFail(listenAt("127.0.0.1", port));
  llvm::cantFail(store.values.put(
      "trainlint/cpu/0",
      writePeerAddress({"127.0.0.1", port, std::string(32, 's')})));
  std::thread other([&] {
    int socket = -1;
    while (socket < 0)
      socket = ::accept(listener.get(), nullptr, nullptr);
    PeerSocket owned(socket);
    (void)llvm::cantFail(receiveExactly(socket, HelloSize, soon()));
    EXPECT_TRUE(sendAll(socket, std::string(ChallengeSize, 'x')));
    EXPECT_TRUE(isClosed(owned));
  });
  Peers::Place place = FirstOfTwo;
  place.index = 1;
  EXPECT_EQ(whyNot(place, store),
            "cannot reach process 0 at `127.0.0.1`, port " + port +
                ": what answers there does not know the word that it left in "
                "the store");
  other.join();
}

TEST(Peers, AListenerThatIsSilent) {
  Store store;
  std::string port;
  PeerSocket listener = llvm::cantFail(listenAt("127.0.0.1", port));
  llvm::cantFail(store.values.put(
      "trainlint/cpu/0",
      writePeerAddress({"127.0.0.1", port, std::string(32, 's')})));
  Peers::Place place{1, 2, "127.0.0.1", milliseconds(300)};
  EXPECT_EQ(whyNot(place, store),
            "cannot reach process 0 at `127.0.0.1`, port " + port +
                ": it does not answer");
}

TEST(Peers, AStoreThatWasUsed) {
  Store store;
  llvm::cantFail(store.values.put("trainlint/cpu/0", "old"));
  EXPECT_EQ(whyNot(FirstOfTwo, store),
            "there is an address of process 0 in the store: "
            "from an earlier job, or as two processes have this number; each "
            "job needs a store that is empty when it begins");
}

TEST(Peers, WhoIsSilentIsLost) {
  Store store;
  Peers::Place place = FirstOfTwo;
  place.timeout = milliseconds(2000);
  First first(store, place);
  // A process that is stopped after it has come: its system answers for it.
  PeerSocket frozen = shakeHands(store.addressOf(0), 1);
  Peers *peers = first.wait();
  // A thread that waits for room to send goes on, too.
  std::thread sending(
      [&] { peers->send(1, makeArray(std::string(64 << 20, 'x'))); });
  EXPECT_EQ(first.inbox.waitForLost(),
            std::vector<std::string>{"1 was silent for 2 s"});
  sending.join();
}

TEST(Peers, WhoOnlyComputesIsNot) {
  Store store;
  Peers::Place place = FirstOfTwo;
  place.timeout = milliseconds(1000);
  First first(store, place);
  Inbox inbox;
  place.index = 1;
  auto second =
      llvm::cantFail(Peers::connect(place, *store.store, inbox.receiver()));
  first.wait();
  std::this_thread::sleep_for(milliseconds(2500));
  second->send(0, makeArray("late"));
  EXPECT_EQ(first.inbox.waitForMessages(1), std::vector<std::string>{"late"});
  EXPECT_FALSE(first.inbox.hasLost());
}

TEST(Peers, MessagesThatAreTooLarge) {
  Store store;
  First first(store, FirstOfTwo);
  PeerSocket other = shakeHands(store.addressOf(0), 1);
  Peers *peers = first.wait();
  std::string head = writePeerHead(makeArray(""), 0);
  // The size is the last of the head's numbers.
  int64_t size = int64_t(1) << 40;
  std::memcpy(head.data() + PeerHeadSize - sizeof(size), &size, sizeof(size));
  ASSERT_TRUE(sendAll(other.get(), head));
  EXPECT_EQ(first.inbox.waitForLost(),
            std::vector<std::string>{"1 sends too much"});
  peers->send(1, makeArray("nobody"));
}

TEST(Peers, WhatIsNoMessage) {
  Store store;
  First first(store, FirstOfTwo);
  PeerSocket other = shakeHands(store.addressOf(0), 1);
  first.wait();
  ASSERT_TRUE(sendAll(other.get(), std::string(1000, '\xff')));
  EXPECT_EQ(first.inbox.waitForLost(),
            std::vector<std::string>{
                "1 sent what is no message: a number is negative"});
}
