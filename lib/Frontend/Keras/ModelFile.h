//===- ModelFile.h - Files that hold a Keras model --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_KERAS_MODELFILE_H
#define TRAINLINT_FRONTEND_KERAS_MODELFILE_H

#include "Frontend/Keras/Model.h"
#include "llvm/Support/MemoryBuffer.h"

namespace trainlint::keras {

/// What a file holds. All text lies in `text` or in the arena, and all ranges
/// count in `text`.
struct ModelFile {
  /// The JSON text: the file itself, `config.json` of an archive, or the
  /// attribute `model_config` of HDF5.
  llvm::StringRef text;
  /// Owns the text of an archive or of HDF5; null for other files.
  std::unique_ptr<llvm::MemoryBuffer> unpacked;
  Model model;
  /// Empty if the file does not say.
  Name kerasVersion;
  Name backend;
  Training training;
  /// Why the file could not be read; of an archive or of HDF5 at its begin.
  std::optional<json::Problem> problem;
  /// False if the file is well-formed and holds no model.
  bool hasModel = false;
  llvm::BumpPtrAllocator arena;
  /// The text of `metadata.json` in an archive.
  std::unique_ptr<llvm::MemoryBuffer> metadata;
  /// What the model in HDF5 was compiled with, as JSON.
  std::string trainingText;
};

/// Reads the JSON of `model.to_json()`, the topology in a file of
/// TensorFlow.js, a `.keras` archive, or HDF5. The file stays alive and need
/// not end with NUL.
std::unique_ptr<ModelFile> readModelFile(llvm::StringRef file);

} // namespace trainlint::keras

#endif // TRAINLINT_FRONTEND_KERAS_MODELFILE_H
