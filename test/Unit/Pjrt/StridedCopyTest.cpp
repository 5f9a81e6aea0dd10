//===- StridedCopyTest.cpp - Copying between layouts ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/StridedCopy.h"
#include "TestHelpers.h"
#include <numeric>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using namespace trainlint::test;

TEST(StridedCopy, Transposes) {
  std::vector<int16_t> from(24), to(24, -1);
  std::iota(from.begin(), from.end(), 0);
  int64_t dims[] = {2, 3, 4};
  // The first dimension is innermost in the destination.
  int64_t toStrides[] = {2, 4, 12};
  copyStrided(reinterpret_cast<char *>(to.data()), toStrides,
              reinterpret_cast<const char *>(from.data()),
              rowMajorStrides(dims, 2), dims, 2);
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t j = 0; j < 3; ++j)
      for (int64_t k = 0; k < 4; ++k)
        EXPECT_EQ(to[i + 2 * j + 6 * k], i * 12 + j * 4 + k);
}

TEST(StridedCopy, ScalarsAndEmptyArrays) {
  int32_t from = 7, to = 0;
  copyStrided(reinterpret_cast<char *>(&to), {},
              reinterpret_cast<const char *>(&from), {}, {}, 4);
  EXPECT_EQ(to, 7);
  to = 0;
  int64_t dims[] = {3, 0};
  copyStrided(reinterpret_cast<char *>(&to), rowMajorStrides(dims, 4),
              reinterpret_cast<const char *>(&from), rowMajorStrides(dims, 4),
              dims, 4);
  EXPECT_EQ(to, 0);
}

TEST(StridedCopy, BackwardsAndWithGaps) {
  float from[] = {1, 2, 3, 4, 5, 6};
  float to[3] = {};
  int64_t dims[] = {3};
  int64_t backwards[] = {-8};
  copyStrided(reinterpret_cast<char *>(to), rowMajorStrides(dims, 4),
              reinterpret_cast<const char *>(from + 4), backwards, dims, 4);
  EXPECT_EQ(to[0], 5);
  EXPECT_EQ(to[1], 3);
  EXPECT_EQ(to[2], 1);
}

TEST(StridedCopy, Layouts) {
  int64_t dims[] = {2, 3};
  auto layout = pjrt::abi::make<pjrt::abi::Buffer_MemoryLayout>();
  layout.tiled = pjrt::abi::make<pjrt::abi::Buffer_MemoryLayout_Tiled>();
  int64_t order[] = {0, 1};
  layout.tiled.minor_to_major = order;
  layout.tiled.minor_to_major_size = 2;
  EXPECT_EQ(*stridesOf(layout, dims, 4), (Strides{4, 8}));
  layout.tiled.minor_to_major_size = 1;
  EXPECT_NE(messageOf(stridesOf(layout, dims, 4).takeError()), "");
  layout.tiled.minor_to_major_size = 2;
  order[1] = 0;
  EXPECT_NE(messageOf(stridesOf(layout, dims, 4).takeError()), "");
  order[1] = 5;
  EXPECT_NE(messageOf(stridesOf(layout, dims, 4).takeError()), "");
  layout.tiled.num_tiles = 1;
  EXPECT_NE(messageOf(stridesOf(layout, dims, 4).takeError()), "");
  layout.type = pjrt::abi::Buffer_MemoryLayout_Type::Strides;
  int64_t strides[] = {100, 8};
  layout.strides.byte_strides = strides;
  layout.strides.num_byte_strides = 2;
  EXPECT_EQ(*stridesOf(layout, dims, 4), (Strides{100, 8}));
}
