//===- SafeTensors.h - Files of named tensors -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_SAFETENSORS_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_SAFETENSORS_H

#include "Runtime/Tensor/HostTensor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <string>

namespace trainlint::checkpoints {

/// What the names of the files end in.
inline constexpr llvm::StringLiteral Extension = ".safetensors";
/// JSON values of a header or an index, of which a tensor has a few. A value
/// takes many times as much memory as the bytes that say it.
inline constexpr size_t MostValues = 2'000'000;

/// A tensor whose bytes lie elsewhere.
struct TensorView {
  pjrt::BufferShape shape;
  llvm::StringRef bytes;
};

/// What a safetensors file holds. The bytes lie in the file's text.
struct TensorFile {
  std::map<std::string, TensorView> tensors;
  std::map<std::string, std::string> metadata;
};

/// Reads the text of a safetensors file, which stays alive. Nothing in it is
/// trusted: the header lies within the file, each tensor has the bytes of its
/// type and shape, and the tensors fill the rest of the file without a gap and
/// without sharing a byte. Fails otherwise, and for element types that the
/// interface of devices lacks.
llvm::Expected<TensorFile> readTensorFile(llvm::StringRef text);

/// Tensors with the texts of the files that they lie in.
struct LoadedTensors {
  TensorFile file;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> texts;
};

/// Reads a safetensors file that a user names. The error names it.
llvm::Expected<LoadedTensors> loadTensorFile(const std::string &path);

/// The head of a safetensors file, and the bytes behind it in their order. The
/// bytes belong to the tensors.
struct TensorFileText {
  std::string head;
  std::vector<llvm::StringRef> bytes;

  /// The parts of the file, one after the other.
  std::vector<llvm::StringRef> parts() const;
};

/// Writes a file: the same tensors and metadata give the same bytes. Fails for
/// element types that the format lacks, for names that are not UTF-8, and for
/// `__metadata__`.
llvm::Expected<TensorFileText>
writeTensorFile(const std::map<std::string, TensorView> &tensors,
                const std::map<std::string, std::string> &metadata);

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_SAFETENSORS_H
