//===- ReplaceWeightsTest.cpp - Tests of other weights --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/ReplaceWeights.h"
#include "Encode.h"
#include "TestHelpers.h"
#include "gtest/gtest.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::test;

namespace {
enum : uint32_t { GraphField = 7, InitializerField = 5, UnknownField = 99 };
enum : uint32_t { Dims = 1, Type = 2, Floats = 4, Name = 8, Raw = 9 };

std::string tensor(llvm::StringRef name, const std::string &elements) {
  return bytes(InitializerField, number(Dims, 1) + number(Type, 1) + elements +
                                     bytes(Name, name));
}

std::string textOf(llvm::Expected<ModelText> model) {
  if (!model)
    return "error: " + llvm::toString(model.takeError());
  std::string text;
  for (llvm::StringRef part : model->parts)
    text += part;
  return text;
}
} // namespace

TEST(ReplaceWeights, LeavesWhatItIsNotAskedFor) {
  std::string before = number(1, 8), behind = bytes(UnknownField, "x");
  std::string kept = tensor("kept", bytes(Raw, "1234"));
  std::string model =
      before +
      bytes(GraphField, bytes(2, "g") + tensor("w", bytes(Raw, "abcd")) + kept +
                            bytes(UnknownField, "y")) +
      behind;
  EXPECT_EQ(textOf(replaceWeights(model, {})), model);
  // What is replaced stands behind the other fields of its tensor.
  std::string replaced =
      bytes(InitializerField, number(Dims, 1) + number(Type, 1) +
                                  bytes(Name, "w") + bytes(Raw, "ABCD"));
  EXPECT_EQ(textOf(replaceWeights(model, {{"w", "ABCD"}})),
            before +
                bytes(GraphField, bytes(2, "g") + replaced + kept +
                                      bytes(UnknownField, "y")) +
                behind);
}

TEST(ReplaceWeights, WritesOneFormOfElements) {
  // Numbers one by one, and a file beside the model.
  std::string floats = real(Floats, 1) + real(Floats, 2);
  std::string external =
      bytes(13, bytes(1, "location") + bytes(2, "f")) + number(14, 1);
  for (const std::string &elements : {floats, external}) {
    std::string text = textOf(replaceWeights(
        bytes(GraphField, tensor("w", elements)), {{"w", "ABCDEFGH"}}));
    EXPECT_EQ(text, bytes(GraphField, bytes(InitializerField,
                                            number(Dims, 1) + number(Type, 1) +
                                                bytes(Name, "w") +
                                                bytes(Raw, "ABCDEFGH"))));
  }
}

TEST(ReplaceWeights, FindsLengthsOfSeveralBytes) {
  std::string large(300, 'a'),
      text = textOf(replaceWeights(
          bytes(GraphField, tensor("w", bytes(Raw, "abcd"))), {{"w", large}}));
  EXPECT_EQ(text,
            bytes(GraphField, bytes(InitializerField,
                                    number(Dims, 1) + number(Type, 1) +
                                        bytes(Name, "w") + bytes(Raw, large))));
}

TEST(ReplaceWeights, ListsTheInitializersOfTheGraph) {
  std::string inner = bytes(GraphField, tensor("hidden", ""));
  auto names = initializersOf(
      bytes(GraphField, tensor("a", "") + tensor("b", "") + bytes(1, inner)));
  ASSERT_TRUE(static_cast<bool>(names));
  EXPECT_EQ(names->size(), 2u);
  EXPECT_TRUE(names->contains("a"));
  EXPECT_FALSE(names->contains("hidden"));
}

TEST(ReplaceWeights, RefusesWhatIsDamaged) {
  std::string model = bytes(GraphField, tensor("w", bytes(Raw, "abcd")));
  for (size_t length = 1; length < model.size(); ++length) {
    llvm::StringRef cut = llvm::StringRef(model).take_front(length);
    EXPECT_TRUE(llvm::StringRef(textOf(replaceWeights(cut, {{"w", "ABCD"}})))
                    .starts_with("error: "))
        << length;
    EXPECT_FALSE(messageOf(initializersOf(cut).takeError()).empty()) << length;
  }
}
