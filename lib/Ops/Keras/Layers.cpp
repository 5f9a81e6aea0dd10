//===- Layers.cpp - Which classes of layers are lowered -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/Layers.h"
#include "Ops/Keras/Masks.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::keras;
using mlir::Value;

const LayerTable &keras::layerTable() {
  static const LayerTable table = [] {
    LayerTable result;
    addActivationLayers(result);
    addArrangementLayers(result);
    addAttentionLayers(result);
    addBlurredImages(result);
    addCategoryLayers(result);
    addChosenAugmentations(result);
    addConvolutionLayers(result);
    addCoreLayers(result);
    addEinsumLayers(result);
    addEqualizedImages(result);
    addKernelizedLayers(result);
    addLocalLayers(result);
    addMaskLayers(result);
    addMergeLayers(result);
    addMixedImages(result);
    addMovedImages(result);
    addNormalizationLayers(result);
    addPoolingLayers(result);
    addPreprocessingLayers(result);
    addRandomColors(result);
    addRandomImages(result);
    addRecurrentLayers(result);
    addResizingLayers(result);
    addScoreAttention(result);
    addSpectrogramLayers(result);
    addWarpedImages(result);
    addWrapperLayers(result);
    return result;
  }();
  return table;
}

/// Arguments that mean what they mean without a name, and those that the class
/// looks for itself.
static bool isKnownArgument(StringRef className, StringRef name) {
  if (name.empty() || name == "inputs" || name == "training")
    return true;
  if (className == "MultiHeadAttention" || className == "GroupQueryAttention" ||
      className == "GroupedQueryAttention")
    return llvm::is_contained({"query", "key", "value", "attention_mask",
                               "use_causal_mask", "return_attention_scores"},
                              name);
  if (className == "MaxNumBoundingBoxes")
    return llvm::is_contained({"images", "boxes", "labels"}, name);
  if (className == "ReversibleEmbedding")
    return name == "reverse";
  return isRecurrent(className) &&
         (name == "sequences" || name == "initial_state");
}

/// True for an argument that is as good as not given: `null`, or a list of it,
/// as Keras 3 writes masks that are not there.
static bool isNothing(mlir::Attribute value) {
  if (llvm::isa<mlir::UnitAttr>(value))
    return true;
  std::optional<llvm::ArrayRef<mlir::Attribute>> list = listOf(value);
  return list && !list->empty() && llvm::all_of(*list, isNothing);
}

static llvm::LogicalResult checkArguments(LayerCall &call) {
  for (StringRef name : call.inputNames) {
    if (!isKnownArgument(call.className, name))
      return call.failUnsupported("argument `" + name + "` is not supported");
  }
  for (mlir::NamedAttribute argument : call.arguments.all()) {
    StringRef name = argument.getName();
    if (!isKnownArgument(call.className, name) &&
        !isNothing(argument.getValue()))
      return call.failUnsupported("argument `" + name + "` is not supported");
  }
  return llvm::success();
}

llvm::FailureOr<Values> keras::callLayer(LayerCall &call) {
  const LayerDefinition *definition = layerTable().find(call.className);
  if (!definition)
    return call.failClass();
  for (StringRef key : {"border_mode", "dim_ordering", "inner_activation",
                        "nb_filter", "p", "subsample"}) {
    if (call.settings.get(key))
      return call.failUnsupported(
          "`" + key + "` is a setting of Keras 1, which is not supported");
  }
  for (unsigned i = 0; i < call.inputs.size(); ++i) {
    if (call.shape(i).empty())
      return call.failUnsupported("input " + llvm::Twine(i) +
                                  " has no batch dimension");
    mlir::Type element = stablehlo::ProgramBuilder::elementOf(call.inputs[i]);
    if (!llvm::isa<mlir::FloatType>(element) &&
        !has(definition->traits, LayerTraits::TakesIntegers))
      return call.failUnsupported(mismatch::notFloat(element));
  }
  if (failed(checkArguments(call)))
    return llvm::failure();
  FailureOr<Values> results = definition->function(call);
  if (failed(results))
    return llvm::failure();
  for (Value result : *results) {
    if (result &&
        failed(call.regularizeActivity(result, "activity_regularizer")))
      return llvm::failure();
  }
  passMask(call, definition->traits, *results);
  return results;
}
