//===- MarkupTest.cpp - Tests of texts shown in editors -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Markup.h"
#include "gtest/gtest.h"

using namespace trainlint::lsp;

namespace {

TEST(MarkupTest, CodeCannotBeEnded) {
  EXPECT_EQ(inlineCode("a"), "`a`");
  EXPECT_EQ(inlineCode(""), "`  `");
  EXPECT_EQ(inlineCode("a`b"), "`` a`b ``");
  EXPECT_EQ(inlineCode("``"), "``` `` ```");
  EXPECT_EQ(inlineCode("a\n\nb"), "`a\\n\\nb`");
}

TEST(MarkupTest, NamesThatAreNoMarkupStay) {
  for (const char *name :
       {"dense/MatMul", "num_split", "stablehlo.add", "--region"})
    EXPECT_EQ(nameInText(name), name);
  EXPECT_EQ(nameInText("![a](https://x)"), "`![a](https://x)`");
  EXPECT_EQ(nameInText("<b>"), "`<b>`");
  EXPECT_EQ(nameInText("_a_"), "`_a_`");
  EXPECT_EQ(nameInText("a/_b_"), "`a/_b_`");
  EXPECT_EQ(nameInText("www.example.com"), "`www.example.com`");
  EXPECT_EQ(nameInText(""), "`  `");
}

TEST(MarkupTest, MarkupInSentencesIsCode) {
  EXPECT_EQ(proseInText("such as n1-standard-4, or `a*b`"),
            "such as n1-standard-4, or `a*b`");
  EXPECT_EQ(proseInText("patterns (tpu-*)."), "patterns (`tpu-*`).");
  EXPECT_EQ(proseInText("standard_gpu, x"), "`standard_gpu`, x");
  EXPECT_EQ(proseInText("[a](command:b c)"), "`[a](command:b` c)");
  EXPECT_EQ(proseInText("https://example.com now"),
            "`https://example.com` now");
  EXPECT_EQ(proseInText("a ` <b> `"), "a ` <b> `");
  EXPECT_EQ(proseInText("a ` <b>"), "a `` ` `` `<b>`");
}

} // namespace
