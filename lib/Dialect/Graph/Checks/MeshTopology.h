//===- MeshTopology.h - The topology a TPU graph is made for ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_MESHTOPOLOGY_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_MESHTOPOLOGY_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace trainlint::graph {

/// How the cores of a TPU are numbered, as the attribute `topology` of a graph
/// has it.
struct MeshTopology {
  /// The size in each dimension, in chips, with the cores of a chip last.
  llvm::SmallVector<int64_t, 4> shape;
  /// The cores of all tasks.
  int64_t cores = 0;
};

/// Reads a serialized `TopologyProto`; none if it is none or does not tell the
/// cores.
std::optional<MeshTopology> readTopology(llvm::StringRef bytes);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_MESHTOPOLOGY_H
