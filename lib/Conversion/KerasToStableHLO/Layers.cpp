//===- Layers.cpp - Which classes of layers are lowered -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/KerasLowering.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::keras;

/// Names of Keras 1 stand beside those that they became.
LoweringFunction keras::findLowering(llvm::StringRef className) {
  static const llvm::StringMap<LoweringFunction> classes = {
      {"Activation", lowerActivation},
      {"Add", lowerMerge},
      {"Average", lowerMerge},
      {"AveragePooling1D", lowerPooling},
      {"AveragePooling2D", lowerPooling},
      {"AveragePooling3D", lowerPooling},
      {"BatchNormalization", lowerBatchNormalization},
      {"Bidirectional", lowerBidirectional},
      {"Concatenate", lowerConcatenate},
      {"Conv1D", lowerConvolution},
      {"Conv1DTranspose", lowerTransposedConvolution},
      {"Conv2D", lowerConvolution},
      {"Conv2DTranspose", lowerTransposedConvolution},
      {"Conv3D", lowerConvolution},
      {"Conv3DTranspose", lowerTransposedConvolution},
      {"Convolution1D", lowerConvolution},
      {"Convolution2D", lowerConvolution},
      {"Cropping1D", lowerPadding},
      {"Cropping2D", lowerPadding},
      {"Cropping3D", lowerPadding},
      {"Dense", lowerDense},
      {"DepthwiseConv1D", lowerDepthwiseConvolution},
      {"DepthwiseConv2D", lowerDepthwiseConvolution},
      {"Dot", lowerDot},
      {"Dropout", lowerDropout},
      {"ELU", lowerActivation},
      {"Embedding", lowerEmbedding},
      {"Flatten", lowerFlatten},
      {"GRU", lowerRecurrent},
      {"GaussianDropout", lowerNoise},
      {"GaussianNoise", lowerNoise},
      {"GlobalAveragePooling1D", lowerGlobalPooling},
      {"GlobalAveragePooling2D", lowerGlobalPooling},
      {"GlobalAveragePooling3D", lowerGlobalPooling},
      {"GlobalMaxPooling1D", lowerGlobalPooling},
      {"GlobalMaxPooling2D", lowerGlobalPooling},
      {"GlobalMaxPooling3D", lowerGlobalPooling},
      {"GroupNormalization", lowerGroupNormalization},
      {"Identity", passOn},
      {"LSTM", lowerRecurrent},
      {"LayerNormalization", lowerLayerNormalization},
      {"LeakyReLU", lowerActivation},
      {"MaxPool1D", lowerPooling},
      {"MaxPool2D", lowerPooling},
      {"MaxPooling1D", lowerPooling},
      {"MaxPooling2D", lowerPooling},
      {"MaxPooling3D", lowerPooling},
      {"Maximum", lowerMerge},
      {"Minimum", lowerMerge},
      {"MultiHeadAttention", lowerAttention},
      {"Multiply", lowerMerge},
      {"PReLU", lowerActivation},
      {"Permute", lowerPermute},
      {"ReLU", lowerActivation},
      {"RepeatVector", lowerRepeatVector},
      {"Rescaling", lowerRescaling},
      {"Reshape", lowerReshape},
      {"SeparableConv1D", lowerSeparableConvolution},
      {"SeparableConv2D", lowerSeparableConvolution},
      {"SimpleRNN", lowerRecurrent},
      {"Softmax", lowerActivation},
      {"SpatialDropout1D", lowerDropout},
      {"SpatialDropout2D", lowerDropout},
      {"SpatialDropout3D", lowerDropout},
      {"Subtract", lowerMerge},
      {"ThresholdedReLU", lowerActivation},
      {"TimeDistributed", lowerTimeDistributed},
      {"UpSampling1D", lowerUpSampling},
      {"UpSampling2D", lowerUpSampling},
      {"UpSampling3D", lowerUpSampling},
      {"ZeroPadding1D", lowerPadding},
      {"ZeroPadding2D", lowerPadding},
      {"ZeroPadding3D", lowerPadding},
  };
  return classes.lookup(className);
}

/// Layers that move integers as they move floats, or convert them.
static bool takesIntegers(StringRef className) {
  static const llvm::StringSet<> classes = {
      "Add",          "Concatenate",     "Cropping1D",    "Cropping2D",
      "Cropping3D",   "Dense",           "Embedding",     "Flatten",
      "Identity",     "Maximum",         "Minimum",       "Multiply",
      "Permute",      "RepeatVector",    "Rescaling",     "Reshape",
      "Subtract",     "TimeDistributed", "UpSampling1D",  "UpSampling2D",
      "UpSampling3D", "ZeroPadding1D",   "ZeroPadding2D", "ZeroPadding3D"};
  return classes.contains(className);
}

/// Arguments that mean what they mean without a name, and those that the class
/// looks for itself.
static bool isKnownArgument(StringRef className, StringRef name) {
  if (name.empty() || name == "inputs" || name == "training")
    return true;
  if (className == "MultiHeadAttention")
    return llvm::is_contained(
        {"query", "key", "value", "use_causal_mask", "return_attention_scores"},
        name);
  return findLowering(className) == &lowerRecurrent &&
         (name == "sequences" || name == "initial_state");
}

static llvm::LogicalResult checkArguments(KerasLowering &call) {
  for (StringRef name : call.inputNames) {
    if (!isKnownArgument(call.className, name))
      return call.fail("argument `" + name + "` is not supported");
  }
  for (mlir::NamedAttribute argument : call.arguments.all()) {
    StringRef name = argument.getName();
    if (!isKnownArgument(call.className, name))
      return call.fail("argument `" + name + "` is not supported");
  }
  return llvm::success();
}

llvm::FailureOr<Values> keras::lowerLayer(KerasLowering &call) {
  LoweringFunction lower = findLowering(call.className);
  if (!lower)
    return diag::OpWithoutLowering::op(call.builder.location(), call.path,
                                       call.className);
  for (StringRef key : {"border_mode", "dim_ordering", "inner_activation",
                        "nb_filter", "p", "subsample"}) {
    if (call.settings.get(key))
      return call.fail("`" + key +
                       "` is a setting of Keras 1, which is not supported");
  }
  for (unsigned i = 0; i < call.inputs.size(); ++i) {
    if (call.shape(i).empty())
      return call.fail("input " + llvm::Twine(i) + " has no batch dimension");
    mlir::Type element = stablehlo::ProgramBuilder::elementOf(call.inputs[i]);
    if (!llvm::isa<mlir::FloatType>(element) && !takesIntegers(call.className))
      return call.fail(mismatch::notFloat(element));
  }
  if (failed(checkArguments(call)))
    return llvm::failure();
  return lower(call);
}
