//===- Handshake.cpp - How both sides prove themselves --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/Handshake.h"
#include "Support/Hmac.h"
#include "Support/LLVM.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::coordination;
namespace endian = llvm::support::endian;

static constexpr StringRef HandshakeMagic = "tl-coord";
/// Changes with the format and the meaning of what is sent, frames included.
static constexpr uint32_t HandshakeVersion = 1;

static std::string number(uint32_t value) {
  char bytes[4];
  endian::write32le(bytes, value);
  return std::string(bytes, sizeof(bytes));
}

std::string Handshake::hello() const {
  return HandshakeMagic.str() + number(HandshakeVersion) + number(process) +
         number(count) + processNonce;
}

static std::string answerOf(const Handshake &handshake) {
  return HandshakeMagic.str() + number(HandshakeVersion) +
         handshake.coordinatorNonce;
}

/// The role keeps one side from sending back what the other one sent.
static std::string macOf(const Handshake &handshake, StringRef role,
                         StringRef secret) {
  return hmacSha256(secret, {role, handshake.hello(), answerOf(handshake)});
}

std::string Handshake::challenge(StringRef secret) const {
  return answerOf(*this) + macOf(*this, "coordinator", secret);
}

std::string Handshake::proof(StringRef secret) const {
  return macOf(*this, "process", secret);
}

std::string Handshake::sessionKey(StringRef secret) const {
  return macOf(*this, "session", secret);
}

llvm::Error Handshake::readChallenge(StringRef bytes, StringRef secret) {
  if (bytes.size() != ChallengeSize || !bytes.starts_with(HandshakeMagic))
    return llvm::createStringError("what answers there is no coordinator");
  uint32_t version = endian::read32le(bytes.data() + HandshakeMagic.size());
  if (version != HandshakeVersion)
    return llvm::createStringError(
        llvm::formatv("the coordinator speaks version {0} of the protocol, and "
                      "this process version {1}",
                      version, HandshakeVersion));
  coordinatorNonce = bytes.substr(HandshakeMagic.size() + 4, NonceSize).str();
  if (!isSameSecret(bytes, challenge(secret)))
    return llvm::createStringError("the coordinator has another key");
  return llvm::Error::success();
}

llvm::Expected<Handshake> coordination::parseHello(StringRef bytes) {
  if (bytes.size() != HelloSize || !bytes.consume_front(HandshakeMagic))
    return llvm::createStringError("no process of a job begins like that");
  // A process of another version is answered, and sees for itself.
  Handshake handshake;
  handshake.process = endian::read32le(bytes.data() + 4);
  handshake.count = endian::read32le(bytes.data() + 8);
  handshake.processNonce = bytes.drop_front(12).str();
  return handshake;
}
