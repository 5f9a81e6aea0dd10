//===- ModelExport.h - Trained weights in files of others -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_MODELEXPORT_H
#define TRAINLINT_RUNTIME_RUNNER_MODELEXPORT_H

#include "Runtime/Checkpoints/SafeTensors.h"
#include "llvm/Support/MemoryBuffer.h"

namespace trainlint::run {

/// Writes what a model has learned, without the slots of the optimizer: into a
/// copy of the ONNX model that was trained, or as a safetensors file.
class ModelExport {
public:
  /// `graph` is the file of the model, and `names` are its parameters and what
  /// else it keeps. Fails before a training for what could not be written after
  /// it.
  static llvm::Expected<std::unique_ptr<ModelExport>>
  prepare(const std::string &path, const std::string &graph,
          std::vector<std::string> names);

  llvm::Error
  write(const std::map<std::string, checkpoints::TensorView> &state) const;

private:
  ModelExport(std::string path, std::vector<std::string> names)
      : path(std::move(path)), names(std::move(names)) {}

  llvm::Error
  writeOnnx(const std::map<std::string, checkpoints::TensorView> &state) const;

  std::string path;
  std::vector<std::string> names;
  /// The ONNX model; null for a safetensors file.
  std::unique_ptr<llvm::MemoryBuffer> model;
};

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_MODELEXPORT_H
