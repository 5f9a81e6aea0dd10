//===- SourceSetTest.cpp - Tests of places and MLIR locations -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/SourceSet.h"
#include "TestHelpers.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"

using namespace trainlint;

namespace {
class SourceSetTest : public testing::Test {
protected:
  SourceSetTest() {
    sources.add(*first);
    sources.add(*second);
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::unique_ptr<SourceBuffer> first =
      SourceBuffer::copy("a.yaml", "ab\r\nc\xC3\xA9\nd");
  std::unique_ptr<SourceBuffer> second = SourceBuffer::copy("b.yaml", "xyz");
  SourceSet sources;
};
} // namespace

TEST_F(SourceSetTest, FindsBuffersByName) {
  EXPECT_EQ(sources.find("a.yaml"), first.get());
  EXPECT_EQ(sources.find("b.yaml"), second.get());
  EXPECT_EQ(sources.find("c.yaml"), nullptr);
}

TEST_F(SourceSetTest, ResolveIsTheInverseOfMakeLocation) {
  uint32_t size = first->text().size();
  for (uint32_t begin = 0; begin <= size; ++begin) {
    for (uint32_t end = begin; end <= size; ++end) {
      // Within CR LF there is no place.
      if (begin == 3 || end == 3)
        continue;
      Place place =
          sources.resolve(makeLocation(&context, *first, {begin, end}));
      EXPECT_EQ(place.buffer, first.get());
      EXPECT_EQ(place.range, (SourceRange{begin, end}));
    }
  }
}

TEST_F(SourceSetTest, LooksIntoLocations) {
  mlir::Location inner = makeLocation(&context, *first, {4, 7});
  mlir::Location outer = makeLocation(&context, *second, {0, 1});
  // What is reached through an alias stands at its anchor.
  EXPECT_EQ(sources.resolve(makeAliasLocation(inner, outer)).range,
            (SourceRange{4, 7}));
  EXPECT_EQ(sources
                .resolve(mlir::NameLoc::get(
                    mlir::StringAttr::get(&context, "region"), outer))
                .buffer,
            second.get());
  // The first part that is known counts.
  EXPECT_EQ(sources
                .resolve(mlir::FusedLoc::get(
                    &context, {mlir::UnknownLoc::get(&context), outer, inner}))
                .buffer,
            second.get());
}

TEST_F(SourceSetTest, UnknownLocationsHaveNoPlace) {
  EXPECT_FALSE(sources.resolve(mlir::UnknownLoc::get(&context)));
  EXPECT_FALSE(
      sources.resolve(mlir::FileLineColLoc::get(&context, "c.yaml", 1, 1)));
}
