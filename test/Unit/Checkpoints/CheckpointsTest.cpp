//===- CheckpointsTest.cpp - Checkpoints on the disk ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/CheckpointFolder.h"
#include "Runtime/Checkpoints/TensorIndex.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::checkpoints;
using namespace trainlint::test;
using llvm::StringRef;
using pjrt::abi::Buffer_Type;

namespace {
std::string textOf(const TensorFileText &file) {
  std::string out;
  for (StringRef part : file.parts())
    out += part;
  return out;
}

std::map<std::string, TensorView> someState() {
  return {{"b", {{Buffer_Type::U8, {3}}, "xyz"}},
          {"a", {{Buffer_Type::F32, {}}, "1234"}},
          {"empty", {{Buffer_Type::F64, {0, 2}}, ""}}};
}

Progress progressAt(int64_t step) {
  return {step, 7, step * 8, 8, 100, "hash", {}};
}

/// A safetensors file with a header of one's own.
std::string fileOf(StringRef header, StringRef bytes) {
  std::string out(8, '\0');
  uint64_t size = header.size();
  std::memcpy(out.data(), &size, 8);
  return out + header.str() + bytes.str();
}
} // namespace

TEST(SafeTensors, WritesTheSameBytes) {
  auto file = writeTensorFile(someState(), {{"key", "value"}});
  ASSERT_TRUE(bool(file));
  std::string text = textOf(*file);
  EXPECT_EQ(
      text.substr(8),
      "{\"__metadata__\":{\"key\":\"value\"},"
      "\"empty\":{\"dtype\":\"F64\",\"shape\":[0,2],\"data_offsets\":[0,0]},"
      "\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},"
      "\"b\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[4,7]}}" +
          text.substr(text.find("}}") + 2));
  EXPECT_EQ((file->head.size()) % 8, 0u);
  auto read = readTensorFile(text);
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->metadata.at("key"), "value");
  EXPECT_EQ(read->tensors.at("a").bytes, "1234");
  EXPECT_EQ(read->tensors.at("b").shape.text(), "tensor<3xui8>");
}

TEST(SafeTensors, TrustsNothing) {
  auto refused = [](StringRef header, StringRef bytes) {
    return messageOf(readTensorFile(fileOf(header, bytes)));
  };
  auto tensor = [](StringRef inner) {
    return ("{\"a\":{" + inner + "}}").str();
  };
  EXPECT_EQ(messageOf(readTensorFile("")), "it is no safetensors file");
  EXPECT_EQ(messageOf(readTensorFile(std::string(100, '\xff'))),
            "it is no safetensors file");
  EXPECT_EQ(messageOf(readTensorFile(fileOf("{}", "").substr(0, 9))),
            "its header is cut off");
  EXPECT_EQ(refused(tensor("\"dtype\":\"F32\",\"shape\":[2],"
                           "\"data_offsets\":[0,8]"),
                    "1234567"),
            "tensor `a` is cut off");
  EXPECT_EQ(refused(tensor("\"dtype\":\"F32\",\"shape\":[2],"
                           "\"data_offsets\":[0,4]"),
                    "1234"),
            "tensor `a` is tensor<2xf32>, and 4 bytes are given for it");
  EXPECT_EQ(refused(tensor("\"dtype\":\"F32\",\"shape\":[1],"
                           "\"data_offsets\":[4,8]"),
                    "12345678"),
            "tensor `a` begins at byte 4 instead of 0");
  EXPECT_EQ(refused(tensor("\"dtype\":\"F32\",\"shape\":[1],"
                           "\"data_offsets\":[0,4]"),
                    "12345678"),
            "4 bytes behind the tensors belong to none");
  EXPECT_EQ(
      refused(tensor("\"dtype\":\"F32\",\"shape\":[4611686018427387904,16],"
                     "\"data_offsets\":[0,0]"),
              ""),
      "tensor `a` has a shape that none can have");
  EXPECT_EQ(refused(tensor("\"dtype\":\"F31\",\"shape\":[],"
                           "\"data_offsets\":[0,4]"),
                    "1234"),
            "tensor `a` has the element type `F31`, which is not known");
  EXPECT_EQ(refused(tensor("\"shape\":[]"), ""),
            "tensor `a` lacks `dtype`, `shape` or `data_offsets`");
  EXPECT_NE(refused("{\"a\":" + std::string(100000, '['), ""), "");
  EXPECT_EQ(refused("{\"__metadata__\":{\"a\":1}}", ""),
            "its metadata holds what is no string");
}

TEST(Checkpoints, FindsEveryDamage) {
  TempFolder folder;
  auto file = writeCheckpoint(someState(), progressAt(3));
  ASSERT_TRUE(bool(file));
  std::string text = textOf(*file);
  auto good = readCheckpoint(folder.write("good", text));
  ASSERT_TRUE(bool(good));
  EXPECT_EQ(good->progress.step, 3);
  EXPECT_EQ(good->progress.seed, 7u);
  EXPECT_EQ(good->progress.module, "hash");
  for (size_t size = 0; size < text.size(); ++size)
    EXPECT_NE(messageOf(readCheckpoint(
                  folder.write("cut", StringRef(text).take_front(size)))),
              "")
        << size;
  for (size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] ^= 1;
    EXPECT_NE(messageOf(readCheckpoint(folder.write("damaged", damaged))), "")
        << at;
  }
  // A step that is another number is no less damaged.
  std::string other = text;
  other[other.find("\"step\":\"3\"") + 8] = '8';
  EXPECT_TRUE(StringRef(messageOf(readCheckpoint(folder.write("other", other))))
                  .ends_with("its contents do not have their checksum"));
}

TEST(Checkpoints, KeepsTheNewest) {
  TempFolder root;
  CheckpointFolder folder(root.path("run"), 2);
  EXPECT_EQ(messageOf(folder.open()), "");
  for (int64_t step : {1, 2, 10})
    EXPECT_EQ(messageOf(folder.save(someState(), progressAt(step))), "");
  auto files = folder.list();
  ASSERT_TRUE(bool(files));
  ASSERT_EQ(files->size(), 2u);
  EXPECT_TRUE(
      StringRef(files->front()).ends_with("checkpoint-0000000010.safetensors"));
  // One that is older than all others is kept all the same.
  EXPECT_EQ(messageOf(folder.save(someState(), progressAt(5))), "");
  files = folder.list();
  EXPECT_TRUE(
      StringRef(files->back()).ends_with("checkpoint-0000000005.safetensors"));
}

TEST(Checkpoints, GoesBackToAWholeOne) {
  TempFolder root;
  CheckpointFolder folder(root.path(), 5);
  std::vector<std::string> problems;
  auto note = [&](llvm::Error error) {
    problems.push_back(messageOf(std::move(error)));
  };
  auto none = folder.findNewest(note);
  ASSERT_TRUE(bool(none));
  EXPECT_FALSE(none->has_value());
  EXPECT_EQ(messageOf(folder.save(someState(), progressAt(4))), "");
  root.write("checkpoint-0000000009.safetensors", "damaged");
  root.write("checkpoint-0000000011.safetensors.1234.tmp", "half");
  root.write("other.safetensors", "not ours");
  auto newest = folder.findNewest(note);
  ASSERT_TRUE(bool(newest));
  ASSERT_TRUE(newest->has_value());
  EXPECT_EQ((*newest)->progress.step, 4);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0], "cannot use `" +
                             root.path("checkpoint-0000000009.safetensors") +
                             "`: it is no safetensors file");
  EXPECT_EQ(messageOf(folder.open()), "");
  EXPECT_EQ(root.list(),
            (std::vector<std::string>{"checkpoint-0000000004.safetensors",
                                      "checkpoint-0000000009.safetensors",
                                      "other.safetensors"}));
}

//===----------------------------------------------------------------------===//
// Shards
//===----------------------------------------------------------------------===//

TEST(TensorIndex, WritesAndReads) {
  TensorIndex index;
  index.metadata = {{"step", "3"}};
  index.totalSize = 12;
  index.files = {{"a", shardName(0, 2)}, {"b", shardName(1, 2)}};
  std::string text = writeTensorIndex(index);
  EXPECT_EQ(text, "{\n"
                  "  \"metadata\": {\n"
                  "    \"total_size\": 12,\n"
                  "    \"step\": \"3\"\n"
                  "  },\n"
                  "  \"weight_map\": {\n"
                  "    \"a\": \"model-00001-of-00002.safetensors\",\n"
                  "    \"b\": \"model-00002-of-00002.safetensors\"\n"
                  "  }\n"
                  "}\n");
  auto read = readTensorIndex(text);
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->metadata, index.metadata);
  EXPECT_EQ(read->totalSize, 12);
  EXPECT_EQ(read->files, index.files);
}

TEST(TensorIndex, TrustsNothing) {
  auto refused = [](StringRef text) {
    return messageOf(readTensorIndex(text));
  };
  EXPECT_EQ(refused("[]"), "it is no JSON object");
  EXPECT_EQ(refused("{}"), "it has no `weight_map`");
  EXPECT_EQ(refused("{\"metadata\":1,\"weight_map\":{}}"),
            "its `metadata` is no object");
  EXPECT_EQ(refused("{\"weight_map\":{}}"), "");
  for (StringRef file : {"\"../a.safetensors\"", "\"/a.safetensors\"", "\"a\"",
                         "\".safetensors\"", "7", "\"b\\u0000.safetensors\""})
    EXPECT_EQ(refused(("{\"weight_map\":{\"a\":" + file + "}}").str()),
              "the file of tensor `a` is no name of a safetensors file beside "
              "the index")
        << file.str();
  EXPECT_EQ(refused("{\"weight_map\":{\"a\":\"x.safetensors\","
                    "\"a\":\"y.safetensors\"}}"),
            "tensor `a` is named twice");
}

TEST(TensorIndex, NamesWhatIsMissing) {
  TempFolder folder;
  auto one = writeTensorFile({{"a", {{Buffer_Type::F32, {}}, "1234"}}}, {});
  ASSERT_TRUE(bool(one));
  folder.write("x.safetensors", textOf(*one));
  std::string index = folder.write(
      "model.safetensors.index.json",
      "{\"weight_map\":{\"a\":\"x.safetensors\",\"b\":\"x.safetensors\"}}");
  EXPECT_EQ(messageOf(loadTensors(index)),
            "cannot use `" + index + "`: tensor `b` is not in `x.safetensors`");
  folder.write("model.safetensors.index.json",
               "{\"weight_map\":{\"a\":\"x.safetensors\"}}");
  auto loaded = loadTensors(index);
  ASSERT_TRUE(bool(loaded));
  EXPECT_EQ(loaded->file.tensors.at("a").bytes, "1234");
  folder.write("model.safetensors.index.json",
               "{\"weight_map\":{\"a\":\"y.safetensors\"}}");
  EXPECT_TRUE(StringRef(messageOf(loadTensors(index)))
                  .contains(folder.path("y.safetensors")));
}

TEST(Shards, AreOfAboutTheSameSize) {
  ShardPlan plan =
      planShards({{"a", 100}, {"b", 60}, {"c", 50}, {"d", 1}, {"e", 0}}, 2);
  EXPECT_EQ(plan.writers,
            (std::map<std::string, size_t>{
                {"a", 0}, {"b", 1}, {"c", 1}, {"d", 0}, {"e", 0}}));
  EXPECT_EQ(plan.totalSize, 211);
  EXPECT_EQ(plan.files,
            (std::vector<std::string>{"model-00001-of-00002.safetensors",
                                      "model-00002-of-00002.safetensors"}));
  // Who has nothing writes nothing.
  plan = planShards({{"a", 4}}, 3);
  EXPECT_EQ(plan.files, (std::vector<std::string>{
                            "model-00001-of-00001.safetensors", "", ""}));
}

namespace {
/// Writes a checkpoint as two processes do.
void saveShards(const CheckpointFolder &folder, int64_t step) {
  std::map<std::string, TensorView> state = someState();
  std::map<std::string, int64_t> bytes;
  for (const auto &[name, view] : state)
    bytes[name] = view.bytes.size();
  ShardPlan plan = planShards(bytes, 2);
  std::vector<std::string> checksums;
  for (size_t process = 0; process < 2; ++process) {
    std::map<std::string, TensorView> own;
    for (const auto &[name, view] : state)
      if (plan.writers.at(name) == process)
        own[name] = view;
    auto checksum = writeShard(folder.shardFolder(step), plan.files[process],
                               own, progressAt(step));
    ASSERT_TRUE(bool(checksum)) << messageOf(checksum.takeError());
    EXPECT_TRUE(isShardThere(
        folder.shardFolder(step) + "/" + plan.files[process], *checksum));
    checksums.push_back(*checksum);
    auto list = folder.list();
    ASSERT_TRUE(bool(list));
    EXPECT_FALSE(llvm::is_contained(*list, folder.shardFolder(step)));
  }
  EXPECT_EQ(messageOf(folder.completeShards(plan, checksums, progressAt(step))),
            "");
}
} // namespace

TEST(Shards, AreACheckpointWithTheirIndex) {
  TempFolder root;
  CheckpointFolder folder(root.path("run"), 2);
  EXPECT_EQ(messageOf(folder.open()), "");
  saveShards(folder, 3);
  auto read = readCheckpoint(folder.shardFolder(3));
  ASSERT_TRUE(bool(read)) << messageOf(read.takeError());
  EXPECT_EQ(read->progress.step, 3);
  EXPECT_EQ(read->progress.module, "hash");
  EXPECT_EQ(read->path, folder.shardFolder(3));
  ASSERT_EQ(read->state.file.tensors.size(), 3u);
  EXPECT_EQ(read->state.file.tensors.at("a").bytes, "1234");
  EXPECT_EQ(read->state.file.tensors.at("b").bytes, "xyz");
  EXPECT_EQ(read->state.file.metadata.at("step"), "3");
  // As `--init` reads them.
  auto loaded = loadTensors(folder.shardFolder(3) + "/" + IndexName.str());
  ASSERT_TRUE(bool(loaded));
  EXPECT_EQ(loaded->file.tensors.size(), 3u);
}

TEST(Shards, FindEveryDamage) {
  TempFolder root;
  CheckpointFolder folder(root.path(), 2);
  saveShards(folder, 3);
  std::string path = folder.shardFolder(3);
  for (StringRef name :
       {"model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors",
        "model.safetensors.index.json"}) {
    std::string file = "checkpoint-0000000003/" + name.str();
    std::string text = root.read(file);
    ASSERT_NE(text, "");
    for (size_t at = 0; at < text.size(); ++at) {
      // White space of JSON is not told apart.
      if (llvm::isSpace(text[at]))
        continue;
      std::string damaged = text;
      damaged[at] ^= 1;
      root.write(file, damaged);
      EXPECT_NE(messageOf(readCheckpoint(path)), "") << name.str() << at;
      root.write(file, StringRef(text).take_front(at));
      EXPECT_NE(messageOf(readCheckpoint(path)), "") << name.str() << at;
    }
    root.write(file, text);
  }
  EXPECT_EQ(messageOf(readCheckpoint(path)), "");
  // A shard of another checkpoint has its own checksum.
  saveShards(folder, 4);
  root.write(
      "checkpoint-0000000003/model-00002-of-00002.safetensors",
      root.read("checkpoint-0000000004/model-00002-of-00002.safetensors"));
  EXPECT_EQ(messageOf(readCheckpoint(path)),
            "cannot use `" + path +
                "`: its index and its shards are not of one checkpoint");
  llvm::sys::fs::remove(path + "/model-00001-of-00002.safetensors");
  EXPECT_TRUE(StringRef(messageOf(readCheckpoint(path)))
                  .contains("model-00001-of-00002.safetensors"));
}

TEST(Shards, AreKeptBesideFiles) {
  TempFolder root;
  CheckpointFolder folder(root.path(), 2);
  EXPECT_EQ(messageOf(folder.save(someState(), progressAt(1))), "");
  saveShards(folder, 2);
  EXPECT_EQ(messageOf(folder.save(someState(), progressAt(3))), "");
  EXPECT_EQ(root.list(),
            (std::vector<std::string>{"checkpoint-0000000002",
                                      "checkpoint-0000000003.safetensors"}));
  saveShards(folder, 4);
  saveShards(folder, 5);
  EXPECT_EQ(root.list(), (std::vector<std::string>{"checkpoint-0000000004",
                                                   "checkpoint-0000000005"}));
  auto unexpected = [](llvm::Error error) {
    ADD_FAILURE() << messageOf(std::move(error));
  };
  auto newest = folder.findNewest(unexpected);
  ASSERT_TRUE(newest && *newest);
  EXPECT_EQ((*newest)->progress.step, 5);
  // What an interrupted run leaves goes, and what is somebody else's stays.
  llvm::sys::fs::create_directories(folder.shardFolder(6));
  root.write("checkpoint-0000000006/model-00002-of-00002.safetensors", "half");
  llvm::sys::fs::create_directories(folder.shardFolder(7));
  root.write("checkpoint-0000000007/notes", "mine");
  EXPECT_EQ(messageOf(folder.open()), "");
  EXPECT_EQ(root.list(), (std::vector<std::string>{"checkpoint-0000000004",
                                                   "checkpoint-0000000005",
                                                   "checkpoint-0000000007"}));
}
