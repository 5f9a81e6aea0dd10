//===- MemoryText.h - Amounts of memory for people --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_MEMORYTEXT_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_MEMORYTEXT_H

#include "mlir/IR/Types.h"
#include <string>

namespace trainlint::graph {

/// "1.5 GiB", "12 MiB".
std::string formatBytes(uint64_t bytes);

/// Sizes with crosses and the element type: "512x1024 float".
std::string formatTensor(mlir::Type type);
/// `[2, ?, 3]`, where `?` is a size that is not known.
std::string formatShape(llvm::ArrayRef<int64_t> sizes);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_MEMORYTEXT_H
