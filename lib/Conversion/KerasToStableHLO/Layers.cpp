//===- Layers.cpp - Which classes of layers are legalised -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/LayerCall.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::keras;

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
