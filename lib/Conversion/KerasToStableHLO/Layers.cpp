//===- Layers.cpp - Which classes of layers are legalised -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/LayerCall.h"
#include "Diagnostics/Report.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::keras;
using llvm::StringRef;

/// Names of Keras 1 stand beside those that they became.
Legalise keras::findLegalisation(llvm::StringRef className) {
  static const llvm::StringMap<Legalise> classes = {
      {"Activation", legaliseActivation},
      {"Add", legaliseMerge},
      {"Average", legaliseMerge},
      {"AveragePooling1D", legalisePooling},
      {"AveragePooling2D", legalisePooling},
      {"AveragePooling3D", legalisePooling},
      {"BatchNormalization", legaliseBatchNormalization},
      {"Bidirectional", legaliseBidirectional},
      {"Concatenate", legaliseConcatenate},
      {"Conv1D", legaliseConvolution},
      {"Conv1DTranspose", legaliseTransposedConvolution},
      {"Conv2D", legaliseConvolution},
      {"Conv2DTranspose", legaliseTransposedConvolution},
      {"Conv3D", legaliseConvolution},
      {"Conv3DTranspose", legaliseTransposedConvolution},
      {"Convolution1D", legaliseConvolution},
      {"Convolution2D", legaliseConvolution},
      {"Cropping1D", legalisePadding},
      {"Cropping2D", legalisePadding},
      {"Cropping3D", legalisePadding},
      {"Dense", legaliseDense},
      {"DepthwiseConv1D", legaliseDepthwiseConvolution},
      {"DepthwiseConv2D", legaliseDepthwiseConvolution},
      {"Dot", legaliseDot},
      {"Dropout", legaliseDropout},
      {"ELU", legaliseActivation},
      {"Embedding", legaliseEmbedding},
      {"Flatten", legaliseFlatten},
      {"GRU", legaliseRecurrent},
      {"GaussianDropout", legaliseNoise},
      {"GaussianNoise", legaliseNoise},
      {"GlobalAveragePooling1D", legaliseGlobalPooling},
      {"GlobalAveragePooling2D", legaliseGlobalPooling},
      {"GlobalAveragePooling3D", legaliseGlobalPooling},
      {"GlobalMaxPooling1D", legaliseGlobalPooling},
      {"GlobalMaxPooling2D", legaliseGlobalPooling},
      {"GlobalMaxPooling3D", legaliseGlobalPooling},
      {"GroupNormalization", legaliseGroupNormalization},
      {"Identity", passOn},
      {"LSTM", legaliseRecurrent},
      {"LayerNormalization", legaliseLayerNormalization},
      {"LeakyReLU", legaliseActivation},
      {"MaxPool1D", legalisePooling},
      {"MaxPool2D", legalisePooling},
      {"MaxPooling1D", legalisePooling},
      {"MaxPooling2D", legalisePooling},
      {"MaxPooling3D", legalisePooling},
      {"Maximum", legaliseMerge},
      {"Minimum", legaliseMerge},
      {"MultiHeadAttention", legaliseAttention},
      {"Multiply", legaliseMerge},
      {"PReLU", legaliseActivation},
      {"Permute", legalisePermute},
      {"ReLU", legaliseActivation},
      {"RepeatVector", legaliseRepeatVector},
      {"Rescaling", legaliseRescaling},
      {"Reshape", legaliseReshape},
      {"SeparableConv1D", legaliseSeparableConvolution},
      {"SeparableConv2D", legaliseSeparableConvolution},
      {"SimpleRNN", legaliseRecurrent},
      {"Softmax", legaliseActivation},
      {"SpatialDropout1D", legaliseDropout},
      {"SpatialDropout2D", legaliseDropout},
      {"SpatialDropout3D", legaliseDropout},
      {"Subtract", legaliseMerge},
      {"ThresholdedReLU", legaliseActivation},
      {"TimeDistributed", legaliseTimeDistributed},
      {"UpSampling1D", legaliseUpSampling},
      {"UpSampling2D", legaliseUpSampling},
      {"UpSampling3D", legaliseUpSampling},
      {"ZeroPadding1D", legalisePadding},
      {"ZeroPadding2D", legalisePadding},
      {"ZeroPadding3D", legalisePadding},
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
  return findLegalisation(className) == &legaliseRecurrent &&
         (name == "sequences" || name == "initial_state");
}

static llvm::LogicalResult checkArguments(LayerCall &call) {
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

llvm::FailureOr<Values> keras::legaliseLayer(LayerCall &call) {
  Legalise legalise = findLegalisation(call.className);
  if (!legalise)
    return diag::OpWithoutLowering::op(call.b.location(), call.path,
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
  return legalise(call);
}
