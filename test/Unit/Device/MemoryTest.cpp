//===- MemoryTest.cpp - Tests of tensors in memory ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Memory.h"
#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

using namespace trainlint::graph;

namespace {

TEST(MemoryTest, ThePeakIsTheFirstStepWithMost) {
  Lifetime early = {0, 2, 10}, late = {2, 5, 5}, last = {4, 5, 10};
  MemoryPeak peak = peakOf({early, late, last});
  EXPECT_EQ(peak.bytes, 15u);
  EXPECT_EQ(peak.step, 2u);
  EXPECT_TRUE(peak.includes(early));
  EXPECT_TRUE(peak.includes(late));
  EXPECT_FALSE(peak.includes(last));
  EXPECT_EQ(peakOf({}).bytes, 0u);
}

TEST(MemoryTest, SizesThatNoDeviceHasDoNotOverflow) {
  Lifetime huge = {1, 3, UINT64_MAX}, more = {2, 2, UINT64_MAX - 1};
  MemoryPeak peak = peakOf({huge, more});
  EXPECT_EQ(peak.bytes, UINT64_MAX);
  EXPECT_EQ(peak.step, 2u);
}

TEST(MemoryTest, BytesOfTensors) {
  mlir::MLIRContext context;
  mlir::Builder builder(&context);
  EXPECT_EQ(tensorBytes({2, 3}, builder.getF32Type()), 24u);
  EXPECT_EQ(tensorBytes({8}, builder.getI1Type()), 8u);
  EXPECT_EQ(tensorBytes({}, mlir::ComplexType::get(builder.getF32Type())), 8u);
  EXPECT_EQ(tensorBytes({2, -1}, builder.getF32Type()), std::nullopt);
  EXPECT_EQ(tensorBytes({2}, mlir::Type()), std::nullopt);
  EXPECT_EQ(formatBytes(1536), "1.5 KiB");
  EXPECT_EQ(formatTensor({2, 3}, "float"), "2x3 float");
}

} // namespace
