//===- Coordination.cpp - What processes tell their coordinator -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz/Copies.h"
#include "Fuzz/Promises.h"
#include "Fuzz/Targets/Targets.h"
#include "Runtime/Coordination/Coordinator.h"
#include "Runtime/Coordination/Launchers.h"

using namespace trainlint;
using namespace trainlint::coordination;
using llvm::StringRef;

/// What is read is written as the same bytes.
static void readPieces(StringRef input) {
  if (auto head = parseFrameHead(input)) {
    size_t size = FrameHeadSize + head->keySize + head->valueSize;
    Frame frame = head->frame;
    if (input.size() >= size) {
      frame.key = input.substr(FrameHeadSize, head->keySize).str();
      frame.value = input.slice(FrameHeadSize + head->keySize, size).str();
      if (writeFrame(frame) != input.take_front(size))
        test::broken("a frame is written as it was read");
    }
  } else {
    test::checkMessage(head.takeError());
  }
  if (auto place = parseHostPort(input)) {
    auto again = parseHostPort(place->text());
    if (!again || again->text() != place->text())
      test::broken("an address is read as it was written");
  } else {
    test::checkMessage(place.takeError());
  }
  (void)firstOfHostList(input);
  for (StringRef variable : {"CLUSTER_SPEC", "TF_CONFIG", "RANK"})
    if (auto place = findLaunchedPlace(
            [&](StringRef name) -> std::optional<std::string> {
              return name == variable ? std::optional(input.str())
                                      : std::nullopt;
            });
        !place)
      test::checkMessage(place.takeError());
}

namespace {
/// A process that says what the input wants, or somebody who is none.
struct Speaker {
  int64_t connection = 0;
  std::optional<Channel> channel;
};

/// A job of three processes.
class Job {
public:
  Job() : coordinator(settings(), now) {}

  void run(StringRef input);

private:
  static JobSettings settings() {
    JobSettings out;
    out.count = 3;
    out.secret = "secret";
    out.heartbeat = std::chrono::seconds(8);
    return out;
  }

  void shakeHands(uint32_t index);
  void say(Speaker &speaker, StringRef &input);
  void hear(Speaker &speaker);

  Clock::time_point now;
  Coordinator coordinator;
  Speaker speakers[4];
};
} // namespace

void Job::shakeHands(uint32_t index) {
  Speaker &speaker = speakers[index];
  speaker.connection = coordinator.connect("10.0.0.2", "10.0.0.1", now);
  Handshake handshake;
  handshake.process = index;
  handshake.count = 3;
  handshake.processNonce = std::string(NonceSize, 'n');
  coordinator.receive(speaker.connection, handshake.hello(), now);
  std::string challenge =
      std::exchange(coordinator.outputOf(speaker.connection), "");
  if (challenge.size() != ChallengeSize)
    test::broken("who says hello is answered");
  handshake.coordinatorNonce = challenge.substr(12, NonceSize);
  coordinator.receive(speaker.connection, handshake.proof("secret"), now);
  speaker.channel.emplace(Channel::Side::Process,
                          handshake.sessionKey("secret"));
}

/// A frame whose kind, number and sizes come from the input.
void Job::say(Speaker &speaker, StringRef &input) {
  auto take = [&] {
    uint8_t out = input.empty() ? 0 : input.front();
    input = input.drop_front(!input.empty());
    return out;
  };
  Frame frame;
  constexpr uint8_t Kinds = static_cast<uint8_t>(Frame::Kind::Verdict) + 1;
  frame.kind = static_cast<Frame::Kind>(take() % Kinds);
  frame.request = take();
  frame.number = take() * 100;
  frame.key = input.take_front(take() % 8).str();
  frame.value = input.take_front(take()).str();
  coordinator.receive(speaker.connection, speaker.channel->seal(frame), now);
}

/// What is sent to a process can be read there.
void Job::hear(Speaker &speaker) {
  if (!speaker.channel)
    return;
  speaker.channel->add(
      std::exchange(coordinator.outputOf(speaker.connection), ""));
  while (true) {
    auto frame = speaker.channel->next();
    if (!frame) {
      llvm::consumeError(frame.takeError());
      test::broken("the coordinator sends frames");
    }
    if (!*frame)
      return;
  }
}

void Job::run(StringRef input) {
  for (uint32_t index = 0; index < 3; ++index)
    shakeHands(index);
  speakers[3].connection = coordinator.connect("10.0.0.3", "10.0.0.1", now);
  while (!input.empty()) {
    uint8_t action = input.front();
    input = input.drop_front();
    Speaker &speaker = speakers[action % 4];
    bool isOpen = !coordinator.isEnding(speaker.connection);
    switch (action / 4 % 4) {
    case 0:
    case 1:
      if (isOpen && speaker.channel)
        say(speaker, input);
      break;
    case 2: {
      StringRef bytes = input.take_front(action);
      input = input.drop_front(bytes.size());
      if (isOpen)
        coordinator.receive(speaker.connection, bytes, now);
      break;
    }
    case 3:
      if (action >= 128)
        coordinator.disconnect(speaker.connection, now);
      now += std::chrono::milliseconds(action * 20);
      coordinator.tick(now);
      break;
    }
    for (Speaker &each : speakers)
      if (!coordinator.isEnding(each.connection))
        hear(each);
  }
}

void test::fuzzCoordination(StringRef input) {
  readPieces(input);
  Job().run(input);
}
