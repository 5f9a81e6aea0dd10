//===- OnnxText.h - An ONNX model in text -----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_ONNXTEXT_H
#define TRAINLINT_LSP_ONNXTEXT_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Frontend/Formats/GraphFormat.h"
#include "Frontend/ONNX/ModelFile.h"
#include "Frontend/ONNX/NodeDetails.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::lsp {

/// What a place in a model is about.
struct OnnxPlace {
  enum class Part : uint8_t {
    /// The name of a node, or its operator.
    NodeName,
    Operator,
    /// The name of a value.
    Value,
  };
  Part part;
  SourceRange range;
  /// The name of a value.
  std::string value;
  /// The node; empty of a value beside the nodes.
  onnx::NodeDetails node;
};

/// An ONNX model in Protobuf's text format: the places of the nodes and values
/// of its main graph.
class OnnxText {
public:
  /// Null for a file in another format. The text lives as long as this.
  static std::unique_ptr<OnnxText> create(llvm::StringRef text,
                                          const graph::DetectedFormat &format);

  size_t nodeCount() const { return model->graph.nodes.size(); }
  std::optional<OnnxPlace> placeAt(uint32_t offset) const;
  /// The opset of a domain; none if the model imports none.
  std::optional<int64_t> opsetOf(llvm::StringRef domain) const;

private:
  std::optional<OnnxPlace> placeInNode(const onnx::NodeEntry &entry,
                                       uint32_t offset) const;

  std::unique_ptr<onnx::ModelFile> model;
  /// Owns the names that had to be decoded.
  mutable llvm::BumpPtrAllocator strings;
};

/// The values of the main graph of a model by their names, with their types as
/// they follow from the graph.
class OnnxValues {
public:
  struct Value {
    /// As `describeType` has it.
    std::string type;
    /// What it comes from, in words.
    std::string origin;
  };

  OnnxValues(mlir::ModuleOp module, const graph::NodeReader &source);

  /// Null if there is none of the name.
  const Value *find(llvm::StringRef name) const;

private:
  llvm::StringMap<Value> values;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_ONNXTEXT_H
