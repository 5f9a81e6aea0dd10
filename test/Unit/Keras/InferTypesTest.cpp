//===- InferTypesTest.cpp - Tests of shapes and weights of layers ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/InferTypes.h"
#include "Dialect/Graph/IR/KerasNodes.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Frontend/Keras/Import/ImportModel.h"
#include "TestHelpers.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

using namespace trainlint;
using namespace trainlint::keras;
using llvm::StringRef;

static std::string describe(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor)
    return "?";
  std::string text;
  for (int64_t size : tensor.getShape())
    text += (text.empty() ? "" : "x") + (mlir::ShapedType::isDynamic(size)
                                             ? std::string("_")
                                             : std::to_string(size));
  return text;
}

namespace {
/// A model with the types that follow from it.
class InferredModel {
public:
  explicit InferredModel(std::string given) : text(std::move(given)) {
    context.loadDialect<graph::GraphDialect, stablehlo::StableHLODialect>();
    std::unique_ptr<SourceBuffer> buffer = SourceBuffer::copy("m.json", text);
    std::unique_ptr<ModelFile> file = readModelFile(text);
    EXPECT_FALSE(file->problem) << text;
    LayerNodeReader source(*buffer, *file, &context);
    mlir::OpBuilder builder(&context);
    module = mlir::ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
    EXPECT_TRUE(
        succeeded(importModel(*file, source, /*materialize=*/false, builder)));
    mlir::ScopedDiagnosticHandler keep(&context, [this](mlir::Diagnostic &) {
      return ++problems, mlir::success();
    });
    inferTypes(model(), source);
  }

  graph::ModelOp model() { return *module->getOps<graph::ModelOp>().begin(); }
  graph::FunctionOp main() { return *model().getFunctions().begin(); }
  /// The shapes of values.
  static std::string shapes(mlir::ValueRange values) {
    std::string text;
    for (mlir::Value value : values)
      text += (text.empty() ? "" : " ") + describe(value.getType());
    return text;
  }
  /// The weights of all layers, those that are not trained behind a plus.
  std::string weights() {
    int64_t trained = 0, fixed = 0;
    for (graph::NodeOp node : main().getNodes()) {
      auto call = node->getAttrOfType<mlir::IntegerAttr>(graph::CallAttribute);
      if (call && call.getInt() != 0)
        continue;
      auto counts =
          node->getAttrOfType<mlir::DenseI64ArrayAttr>(graph::WeightsAttribute);
      if (!counts)
        return "?";
      trained += counts[0];
      fixed += counts[1];
    }
    std::string text = std::to_string(trained);
    return fixed ? text + "+" + std::to_string(fixed) : text;
  }
  std::string outputs() {
    return shapes(main().getReturn().getValues()) + " " + weights();
  }

  /// How many errors were reported.
  unsigned problems = 0;

private:
  std::string text;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};
} // namespace

/// The shapes behind a layer that is called with a shape, and its weights; an
/// exclamation mark where Keras would refuse it.
static std::string inferred(StringRef input, StringRef layer) {
  InferredModel model(("{\"class_name\": \"Sequential\", \"config\": [{"
                       "\"class_name\": \"InputLayer\", \"config\": "
                       "{\"batch_shape\": [null, " +
                       input + "]}}, " + layer + "]}")
                          .str());
  graph::NodeOp last;
  for (graph::NodeOp node : model.main().getNodes())
    last = node;
  return (model.problems != 0 ? "! " : "") +
         InferredModel::shapes(last.getOutputs()) + " " + model.weights();
}

/// The same for a layer of a class with a configuration.
static std::string inferred(StringRef input, StringRef className,
                            StringRef config) {
  return inferred(input, ("{\"class_name\": \"" + className +
                          "\", \"config\": {" + config + "}}")
                             .str());
}

TEST(KerasInferTypesTest, DenseLayers) {
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

TEST(KerasInferTypesTest, Convolutions) {
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
      "! ? ?");
  EXPECT_EQ(
      inferred("28, 28", "Conv2D", "\"filters\": 1, \"kernel_size\": [3, 3]"),
      "! ? ?");
}

TEST(KerasInferTypesTest, WindowsWithoutWeights) {
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

TEST(KerasInferTypesTest, Forms) {
  EXPECT_EQ(inferred("4, 5, 6", "Flatten", ""), "_x120 0");
  EXPECT_EQ(inferred("null, 5", "Flatten", ""), "_x_ 0");
  EXPECT_EQ(inferred("120", "Reshape", "\"target_shape\": [4, -1, 6]"),
            "_x4x5x6 0");
  EXPECT_EQ(inferred("4, 5, 6", "Permute", "\"dims\": [3, 1, 2]"), "_x6x4x5 0");
  EXPECT_EQ(inferred("4, 5", "Permute", "\"dims\": [0, 9]"), "! ? ?");
  EXPECT_EQ(inferred("8", "RepeatVector", "\"n\": 3"), "_x3x8 0");
  EXPECT_EQ(
      inferred("50", "Embedding", "\"input_dim\": 1000, \"output_dim\": 64"),
      "_x50x64 64000");
}

TEST(KerasInferTypesTest, Normalization) {
  EXPECT_EQ(inferred("5, 64", "BatchNormalization", "\"axis\": [2]"),
            "_x5x64 128+128");
  EXPECT_EQ(
      inferred("5, 64", "BatchNormalization", "\"axis\": -1, \"scale\": false"),
      "_x5x64 64+128");
  EXPECT_EQ(inferred("5, 64", "LayerNormalization", "\"axis\": [1, 2]"),
            "_x5x64 640");
  EXPECT_EQ(inferred("5, 64", "BatchNormalization", "\"axis\": 7"), "! ? ?");
  EXPECT_EQ(inferred("5, 64", "BatchNormalization", "\"axis\": {\"1\": 2}"),
            "? ?");
  // Weights that only some have are not counted.
  EXPECT_EQ(inferred("5, 64", "BatchNormalization", "\"renorm\": true"),
            "_x5x64 ?");
  EXPECT_EQ(inferred("64", "Dense", "\"units\": 2, \"lora_rank\": 4"), "_x2 ?");
}

TEST(KerasInferTypesTest, PlacesAndCategories) {
  EXPECT_EQ(inferred("6, 5, 3", "LocallyConnected2D",
                     "\"filters\": 4, \"kernel_size\": [3, 2]"),
            "_x4x4x4 1216");
  EXPECT_EQ(inferred("null, 3", "LocallyConnected1D",
                     "\"filters\": 4, \"kernel_size\": [3]"),
            "? ?");
  EXPECT_EQ(inferred("null, 5, 3", "AdaptiveAveragePooling2D",
                     "\"output_size\": [2, 4]"),
            "_x2x4x3 0");
  EXPECT_EQ(inferred("7", "CategoryEncoding", "\"num_tokens\": 5"), "_x5 0");
  EXPECT_EQ(inferred("7", "Discretization",
                     "\"bin_boundaries\": [0.0, 1.0], \"output_mode\": "
                     "\"one_hot\""),
            "_x7x3 0");
  EXPECT_EQ(inferred("5", "SpectralNormalization",
                     "\"layer\": {\"class_name\": \"Dense\", \"config\": "
                     "{\"units\": 2}}"),
            "_x2 12+2");
}

TEST(KerasInferTypesTest, Equations) {
  auto einsum = [](llvm::StringRef sizes, std::string equation,
                   std::string shape, std::string axes) {
    return inferred(sizes, "EinsumDense",
                    "\"equation\": \"" + equation + "\", \"output_shape\": " +
                        shape + ", \"bias_axes\": \"" + axes + "\"");
  };
  EXPECT_EQ(einsum("5, 8", "abc,cd->abd", "[null, 3]", "d"), "_x5x3 27");
  EXPECT_EQ(einsum("null, 8", "abc,cde->abde", "[null, 2, 3]", "de"),
            "_x_x2x3 54");
  EXPECT_EQ(einsum("null, 6, 8", "...x,xy->...y", "3", "y"), "_x_x6x3 27");
  EXPECT_EQ(einsum("null", "ab,bc->ac", "3", "c"), "_x3 ?");
  EXPECT_EQ(einsum("8", "ab,cd->ad", "3", "d"), "! ? ?");
}

TEST(KerasInferTypesTest, RecurrentLayers) {
  EXPECT_EQ(inferred("40, 41", "LSTM", "\"units\": 128"), "_x128 87040");
  EXPECT_EQ(inferred("40, 41", "LSTM",
                     "\"units\": 128, \"return_sequences\": true, "
                     "\"return_state\": true"),
            "_x40x128 87040");
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
  std::string lstm = "{\"class_name\": \"LSTMCell\", \"config\": "
                     "{\"units\": 16}}";
  std::string gru = "{\"class_name\": \"GRUCell\", \"config\": "
                    "{\"units\": 4, \"reset_after\": true}}";
  EXPECT_EQ(inferred("10, 8", "RNN", "\"cell\": " + lstm), "_x16 1600");
  EXPECT_EQ(inferred("10, 8", "RNN",
                     "\"return_sequences\": true, \"cell\": {\"class_name\": "
                     "\"StackedRNNCells\", \"config\": {\"cells\": [" +
                         lstm + ", " + gru + "]}}"),
            "_x10x4 1864");
  EXPECT_EQ(inferred("10, 28, 28, 1", "ConvLSTM2D",
                     "\"filters\": 4, \"kernel_size\": [3, 3]"),
            "_x26x26x4 736");
  EXPECT_EQ(inferred("null, 28, null, 1", "ConvLSTM2D",
                     "\"filters\": 4, \"kernel_size\": [3, 3], "
                     "\"return_sequences\": true"),
            "_x_x26x_x4 736");
  EXPECT_EQ(inferred("10, 28, 28, 1", "TimeDistributed",
                     "\"layer\": {\"class_name\": \"Conv2D\", \"config\": "
                     "{\"filters\": 4, \"kernel_size\": [3, 3]}}"),
            "_x10x26x26x4 40");
}

TEST(KerasInferTypesTest, UnknownLayersStayUnknown) {
  EXPECT_EQ(inferred("8", "MyLayer", "\"units\": 3"), "? ?");
  // One that says it is of another module.
  EXPECT_EQ(inferred("8", "{\"module\": \"mine\", \"class_name\": \"Dense\", "
                          "\"config\": {\"units\": 3}}"),
            "? ?");
  EXPECT_EQ(inferred("8", "{\"module\": \"keras.layers\", \"class_name\": "
                          "\"Dense\", \"config\": {\"units\": 3}}"),
            "_x3 27");
}

TEST(KerasInferTypesTest, SizesThatAreTooLarge) {
  constexpr StringRef Large = "4611686018427387904";
  EXPECT_EQ(inferred(Large, "Dense", "\"units\": 8"), "? ?");
  EXPECT_EQ(inferred("4611686018427387904, 8", "Flatten", ""), "? ?");
  EXPECT_EQ(inferred("8, 8, 8", "Conv2D",
                     "\"filters\": 1, \"kernel_size\": 9223372036854775807, "
                     "\"dilation_rate\": 9223372036854775807"),
            "? ?");
  EXPECT_EQ(
      inferred("8, 8, 8", "ZeroPadding2D", "\"padding\": 9223372036854775807"),
      "? ?");
}

/// A functional model of Keras 2 whose input `x` has the sizes 4 and 8.
static std::string functional(StringRef layers, StringRef outputs) {
  return ("{\"class_name\": \"Functional\", \"config\": {\"name\": \"m\", "
          "\"layers\": [{\"class_name\": \"InputLayer\", \"name\": \"x\", "
          "\"config\": {\"batch_input_shape\": [null, 4, 8]}, "
          "\"inbound_nodes\": []}, " +
          layers + "], \"input_layers\": [[\"x\", 0, 0]], " +
          "\"output_layers\": [" + outputs + "]}}")
      .str();
}

/// A layer in the form of Keras 2 with its calls.
static std::string layer(StringRef className, StringRef name, StringRef config,
                         StringRef calls) {
  return ("{\"class_name\": \"" + className + "\", \"name\": \"" + name +
          "\", \"config\": {" + config + "}, \"inbound_nodes\": [" + calls +
          "]}")
      .str();
}

TEST(KerasInferTypesTest, ASharedLayerIsCountedOnce) {
  InferredModel model(
      functional(layer("Dense", "d", "\"units\": 8",
                       "[[\"x\", 0, 0, {}]], [[\"d\", 0, 0, {}]]") +
                     ", " +
                     layer("Concatenate", "c", "\"axis\": -1",
                           "[[\"d\", 0, 0, {}], [\"d\", 1, 0, {}]]"),
                 "[\"c\", 0, 0]"));
  EXPECT_EQ(model.outputs(), "_x4x16 72");
}

TEST(KerasInferTypesTest, TheOrderOfLayersIsFree) {
  InferredModel model(functional(
      layer("Add", "a", "", "[[\"d\", 0, 0, {}], [\"x\", 0, 0, {}]]") + ", " +
          layer("Dense", "d", "\"units\": 8", "[[\"x\", 0, 0, {}]]"),
      "[\"a\", 0, 0]"));
  EXPECT_EQ(model.outputs(), "_x4x8 72");
}

TEST(KerasInferTypesTest, CyclesAndMissingLayersAreUnknown) {
  InferredModel cycle(functional(
      layer("Dense", "a", "\"units\": 8", "[[\"b\", 0, 0, {}]]") + ", " +
          layer("Dense", "b", "\"units\": 8", "[[\"a\", 0, 0, {}]]"),
      "[\"a\", 0, 0]"));
  EXPECT_EQ(cycle.outputs(), "? ?");
  InferredModel missing(functional(
      layer("Dense", "a", "\"units\": 8", "[[\"nobody\", 0, 0, {}]]"),
      "[\"a\", 7, 0], [\"a\", 0, 3]"));
  EXPECT_EQ(missing.outputs(), "? ? ?");
}

TEST(KerasInferTypesTest, SharedHeadsOfAttention) {
  EXPECT_EQ(inferred("5, 8", "GroupQueryAttention",
                     "\"head_dim\": 3, \"num_query_heads\": 4, "
                     "\"num_key_value_heads\": 2"),
            "_x5x8 320");
  EXPECT_EQ(inferred("5, 8", "MultiHeadAttention",
                     "\"num_heads\": 2, \"key_dim\": 3, \"output_shape\": "
                     "[4, 5], \"use_bias\": false"),
            "_x5x4x5 264");
}

TEST(KerasInferTypesTest, HeadsOfAttention) {
  // Keras names the value among the arguments with a name.
  InferredModel model(functional(
      layer("MultiHeadAttention", "h",
            "\"num_heads\": 2, \"key_dim\": 16, \"value_dim\": null, "
            "\"use_bias\": true, \"output_shape\": null",
            "[[\"x\", 0, 0, {\"value\": [\"x\", 0, 0]}]]"),
      "[\"h\", 0, 0]"));
  // Three projections of 8 x 32 + 32 and one of 32 x 8 + 8.
  EXPECT_EQ(model.outputs(), "_x4x8 1128");
}

TEST(KerasInferTypesTest, ModelsInModels) {
  InferredModel model(functional(
      "{\"class_name\": \"Sequential\", \"name\": \"s\", \"config\": "
      "{\"name\": \"s\", \"layers\": [" +
          layer("Dense", "d", "\"units\": 3", "") + ", " +
          layer("Flatten", "f", "", "") +
          "]}, \"inbound_nodes\": [[[\"x\", 0, 0, {}]]]}",
      // The first call is the one that made the model.
      "[\"s\", 1, 0]"));
  EXPECT_EQ(model.outputs(), "_x12 27");
  auto functions = llvm::to_vector(model.model().getFunctions());
  ASSERT_EQ(functions.size(), 2u);
  EXPECT_EQ(InferredModel::shapes(functions[1].getReturn().getValues()),
            "_x12");
}
