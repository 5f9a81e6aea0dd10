//===- HmacTest.cpp - Telling who wrote a message -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Hmac.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace trainlint;
using llvm::StringRef;

namespace {
struct Vector {
  std::string key, data;
  StringRef result;
};
} // namespace

static std::string bytes(StringRef hex) { return llvm::fromHex(hex); }

/// The test cases of RFC 4231, but the fifth, whose result is cut.
static std::vector<Vector> rfc4231() {
  std::string counted;
  for (int i = 1; i <= 25; ++i)
    counted += static_cast<char>(i);
  return {
      {std::string(20, 0x0b), "Hi There",
       "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {"Jefe", "what do ya want for nothing?",
       "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {std::string(20, '\xaa'), std::string(50, '\xdd'),
       "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
      {counted, std::string(50, '\xcd'),
       "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
      {std::string(131, '\xaa'),
       "Test Using Larger Than Block-Size Key - Hash Key First",
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {std::string(131, '\xaa'),
       "This is a test using a larger than block-size key and a larger than "
       "block-size data. The key needs to be hashed before being used by the "
       "HMAC algorithm.",
       "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
  };
}

TEST(Hmac, VectorsOfTheStandard) {
  for (const Vector &vector : rfc4231())
    EXPECT_EQ(hmacSha256(vector.key, {StringRef(vector.data)}),
              bytes(vector.result));
  // The fifth is compared by its first half.
  EXPECT_EQ(
      hmacSha256(std::string(20, 0x0c), {"Test With Truncation"}).substr(0, 16),
      bytes("a3b6167473100ee06e0c796c2955552b"));
}

TEST(Hmac, PartsAreOneMessage) {
  EXPECT_EQ(hmacSha256("Jefe", {"what do ya ", "", "want for nothing?"}),
            hmacSha256("Jefe", {"what do ya want for nothing?"}));
  EXPECT_NE(hmacSha256("Jefe", {"a"}), hmacSha256("Jefe", {"b"}));
  EXPECT_NE(hmacSha256("Jefe", {"a"}), hmacSha256("jefe", {"a"}));
}

TEST(Hmac, SameSecret) {
  EXPECT_TRUE(isSameSecret("", ""));
  EXPECT_TRUE(isSameSecret("secret", "secret"));
  EXPECT_FALSE(isSameSecret("secret", "secreT"));
  EXPECT_FALSE(isSameSecret("secret", "Secret"));
  EXPECT_FALSE(isSameSecret("secret", "secret "));
  EXPECT_FALSE(isSameSecret("secret", ""));
}

TEST(Hmac, RandomBytes) {
  std::string first = llvm::cantFail(randomBytes(32));
  std::string second = llvm::cantFail(randomBytes(32));
  EXPECT_EQ(first.size(), 32u);
  EXPECT_NE(first, second);
  EXPECT_EQ(llvm::cantFail(randomBytes(1000)).size(), 1000u);
}
