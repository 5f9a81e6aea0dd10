//===- ModelExport.h - Trained weights in files of others -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_MODELEXPORT_H
#define TRAINLINT_RUNTIME_RUNNER_MODELEXPORT_H

#include "Frontend/Keras/ModelFile.h"
#include "Frontend/Keras/StoredWeights.h"
#include "Runtime/Checkpoints/NamedVariables.h"
#include "Runtime/Trainer/ModelProgram.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

namespace trainlint::run {

/// What is exported.
struct ExportedModel {
  /// The file of the model.
  std::string graph;
  /// Its parameters and what else it keeps.
  std::vector<trainer::NamedShape> states;
  /// What its state began with; empty if it came from the model.
  std::string init;
  /// The states with the running means of those that have one, which stand in
  /// their place.
  llvm::StringMap<std::string> means;
  /// The keys under which its graph restores variables.
  checkpoints::RestoredKeys restoredKeys;
};

/// Writes what a model has learned, without the slots of the optimizer, and
/// with the running means of parameters in their place if those are kept: into
/// a copy of the ONNX model, the Keras model or the SavedModel that was
/// trained, as a safetensors file or as a checkpoint of TensorFlow. What a
/// graph that holds its training has learned is all of its state.
class ModelExport {
public:
  /// Fails before a training for what could not be written after it.
  static llvm::Expected<std::unique_ptr<ModelExport>>
  prepare(const std::string &path, ExportedModel exported);

  llvm::Error
  write(const std::map<std::string, checkpoints::TensorView> &state) const;

private:
  using State = std::map<std::string, checkpoints::TensorView>;

  ModelExport(std::string path, std::vector<trainer::NamedShape> states,
              llvm::StringMap<std::string> means)
      : path(std::move(path)), states(std::move(states)),
        means(std::move(means)) {}

  llvm::Error prepareOnnx(llvm::StringRef graph);
  llvm::Error prepareKeras(llvm::StringRef graph);
  llvm::Error prepareBundle(const checkpoints::RestoredKeys &restored);
  llvm::Error prepareSavedModel(const ExportedModel &exported);
  llvm::Error writeOnnx(const State &state) const;
  llvm::Error writeKeras(const State &state) const;
  llvm::Error writeBundle(const State &state) const;
  llvm::Error writeReplaced(const State &state) const;

  std::string path;
  /// Of an ONNX model, whose elements may lie in files beside it.
  std::string modelPath;
  std::vector<trainer::NamedShape> states;
  /// What stands in the place of a state.
  llvm::StringMap<std::string> means;
  /// The model; null for files of tensors alone.
  std::unique_ptr<llvm::MemoryBuffer> model;
  /// Of Keras: the model, its weights, and those of the states.
  std::unique_ptr<keras::ModelFile> kerasModel;
  std::unique_ptr<keras::StoredWeights> weights;
  std::vector<keras::StoredWeight> stored;
  /// The checkpoint whose tensors are replaced, and the key of each state; null
  /// if one is written anew.
  std::unique_ptr<checkpoints::TensorBundle> bundle;
  std::vector<std::string> keys;
  /// The folder of the SavedModel that is copied; empty for others.
  std::string savedModel;
};

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_MODELEXPORT_H
