//===- ModelFacts.h - Shapes and weights of a Keras model -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_KERAS_MODELFACTS_H
#define TRAINLINT_FRONTEND_KERAS_MODELFACTS_H

#include "Frontend/Keras/Model.h"
#include "Tables/Tables.h"

namespace trainlint::keras {

/// The size of a dimension that is not known.
inline constexpr int64_t UnknownSize = -1;

/// The sizes of a tensor, that of the batch first; none if not even their
/// number is known.
using Shape = std::optional<llvm::SmallVector<int64_t, 4>>;

/// The numbers of a layer's weights.
struct WeightCount {
  /// Those that training changes, unless the layer is frozen.
  int64_t trainable = 0;
  /// Those that it never changes, such as moving averages.
  int64_t fixed = 0;

  int64_t total() const { return trainable + fixed; }
};

/// A window that has no place in what it slides over.
struct OversizedWindow {
  /// The elements that it spans in one dimension, and the size of that.
  int64_t reach, size;
};

/// What a layer makes of its inputs. What is not known stays unknown.
struct LayerFacts {
  /// For each call the shapes of what it returns; empty if that is not known.
  /// In a `Sequential` every layer has one call.
  std::vector<llvm::SmallVector<Shape, 1>> outputs;
  std::optional<WeightCount> weights;
  /// Of the first call that has one.
  std::optional<OversizedWindow> window;
};

struct ModelFacts {
  /// As many as the model has layers.
  std::vector<LayerFacts> layers;
  /// The facts of layers that are models, by the layer's number; null for
  /// others.
  std::vector<std::unique_ptr<ModelFacts>> models;
  llvm::SmallVector<Shape, 1> outputs;
  /// Of all layers, shared ones counted once. None if a layer's are unknown.
  std::optional<WeightCount> weights;
};

/// The class of a layer; null for one that Keras does not have.
const KerasLayers::Row *findLayerClass(const Layer &layer,
                                       const Tables &tables);

/// The shape that a layer says its inputs have, as the first of a model does.
Shape declaredShape(const Layer &layer);

/// The shapes of what one call of a layer returns; empty if that is not known.
llvm::SmallVector<Shape, 1> inferOutputs(const Layer &layer,
                                         llvm::ArrayRef<Shape> inputs,
                                         const Tables &tables);

/// The window of a convolution or a pooling that is larger than its input, and
/// is not padded; none if it fits or if that is not known.
std::optional<OversizedWindow> findOversizedWindow(const Layer &layer,
                                                   llvm::ArrayRef<Shape> inputs,
                                                   const Tables &tables);

/// The weights of a layer that is called with such inputs. `arguments` are
/// their names, where they have some.
std::optional<WeightCount>
countWeights(const Layer &layer, llvm::ArrayRef<Shape> inputs,
             llvm::ArrayRef<llvm::StringRef> arguments, const Tables &tables);

/// Infers what is known of a model. `inputs` are the shapes that it is called
/// with, empty for a model of its own, whose inputs say theirs.
ModelFacts inferModel(const Model &model, llvm::ArrayRef<Shape> inputs,
                      const Tables &tables);

} // namespace trainlint::keras

#endif // TRAINLINT_FRONTEND_KERAS_MODELFACTS_H
