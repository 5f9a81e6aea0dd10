//===- PeerHandshake.h - How clients prove who they are ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each client leaves an address and a secret in the job's store. Who connects
// to the address shows that it has read the secret, and is shown that it has
// reached who wrote it, without the secret being sent:
//
//   connector  hello      who it is, whom it wants, and random bytes
//   listener   challenge  random bytes, and a MAC of all of this
//   connector  proof      another MAC of all of this
//
// The bytes that follow are neither signed nor encrypted.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_PEERHANDSHAKE_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_PEERHANDSHAKE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace trainlint::cpuplugin {

constexpr size_t NonceSize = 32;
constexpr size_t HelloSize = 56;
constexpr size_t ChallengeSize = 64;
constexpr size_t ProofSize = 32;

/// One handshake, as both of its sides know it.
struct PeerHandshake {
  int64_t connector = 0;
  int64_t listener = 0;
  std::string connectorNonce;
  std::string listenerNonce;

  std::string hello() const;
  /// What only who has the listener's secret can answer.
  std::string challenge(llvm::StringRef secret) const;
  std::string proof(llvm::StringRef secret) const;

  /// The connector reads the answer to its hello.
  llvm::Error readChallenge(llvm::StringRef bytes, llvm::StringRef secret);
};

/// The listener reads the first `HelloSize` bytes of a connection.
llvm::Expected<PeerHandshake> parseHello(llvm::StringRef bytes);

/// How a client is reached.
struct PeerAddress {
  std::string host;
  std::string port;
  std::string secret;
};

/// An address as a client leaves it in the store.
std::string writePeerAddress(const PeerAddress &address);
llvm::Expected<PeerAddress> parsePeerAddress(llvm::StringRef text);

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_PEERHANDSHAKE_H
