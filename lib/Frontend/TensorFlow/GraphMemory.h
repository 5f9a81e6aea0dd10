//===- GraphMemory.h - Graphs that are read again and again -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_GRAPHMEMORY_H
#define TRAINLINT_FRONTEND_TENSORFLOW_GRAPHMEMORY_H

#include "Frontend/TensorFlow/GraphFile.h"
#include <mutex>

namespace trainlint::tensorflow {

/// Remembers the last `GraphDef` in text that was indexed without a problem. Of
/// a text that differs from it among nodes, only the nodes around the
/// difference are read: for editors, which check a text with every character.
/// The index is the same as without, but for the order of `GraphFile::ops`.
///
/// Several threads may use one.
class GraphMemory {
public:
  GraphMemory();
  ~GraphMemory();

  /// As long as one is alive, `readGraphFile` of its thread asks a memory,
  /// which lives longer.
  class Use {
  public:
    explicit Use(GraphMemory &memory);
    ~Use();
    Use(const Use &) = delete;
    Use &operator=(const Use &) = delete;

  private:
    GraphMemory *before;
  };

  /// Null if the thread uses none.
  static GraphMemory *ofThread();

  /// True for files that can be remembered.
  static bool mayKnow(const GraphFile &file);

  /// Fills the index of a file that is empty so far; false, with the index
  /// still empty, if that needs more than what is remembered and a few nodes.
  bool readEdited(GraphFile &file);

  /// Remembers a file that was read to its end, unless it has a problem.
  void remember(const GraphFile &file);

private:
  bool indexEdited(GraphFile &file);
  void keep(const GraphFile &file);

  std::mutex mutex;
  /// The text that the index is of.
  std::string text;
  std::unique_ptr<GraphFile> index;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_GRAPHMEMORY_H
