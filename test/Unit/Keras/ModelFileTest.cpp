//===- ModelFileTest.cpp - Tests of reading Keras models ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/ModelFile.h"
#include "Encode.h"
#include "TestHelpers.h"
#include "ZipFile.h"

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

TEST(KerasModelTest, AnArchive) {
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
