//===- ReplaceWeights.h - ONNX models with other weights --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_REPLACEWEIGHTS_H
#define TRAINLINT_FRONTEND_ONNX_REPLACEWEIGHTS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace trainlint::onnx {

/// The text of a model in parts, which lie in the file, in the values that were
/// given, or in what is owned.
struct ModelText {
  std::vector<llvm::StringRef> parts;
  std::deque<std::string> owned;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> external;
};

/// The names of the initializers of a model's graph, but not of graphs in it.
/// `file` is in the binary form. Fails if it is damaged.
llvm::Expected<llvm::StringSet<>> initializersOf(llvm::StringRef file);

/// A model whose initializers of the given names have other values: the raw
/// bytes of their elements, in little-endian order, of the type and shape that
/// they have. All else stays as it is in the file, byte for byte. With a folder
/// all other elements that lie in files below it stand in the model, too, which
/// can be put elsewhere then. Fails if the model is damaged, if such a file
/// cannot be read, or if it is too large for Protobuf then.
llvm::Expected<ModelText>
replaceWeights(llvm::StringRef file,
               const llvm::StringMap<llvm::StringRef> &values,
               llvm::StringRef externalFolder = "");

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_REPLACEWEIGHTS_H
