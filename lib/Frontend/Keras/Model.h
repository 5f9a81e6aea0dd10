//===- Model.h - Keras models -----------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_KERAS_MODEL_H
#define TRAINLINT_FRONTEND_KERAS_MODEL_H

#include "Support/LocatedText.h"
#include "Text/Json/Json.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <vector>

namespace trainlint::keras {

using Name = LocatedText;

/// A string with its place; empty for other values and none.
Name nameOf(const json::Value *value);

/// A tensor that a layer made when it was called.
struct TensorRef {
  Name layer;
  /// Which of the calls of the layer, from 0.
  int64_t call = 0;
  /// Which of the tensors that the call returned.
  int64_t output = 0;
  /// The name of the argument; empty for those without a name.
  llvm::StringRef argument;
  SourceRange range;
};

/// One call of a layer, which is a node of the model.
struct Call {
  SourceRange range;
  /// In the order of the file, which is that of the arguments.
  llvm::SmallVector<TensorRef, 2> inputs;
  /// Those with names that are neither tensors nor null, such as `training`.
  llvm::SmallVector<const json::Member *, 1> constants;
};

struct Model;

/// A layer with its configuration.
struct Layer {
  Name className;
  Name name;
  SourceRange range;
  /// True for a class of the user that Keras does not have, as Keras 3 says by
  /// its module. Older files tell only by the name.
  bool isCustom = false;
  /// True for a layer in the form of Keras 3.
  bool isKeras3 = false;
  /// The type or the policy of types, `float32` or `mixed_bfloat16`.
  Name dtype;
  /// An object; null if there is none.
  const json::Value *config = nullptr;
  /// Of Keras 3: what the layer was built with; null if there is nothing.
  const json::Value *buildConfig = nullptr;
  /// In the order of the file. A layer with several is shared. Empty in a
  /// `Sequential`.
  std::vector<Call> calls;
  /// If the layer is a model itself.
  std::unique_ptr<Model> model;
  /// The layer that a wrapper such as `TimeDistributed` calls.
  std::unique_ptr<Layer> inner;

  /// A value of the configuration, or null.
  const json::Value *setting(llvm::StringRef key) const {
    return config ? config->find(key) : nullptr;
  }
};

enum class ModelKind : uint8_t {
  Sequential,
  /// A graph of layers.
  Functional,
  /// A class of the user, whose layers are not in the file.
  Other,
};

struct Model {
  ModelKind kind = ModelKind::Other;
  Name className;
  Name name;
  SourceRange range;
  std::vector<Layer> layers;
  /// Of a functional model.
  llvm::SmallVector<TensorRef, 2> inputs;
  llvm::SmallVector<TensorRef, 2> outputs;
};

/// What a model was compiled with, as far as the file says it.
struct Training {
  /// The class of the optimizer.
  Name optimizer;
  /// Its configuration; null if there is none.
  const json::Value *optimizerConfig = nullptr;
  /// A name or a class.
  Name loss;
  /// The configuration of a loss that is a class; null if there is none.
  const json::Value *lossConfig = nullptr;
  /// The names and classes of metrics, in the forms of all versions.
  const json::Value *metrics = nullptr;
  const json::Value *weightedMetrics = nullptr;
  /// What the paths of variables begin with: a sequential model has its name
  /// before those of its layers, and a `/`.
  std::string scope;
  SourceRange range;
};

/// True for the class of a layer that is a model.
bool isModelClass(llvm::StringRef className);

/// The most layers of a model, those of models in it and every call of one
/// included. Each takes hundreds of times the bytes of the shortest text.
inline constexpr unsigned MostCalls = 1 << 16;

/// Reads a model from a value with `class_name` and `config`. What is missing
/// or of another kind stays empty: whether that is an error is for checks to
/// say. False if it has more than MostCalls layers.
bool readModel(const json::Value &value, Model &model);

/// Reads what a model is compiled with, in the form of Keras 2
/// (`training_config`) or 3 (`compile_config`).
void readTraining(const json::Value &value, Training &training);

} // namespace trainlint::keras

#endif // TRAINLINT_FRONTEND_KERAS_MODEL_H
