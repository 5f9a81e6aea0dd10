//===- TensorBundle.h - Checkpoints of TensorFlow ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A checkpoint is called by what the names of its files begin with, such as
// `model.ckpt-1000`: `model.ckpt-1000.index` says where each tensor is, and
// `model.ckpt-1000.data-00000-of-00001` has the bytes. The variables of a
// SavedModel lie in the same form.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_TENSORBUNDLE_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_TENSORBUNDLE_H

#include "Runtime/Checkpoints/SafeTensors.h"

namespace trainlint::checkpoints {

/// What the name of the index ends in.
inline constexpr llvm::StringLiteral BundleIndexExtension = ".index";

/// True if a path is by its name that of a checkpoint, or of its index.
bool isTensorBundle(llvm::StringRef path);

/// The path of a checkpoint without what its index adds.
std::string bundlePrefix(llvm::StringRef path);
/// The file with the bytes, of a checkpoint that has one.
std::string bundleDataPath(llvm::StringRef prefix);

/// Reads a checkpoint that a user names. Tensors of text are left out, as no
/// state is one; nothing in the files is trusted. Fails for variables that are
/// stored in slices. The error names the file.
llvm::Expected<LoadedTensors> loadTensorBundle(llvm::StringRef path);

/// The index of a checkpoint, and the bytes of its other file in their order,
/// which belong to the tensors.
struct TensorBundleText {
  std::string index;
  std::vector<llvm::StringRef> bytes;
};

/// Writes a checkpoint, byte for byte as TensorFlow does. Fails for element
/// types that TensorFlow lacks.
llvm::Expected<TensorBundleText>
writeTensorBundle(const std::map<std::string, TensorView> &tensors);

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_TENSORBUNDLE_H
