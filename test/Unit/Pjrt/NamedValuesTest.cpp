//===- NamedValuesTest.cpp - Named values of a plugin ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/NamedValues.h"
#include "TestHelpers.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::pjrt;
using namespace trainlint::test;

static std::string roundTrip(llvm::StringRef text) {
  auto value = parseNamedValue(text);
  if (!value)
    return messageOf(value.takeError());
  std::vector<NamedValue> list{std::move(*value)};
  auto read = readNamedValues(writeNamedValues(list).data(), 1, "test");
  if (!read)
    return messageOf(read.takeError());
  std::string out;
  llvm::raw_string_ostream os(out);
  os << read->front() << " " << read->front().value.index();
  return out;
}

TEST(PjrtNamedValues, Types) {
  EXPECT_EQ(roundTrip("a=word"), "a=word 0");
  EXPECT_EQ(roundTrip("a="), "a= 0");
  EXPECT_EQ(roundTrip("a=-12"), "a=-12 1");
  EXPECT_EQ(roundTrip("a=[1, 2]"), "a=[1, 2] 2");
  EXPECT_EQ(roundTrip("a=[]"), "a=[] 2");
  EXPECT_EQ(roundTrip("a=[1, x]"), "a=[1, x] 0");
  EXPECT_EQ(roundTrip("a=0.5").substr(0, 5), "a=0.5");
  EXPECT_EQ(roundTrip("a=true"), "a=true 4");
  EXPECT_EQ(roundTrip("a=b=c"), "a=b=c 0");
  // A name of a place on the network is no number.
  EXPECT_EQ(roundTrip("a=10.0.0.1:8471"), "a=10.0.0.1:8471 0");
}

TEST(PjrtNamedValues, WithoutName) {
  EXPECT_EQ(roundTrip("word"), "`word` is not of the form name=value");
  EXPECT_EQ(roundTrip("=1"), "`=1` is not of the form name=value");
}

TEST(PjrtNamedValues, WhatAPluginMustNotGive) {
  auto message = [](const pjrt::abi::NamedValue *values, size_t count) {
    return messageOf(readNamedValues(values, count, "Call").takeError());
  };
  EXPECT_EQ(message(nullptr, 2),
            "Call failed: INTERNAL: the plugin gave no list for 2 values");
  auto value = pjrt::abi::make<pjrt::abi::NamedValue>();
  value.name_size = 3;
  EXPECT_EQ(message(&value, 1),
            "Call failed: INTERNAL: the plugin gave a value without a name");
  value.name = "abc";
  value.type = static_cast<pjrt::abi::NamedValue_Type>(9);
  EXPECT_EQ(message(&value, 1), "Call failed: INTERNAL: the plugin gave `abc` "
                                "of the unknown type 9");
  value.type = pjrt::abi::NamedValue_Type::String;
  value.value_size = 5;
  EXPECT_EQ(message(&value, 1),
            "Call failed: INTERNAL: the plugin gave no text for `abc`");
  value.type = pjrt::abi::NamedValue_Type::Int64List;
  EXPECT_EQ(message(&value, 1),
            "Call failed: INTERNAL: the plugin gave no numbers for `abc`");
}
