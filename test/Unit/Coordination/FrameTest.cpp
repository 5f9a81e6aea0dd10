//===- FrameTest.cpp - What processes and their coordinator say -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/Frame.h"
#include "Runtime/Coordination/Handshake.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::coordination;
using namespace trainlint::test;

static Frame putOf(llvm::StringRef key, llvm::StringRef value) {
  Frame frame;
  frame.kind = Frame::Kind::Put;
  frame.request = 7;
  frame.number = 1234567890123;
  frame.key = key.str();
  frame.value = value.str();
  return frame;
}

/// What a side makes of bytes: the keys of frames, and the error behind them.
static std::string take(Channel &channel, llvm::StringRef bytes) {
  std::string out;
  channel.add(bytes);
  while (true) {
    auto frame = channel.next();
    if (!frame)
      return out + messageOf(frame.takeError());
    if (!*frame)
      return out;
    out += (*frame)->key + ";";
  }
}

TEST(CoordinationFrame, Travels) {
  Channel process(Channel::Side::Process, "key");
  Channel coordinator(Channel::Side::Coordinator, "key");
  std::string bytes = process.seal(putOf("a", std::string(70000, 'v')));
  bytes += process.seal(putOf("b", ""));
  // In pieces of any size.
  std::string keys;
  for (size_t at = 0; at < bytes.size(); at += 977)
    keys += take(coordinator, llvm::StringRef(bytes).substr(at, 977));
  EXPECT_EQ(keys, "a;b;");
  EXPECT_EQ(take(process, coordinator.seal(putOf("c", "x"))), "c;");
}

TEST(CoordinationFrame, Head) {
  std::string bytes = writeFrame(putOf("key", "value"));
  auto head = parseFrameHead(bytes);
  ASSERT_TRUE(bool(head));
  EXPECT_EQ(head->frame.kind, Frame::Kind::Put);
  EXPECT_EQ(head->frame.request, 7u);
  EXPECT_EQ(head->frame.number, 1234567890123);
  EXPECT_EQ(head->keySize, 3u);
  EXPECT_EQ(head->valueSize, 5u);
  auto problemWith = [&](size_t place, char byte) {
    std::string changed = bytes;
    changed[place] = byte;
    auto parsed = parseFrameHead(changed);
    return parsed ? "none" : messageOf(parsed.takeError());
  };
  EXPECT_EQ(problemWith(0, 'x'),
            "sent what is no message: it begins with other bytes");
  EXPECT_EQ(problemWith(4, 9),
            "sent what is no message: it is of another version");
  EXPECT_EQ(problemWith(7, 1),
            "sent what is no message: it is of no known kind");
  EXPECT_EQ(problemWith(14, 1), "sent what is no message: it is too long");
  EXPECT_EQ(problemWith(19, 1), "sent what is no message: it is too long");
  EXPECT_EQ(problemWith(27, '\xff'),
            "sent what is no message: its number is negative");
}

TEST(CoordinationFrame, Seals) {
  const std::string wrongSeal =
      "sent what is no message: its seal is not that of the other side";
  Channel process(Channel::Side::Process, "key");
  std::string first = process.seal(putOf("a", "1"));
  std::string second = process.seal(putOf("b", "2"));
  auto coordinator = [] { return Channel(Channel::Side::Coordinator, "key"); };
  // Each bit counts.
  for (size_t place = FrameHeadSize; place < first.size(); ++place) {
    std::string changed = first;
    changed[place] ^= 1;
    Channel side = coordinator();
    EXPECT_EQ(take(side, changed), wrongSeal) << place;
  }
  // A frame that was recorded, left out, or sent back.
  Channel replayed = coordinator();
  EXPECT_EQ(take(replayed, first + first), "a;" + wrongSeal);
  Channel skipped = coordinator();
  EXPECT_EQ(take(skipped, second), wrongSeal);
  Channel reflected(Channel::Side::Process, "key");
  EXPECT_EQ(take(reflected, first), wrongSeal);
  Channel stranger(Channel::Side::Coordinator, "other");
  EXPECT_EQ(take(stranger, first), wrongSeal);
}

TEST(CoordinationHandshake, ProvesBothSides) {
  Handshake process;
  process.process = 1;
  process.count = 2;
  process.processNonce = std::string(NonceSize, 'p');
  EXPECT_EQ(process.hello().size(), HelloSize);
  auto coordinator = parseHello(process.hello());
  ASSERT_TRUE(bool(coordinator));
  EXPECT_EQ(coordinator->process, 1u);
  EXPECT_EQ(coordinator->count, 2u);
  coordinator->coordinatorNonce = std::string(NonceSize, 'c');
  std::string challenge = coordinator->challenge("secret");
  EXPECT_EQ(challenge.size(), ChallengeSize);
  EXPECT_EQ(messageOf(process.readChallenge(challenge, "secret")), "");
  EXPECT_EQ(process.proof("secret"), coordinator->proof("secret"));
  EXPECT_NE(process.proof("secret"), coordinator->proof("other"));
  EXPECT_EQ(process.sessionKey("secret"), coordinator->sessionKey("secret"));
  // Neither the answer nor the proof can be sent back as the other one.
  EXPECT_FALSE(llvm::StringRef(challenge).contains(process.proof("secret")));

  EXPECT_EQ(messageOf(process.readChallenge(challenge, "other")),
            "the coordinator has another key");
  EXPECT_EQ(messageOf(process.readChallenge("HTTP/1.1 400", "secret")),
            "what answers there is no coordinator");
  challenge[8] = 9;
  EXPECT_EQ(messageOf(process.readChallenge(challenge, "secret")),
            "the coordinator speaks version 9 of the protocol, and this "
            "process version 1");
  EXPECT_EQ(messageOf(parseHello("GET / HTTP/1.1").takeError()),
            "no process of a job begins like that");
}
