//===- Peers.cpp - What processes send each other and keep ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/PeerHandshake.h"
#include "Backend/CPU/Plugin/PeerMessage.h"
#include "Backend/CPU/Runtime/SerializedExecutable.h"
#include "Fuzz/Copies.h"
#include "Fuzz/Promises.h"
#include "Fuzz/Targets/Targets.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;
using llvm::StringRef;

/// A message that was read is written as the bytes that it was read from.
static void readMessage(StringRef input) {
  llvm::Expected<PeerMessage> message = parsePeerMessage(input);
  if (!message)
    return test::checkMessage(message.takeError());
  if (writePeerHead(*message, message->bytes.size()) + message->bytes != input)
    test::broken("a message is written as it was read");
}

static void readHello(StringRef input) {
  llvm::Expected<PeerHandshake> handshake = parseHello(input);
  if (!handshake)
    return test::checkMessage(handshake.takeError());
  if (handshake->hello() != input)
    test::broken("a hello is written as it was read");
}

void test::fuzzPeers(StringRef input) {
  readMessage(input);
  readHello(input);
  if (llvm::Expected<PeerAddress> address = parsePeerAddress(input); !address)
    checkMessage(address.takeError());
}

void test::fuzzPrograms(StringRef input) {
  llvm::Expected<cpu::SerializedExecutable> program =
      cpu::parseExecutable(input);
  if (!program)
    return checkMessage(program.takeError());
  if (cpu::writeExecutable(*program) != input)
    broken("a program is written as it was read");
}
