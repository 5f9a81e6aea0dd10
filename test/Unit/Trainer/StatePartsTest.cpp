//===- StatePartsTest.cpp - States that replicas keep in parts ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/StateParts.h"
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
  /// Without devices no program is compiled.
  std::unique_ptr<StateParts> parts() {
    auto compile =
        [](llvm::StringRef,
           int64_t) -> llvm::Expected<std::unique_ptr<pjrt::Executable>> {
      return nullptr;
    };
    auto made = StateParts::create(step, 2, compile);
    EXPECT_TRUE(bool(made));
    return std::move(*made);
  }

  std::unique_ptr<mlir::MLIRContext> context = makeStepContext();
  mlir::OwningOpRef<mlir::ModuleOp> module;
  StepModule step;
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
  auto made = parts();
  std::vector<char> filled;
  size_t state = step.parts.begin()->first;
  run::HostTensor whole = counted(step.state[state].shape);
  for (int64_t replica : {0, 1}) {
    pjrt::HostArray part = made->partOf(state, whole, replica, filled);
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
  auto made = parts();
  std::vector<char> filled;
  size_t state = step.parts.begin()->first == 0 ? 1 : 0;
  run::HostTensor whole = counted(step.state[state].shape);
  for (int64_t replica : {0, 1}) {
    pjrt::HostArray part = made->partOf(state, whole, replica, filled);
    EXPECT_EQ(part.data, whole.bytes.data());
    EXPECT_EQ(part.shape, whole.shape);
  }
}

// 2051 elements on two replicas: the second part has one more, which is 0.
TEST_F(StatePartsTest, FillsUpTheLastPart) {
  step.state = {{"m", {Buffer_Type::F32, {7, 293}}}};
  step.parts[0] = {{Buffer_Type::F32, {1026}}, "program"};
  auto made = parts();
  std::vector<char> filled;
  run::HostTensor whole = counted(step.state[0].shape);
  std::vector<float> first = numbersOf(made->partOf(0, whole, 0, filled));
  EXPECT_EQ(first.back(), 1026.0F);
  EXPECT_TRUE(filled.empty());
  std::vector<float> second = numbersOf(made->partOf(0, whole, 1, filled));
  ASSERT_EQ(second.size(), 1026u);
  EXPECT_EQ(second.front(), 1027.0F);
  EXPECT_EQ(second[1024], 2051.0F);
  EXPECT_EQ(second[1025], 0.0F);
  EXPECT_FALSE(filled.empty());
  // A replica behind the end has nothing but that.
  std::vector<float> third = numbersOf(made->partOf(0, whole, 2, filled));
  for (float number : third)
    EXPECT_EQ(number, 0.0F);
}

TEST_F(StatePartsTest, HandsOnWhyAProgramCannotBeCompiled) {
  read(512);
  keep(2);
  auto compile = [](llvm::StringRef text, int64_t replicas)
      -> llvm::Expected<std::unique_ptr<pjrt::Executable>> {
    EXPECT_NE(text.find("all_gather"), llvm::StringRef::npos);
    EXPECT_EQ(replicas, 2);
    return llvm::createStringError("no device");
  };
  EXPECT_EQ(messageOf(StateParts::create(step, 2, compile)), "no device");
}
