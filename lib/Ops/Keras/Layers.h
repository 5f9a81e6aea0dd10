//===- Layers.h - Which classes of layers there are -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_LAYERS_H
#define TRAINLINT_OPS_KERAS_LAYERS_H

#include "Ops/Keras/LayerCall.h"

namespace trainlint::keras {

/// What all calls of a class have in common.
enum class LayerTraits : uint8_t {
  None = 0,
  /// It moves integers as it moves floats, or converts them.
  TakesIntegers = 1,
  /// Its first result has the mask of its first input: what Keras calls
  /// `supports_masking`.
  PassesMask = 2,
  /// A step of its result counts if it does in each input that has a mask.
  JoinsMasks = 4,
};

constexpr LayerTraits operator|(LayerTraits a, LayerTraits b) {
  return LayerTraits(uint8_t(a) | uint8_t(b));
}
constexpr bool has(LayerTraits all, LayerTraits one) {
  return (uint8_t(all) & uint8_t(one)) != 0;
}

/// What a call of a class gives.
using LayerFunction = llvm::FailureOr<Values> (*)(LayerCall &);

struct LayerDefinition {
  LayerFunction function = nullptr;
  LayerTraits traits = LayerTraits::None;
};

/// The classes by their names; names of Keras 1 stand beside those that they
/// became.
class LayerTable {
public:
  void add(LayerFunction function, std::initializer_list<llvm::StringRef> names,
           LayerTraits traits = LayerTraits::None) {
    for (llvm::StringRef name : names)
      definitions[name] = {function, traits};
  }
  /// Null for a class that is not defined.
  const LayerDefinition *find(llvm::StringRef name) const {
    auto found = definitions.find(name);
    return found == definitions.end() ? nullptr : &found->second;
  }

private:
  llvm::StringMap<LayerDefinition> definitions;
};

/// All of them. Made when it is asked for first.
const LayerTable &layerTable();

/// What a call of any class gives. Checks what all classes have in common.
llvm::FailureOr<Values> callLayer(LayerCall &call);

/// True for layers that go along a sequence: LSTM, GRU and their like.
bool isRecurrent(llvm::StringRef className);

// The families, each in a file of its name.
void addActivationLayers(LayerTable &table);
void addArrangementLayers(LayerTable &table);
void addAttentionLayers(LayerTable &table);
void addBlurredImages(LayerTable &table);
void addCategoryLayers(LayerTable &table);
void addChosenAugmentations(LayerTable &table);
void addConvolutionLayers(LayerTable &table);
void addCoreLayers(LayerTable &table);
void addEinsumLayers(LayerTable &table);
void addEqualizedImages(LayerTable &table);
void addKernelizedLayers(LayerTable &table);
void addLocalLayers(LayerTable &table);
void addMaskLayers(LayerTable &table);
void addMergeLayers(LayerTable &table);
void addMixedImages(LayerTable &table);
void addMovedImages(LayerTable &table);
void addNormalizationLayers(LayerTable &table);
void addPoolingLayers(LayerTable &table);
void addPreprocessingLayers(LayerTable &table);
void addRandomColors(LayerTable &table);
void addRandomImages(LayerTable &table);
void addRecurrentLayers(LayerTable &table);
void addResizingLayers(LayerTable &table);
void addScoreAttention(LayerTable &table);
void addSpectrogramLayers(LayerTable &table);
void addWarpedImages(LayerTable &table);
void addWrapperLayers(LayerTable &table);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_LAYERS_H
