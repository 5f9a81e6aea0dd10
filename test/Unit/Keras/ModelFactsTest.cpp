//===- ModelFactsTest.cpp - Tests of shapes and weights of layers ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/ModelFacts.h"
#include "Frontend/Keras/ModelFile.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::keras;
using llvm::StringRef;

static std::string describe(const Shape &shape) {
  if (!shape)
    return "?";
  std::string text;
  for (int64_t size : *shape)
    text += (text.empty() ? "" : "x") +
            (size < 0 ? std::string("_") : std::to_string(size));
  return text;
}

static std::string describe(const std::optional<WeightCount> &weights) {
  if (!weights)
    return "?";
  std::string text = std::to_string(weights->trainable);
  return weights->fixed ? text + "+" + std::to_string(weights->fixed) : text;
}

/// The shape behind a layer that is called with a shape, and its weights.
static std::string inferred(StringRef input, StringRef layer) {
  std::string text = ("{\"class_name\": \"Sequential\", \"config\": [{"
                      "\"class_name\": \"InputLayer\", \"config\": "
                      "{\"batch_shape\": [null, " +
                      input + "]}}, " + layer + "]}")
                         .str();
  std::unique_ptr<ModelFile> file = readModelFile(text);
  EXPECT_FALSE(file->problem) << text;
  ModelFacts facts = inferModel(file->model, {}, Tables::builtIn());
  std::string shapes;
  for (const Shape &shape : facts.layers.back().outputs.front())
    shapes += (shapes.empty() ? "" : " ") + describe(shape);
  return (shapes.empty() ? "?" : shapes) + " " + describe(facts.weights);
}

/// The same for a layer of a class with a configuration.
static std::string inferred(StringRef input, StringRef className,
                            StringRef config) {
  return inferred(input, ("{\"class_name\": \"" + className +
                          "\", \"config\": {" + config + "}}")
                             .str());
}

TEST(ModelFactsTest, DenseLayers) {
  EXPECT_EQ(inferred("784", "Dense", "\"units\": 10"), "_x10 7850");
  EXPECT_EQ(inferred("784", "Dense", "\"units\": 10, \"use_bias\": false"),
            "_x10 7840");
  EXPECT_EQ(inferred("7, 784", "Dense", "\"units\": 10"), "_x7x10 7850");
  EXPECT_EQ(inferred("null", "Dense", "\"units\": 10"), "_x10 ?");
  EXPECT_EQ(inferred("784", "Dense", "\"units\": \"ten\""), "? ?");
  // A frozen layer trains nothing.
  EXPECT_EQ(inferred("784", "Dense", "\"units\": 10, \"trainable\": false"),
            "_x10 0+7850");
}

TEST(ModelFactsTest, Convolutions) {
  EXPECT_EQ(inferred("28, 28, 1", "Conv2D",
                     "\"filters\": 32, \"kernel_size\": [3, 3]"),
            "_x26x26x32 320");
  EXPECT_EQ(inferred("28, 28, 1", "Conv2D",
                     "\"filters\": 32, \"kernel_size\": 5, "
                     "\"strides\": [2, 2], \"padding\": \"same\""),
            "_x14x14x32 832");
  EXPECT_EQ(inferred("1, 28, 28", "Conv2D",
                     "\"filters\": 32, \"kernel_size\": 3, "
                     "\"data_format\": \"channels_first\""),
            "_x32x26x26 320");
  EXPECT_EQ(inferred("28, 28, 1", "Conv2D",
                     "\"filters\": 8, \"kernel_size\": {\"class_name\": "
                     "\"__tuple__\", \"items\": [3, 3]}, "
                     "\"dilation_rate\": [2, 2]"),
            "_x24x24x8 80");
  EXPECT_EQ(inferred("28, 28, 8", "Conv2D",
                     "\"filters\": 8, \"kernel_size\": 3, \"groups\": 4"),
            "_x26x26x8 152");
  EXPECT_EQ(inferred("100, 16", "Conv1D",
                     "\"filters\": 8, \"kernel_size\": [3], "
                     "\"padding\": \"causal\""),
            "_x100x8 392");
  EXPECT_EQ(inferred("14, 14, 16", "Conv2DTranspose",
                     "\"filters\": 8, \"kernel_size\": [3, 3], "
                     "\"strides\": [2, 2], \"padding\": \"same\""),
            "_x28x28x8 1160");
  EXPECT_EQ(inferred("14, 14, 16", "Conv2DTranspose",
                     "\"filters\": 8, \"kernel_size\": [3, 3], "
                     "\"strides\": [2, 2]"),
            "_x29x29x8 1160");
  // The kernel reaches over five elements.
  EXPECT_EQ(inferred("8, 8, 16", "Conv2DTranspose",
                     "\"filters\": 4, \"kernel_size\": [3, 3], "
                     "\"dilation_rate\": [2, 2]"),
            "_x12x12x4 580");
  EXPECT_EQ(inferred("8, 8, 16", "Conv2DTranspose",
                     "\"filters\": 4, \"kernel_size\": [3, 3], "
                     "\"dilation_rate\": [2, 2], \"padding\": \"same\""),
            "_x8x8x4 580");
  EXPECT_EQ(inferred("10, 16", "Conv1DTranspose",
                     "\"filters\": 4, \"kernel_size\": [3], "
                     "\"dilation_rate\": [3], \"padding\": \"same\", "
                     "\"output_padding\": 0"),
            "_x10x4 196");
  EXPECT_EQ(inferred("4, 4, 4, 16", "Conv3DTranspose",
                     "\"filters\": 4, \"kernel_size\": [2, 2, 2], "
                     "\"dilation_rate\": [1, 2, 3], "
                     "\"output_padding\": [0, 1, 0]"),
            "_x5x7x7x4 516");
  EXPECT_EQ(inferred("112, 112, 32", "DepthwiseConv2D",
                     "\"kernel_size\": [3, 3], \"use_bias\": false, "
                     "\"padding\": \"same\""),
            "_x112x112x32 288");
  EXPECT_EQ(inferred("10, 10, 16", "SeparableConv2D",
                     "\"filters\": 32, \"kernel_size\": [3, 3]"),
            "_x8x8x32 688");
  // A window that is larger than its image.
  EXPECT_EQ(
      inferred("2, 2, 1", "Conv2D", "\"filters\": 1, \"kernel_size\": [3, 3]"),
      "_x_x_x1 10");
  EXPECT_EQ(
      inferred("28, 28", "Conv2D", "\"filters\": 1, \"kernel_size\": [3, 3]"),
      "? 253");
}

TEST(ModelFactsTest, WindowsWithoutWeights) {
  EXPECT_EQ(inferred("13, 13, 8", "MaxPooling2D", "\"pool_size\": [2, 2]"),
            "_x6x6x8 0");
  EXPECT_EQ(inferred("13, 13, 8", "AveragePooling2D",
                     "\"pool_size\": [3, 3], \"strides\": [2, 2], "
                     "\"padding\": \"same\""),
            "_x7x7x8 0");
  EXPECT_EQ(inferred("7, 7, 512", "GlobalAveragePooling2D", ""), "_x512 0");
  EXPECT_EQ(
      inferred("7, 7, 512", "GlobalAveragePooling2D", "\"keepdims\": true"),
      "_x1x1x512 0");
  EXPECT_EQ(
      inferred("5, 5, 3", "ZeroPadding2D", "\"padding\": [[0, 1], [2, 3]]"),
      "_x6x10x3 0");
  EXPECT_EQ(inferred("5, 5, 3", "ZeroPadding2D", "\"padding\": [1, 1]"),
            "_x7x7x3 0");
  EXPECT_EQ(inferred("5, 3", "ZeroPadding1D", "\"padding\": [1, 2]"),
            "_x8x3 0");
  EXPECT_EQ(inferred("5, 5, 3", "Cropping2D", "\"cropping\": 1"), "_x3x3x3 0");
  EXPECT_EQ(inferred("5, 5, 3", "UpSampling2D", "\"size\": [2, 3]"),
            "_x10x15x3 0");
  EXPECT_EQ(inferred("5, 5, 3", "Resizing", "\"height\": 7, \"width\": 9"),
            "_x7x9x3 0");
}

TEST(ModelFactsTest, Forms) {
  EXPECT_EQ(inferred("4, 5, 6", "Flatten", ""), "_x120 0");
  EXPECT_EQ(inferred("null, 5", "Flatten", ""), "_x_ 0");
  EXPECT_EQ(inferred("120", "Reshape", "\"target_shape\": [4, -1, 6]"),
            "_x4x5x6 0");
  EXPECT_EQ(inferred("4, 5, 6", "Permute", "\"dims\": [3, 1, 2]"), "_x6x4x5 0");
  EXPECT_EQ(inferred("4, 5", "Permute", "\"dims\": [0, 9]"), "? 0");
  EXPECT_EQ(inferred("8", "RepeatVector", "\"n\": 3"), "_x3x8 0");
  EXPECT_EQ(
      inferred("50", "Embedding", "\"input_dim\": 1000, \"output_dim\": 64"),
      "_x50x64 64000");
}

TEST(ModelFactsTest, Normalization) {
  EXPECT_EQ(inferred("5, 64", "BatchNormalization", "\"axis\": [2]"),
            "_x5x64 128+128");
  EXPECT_EQ(
      inferred("5, 64", "BatchNormalization", "\"axis\": -1, \"scale\": false"),
      "_x5x64 64+128");
  EXPECT_EQ(inferred("5, 64", "LayerNormalization", "\"axis\": [1, 2]"),
            "_x5x64 640");
  EXPECT_EQ(inferred("5, 64", "BatchNormalization", "\"axis\": 7"), "_x5x64 ?");
  EXPECT_EQ(inferred("5, 64", "BatchNormalization", "\"axis\": {\"1\": 2}"),
            "_x5x64 ?");
  // Weights that only some have are not counted.
  EXPECT_EQ(inferred("5, 64", "BatchNormalization", "\"renorm\": true"),
            "_x5x64 ?");
  EXPECT_EQ(inferred("64", "Dense", "\"units\": 2, \"lora_rank\": 4"), "_x2 ?");
}

TEST(ModelFactsTest, RecurrentLayers) {
  EXPECT_EQ(inferred("40, 41", "LSTM", "\"units\": 128"), "_x128 87040");
  EXPECT_EQ(inferred("40, 41", "LSTM",
                     "\"units\": 128, \"return_sequences\": true, "
                     "\"return_state\": true"),
            "_x40x128 _x128 _x128 87040");
  EXPECT_EQ(inferred("10, 8", "GRU", "\"units\": 16, \"reset_after\": true"),
            "_x16 1248");
  EXPECT_EQ(inferred("10, 8", "GRU", "\"units\": 16, \"reset_after\": false"),
            "_x16 1200");
  EXPECT_EQ(inferred("10, 8", "SimpleRNN", "\"units\": 16"), "_x16 400");
  EXPECT_EQ(inferred("10, 8", "Bidirectional",
                     "\"merge_mode\": \"concat\", \"layer\": {\"class_name\": "
                     "\"LSTM\", \"config\": {\"units\": 16, "
                     "\"return_sequences\": true}}"),
            "_x10x32 3200");
  EXPECT_EQ(inferred("10, 28, 28, 1", "TimeDistributed",
                     "\"layer\": {\"class_name\": \"Conv2D\", \"config\": "
                     "{\"filters\": 4, \"kernel_size\": [3, 3]}}"),
            "_x10x26x26x4 40");
}

TEST(ModelFactsTest, UnknownLayersStayUnknown) {
  EXPECT_EQ(inferred("8", "MyLayer", "\"units\": 3"), "? ?");
  // One that says it is of another module.
  EXPECT_EQ(inferred("8", "{\"module\": \"mine\", \"class_name\": \"Dense\", "
                          "\"config\": {\"units\": 3}}"),
            "? ?");
  EXPECT_EQ(inferred("8", "{\"module\": \"keras.layers\", \"class_name\": "
                          "\"Dense\", \"config\": {\"units\": 3}}"),
            "_x3 27");
}

TEST(ModelFactsTest, SizesThatAreTooLarge) {
  constexpr StringRef Large = "4611686018427387904";
  EXPECT_EQ(inferred(Large, "Dense", "\"units\": 8"), "_x8 ?");
  EXPECT_EQ(inferred("4611686018427387904, 8", "Flatten", ""), "_x_ 0");
  EXPECT_EQ(inferred("8, 8, 8", "Conv2D",
                     "\"filters\": 1, \"kernel_size\": 9223372036854775807, "
                     "\"dilation_rate\": 9223372036854775807"),
            "_x_x_x1 ?");
  EXPECT_EQ(
      inferred("8, 8, 8", "ZeroPadding2D", "\"padding\": 9223372036854775807"),
      "? 0");
}

namespace {
/// A functional model of Keras 2 with what is known of it.
struct Functional {
  explicit Functional(StringRef layers, StringRef outputs)
      : text(("{\"class_name\": \"Functional\", \"config\": {\"name\": \"m\", "
              "\"layers\": [{\"class_name\": \"InputLayer\", \"name\": \"x\", "
              "\"config\": {\"batch_input_shape\": [null, 4, 8]}, "
              "\"inbound_nodes\": []}, " +
              layers + "], \"input_layers\": [[\"x\", 0, 0]], " +
              "\"output_layers\": [" + outputs + "]}}")
                 .str()),
        file(readModelFile(text)),
        facts(inferModel(file->model, {}, Tables::builtIn())) {}

  std::string outputs() const {
    std::string shapes;
    for (const Shape &shape : facts.outputs)
      shapes += (shapes.empty() ? "" : " ") + describe(shape);
    return shapes + " " + describe(facts.weights);
  }

  std::string text;
  std::unique_ptr<ModelFile> file;
  ModelFacts facts;
};
} // namespace

/// A layer in the form of Keras 2 with its calls.
static std::string layer(StringRef className, StringRef name, StringRef config,
                         StringRef calls) {
  return ("{\"class_name\": \"" + className + "\", \"name\": \"" + name +
          "\", \"config\": {" + config + "}, \"inbound_nodes\": [" + calls +
          "]}")
      .str();
}

TEST(ModelFactsTest, ASharedLayerIsCountedOnce) {
  Functional model(layer("Dense", "d", "\"units\": 8",
                         "[[\"x\", 0, 0, {}]], [[\"d\", 0, 0, {}]]") +
                       ", " +
                       layer("Concatenate", "c", "\"axis\": -1",
                             "[[\"d\", 0, 0, {}], [\"d\", 1, 0, {}]]"),
                   "[\"c\", 0, 0]");
  EXPECT_EQ(model.outputs(), "_x4x16 72");
}

TEST(ModelFactsTest, TheOrderOfLayersIsFree) {
  Functional model(
      layer("Add", "a", "", "[[\"d\", 0, 0, {}], [\"x\", 0, 0, {}]]") + ", " +
          layer("Dense", "d", "\"units\": 8", "[[\"x\", 0, 0, {}]]"),
      "[\"a\", 0, 0]");
  EXPECT_EQ(model.outputs(), "_x4x8 72");
}

TEST(ModelFactsTest, CyclesAndMissingLayersAreUnknown) {
  Functional cycle(
      layer("Dense", "a", "\"units\": 8", "[[\"b\", 0, 0, {}]]") + ", " +
          layer("Dense", "b", "\"units\": 8", "[[\"a\", 0, 0, {}]]"),
      "[\"a\", 0, 0]");
  EXPECT_EQ(cycle.outputs(), "? ?");
  Functional missing(
      layer("Dense", "a", "\"units\": 8", "[[\"nobody\", 0, 0, {}]]"),
      "[\"a\", 7, 0], [\"a\", 0, 3]");
  EXPECT_EQ(missing.outputs(), "? ? ?");
}

TEST(ModelFactsTest, HeadsOfAttention) {
  // Keras names the value among the arguments with a name.
  Functional model(
      layer("MultiHeadAttention", "h",
            "\"num_heads\": 2, \"key_dim\": 16, \"value_dim\": null, "
            "\"use_bias\": true, \"output_shape\": null",
            "[[\"x\", 0, 0, {\"value\": [\"x\", 0, 0]}]]"),
      "[\"h\", 0, 0]");
  // Three projections of 8 x 32 + 32 and one of 32 x 8 + 8.
  EXPECT_EQ(model.outputs(), "_x4x8 1128");
}

TEST(ModelFactsTest, ModelsInModels) {
  Functional model(
      "{\"class_name\": \"Sequential\", \"name\": \"s\", \"config\": "
      "{\"name\": \"s\", \"layers\": [" +
          layer("Dense", "d", "\"units\": 3", "") + ", " +
          layer("Flatten", "f", "", "") +
          "]}, \"inbound_nodes\": [[[\"x\", 0, 0, {}]]]}",
      // The first call is the one that made the model.
      "[\"s\", 1, 0]");
  EXPECT_EQ(model.outputs(), "_x12 27");
  ASSERT_TRUE(model.facts.models[1]);
  EXPECT_EQ(describe(model.facts.models[1]->outputs.front()), "_x12");
}
