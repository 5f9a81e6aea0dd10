//===- DatasetTest.cpp - Batches of examples ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/BatchQueue.h"
#include "Runtime/Data/FakeData.h"
#include "Runtime/Data/Permutation.h"
#include "TestHelpers.h"
#include <cstring>
#include <set>

using namespace trainlint;
using namespace trainlint::data;
using namespace trainlint::test;
using pjrt::abi::Buffer_Type;

namespace {
Column columnOf(std::string name, Buffer_Type type,
                llvm::SmallVector<int64_t, 4> dims, std::vector<char> bytes) {
  return data::columnOf(name, name + ".npy",
                        {{type, std::move(dims)}, std::move(bytes)});
}

InputSpec inputOf(std::string name, Buffer_Type type,
                  llvm::SmallVector<int64_t, 4> dims,
                  std::optional<int64_t> classes = std::nullopt) {
  return {std::move(name), {type, std::move(dims)}, classes};
}

/// `count` examples of one byte, which is their number.
Column numbers(int count) {
  std::vector<char> bytes;
  for (int number = 0; number < count; ++number)
    bytes.push_back(static_cast<char>(number));
  return columnOf("x", Buffer_Type::U8, {count}, bytes);
}

template <typename T>
std::vector<T> valuesOf(llvm::ArrayRef<char> bytes) {
  std::vector<T> out(bytes.size() / sizeof(T));
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

/// The numbers that a step sees, of all replicas.
std::vector<int> stepOf(const Dataset &dataset, int64_t step) {
  auto batch = dataset.batch(step);
  EXPECT_TRUE(bool(batch));
  std::vector<int> out;
  for (const auto &replica : batch->inputs)
    for (char byte : replica[0])
      out.push_back(byte);
  return out;
}

Dataset datasetOf(int examples, int64_t batch, DatasetOptions options) {
  auto made = Dataset::create(
      {numbers(examples)}, {inputOf("x", Buffer_Type::U8, {batch})}, options);
  EXPECT_TRUE(bool(made));
  return std::move(*made);
}
} // namespace

TEST(Permutation, HasEachNumberOnce) {
  for (uint64_t size : {1, 2, 3, 4, 5, 16, 17, 63, 64, 65, 1000}) {
    Permutation order(size, 7, 3);
    std::set<uint64_t> seen;
    for (uint64_t place = 0; place < size; ++place) {
      EXPECT_LT(order.at(place), size);
      seen.insert(order.at(place));
    }
    EXPECT_EQ(seen.size(), size);
  }
}

TEST(Permutation, IsEvenAndDiffersByEpoch) {
  // Where each of ten numbers goes, over many epochs: 1000 times to each place.
  int counts[10][10] = {};
  for (uint64_t epoch = 0; epoch < 10000; ++epoch) {
    Permutation order(10, 1, epoch);
    for (uint64_t place = 0; place < 10; ++place)
      ++counts[place][order.at(place)];
  }
  for (auto &row : counts)
    for (int count : row) {
      EXPECT_GT(count, 850);
      EXPECT_LT(count, 1150);
    }
}

TEST(Dataset, LeavesOutWhatFillsNoBatch) {
  Dataset dataset =
      datasetOf(10, 2, {/*replicas=*/2, /*seed=*/1, /*isShuffled=*/false});
  EXPECT_EQ(dataset.globalBatch(), 4);
  EXPECT_EQ(stepOf(dataset, 0), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(stepOf(dataset, 1), (std::vector<int>{4, 5, 6, 7}));
  EXPECT_EQ(stepOf(dataset, 2), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(dataset.epochOf(1), 0);
  EXPECT_EQ(dataset.epochOf(2), 1);
}

TEST(Dataset, KeepsTheRemainderForTheNextEpoch) {
  Dataset dataset = datasetOf(5, 3, {1, 1, false, /*keepsRemainder=*/true});
  EXPECT_EQ(stepOf(dataset, 1), (std::vector<int>{3, 4, 0}));
  EXPECT_EQ(stepOf(dataset, 2), (std::vector<int>{1, 2, 3}));
  Dataset small = datasetOf(2, 5, {1, 1, false, true});
  EXPECT_EQ(stepOf(small, 0), (std::vector<int>{0, 1, 0, 1, 0}));
}

TEST(Dataset, ShufflesEachEpochAnew) {
  DatasetOptions options;
  options.seed = 5;
  Dataset dataset = datasetOf(64, 64, options);
  std::vector<int> first = stepOf(dataset, 0), second = stepOf(dataset, 1);
  EXPECT_NE(first, second);
  EXPECT_EQ(stepOf(datasetOf(64, 64, options), 1), second);
  options.seed = 6;
  EXPECT_NE(stepOf(datasetOf(64, 64, options), 0), first);
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  EXPECT_EQ(first, second);
}

TEST(Dataset, ReplicasShareTheBatchOfOne) {
  DatasetOptions options;
  std::vector<int> whole = stepOf(datasetOf(100, 8, options), 5);
  options.replicas = 4;
  EXPECT_EQ(stepOf(datasetOf(100, 2, options), 5), whole);
}

TEST(Dataset, ReadsTheExamplesOfSomeReplicasOnly) {
  // What replica 1 would see is no class, and nobody else looks at it.
  auto dataset =
      Dataset::create({numbers(8)}, {inputOf("x", Buffer_Type::U8, {4}, 4)},
                      {/*replicas=*/2, /*seed=*/0, /*isShuffled=*/false});
  ASSERT_TRUE(bool(dataset));
  auto batch = dataset->batch(0, {0});
  ASSERT_TRUE(bool(batch));
  EXPECT_EQ(batch->inputs[0][0].size(), 4u);
  EXPECT_TRUE(batch->inputs[1].empty());
  EXPECT_EQ(messageOf(dataset->batch(0, {1})),
            "example 4 of `x` is 4, and the input `x` has 4 classes");
  BatchQueue queue(*dataset, /*firstStep=*/0, /*ahead=*/3, {0});
  for (int64_t step = 0; step < 9; ++step)
    EXPECT_EQ(messageOf(queue.next()), "");
}

TEST(ExampleOrder, TakesFilesInTurn) {
  using Order = std::vector<int64_t>;
  EXPECT_EQ(interleaveFiles({3, 1, 2}, 2), (Order{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(interleaveFiles({2, 0, 2}, 9), (Order{0, 2, 1, 3}));
  EXPECT_TRUE(interleaveFiles({0, 0}, 2).empty());
}

TEST(ExampleOrder, FindsAnyPlaceOfABuffer) {
  ExampleOrder walked({1, true, 5}, 20), asked({1, true, 5}, 20);
  std::vector<int64_t> first, second;
  for (int64_t place = 0; place < 40; ++place)
    (place < 20 ? first : second).push_back(walked.at(place / 20, place % 20));
  EXPECT_NE(first, second);
  for (int64_t place : {7, 19, 3, 3, 4, 0})
    EXPECT_EQ(asked.at(0, place), first[place]);
  EXPECT_EQ(asked.at(1, 11), second[11]);
  EXPECT_EQ(asked.at(0, 11), first[11]);
}

TEST(Dataset, ConvertsImagesAndLabels) {
  std::vector<Column> columns;
  columns.push_back(
      columnOf("images", Buffer_Type::U8, {1, 2, 2}, {0, char(255), 51, 102}));
  columns.push_back(columnOf("labels", Buffer_Type::U8, {1}, {2}));
  DatasetOptions options;
  auto make = [&](InputSpec images, InputSpec labels) {
    auto dataset = Dataset::create(columns, {images, labels}, options);
    EXPECT_TRUE(bool(dataset)) << messageOf(dataset.takeError());
    auto batch = dataset->batch(0);
    EXPECT_TRUE(bool(batch));
    return batch->inputs[0];
  };
  auto arrays = make(inputOf("images", Buffer_Type::F32, {1, 4}),
                     inputOf("labels", Buffer_Type::S32, {1}, 10));
  EXPECT_EQ(valuesOf<float>(arrays[0]),
            (std::vector<float>{0, 1, 51 / 255.0f, 102 / 255.0f}));
  // From [0, 255] to [-0.5, 0.5]: seed 004, line 84.
  options.scale.shift = -0.5;
  arrays = make(inputOf("images", Buffer_Type::F32, {1, 4}),
                inputOf("labels", Buffer_Type::S32, {1}, 10));
  EXPECT_EQ(valuesOf<float>(arrays[0]),
            (std::vector<float>{-0.5f, 0.5f, static_cast<float>(0.2 - 0.5),
                                static_cast<float>(0.4 - 0.5)}));
  options.scale.shift = 0;
  arrays = make(inputOf("images", Buffer_Type::F32, {1, 4}),
                inputOf("labels", Buffer_Type::S32, {1}, 10));
  EXPECT_EQ(valuesOf<int32_t>(arrays[1]), std::vector<int32_t>{2});
  // Labels are not scaled, and become rows of zeros with a one.
  arrays = make(inputOf("x", Buffer_Type::F64, {1, 2, 2, 1}),
                inputOf("y", Buffer_Type::F32, {1}));
  EXPECT_EQ(valuesOf<float>(arrays[1]), std::vector<float>{2});
  arrays = make(inputOf("x", Buffer_Type::BF16, {1, 2, 2}),
                inputOf("y", Buffer_Type::F32, {1, 3}));
  EXPECT_EQ(valuesOf<float>(arrays[1]), (std::vector<float>{0, 0, 1}));
  EXPECT_EQ(valuesOf<uint16_t>(arrays[0])[1], 0x3F80);
  options.scale = ImageScale::none();
  arrays = make(inputOf("x", Buffer_Type::F16, {1, 4}),
                inputOf("y", Buffer_Type::S64, {1}));
  EXPECT_EQ(valuesOf<uint16_t>(arrays[0])[1], 0x5BF8);
}

TEST(Dataset, TellsWhatDoesNotFit) {
  std::vector<Column> columns;
  columns.push_back(
      columnOf("images", Buffer_Type::U8, {2, 2, 2}, {0, 0, 0, 0, 0, 0, 0, 0}));
  columns.push_back(
      columnOf("labels", Buffer_Type::S32, {2}, {1, 0, 0, 0, 12, 0, 0, 0}));
  columns.push_back(columnOf("weights", Buffer_Type::F32, {1}, {0, 0, 0, 0}));
  DatasetOptions options;
  options.isShuffled = false;
  auto fail = [&](std::vector<InputSpec> inputs) {
    auto dataset = Dataset::create(columns, inputs, options);
    if (!dataset)
      return messageOf(dataset.takeError());
    return messageOf(dataset->batch(0));
  };
  EXPECT_EQ(fail({inputOf("masks", Buffer_Type::F32, {1, 9})}),
            "the data has nothing for the input `masks`, tensor<1x9xf32>; it "
            "has `images` (tensor<2x2x2xui8>), `labels` (tensor<2xi32>) and "
            "`weights` (tensor<1xf32>); `--data masks=FILE` names a file for "
            "it");
  EXPECT_EQ(fail({inputOf("images", Buffer_Type::F32, {1, 5})}),
            "`images` of `images.npy` cannot be the input `images`: an "
            "example is tensor<2x2xui8>, and the step takes tensor<5xf32>");
  EXPECT_EQ(fail({inputOf("weights", Buffer_Type::S32, {1})}),
            "`weights` of `weights.npy` cannot be the input `weights`: "
            "elements of type f32 do not become i32");
  EXPECT_EQ(fail({inputOf("images", Buffer_Type::F32, {1, 4}),
                  inputOf("weights", Buffer_Type::F32, {1})}),
            "`images` of `images.npy` has 2 examples, and `weights` of "
            "`weights.npy` has 1");
  EXPECT_EQ(fail({inputOf("images", Buffer_Type::F32, {3, 4})}),
            "the data has 2 examples, and a step takes 3: 3 on each of 1 "
            "replicas; `--keep-remainder` repeats the data");
  EXPECT_EQ(fail({inputOf("labels", Buffer_Type::S32, {2}, 10)}),
            "example 1 of `labels` is 12, and the input `labels` has 10 "
            "classes");
  EXPECT_EQ(fail({inputOf("labels", Buffer_Type::S32, {2}, 13)}), "");
}

TEST(Conversion, DividesAsOtherProgramsDo) {
  auto scaled =
      Conversion::make(Buffer_Type::U8, Buffer_Type::F32, ImageScale());
  ASSERT_TRUE(bool(scaled));
  for (int byte = 0; byte < 256; ++byte) {
    char element = static_cast<char>(byte);
    float out;
    EXPECT_EQ(messageOf(scaled->apply(element, reinterpret_cast<char *>(&out))),
              "");
    EXPECT_EQ(out, static_cast<float>(byte) / 255.0f);
  }
}

TEST(Conversion, KeepsIntegersWhole) {
  auto narrow = Conversion::make(Buffer_Type::S32, Buffer_Type::U8);
  ASSERT_TRUE(bool(narrow));
  char out[2];
  int32_t good[] = {255, 0};
  EXPECT_EQ(messageOf(narrow->apply(
                {reinterpret_cast<const char *>(good), sizeof(good)}, out)),
            "");
  EXPECT_EQ(out[0], char(255));
  for (int32_t bad : {256, -1})
    EXPECT_EQ(messageOf(narrow->apply(
                  {reinterpret_cast<const char *>(&bad), sizeof(bad)}, out)),
              "the value " + std::to_string(bad) + " is out of range for ui8");
  auto truth = Conversion::make(Buffer_Type::U8, Buffer_Type::PRED);
  ASSERT_TRUE(bool(truth));
  EXPECT_EQ(messageOf(truth->apply({"\1\0", 2}, out)), "");
  EXPECT_EQ(messageOf(truth->apply({"\2", 1}, out)),
            "the value 2 is out of range for i1");
}

TEST(BatchQueue, GivesTheBatchesInOrder) {
  Dataset dataset = datasetOf(40, 4, {});
  BatchQueue queue(dataset, 3, 2);
  for (int64_t step = 3; step < 30; ++step) {
    auto batch = queue.next();
    ASSERT_TRUE(bool(batch));
    EXPECT_EQ(batch->step, step);
    std::vector<int> values(batch->inputs[0][0].begin(),
                            batch->inputs[0][0].end());
    EXPECT_EQ(values, stepOf(dataset, step));
  }
}

TEST(BatchQueue, PassesOnAFailure) {
  auto dataset =
      Dataset::create({numbers(4)}, {inputOf("x", Buffer_Type::U8, {1}, 2)},
                      {1, 1, /*isShuffled=*/false});
  ASSERT_TRUE(bool(dataset));
  BatchQueue queue(*dataset, 0, 8);
  EXPECT_EQ(messageOf(queue.next()), "");
  EXPECT_EQ(messageOf(queue.next()), "");
  for (int again = 0; again < 2; ++again)
    EXPECT_EQ(messageOf(queue.next()),
              "example 2 of `x` is 2, and the input `x` has 2 classes");
}

/// The values of all examples of a column, one after another.
static std::string bytesOf(const Column &column) {
  std::string out;
  Row row;
  for (int64_t example = 0; example < column.exampleCount(); ++example) {
    EXPECT_EQ(messageOf(column.table->read(example, FieldUse(), row)), "");
    out += row.values.front();
  }
  return out;
}

TEST(FakeData, StaysBelowTheClasses) {
  std::vector<InputSpec> inputs = {inputOf("x", Buffer_Type::F32, {2, 3}),
                                   inputOf("y", Buffer_Type::S64, {2}, 4)};
  auto columns = makeFakeColumns(inputs, 100, 1);
  EXPECT_EQ(columns[0].shape.text(), "tensor<100x3xf32>");
  std::set<int64_t> labels;
  for (int64_t label : valuesOf<int64_t>(bytesOf(columns[1])))
    labels.insert(label);
  EXPECT_EQ(labels, (std::set<int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(bytesOf(makeFakeColumns(inputs, 100, 1)[0]), bytesOf(columns[0]));
  EXPECT_NE(bytesOf(makeFakeColumns(inputs, 100, 2)[0]), bytesOf(columns[0]));
}
