//===- RelevanceTest.cpp - Tests of the search for training ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Python/Relevance.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace trainlint::python;
using llvm::StringRef;

static bool holdsWord(StringRef text) {
  return llvm::any_of(trainingWords(),
                      [&](StringRef word) { return text.contains(word); });
}

TEST(PythonRelevance, Words) {
  for (StringRef word : trainingWords()) {
    // At each place of the window.
    for (unsigned before = 0; before < 20; ++before) {
      std::string text(before, 'a');
      EXPECT_TRUE(mayHoldTraining(text + word.str())) << word.str();
      EXPECT_TRUE(mayHoldTraining(text + word.str() + text)) << word.str();
      EXPECT_FALSE(mayHoldTraining(text + word.drop_back().str()));
    }
  }
}

TEST(PythonRelevance, ShortTexts) {
  EXPECT_FALSE(mayHoldTraining(StringRef()));
  EXPECT_FALSE(mayHoldTraining("gclou"));
  EXPECT_TRUE(mayHoldTraining("gcloud"));
}

TEST(PythonRelevance, OtherTexts) {
  EXPECT_FALSE(mayHoldTraining("import tensorflow as tf\nprint(tf.add(1, 2))"));
  EXPECT_FALSE(mayHoldTraining("output = TPU_COUNT # google cloud\n"));
}

TEST(PythonRelevance, AgreesWithPlainSearch) {
  std::mt19937 random(1);
  ASSERT_FALSE(trainingWords().empty());
  for (unsigned round = 0; round < 20'000; ++round) {
    // Pieces of the words, so that many nearly stand there.
    std::string text;
    for (unsigned piece = random() % 8; piece > 0; --piece) {
      StringRef word = trainingWords()[random() % trainingWords().size()];
      text +=
          word.take_front(random() % (word.size() + 1)).substr(random() % 4);
    }
    EXPECT_EQ(mayHoldTraining(text), holdsWord(text)) << text;
  }
}
