//===- ModelNodeReader.h - Places of an ONNX model's nodes ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_IMPORT_MODELNODEREADER_H
#define TRAINLINT_FRONTEND_ONNX_IMPORT_MODELNODEREADER_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Frontend/ONNX/NodeDetails.h"
#include "Frontend/ONNX/TensorValue.h"
#include "Support/SourceBuffer.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::onnx {

/// Reads the places of nodes and the names of values from the model again.
/// Names of nodes and attributes are in the nodes.
class ModelNodeReader : public graph::NodeReader {
public:
  /// All of them have to live as long as the source.
  ModelNodeReader(const SourceBuffer &buffer, const ModelFile &file,
                  mlir::MLIRContext *context)
      : buffer(buffer), file(file), context(context) {}

  /// The number under which a node is found.
  int32_t add(proto::Message node) {
    nodes.push_back(std::move(node));
    return nodes.size() - 1;
  }

  /// Lets the elements of a subgraph's initializer be found, by its place.
  void addInitializer(mlir::Location place, proto::Message tensor) {
    innerInitializers.try_emplace(place, std::move(tensor));
  }

  std::string inputName(graph::NodeOp node, unsigned number) const override;
  std::string outputName(graph::NodeOp node, unsigned number) const override;
  mlir::Location location(graph::NodeOp node,
                          graph::NodePart part) const override;
  mlir::Location inputLocation(graph::NodeOp node,
                               unsigned operand) const override;
  mlir::Location attributeLocation(graph::NodeOp node, llvm::StringRef name,
                                   graph::AttributePart part) const override;

  /// Elements in another file are read from there.
  mlir::DenseElementsAttr
  elements(graph::InitializerOp initializer) const override;
  std::string elementsProblem(graph::InitializerOp initializer) const override;
  mlir::DenseElementsAttr elementsOf(graph::NodeOp node,
                                     llvm::StringRef name) const override;

  /// The MLIR location of a range of the file.
  mlir::Location locate(SourceRange range) const;

private:
  /// The tensor of an initializer; none if it cannot be found again.
  std::optional<proto::Message>
  messageOf(graph::InitializerOp initializer) const;
  mlir::DenseElementsAttr decode(proto::ReadContext &reading,
                                 const TensorValue &tensor) const;
  llvm::StringRef folder() const;
  /// Null if the node has no number.
  const NodeDetails *read(graph::NodeOp node) const;

  const SourceBuffer &buffer;
  const ModelFile &file;
  mlir::MLIRContext *context;
  std::vector<proto::Message> nodes;
  llvm::DenseMap<mlir::Location, proto::Message> innerInitializers;
  /// The initializers of the main graph, as soon as one is asked for.
  mutable llvm::StringMap<const NamedEntry *> initializers;
  mutable llvm::BumpPtrAllocator strings;
  mutable int32_t last = graph::NodeOp::NoIndex;
  mutable NodeDetails details;
};

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_IMPORT_MODELNODEREADER_H
