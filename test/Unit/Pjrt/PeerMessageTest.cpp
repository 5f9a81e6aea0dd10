//===- PeerMessageTest.cpp - What clients of a job tell each other --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/PeerMessage.h"
#include "Backend/CPU/Plugin/PeerHandshake.h"
#include "TestHelpers.h"

using namespace trainlint::cpuplugin;
using namespace trainlint::test;
using llvm::StringRef;

static PeerMessage makeArray() {
  PeerMessage message;
  message.run = 3;
  message.process = 5;
  message.name = {2, 1, 4, 6};
  message.bytes = "array";
  return message;
}

static std::string bytesOf(const PeerMessage &message) {
  return writePeerHead(message, message.bytes.size()) + message.bytes;
}

static PeerMessage makeLeave() {
  PeerMessage message;
  message.kind = PeerMessage::Kind::Leave;
  message.process = 1;
  message.hasFailed = true;
  message.bytes = "out of luck";
  return message;
}

TEST(PeerMessage, RoundTrip) {
  PeerMessage read = llvm::cantFail(parsePeerMessage(bytesOf(makeArray())));
  EXPECT_EQ(read.kind, PeerMessage::Kind::Array);
  EXPECT_EQ(read.run, 3);
  EXPECT_EQ(read.process, 5);
  EXPECT_EQ(read.name, makeArray().name);
  EXPECT_EQ(read.bytes, "array");
  read = llvm::cantFail(parsePeerMessage(bytesOf(makeLeave())));
  EXPECT_EQ(read.kind, PeerMessage::Kind::Leave);
  EXPECT_TRUE(read.hasFailed);
  EXPECT_EQ(read.bytes, "out of luck");
  PeerMessage alive;
  alive.kind = PeerMessage::Kind::Alive;
  EXPECT_EQ(messageOf(parsePeerMessage(bytesOf(alive))), "");
}

TEST(PeerMessage, CutAnywhere) {
  std::string bytes = bytesOf(makeArray());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_EQ(messageOf(parsePeerMessage(StringRef(bytes).take_front(size))),
              "sent what is no message: it is cut off")
        << size;
}

TEST(PeerMessage, NumbersOfAllSizes) {
  std::string bytes = bytesOf(makeArray());
  for (size_t at = 0; at + 8 <= PeerHeadSize; at += 8)
    for (int64_t number : {int64_t(-1), int64_t(0), int64_t(1), int64_t(2),
                           int64_t(3), int64_t(1) << 20, int64_t(1) << 40,
                           int64_t(1) << 60, INT64_MAX, INT64_MIN}) {
      std::string changed = bytes;
      std::memcpy(changed.data() + at, &number, sizeof(number));
      auto read = parsePeerMessage(changed);
      if (read)
        EXPECT_EQ(bytesOf(*read), changed);
      else
        llvm::consumeError(read.takeError());
    }
}

template <typename Change>
static std::string refusalOf(PeerMessage message, Change change) {
  change(message);
  std::string text = messageOf(parsePeerMessage(bytesOf(message)));
  StringRef rest = text;
  EXPECT_TRUE(rest.empty() || rest.consume_front("sent what is no message: "));
  return rest.str();
}

TEST(PeerMessage, WhatIsNone) {
  auto array = [](auto change) { return refusalOf(makeArray(), change); };
  EXPECT_EQ(array([](auto &m) {}), "");
  EXPECT_EQ(array([](auto &m) { m.run = -1; }), "a number is negative");
  EXPECT_EQ(array([](auto &m) { m.process = -1; }), "a number is negative");
  EXPECT_EQ(array([](auto &m) { m.name.group = -1; }), "a number is negative");
  EXPECT_EQ(array([](auto &m) { m.kind = PeerMessage::Kind(4); }),
            "it is of no known kind");
  EXPECT_EQ(array([](auto &m) { m.hasFailed = true; }),
            "it has what only others have");
  EXPECT_EQ(array([](auto &m) { m.kind = PeerMessage::Kind::Ready; }),
            "it has more bytes than its kind");
  auto leave = [](auto change) { return refusalOf(makeLeave(), change); };
  EXPECT_EQ(leave([](auto &m) {}), "");
  EXPECT_EQ(leave([](auto &m) { m.name.number = 1; }),
            "it has what only others have");
  EXPECT_EQ(leave([](auto &m) { m.hasFailed = false; }),
            "it has more bytes than its kind");
  EXPECT_EQ(leave([](auto &m) { m.bytes.assign(MostReasonBytes + 1, 'x'); }),
            "it has more bytes than its kind");
}

TEST(PeerHandshake, BothSidesKnowTheSecret) {
  const std::string secret(32, 's');
  PeerHandshake connector{2, 1, std::string(NonceSize, 'c'), ""};
  ASSERT_EQ(connector.hello().size(), HelloSize);
  PeerHandshake listener = llvm::cantFail(parseHello(connector.hello()));
  EXPECT_EQ(listener.connector, 2);
  EXPECT_EQ(listener.listener, 1);
  listener.listenerNonce = std::string(NonceSize, 'l');
  std::string challenge = listener.challenge(secret);
  ASSERT_EQ(challenge.size(), ChallengeSize);
  // The secret itself is never sent.
  EXPECT_EQ(challenge.find(secret), std::string::npos);
  EXPECT_EQ(messageOf(connector.readChallenge(challenge, secret)), "");
  EXPECT_EQ(connector.proof(secret), listener.proof(secret));
  EXPECT_EQ(connector.proof(secret).size(), ProofSize);
  // A proof is not what a listener said, and differs with all that takes part.
  EXPECT_NE(connector.proof(secret), challenge.substr(NonceSize));
  PeerHandshake other = connector;
  other.connector = 3;
  EXPECT_NE(other.proof(secret), connector.proof(secret));
  other = connector;
  other.listenerNonce[0] ^= 1;
  EXPECT_NE(other.proof(secret), connector.proof(secret));
  EXPECT_NE(connector.proof(std::string(32, 't')), connector.proof(secret));
}

TEST(PeerHandshake, AListenerWithoutTheSecret) {
  PeerHandshake connector{2, 1, std::string(NonceSize, 'c'), ""};
  PeerHandshake listener = connector;
  listener.listenerNonce = std::string(NonceSize, 'l');
  std::string why = "what answers there does not know the word that it left in "
                    "the store";
  EXPECT_EQ(
      messageOf(connector.readChallenge(
          listener.challenge(std::string(32, 'x')), std::string(32, 's'))),
      why);
  EXPECT_EQ(messageOf(connector.readChallenge(std::string(ChallengeSize, 0),
                                              std::string(32, 's'))),
            why);
  EXPECT_EQ(messageOf(connector.readChallenge("", std::string(32, 's'))),
            "its answer is cut off");
}

TEST(PeerHandshake, WhatIsNoHello) {
  std::string hello =
      PeerHandshake{2, 1, std::string(NonceSize, 'c'), ""}.hello();
  EXPECT_EQ(messageOf(parseHello(hello)), "");
  EXPECT_NE(messageOf(parseHello(hello + "x")), "");
  EXPECT_NE(messageOf(parseHello(StringRef(hello).drop_back())), "");
  EXPECT_NE(messageOf(parseHello("x" + hello.substr(1))), "");
  EXPECT_NE(messageOf(parseHello("")), "");
}

TEST(PeerAddress, RoundTrip) {
  PeerAddress address{"host.example", "4711", std::string(32, '\xf0')};
  PeerAddress read =
      llvm::cantFail(parsePeerAddress(writePeerAddress(address)));
  EXPECT_EQ(read.host, address.host);
  EXPECT_EQ(read.port, address.port);
  EXPECT_EQ(read.secret, address.secret);
  std::string word(64, 'a');
  for (const std::string &wrong : std::vector<std::string>{
           "", "host 1", "host 0 " + word, "host 65536 " + word,
           "host x " + word, " 1 " + word, "host 1 " + word + "0",
           "host 1 " + word.substr(1), "host 1 g" + word.substr(1),
           "host 1 " + word + " "})
    EXPECT_EQ(messageOf(parsePeerAddress(wrong)),
              "left no address in the store")
        << wrong;
}
