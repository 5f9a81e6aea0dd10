//===- Hmac.cpp - Telling who wrote a message -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Hmac.h"
#include "Support/LLVM.h"
#include "llvm/Support/SHA256.h"
#include <cerrno>
#include <sys/random.h>

using namespace trainlint;

/// The bytes that the hash function takes in at once.
static constexpr size_t BlockSize = 64;

static std::string finish(llvm::SHA256 &hash) {
  std::array<uint8_t, 32> sum = hash.final();
  return std::string(sum.begin(), sum.end());
}

static void updateWithPad(llvm::SHA256 &hash, StringRef key, char pad) {
  std::string block(BlockSize, pad);
  for (size_t i = 0; i < key.size(); ++i)
    block[i] ^= key[i];
  hash.update(block);
}

std::string trainlint::hmacSha256(StringRef key,
                                  llvm::ArrayRef<StringRef> parts) {
  std::string shortKey;
  if (key.size() > BlockSize) {
    llvm::SHA256 hash;
    hash.update(key);
    shortKey = finish(hash);
    key = shortKey;
  }
  llvm::SHA256 inner, outer;
  updateWithPad(inner, key, 0x36);
  for (StringRef part : parts)
    inner.update(part);
  updateWithPad(outer, key, 0x5c);
  outer.update(finish(inner));
  return finish(outer);
}

bool trainlint::isSameSecret(StringRef left, StringRef right) {
  if (left.size() != right.size())
    return false;
  // Volatile, or a compiler might stop at the first difference.
  volatile unsigned char differences = 0;
  for (size_t i = 0; i < left.size(); ++i)
    differences = differences | (static_cast<unsigned char>(left[i]) ^
                                 static_cast<unsigned char>(right[i]));
  return differences == 0;
}

llvm::Expected<std::string> trainlint::randomBytes(size_t count) {
  std::string out(count, 0);
  for (size_t got = 0; got < count;) {
    ssize_t more = ::getrandom(out.data() + got, count - got, /*flags=*/0);
    if (more < 0 && errno == EINTR)
      continue;
    if (more <= 0)
      return llvm::createStringError(
          std::error_code(errno, std::generic_category()),
          "the system gives no random numbers");
    got += more;
  }
  return out;
}
