//===- PeerHandshake.cpp - How clients prove who they are -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/PeerHandshake.h"
#include "Support/Hmac.h"
#include "Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;
namespace endian = llvm::support::endian;

/// The number changes with the format of what is sent.
static constexpr StringRef Magic = "tl-peer3";
static constexpr size_t SecretSize = 32;

std::string PeerHandshake::hello() const {
  char numbers[16];
  endian::write64le(numbers, connector);
  endian::write64le(numbers + 8, listener);
  return Magic.str() + std::string(numbers, sizeof(numbers)) + connectorNonce;
}

/// The role keeps one side from sending back what the other one sent.
static std::string macOf(const PeerHandshake &handshake, StringRef role,
                         StringRef secret) {
  return hmacSha256(secret, {role, handshake.hello(), handshake.listenerNonce});
}

std::string PeerHandshake::challenge(StringRef secret) const {
  return listenerNonce + macOf(*this, "listener", secret);
}

std::string PeerHandshake::proof(StringRef secret) const {
  return macOf(*this, "connector", secret);
}

llvm::Error PeerHandshake::readChallenge(StringRef bytes, StringRef secret) {
  if (bytes.size() != ChallengeSize)
    return llvm::createStringError("its answer is cut off");
  listenerNonce = bytes.take_front(NonceSize).str();
  if (!isSameSecret(bytes, challenge(secret)))
    return llvm::createStringError(
        "what answers there does not know the word that it left in the store");
  return llvm::Error::success();
}

llvm::Expected<PeerHandshake> cpuplugin::parseHello(StringRef bytes) {
  if (bytes.size() != HelloSize || !bytes.consume_front(Magic))
    return llvm::createStringError("no client of a job begins like that");
  PeerHandshake handshake;
  handshake.connector = endian::read64le(bytes.data());
  handshake.listener = endian::read64le(bytes.data() + 8);
  handshake.connectorNonce = bytes.drop_front(16).str();
  return handshake;
}

std::string cpuplugin::writePeerAddress(const PeerAddress &address) {
  return address.host + " " + address.port + " " +
         llvm::toHex(address.secret, /*LowerCase=*/true);
}

llvm::Expected<PeerAddress> cpuplugin::parsePeerAddress(StringRef text) {
  llvm::SmallVector<StringRef> words;
  text.split(words, ' ');
  PeerAddress out;
  unsigned port;
  if (words.size() != 3 || words[0].empty() ||
      words[1].getAsInteger(10, port) || port == 0 || port > 65535 ||
      words[2].size() != 2 * SecretSize ||
      !llvm::tryGetFromHex(words[2], out.secret))
    return llvm::createStringError("left no address in the store");
  out.host = words[0].str();
  out.port = words[1].str();
  return out;
}
