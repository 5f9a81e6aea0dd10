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
#include <deque>
#include <string>
#include <vector>

namespace trainlint::onnx {

/// The text of a model in parts, which lie in the file, in the values that were
/// given, or in `owned`.
struct ModelText {
  std::vector<llvm::StringRef> parts;
  std::deque<std::string> owned;
};

/// The names of the initializers of a model's graph, but not of graphs in it.
/// `file` is in the binary form. Fails if it is damaged.
llvm::Expected<llvm::StringSet<>> initializersOf(llvm::StringRef file);

/// A model whose initializers of the given names have other values: the raw
/// bytes of their elements, in little-endian order, of the type and shape that
/// they have. All else stays as it is in the file, byte for byte. Fails if the
/// model is damaged, or too large for Protobuf then.
llvm::Expected<ModelText>
replaceWeights(llvm::StringRef file,
               const llvm::StringMap<llvm::StringRef> &values);

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_REPLACEWEIGHTS_H
