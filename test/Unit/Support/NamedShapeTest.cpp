//===- NamedShapeTest.cpp - Tests of shapes and sizes with names ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/NamedShape.h"
#include "gtest/gtest.h"

using namespace trainlint;

namespace {

TEST(NamedShape, ReadsSizes) {
  auto size = parseNamedSize("floor(a=b)=12");
  ASSERT_TRUE(bool(size));
  EXPECT_EQ(size->name, "floor(a=b)");
  EXPECT_EQ(size->size, 12);
  for (const char *text : {"", "a", "=3", "a=", "a=-1", "a=x", "a=1,2"}) {
    auto refused = parseNamedSize(text);
    EXPECT_EQ(llvm::toString(refused.takeError()),
              "takes NAME=SIZE, not `" + std::string(text) + "`");
  }
}

TEST(NamedShape, AddsAndMultipliesNames) {
  llvm::StringMap<int64_t> sizes = {
      {"batch", 8}, {"past", 3}, {"a-b", 5}, {"huge", INT64_MAX}};
  EXPECT_EQ(sizeNamed("batch", sizes), 8);
  EXPECT_EQ(sizeNamed("a-b", sizes), 5);
  EXPECT_EQ(sizeNamed("past + 1", sizes), 4);
  EXPECT_EQ(sizeNamed("2*batch+past*past", sizes), 25);
  EXPECT_EQ(sizeNamed("12", sizes), 12);
  for (const char *text :
       {"", "+", "batch+", "*", "other", "batch+other", "batch-1", "-9+batch",
        "huge+huge", "huge*2", "floor(batch/2)"})
    EXPECT_EQ(sizeNamed(text, sizes), std::nullopt) << text;
}

} // namespace
