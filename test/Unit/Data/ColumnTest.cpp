//===- ColumnTest.cpp - Columns of files ----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Column.h"
#include "Runtime/Data/RecordFile.h"
#include "Runtime/Tensor/Npy.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::data;
using namespace trainlint::test;
using llvm::StringRef;
using pjrt::abi::Buffer_Type;

namespace {
std::string field(int number, StringRef value) {
  return (llvm::Twine(static_cast<char>(number << 3 | 2)) +
          llvm::Twine(static_cast<char>(value.size())) + value)
      .str();
}

/// An example with features of bytes.
std::string exampleOf(std::vector<std::pair<StringRef, StringRef>> features) {
  std::string entries;
  for (auto [name, value] : features)
    entries += field(1, field(1, name) + field(2, field(1, field(1, value))));
  return field(1, entries);
}

std::string recordsOf(std::vector<std::string> examples) {
  std::string out;
  for (const std::string &example : examples)
    appendRecord(out, example);
  return out;
}

/// "name tensor<...>", or "name: problem".
std::vector<std::string> columnsOf(const std::string &path) {
  auto columns = readColumns(DataFile{path, ""});
  if (!columns)
    return {messageOf(columns.takeError())};
  std::vector<std::string> out;
  for (const Column &column : *columns)
    out.push_back(column.name + (column.problem.empty()
                                     ? " " + column.shape.text()
                                     : ": " + column.problem));
  return out;
}

using Lines = std::vector<std::string>;
} // namespace

TEST(Columns, AreNamedAfterFiles) {
  TempFolder folder;
  std::string numbers = run::writeNpy({{Buffer_Type::U8, {2}}, {'a', 'b'}});
  for (StringRef name : {"train-images-idx3-ubyte", "train_labels.npy",
                         "y_train.npy", "x_test.npy", "validation.npy",
                         "t10k-images-idx3-ubyte", "latest.npy", ".hidden"})
    folder.write(name, numbers);
  folder.write("README.txt", "not data");
  EXPECT_EQ(columnsOf(folder.path()),
            (Lines{"images tensor<2xui8>", "labels tensor<2xui8>",
                   "latest tensor<2xui8>", "y tensor<2xui8>"}));
  // Two of a name are not told apart.
  folder.write("labels.npy", numbers);
  EXPECT_EQ(columnsOf(folder.path()),
            Lines{"`labels` is in `" + folder.path("labels.npy") +
                  "` and in `" + folder.path("train_labels.npy") + "`"});
}

TEST(Columns, TellWhatCannotBeRead) {
  TempFolder folder;
  EXPECT_EQ(columnsOf(folder.path()),
            Lines{"`" + folder.path() + "` holds no files to train with"});
  std::string text = folder.write("README.txt", "not data");
  EXPECT_EQ(columnsOf(text),
            Lines{"cannot use `" + text +
                  "`: it is no IDX file, .npy, .npz or record file, and no "
                  ".csv or .jsonl by its name"});
  std::string scalar =
      folder.write("one.npy", run::writeNpy({{Buffer_Type::U8, {}}, {'a'}}));
  EXPECT_EQ(columnsOf(scalar),
            Lines{"cannot use `" + scalar +
                  "`: `one` is one number, not an array of examples"});
}

TEST(Columns, AreFeaturesOfExamples) {
  TempFolder folder;
  std::string one = exampleOf({{"a", "xyz"}, {"b", "x"}});
  std::string two = exampleOf({{"a", "uvw"}, {"b", "xy"}, {"c", "x"}});
  std::string file = folder.write("data.tfrecord", recordsOf({one, two}));
  EXPECT_EQ(columnsOf(file),
            (Lines{"a tensor<2x3xui8>",
                   "b: it is tensor<1xui8> in one example and tensor<2xui8> "
                   "in another",
                   "c: it is in 1 of 2 examples"}));
  std::string damaged =
      folder.write("damaged.tfrecord", recordsOf({one, "\x0a\x7f"}));
  EXPECT_EQ(columnsOf(damaged)[0].find("cannot use `" + damaged +
                                       "`: record 1: it is no example"),
            0u);
}
