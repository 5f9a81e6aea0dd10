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
#include "Runtime/Checkpoints/SafeTensors.h"
#include "Runtime/Trainer/ModelProgram.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

namespace trainlint::run {

/// Writes what a model has learned, without the slots of the optimizer, and
/// with the running means of parameters in their place if those are kept: into
/// a copy of the ONNX or Keras model that was trained, as a safetensors file or
/// as a checkpoint of TensorFlow.
class ModelExport {
public:
  /// `graph` is the file of the model, and `states` are its parameters and what
  /// else it keeps, of which some have running means in other states. Fails
  /// before a training for what could not be written after it.
  static llvm::Expected<std::unique_ptr<ModelExport>>
  prepare(const std::string &path, const std::string &graph,
          std::vector<trainer::NamedShape> states,
          llvm::StringMap<std::string> means);

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
  llvm::Error writeOnnx(const State &state) const;
  llvm::Error writeKeras(const State &state) const;
  llvm::Error writeBundle(const State &state) const;

  std::string path;
  std::vector<trainer::NamedShape> states;
  /// What stands in the place of a state.
  llvm::StringMap<std::string> means;
  /// The model; null for files of tensors alone.
  std::unique_ptr<llvm::MemoryBuffer> model;
  /// Of Keras: the model, its weights, and those of the states.
  std::unique_ptr<keras::ModelFile> kerasModel;
  std::unique_ptr<keras::StoredWeights> weights;
  std::vector<keras::StoredWeight> stored;
};

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_MODELEXPORT_H
