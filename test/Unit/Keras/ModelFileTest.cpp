//===- ModelFileTest.cpp - Tests of reading Keras models ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/ModelFile.h"
#include "Encode.h"
#include "Frontend/Keras/Archive.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <zlib.h>

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::test;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

TEST(KerasModelTest, TheFormOfKeras3) {
  std::string text = R"({"module": "keras", "class_name": "Functional",
    "config": {"name": "m", "trainable": true, "layers": [
      {"module": "keras.layers", "class_name": "InputLayer", "name": "in",
       "config": {"batch_shape": [null, 4], "dtype": "float32", "name": "in"},
       "registered_name": null, "inbound_nodes": []},
      {"module": "keras.layers", "class_name": "Dense", "name": "d",
       "config": {"name": "d", "units": 3, "dtype": {"module": "keras",
         "class_name": "DTypePolicy", "config": {"name": "mixed_bfloat16"}}},
       "build_config": {"input_shape": [null, 4]},
       "inbound_nodes": [{"args": [{"class_name": "__keras_tensor__",
         "config": {"shape": [null, 4], "dtype": "float32",
                    "keras_history": ["in", 0, 0]}}],
         "kwargs": {"mask": null}}]}],
      "input_layers": [["in", 0, 0]], "output_layers": ["d", 0, 0]},
    "compile_config": {"optimizer": {"module": "keras.optimizers",
        "class_name": "Adam", "config": {"learning_rate": 0.001}},
      "loss": "mse"}})";
  std::unique_ptr<ModelFile> file = readModelFile(text);
  EXPECT_FALSE(file->problem);
  ASSERT_TRUE(file->hasModel);
  const Model &model = file->model;
  EXPECT_EQ(model.kind, ModelKind::Functional);
  ASSERT_EQ(model.layers.size(), 2u);
  const Layer &dense = model.layers[1];
  EXPECT_EQ(dense.dtype.text, "mixed_bfloat16");
  EXPECT_FALSE(dense.isCustom);
  EXPECT_TRUE(dense.buildConfig);
  ASSERT_EQ(dense.calls.size(), 1u);
  ASSERT_EQ(dense.calls[0].inputs.size(), 1u);
  EXPECT_EQ(dense.calls[0].inputs[0].layer.text, "in");
  SourceRange place = dense.calls[0].inputs[0].layer.range;
  EXPECT_EQ(text.substr(place.begin, place.size()), "\"in\"");
  ASSERT_EQ(model.outputs.size(), 1u);
  EXPECT_EQ(model.outputs[0].layer.text, "d");
  EXPECT_EQ(file->training.optimizer.text, "Adam");
  EXPECT_EQ(file->training.loss.text, "mse");
}

TEST(KerasModelTest, CallsOfKeras2) {
  std::string text = R"({"class_name": "Model", "config": {"name": "m",
    "layers": [
      {"class_name": "A", "name": "a", "config": {"name": "a"},
       "inbound_nodes": [["x", 0, 0, {"y": 2.0, "z": ["b", 1, 2]}]]},
      {"class_name": "B", "name": "b", "config": {"name": "b"},
       "inbound_nodes": [{"first": ["x", 0, 0, {}],
                          "second": ["_CONSTANT_VALUE", -1, 3, {}]}]}],
    "input_layers": [["x", 0, 0]], "output_layers": [["a", 0, 0]]},
    "keras_version": "2.4.0", "backend": "tensorflow",
    "training_config": {"optimizer_config": {"class_name": "SGD",
      "config": {}}, "loss": {"class_name": "Huber", "config": {}}}})";
  std::unique_ptr<ModelFile> file = readModelFile(text);
  ASSERT_TRUE(file->hasModel);
  const Layer &a = file->model.layers[0];
  ASSERT_EQ(a.calls.size(), 1u);
  ASSERT_EQ(a.calls[0].inputs.size(), 2u);
  EXPECT_EQ(a.calls[0].inputs[1].argument, "z");
  EXPECT_EQ(a.calls[0].inputs[1].call, 1);
  EXPECT_EQ(a.calls[0].inputs[1].output, 2);
  // A constant is no tensor of a layer.
  ASSERT_EQ(file->model.layers[1].calls[0].inputs.size(), 1u);
  EXPECT_EQ(file->model.layers[1].calls[0].inputs[0].argument, "first");
  EXPECT_EQ(file->kerasVersion.text, "2.4.0");
  EXPECT_EQ(file->training.optimizer.text, "SGD");
  EXPECT_EQ(file->training.loss.text, "Huber");
}

TEST(KerasModelTest, ThingsOfOtherKindsStayEmpty) {
  for (StringRef text :
       {"{\"class_name\": \"Model\", \"config\": 3}",
        "{\"class_name\": \"Sequential\", \"config\": {\"layers\": {}}}",
        "{\"class_name\": \"Model\", \"config\": {\"layers\": [1, [], null], "
        "\"input_layers\": 7, \"output_layers\": \"x\"}}",
        "{\"class_name\": \"Sequential\", \"config\": [{\"class_name\": [], "
        "\"config\": [], \"inbound_nodes\": 1}]}"}) {
    std::unique_ptr<ModelFile> file = readModelFile(text);
    EXPECT_FALSE(file->problem) << text.str();
    EXPECT_TRUE(file->hasModel) << text.str();
  }
  EXPECT_FALSE(readModelFile("[]")->hasModel);
  EXPECT_FALSE(readModelFile("{\"class_name\": 1, \"config\": {}}")->hasModel);
  EXPECT_TRUE(readModelFile("{\"class_name\": ")->problem);
}

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

static std::string number16(unsigned value) {
  return {static_cast<char>(value), static_cast<char>(value >> 8)};
}
static std::string number32(uint32_t value) {
  return number16(value & 0xFFFF) + number16(value >> 16);
}

/// The bytes as ZIP archives hold them packed.
static std::string deflated(StringRef text) {
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8,
               Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = const_cast<Bytef *>(text.bytes_begin());
  stream.avail_in = text.size();
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = out.size();
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

namespace {
/// An archive with one file, parts of which a test may get wrong.
struct ZipFile {
  explicit ZipFile(std::string given, unsigned method = Z_DEFLATED)
      : text(std::move(given)), method(method) {}

  std::string name = "config.json";
  std::string text;
  unsigned method;
  unsigned flags = 0;
  std::optional<uint32_t> size, packedSize, offset, checksum;

  std::string bytes() const {
    std::string packed = method == Z_DEFLATED ? deflated(text) : text;
    std::string sizes = number32(checksum.value_or(crc32(
                            0, StringRef(text).bytes_begin(), text.size()))) +
                        number32(packedSize.value_or(packed.size())) +
                        number32(size.value_or(text.size()));
    std::string local = "PK\3\4" + number16(20) + number16(flags) +
                        number16(method) + number32(0) + sizes +
                        number16(name.size()) + number16(0) + name + packed;
    std::string directory = "PK\1\2" + number16(20) + number16(20) +
                            number16(flags) + number16(method) + number32(0) +
                            sizes + number16(name.size()) + number16(0) +
                            number16(0) + number16(0) + number16(0) +
                            number32(0) + number32(offset.value_or(0)) + name;
    return local + directory + "PK\5\6" + number32(0) + number16(1) +
           number16(1) + number32(directory.size()) + number32(local.size()) +
           number16(0);
  }
};
} // namespace

/// The configuration in an archive, or why there is none.
static std::string unpack(StringRef archive) {
  auto entry = readEntry(archive, "config.json");
  return entry ? (*entry)->getBuffer().str()
               : llvm::toString(entry.takeError());
}

TEST(ArchiveTest, UnpacksAFile) {
  std::string text(5000, 'x');
  EXPECT_EQ(unpack(ZipFile(text).bytes()), text);
  EXPECT_EQ(unpack(ZipFile("{}", 0).bytes()), "{}");
  EXPECT_EQ(unpack(ZipFile("").bytes()), "");
  // Behind a comment of the archive.
  EXPECT_EQ(unpack(ZipFile("{}").bytes() + "a comment"), "{}");
}

TEST(ArchiveTest, TrustsNoSize) {
  ZipFile good(std::string(5000, 'x'));
  auto wrong = [&](llvm::function_ref<void(ZipFile &)> damage) {
    ZipFile file = good;
    damage(file);
    return unpack(file.bytes());
  };
  EXPECT_EQ(wrong([](ZipFile &file) { file.size = 4999; }),
            "config.json cannot be unpacked");
  EXPECT_EQ(wrong([](ZipFile &file) { file.size = 5001; }),
            "config.json cannot be unpacked");
  EXPECT_EQ(wrong([](ZipFile &file) { file.size = 0xFFFFFFFF; }),
            "config.json has 4294967295 bytes, and 8388608 are the most that "
            "are read");
  EXPECT_EQ(wrong([](ZipFile &file) { file.packedSize = 0xFFFFFFF0; }),
            "config.json lies outside of the archive");
  EXPECT_EQ(wrong([](ZipFile &file) { file.packedSize = 3; }),
            "config.json cannot be unpacked");
  EXPECT_EQ(wrong([](ZipFile &file) { file.offset = 0xFFFFFF00; }),
            "config.json lies outside of the archive");
  EXPECT_EQ(wrong([](ZipFile &file) { file.offset = 7; }),
            "config.json lies outside of the archive");
  EXPECT_EQ(wrong([](ZipFile &file) { file.checksum = 1; }),
            "config.json does not have the checksum of the archive");
  EXPECT_EQ(wrong([](ZipFile &file) { file.method = 12; }),
            "config.json cannot be unpacked");
  EXPECT_EQ(wrong([](ZipFile &file) { file.flags = 1; }),
            "config.json is encrypted");
  EXPECT_EQ(wrong([](ZipFile &file) { file.name = "other.json"; }),
            "the archive has no config.json");
}

TEST(ArchiveTest, EveryCutIsRefused) {
  std::string archive = ZipFile(std::string(500, 'x')).bytes();
  for (size_t size = 0; size < archive.size(); ++size) {
    std::vector<char> exact(archive.begin(), archive.begin() + size);
    EXPECT_NE(unpack(StringRef(exact.data(), size)), std::string(500, 'x'));
  }
}

TEST(ArchiveTest, AModel) {
  std::string text = R"({"class_name": "Sequential", "config": []})";
  std::string archive = ZipFile(text).bytes();
  std::unique_ptr<ModelFile> file = readModelFile(archive);
  EXPECT_TRUE(file->hasModel);
  EXPECT_EQ(file->text, text);
  EXPECT_EQ(file->model.className.text, "Sequential");
  std::unique_ptr<ModelFile> bad =
      readModelFile(StringRef(archive).drop_back(1));
  ASSERT_TRUE(bad->problem);
  EXPECT_EQ(bad->problem->message,
            "the archive is cut off: it has no directory");
}
