//===- ShardingTest.cpp - How partitions share a tensor -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Sharding.h"
#include "Dialect/StableHLO/IR/PrintSharding.h"
#include "Dialect/StableHLO/IR/ShardingText.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace trainlint::stablehlo;
using llvm::StringRef;
using Numbers = llvm::SmallVector<int64_t>;

namespace {

class ShardingTest : public testing::Test {
protected:
  ShardingTest()
      : handler(&context, [this](mlir::Diagnostic &diagnostic) {
          message = diagnostic.str();
        }) {}

  llvm::FailureOr<Sharding> hlo(StringRef text, size_t rank,
                                int64_t partitions) {
    message.clear();
    return parseHloSharding([&] { return mlir::emitError(loc); }, text, rank,
                            partitions);
  }

  /// With meshes `@m` and, of devices in another order, `@turned`.
  llvm::FailureOr<Sharding> sdy(StringRef text, size_t rank,
                                int64_t partitions = 8) {
    message.clear();
    auto emit = [&] { return mlir::emitError(loc); };
    mesh = parseMesh(emit, text.contains("@turned")
                               ? "<[\"x\"=2], device_ids=[1, 0]>"
                               : "<[\"x\"=2, \"y\"=4]>");
    auto find = [&](StringRef name) { return &*mesh; };
    return parseSdySharding(emit, text, find, rank, partitions);
  }

  /// The tiles of a dimension by partition.
  static Numbers tiles(const Sharding &sharding, size_t dim) {
    Numbers out;
    for (int64_t i = 0; i < sharding.getPartitions(); ++i)
      out.push_back(sharding.getDim(dim).getTile(i));
    return out;
  }

  mlir::MLIRContext context;
  mlir::Location loc = mlir::UnknownLoc::get(&context);
  std::string message;
  mlir::ScopedDiagnosticHandler handler;
  llvm::FailureOr<DeviceMesh> mesh;
};

TEST_F(ShardingTest, HloTilesDimensions) {
  auto rows = hlo("{devices=[2,1]<=[2]}", 2, 2);
  ASSERT_TRUE(succeeded(rows)) << message;
  EXPECT_EQ(rows->text(), "[2,1]");
  EXPECT_EQ(tiles(*rows, 0), Numbers({0, 1}));
  EXPECT_EQ(rows->getPartShape({4, 6}), Numbers({2, 6}));
  EXPECT_EQ(rows->getPartStart({4, 6}, 1), Numbers({2, 0}));
  EXPECT_EQ(rows->getPartShape({5, 6}), Numbers({3, 6}));
  EXPECT_FALSE(rows->dividesEvenly({5, 6}));
  EXPECT_EQ(*rows, *hlo("{devices=[2,1]0,1}", 2, 2));
  EXPECT_NE(*rows, *hlo("{devices=[2,1]1,0}", 2, 2));
}

TEST_F(ShardingTest, PrintsWhatItReads) {
  for (auto [text, partitions] :
       {std::pair("{devices=[2,1]<=[2]}", 2),
        {"{devices=[2,1]1,0}", 2},
        {"{devices=[1,2,2]<=[4] last_tile_dim_replicate}", 4},
        {"{devices=[2,2]0,2,1,3}", 4},
        {"{replicated}", 4},
        {"{manual}", 4}}) {
    auto sharding = hlo(text, 2, partitions);
    ASSERT_TRUE(succeeded(sharding)) << message;
    EXPECT_EQ(printHloSharding(*sharding), text);
  }
}

TEST_F(ShardingTest, HloTransposesDevices) {
  auto both = hlo("{devices=[2,2]<=[2,2]T(1,0)}", 2, 4);
  ASSERT_TRUE(succeeded(both)) << message;
  EXPECT_EQ(tiles(*both, 0), Numbers({0, 1, 0, 1}));
  EXPECT_EQ(tiles(*both, 1), Numbers({0, 0, 1, 1}));
  EXPECT_EQ(*both,
            *hlo("{devices=[2,2]0,2,1,3 metadata={op_name=\"a\"}}", 2, 4));
  EXPECT_EQ(*both, *hlo("{devices=[2,2]0,2,1,3 "
                        "metadata={{op_name=\"}\\\"\"} {op_name=\"{\"}}}",
                        2, 4));
  auto three = hlo("{devices=[4,1,2]<=[2,2,2]T(1,2,0)}", 3, 8);
  ASSERT_TRUE(succeeded(three)) << message;
  EXPECT_EQ(tiles(*three, 0), Numbers({0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(tiles(*three, 2), Numbers({0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST_F(ShardingTest, HloHasCopies) {
  auto copies = hlo("{devices=[1,2,2]<=[4] last_tile_dim_replicate}", 2, 4);
  ASSERT_TRUE(succeeded(copies)) << message;
  EXPECT_EQ(tiles(*copies, 1), Numbers({0, 0, 1, 1}));
  EXPECT_EQ(*copies,
            *hlo("{devices=[1,2,2]<=[4] last_tile_dims={replicated}}", 2, 4));
  auto groups = copies->getGroups(1);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0], Numbers({0, 2}));
  EXPECT_EQ(groups[1], Numbers({1, 3}));
  EXPECT_TRUE(hlo("{replicated}", 3, 4)->isReplicated());
  EXPECT_TRUE(hlo("{manual}", 3, 4)->isManual());
}

TEST_F(ShardingTest, HloTellsWhatIsWrong) {
  auto fails = [&](StringRef text, StringRef reason, size_t rank = 2) {
    EXPECT_TRUE(failed(hlo(text, rank, 4))) << text.str();
    EXPECT_TRUE(StringRef(message).contains(reason))
        << text.str() << ": " << message;
  };
  fails("", "expected `{` at the end");
  fails("{{replicated},{replicated}}", "of a tuple");
  fails("{maximal device=0}", "a single device");
  fails("{unreduced}", "not reduced");
  fails("{ shared}", "expected `replicated`, `manual` or `devices` before "
                     "`shared}`");
  fails("{devices=[2,1]<=[2]}", "for 2 partitions, and the program has 4");
  fails("{devices=[4,1]<=[2]}", "for 2 partitions, and the program has 4");
  fails("{devices=[4]<=[4]}", "has 1 dimensions, and the tensor has 2");
  fails("{devices=[2,2]0,1,2}", "3 of 4 partitions are listed");
  fails("{devices=[2,2]0,1,2,3,0}", "more than 4 partitions");
  fails("{devices=[2,2]0,1,2,2}", "partition 2 is listed twice");
  fails("{devices=[2,2]0,1,2,7}", "the number 7 is greater than 3");
  fails("{devices=[2,2]<=[2,2]T(1,1)}", "name each of the 2 dimensions once");
  fails("{devices=[99999999999999999999,1]<=[4]}", "is greater than 65536");
  fails("{devices=[65536,65536,65536,65536,65536]<=[4]}",
        "its array of devices is too large");
  fails("{devices=[0,4]<=[4]}", "for 0 partitions");
  fails("{devices=[2,2]<=[4]", "expected `}` at the end");
  fails("{devices=[2,2]<=[4]} {", "expected the end before `{`");
  fails("{devices=[1,2,2]<=[4] last_tile_dims={manual}}", "manual in part");
  fails("{devices=[1,2,2]<=[4] last_tile_dims={unreduced}}", "`unreduced`");
  fails("{devices=[2,2]<=[4] metadata={{{{", "expected `}`");
  fails("{replicated metadata={op_name=\"}}", "no closing quote");
  fails("{replicated metadata={op_name=\"\\", "no closing quote");
}

TEST_F(ShardingTest, SdyNamesAxes) {
  auto both = sdy("#sdy.sharding<@m, [{\"x\"}, {}, {\"y\", ?}p1]>", 3);
  ASSERT_TRUE(succeeded(both)) << message;
  EXPECT_EQ(both->text(), "[2,1,4]");
  EXPECT_EQ(tiles(*both, 0), Numbers({0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(tiles(*both, 2), Numbers({0, 1, 2, 3, 0, 1, 2, 3}));
  auto joined = sdy("<@m, [{\"y\", \"x\"}], replicated={}>", 1);
  ASSERT_TRUE(succeeded(joined)) << message;
  EXPECT_EQ(tiles(*joined, 0), Numbers({0, 2, 4, 6, 1, 3, 5, 7}));
  auto turned = sdy("sharding<@turned, [{\"x\"}]>", 1, 2);
  ASSERT_TRUE(succeeded(turned)) << message;
  EXPECT_EQ(tiles(*turned, 0), Numbers({1, 0}));
  auto inPlace = sdy("<mesh<[\"a\"=2]>, [{\"a\"}]>", 1, 2);
  ASSERT_TRUE(succeeded(inPlace)) << message;
  EXPECT_EQ(tiles(*inPlace, 0), Numbers({0, 1}));
}

TEST_F(ShardingTest, SdyHasPartsOfAxes) {
  auto major = sdy("<@m, [{\"y\":(1)2}]>", 1);
  ASSERT_TRUE(succeeded(major)) << message;
  EXPECT_EQ(tiles(*major, 0), Numbers({0, 0, 1, 1, 0, 0, 1, 1}));
  auto minor = sdy("<@m, [{\"y\":(2)2}]>", 1);
  ASSERT_TRUE(succeeded(minor)) << message;
  EXPECT_EQ(tiles(*minor, 0), Numbers({0, 1, 0, 1, 0, 1, 0, 1}));
}

TEST_F(ShardingTest, SdyTellsWhatIsWrong) {
  auto fails = [&](StringRef text, StringRef reason) {
    EXPECT_TRUE(failed(sdy(text, 1))) << text.str();
    EXPECT_TRUE(StringRef(message).contains(reason))
        << text.str() << ": " << message;
  };
  fails("<@m, [{\"z\"}]>", "has no axis `z`");
  fails("<@m, [{\"x\", \"x\"}]>", "has an axis twice");
  fails("<@m, [{\"x\"}, {}]>", "more dimensions than the tensor");
  fails("<mesh<[], device_ids=[0]>, []>", "a single device");
  fails("<@m, []>", "has 0 dimensions, and the tensor has 1");
  fails("<@m, [{\"y\":(3)2}]>", "has no part (3)2");
  fails("<@m, [{\"y\":(0)2}]>", "has no part (0)2");
  fails("<@m, [{\"x\"}]", "expected `>` at the end");
  fails("<mesh<[\"a\"=99999999999]>, [{\"a\"}]>", "is greater than 65536");
  fails("<mesh<[\"a\"=65536, \"b\"=2]>, [{\"a\"}]>", "1 to 65536 devices");
  fails("<mesh<[\"a\"=2]>, [{\"a\"}]>", "2 devices, and the program has 8");
  fails("<@turned, [{\"x\"}]>", "2 devices, and the program has 8");
}

TEST_F(ShardingTest, SdyListsAreSplit) {
  auto emit = [&] { return mlir::emitError(loc); };
  auto list = splitSdyShardings(
      emit, "#sdy.sharding_per_value<[<@m, [{\"x\"}]>, <mesh<[]>, []>]>");
  ASSERT_TRUE(succeeded(list)) << message;
  EXPECT_EQ(*list, (llvm::SmallVector<StringRef>{"<@m, [{\"x\"}]>",
                                                 "<mesh<[]>, []>"}));
  EXPECT_TRUE(failed(splitSdyShardings(emit, "[<<<<")));
}

TEST_F(ShardingTest, TilesHaveEquallyManyHolders) {
  Tiling first(2, {0, 0, 1, 1}), second(2, {0, 1, 0, 1});
  EXPECT_TRUE(isComplete({first, second}, 4));
  EXPECT_TRUE(isComplete({first, Tiling()}, 4));
  EXPECT_FALSE(isComplete({first, first}, 4));
  EXPECT_FALSE(isComplete({Tiling(2, {0, 1, 1, 1})}, 4));
}

} // namespace
