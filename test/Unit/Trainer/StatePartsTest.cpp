//===- StatePartsTest.cpp - States of which devices keep parts ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/StateParts.h"
#include "Dialect/StableHLO/Transforms/ShardModel.h"
#include "TestHelpers.h"
#include "mlir/IR/MLIRContext.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::trainer;
using namespace trainlint::test;
using pjrt::abi::Buffer_Type;

namespace {
/// A step of gradient descent with momentum on two replicas, of so many rows.
std::string stepOf(int64_t rows) {
  std::string type = "tensor<" + std::to_string(rows) + "x4xf32>";
  std::string text = R"(
module @step attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32} {
  func.func @main(%w: T {trainlint.role = "state", trainlint.name = "w", tf.aliasing_output = 0 : i32},
                  %m: T {trainlint.role = "state", trainlint.name = "m", tf.aliasing_output = 1 : i32},
                  %x: T {trainlint.role = "input", trainlint.name = "x"})
      -> (T {trainlint.role = "state", trainlint.name = "w"},
          T {trainlint.role = "state", trainlint.name = "m"}) {
    %g = stablehlo.multiply %w, %x : T
    %sum = "stablehlo.all_reduce"(%g) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) : (T) -> T
    %new = stablehlo.add %m, %sum : T
    %changed = stablehlo.subtract %w, %new : T
    return %changed, %new : T, T
  }
  func.func @init() -> (T {trainlint.name = "w"}, T {trainlint.name = "m"}) {
    %zero = stablehlo.constant dense<0.0> : T
    return %zero, %zero : T, T
  }
}
)";
  for (size_t at = 0; (at = text.find('T', at)) != std::string::npos;
       at += type.size())
    text.replace(at, 1, type);
  return text;
}

class StatePartsTest : public testing::Test {
protected:
  void read(int64_t rows) {
    auto read = readStepModule(stepOf(rows), "step.mlir", *context, step);
    ASSERT_TRUE(bool(read)) << messageOf(std::move(read));
    module = std::move(*read);
  }
  std::string keep(int64_t replicas,
                   llvm::ArrayRef<llvm::StringRef> whole = {}) {
    llvm::StringSet<> names;
    for (llvm::StringRef name : whole)
      names.insert(name);
    std::string notes;
    llvm::raw_string_ostream err(notes);
    EXPECT_TRUE(keepStateInParts(*module, step, replicas, names, err));
    return notes;
  }
  pjrt::HostArray part(size_t state, const run::HostTensor &whole,
                       DevicePlace place) {
    return partOf(step, state, whole, place, filled);
  }

  std::unique_ptr<SequentialContext> context = makeStepContext();
  mlir::OwningOpRef<mlir::ModuleOp> module;
  StepModule step;
  std::vector<char> filled;
};

std::vector<float> numbersOf(const pjrt::HostArray &array) {
  std::vector<float> out(array.shape.elementCount());
  std::memcpy(out.data(), array.data, out.size() * sizeof(float));
  return out;
}

run::HostTensor counted(const pjrt::BufferShape &shape) {
  run::HostTensor tensor{shape, std::vector<char>(shape.byteSize())};
  for (int64_t i = 0; i < shape.elementCount(); ++i) {
    auto number = static_cast<float>(i + 1);
    std::memcpy(tensor.bytes.data() + i * sizeof(float), &number,
                sizeof(float));
  }
  return tensor;
}
} // namespace

TEST_F(StatePartsTest, KeepsTheStateOfTheOptimizer) {
  read(512);
  std::string hash = step.hash;
  EXPECT_EQ(keep(2), "");
  ASSERT_EQ(step.parts.size(), 1u);
  const auto &[state, part] = *step.parts.begin();
  EXPECT_EQ(step.state[state].name, "m");
  EXPECT_EQ(part.shape, (pjrt::BufferShape{Buffer_Type::F32, {256, 4}}));
  EXPECT_NE(part.gatherText.find("all_gather"), std::string::npos);
  // The host and checkpoints have all of it, and go on from others.
  EXPECT_EQ(step.state[state].shape,
            (pjrt::BufferShape{Buffer_Type::F32, {512, 4}}));
  EXPECT_EQ(step.hash, hash);
}

TEST_F(StatePartsTest, ChangesNothingForOneReplica) {
  read(512);
  EXPECT_EQ(keep(1), "");
  EXPECT_TRUE(step.parts.empty());
}

TEST_F(StatePartsTest, NotesThatThereIsNothingToKeepInParts) {
  read(2);
  EXPECT_NE(keep(2).find("each replica keeps all of the state"),
            std::string::npos);
  EXPECT_TRUE(step.parts.empty());
  read(512);
  EXPECT_NE(keep(2, {"m"}).find("each replica keeps all of the state"),
            std::string::npos);
  EXPECT_TRUE(step.parts.empty());
}

TEST_F(StatePartsTest, CutsAStateBetweenReplicas) {
  read(512);
  keep(2);
  size_t state = step.parts.begin()->first;
  run::HostTensor whole = counted(step.state[state].shape);
  for (int64_t replica : {0, 1}) {
    pjrt::HostArray part = this->part(state, whole, {replica, 0});
    std::vector<float> numbers = numbersOf(part);
    ASSERT_EQ(numbers.size(), 1024u);
    EXPECT_EQ(numbers.front(), float(replica * 1024 + 1));
    EXPECT_EQ(numbers.back(), float(replica * 1024 + 1024));
    EXPECT_TRUE(filled.empty());
  }
}

TEST_F(StatePartsTest, LeavesOtherStatesWhole) {
  read(512);
  keep(2);
  size_t state = step.parts.begin()->first == 0 ? 1 : 0;
  run::HostTensor whole = counted(step.state[state].shape);
  for (int64_t replica : {0, 1}) {
    pjrt::HostArray part = this->part(state, whole, {replica, 0});
    EXPECT_EQ(part.data, whole.bytes.data());
    EXPECT_EQ(part.shape, whole.shape);
  }
}

// 2051 elements on two replicas: the second part has one more, which is 0.
TEST_F(StatePartsTest, FillsUpTheLastPart) {
  step.state = {{"m", {Buffer_Type::F32, {7, 293}}}};
  step.parts[0] = {{Buffer_Type::F32, {1026}}, std::nullopt, "program"};
  run::HostTensor whole = counted(step.state[0].shape);
  std::vector<float> first = numbersOf(part(0, whole, {0, 0}));
  EXPECT_EQ(first.back(), 1026.0F);
  EXPECT_TRUE(filled.empty());
  std::vector<float> second = numbersOf(part(0, whole, {1, 0}));
  ASSERT_EQ(second.size(), 1026u);
  EXPECT_EQ(second.front(), 1027.0F);
  EXPECT_EQ(second[1024], 2051.0F);
  EXPECT_EQ(second[1025], 0.0F);
  EXPECT_FALSE(filled.empty());
  // A replica behind the end has nothing but that.
  std::vector<float> third = numbersOf(part(0, whole, {2, 0}));
  for (float number : third)
    EXPECT_EQ(number, 0.0F);
}

TEST_F(StatePartsTest, HandsOnWhyAProgramCannotBeCompiled) {
  read(512);
  keep(2);
  auto compile =
      [](llvm::StringRef text,
         DeviceGrid grid) -> llvm::Expected<std::unique_ptr<pjrt::Executable>> {
    EXPECT_NE(text.find("all_gather"), llvm::StringRef::npos);
    EXPECT_EQ(grid, (DeviceGrid{2, 1}));
    return llvm::createStringError("no device");
  };
  EXPECT_EQ(messageOf(StateParts::create(step, {2, 1}, 1, compile)),
            "no device");
}

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

namespace {
/// Steps whose states the partitions of a replica share.
class StateTilesTest : public StatePartsTest {
protected:
  /// Divides dimension 1 of all but the input between so many partitions.
  void divide(int64_t partitions) {
    read(8);
    std::string hash = step.hash;
    std::vector<stablehlo::DimensionSharding> wanted = {{"w", 1}, {"m", 1}};
    ASSERT_FALSE(bool(stablehlo::shardModel(*module, partitions, wanted)));
    std::optional<StepModule> read = analyzeStepModule(*module);
    ASSERT_TRUE(read);
    step = std::move(*read);
    EXPECT_EQ(step.hash, hash);
  }
};
} // namespace

TEST_F(StateTilesTest, KnowsAllOfAState) {
  read(8);
  EXPECT_TRUE(step.keepsTogether);
  divide(2);
  // No metric tells partitions what the others do.
  EXPECT_FALSE(step.keepsTogether);
  EXPECT_EQ(step.partitions, 2);
  ASSERT_EQ(step.parts.size(), 2u);
  for (size_t state : {0, 1}) {
    EXPECT_EQ(step.state[state].shape,
              (pjrt::BufferShape{Buffer_Type::F32, {8, 4}}));
    EXPECT_EQ(step.writtenShape(state), step.state[state].shape);
    EXPECT_FALSE(step.isSharedByReplicas(state));
    EXPECT_EQ(step.parts.at(state).shape,
              (pjrt::BufferShape{Buffer_Type::F32, {8, 2}}));
  }
  EXPECT_TRUE(step.inputTiles.empty());
  // What one device makes is not divided.
  EXPECT_EQ(step.initText.find("sharding"), std::string::npos);
  EXPECT_NE(step.mainText.find("mhlo.sharding"), std::string::npos);
}

TEST_F(StateTilesTest, PointsIntoTheWhole) {
  divide(4);
  run::HostTensor whole = counted(step.state[0].shape);
  for (int64_t replica : {0, 1})
    for (int64_t partition : {0, 1, 2, 3}) {
      pjrt::HostArray tile = part(0, whole, {replica, partition});
      EXPECT_EQ(tile.data, whole.bytes.data() + 4 * partition);
      EXPECT_EQ(tile.shape.dims, (llvm::SmallVector<int64_t, 4>{8, 1}));
      EXPECT_EQ(tile.byteStrides, (llvm::SmallVector<int64_t, 4>{16, 4}));
    }
  EXPECT_TRUE(filled.empty());
}

// Rows that follow one another need no strides.
TEST(DeviceGridTest, CutsRowsDensely) {
  std::vector<char> bytes(6 * 4);
  pjrt::BufferShape shape{Buffer_Type::F32, {3, 2}};
  stablehlo::Sharding rows({stablehlo::Tiling(3, {2, 0, 1}), {}}, 3);
  for (auto [partition, row] : {std::pair(0, 2), {1, 0}, {2, 1}}) {
    pjrt::HostArray tile = tileOf(bytes.data(), shape, rows, partition);
    EXPECT_EQ(tile.data, bytes.data() + 8 * row);
    EXPECT_TRUE(tile.byteStrides.empty());
    EXPECT_EQ(tile.shape.dims, (llvm::SmallVector<int64_t, 4>{1, 2}));
  }
  // What is not divided is as it was.
  auto whole = stablehlo::Sharding::replicated(2, 3);
  EXPECT_EQ(tileOf(bytes.data(), shape, whole, 2).data, bytes.data());
}

TEST(DeviceGridTest, NamesReplicasOnce) {
  EXPECT_EQ(replicasOf({{3, 0}, {3, 1}, {1, 1}, {1, 0}}),
            (std::vector<int64_t>{1, 3}));
  EXPECT_EQ((DeviceGrid{3, 4}).count(), 12);
}

// Each replica brings its tiles together alone, in each process.
TEST_F(StateTilesTest, GathersWithinReplicas) {
  divide(2);
  auto compile =
      [](llvm::StringRef text,
         DeviceGrid grid) -> llvm::Expected<std::unique_ptr<pjrt::Executable>> {
    EXPECT_NE(text.find("{replicated}"), llvm::StringRef::npos);
    EXPECT_EQ(grid, (DeviceGrid{3, 2, /*isOwn=*/true}));
    return llvm::createStringError("no device");
  };
  EXPECT_EQ(messageOf(StateParts::create(step, {6, 2}, 3, compile)),
            "no device");
}
