//===- Handshake.h - How both sides prove themselves ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both sides show that they know the secret of the job, which is not sent:
//
//   process      hello      which one it is of how many, and random bytes
//   coordinator  challenge  random bytes, and a MAC of all of this
//   process      proof      another MAC of all of this
//
// The frames that follow are sealed with a key that follows from the secret and
// from the random bytes of both, so that no connection repeats another one.
// They are not encrypted.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_COORDINATION_HANDSHAKE_H
#define TRAINLINT_RUNTIME_COORDINATION_HANDSHAKE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace trainlint::coordination {

constexpr size_t NonceSize = 32;
constexpr size_t HelloSize = 52;
constexpr size_t ChallengeSize = 76;
constexpr size_t ProofSize = 32;

/// One handshake, as both sides know it.
struct Handshake {
  uint32_t process = 0;
  uint32_t count = 0;
  std::string processNonce;
  std::string coordinatorNonce;

  std::string hello() const;
  std::string challenge(llvm::StringRef secret) const;
  std::string proof(llvm::StringRef secret) const;
  /// With which frames are sealed.
  std::string sessionKey(llvm::StringRef secret) const;

  /// The process reads the answer to its hello.
  llvm::Error readChallenge(llvm::StringRef bytes, llvm::StringRef secret);
};

/// The coordinator reads the first `HelloSize` bytes of a connection.
llvm::Expected<Handshake> parseHello(llvm::StringRef bytes);

} // namespace trainlint::coordination

#endif // TRAINLINT_RUNTIME_COORDINATION_HANDSHAKE_H
