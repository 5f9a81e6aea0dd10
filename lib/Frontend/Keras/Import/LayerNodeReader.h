//===- LayerNodeReader.h - Places of a Keras model's layers -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_KERAS_IMPORT_LAYERNODEREADER_H
#define TRAINLINT_FRONTEND_KERAS_IMPORT_LAYERNODEREADER_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Frontend/Keras/ModelFile.h"

namespace trainlint::keras {

/// Gives the places of layers. Names and attributes are in the nodes. In an
/// archive, whose text is packed, all places are its begin.
class LayerNodeReader : public graph::NodeReader {
public:
  /// All of them have to live as long as the source.
  LayerNodeReader(const SourceBuffer &buffer, const ModelFile &file,
                  mlir::MLIRContext *context)
      : buffer(buffer), file(file), context(context) {}

  /// The number under which a call of a layer is found. `call` is null for a
  /// layer of a `Sequential`.
  int32_t add(const Layer &layer, const Call *call) {
    entries.push_back({&layer, call});
    return entries.size() - 1;
  }

  mlir::Location location(graph::NodeOp node,
                          graph::NodePart part) const override;
  mlir::Location inputLocation(graph::NodeOp node,
                               unsigned operand) const override;
  mlir::Location attributeLocation(graph::NodeOp node, llvm::StringRef name,
                                   graph::AttributePart part) const override;

  /// The MLIR location of a range of the text.
  mlir::Location locate(SourceRange range) const;

private:
  struct Entry {
    const Layer *layer;
    const Call *call;
  };

  const Entry *entryOf(graph::NodeOp node) const {
    return node.getIndex() < 0 ? nullptr : &entries[node.getIndex()];
  }

  const SourceBuffer &buffer;
  const ModelFile &file;
  mlir::MLIRContext *context;
  std::vector<Entry> entries;
};

} // namespace trainlint::keras

#endif // TRAINLINT_FRONTEND_KERAS_IMPORT_LAYERNODEREADER_H
