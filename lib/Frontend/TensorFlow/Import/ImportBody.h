//===- ImportBody.h - The nodes of a graph or function ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_IMPORTBODY_H
#define TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_IMPORTBODY_H

#include "Frontend/TensorFlow/Import/Definitions.h"
#include "Frontend/TensorFlow/Import/ImportGraph.h"
#include "llvm/ADT/CachedHashString.h"

namespace trainlint::tensorflow {

/// Imports the nodes of one graph or function into one block.
class BodyImporter {
public:
  BodyImporter(const GraphFile &file, const Definitions &definitions,
               TypeImporter &types, GraphNodeReader &source,
               const GraphImportOptions &options, mlir::Block &block);

  /// Makes an argument of the block a value that nodes may name.
  void addArgument(llvm::StringRef name, mlir::Value value);

  /// Adds a node for each entry. Stops at a malformed one and reports it.
  llvm::LogicalResult importNodes(llvm::ArrayRef<NodeEntry> nodes);

  /// The value that a reference of a function's result stands for; of one that
  /// does not exist a `graph.undefined`.
  mlir::Value valueOf(llvm::StringRef reference);
  /// The control edge of a node; of one that does not exist a
  /// `graph.undefined`.
  mlir::Value controlOf(llvm::StringRef node);

private:
  /// What follows for a node from its op and its attributes.
  struct Form {
    llvm::SmallVector<mlir::Type, 2> outputs;
    mlir::StringAttr cluster;
    mlir::StringAttr outsideCompilation;
  };

  /// An operand whose node comes later in the file.
  struct Later {
    mlir::Operation *user;
    unsigned operand;
    NodeInput input;
  };

  void countUnknownOutputs(llvm::ArrayRef<NodeEntry> nodes);
  llvm::LogicalResult importNode(const NodeEntry &node);
  const Form *formOf(const NodeEntry &node, uint32_t attributes);
  Form makeForm(const NodeEntry &node, bool &isComplete);
  /// False if they may depend on more than the op and the attributes.
  bool addOutputs(const NodeEntry &node,
                  llvm::SmallVectorImpl<mlir::Type> &out);
  void refineOutputs(const AttrValue &shapes,
                     llvm::MutableArrayRef<mlir::Type> outputs);
  void setProperties(const NodeEntry &node, const Form &form,
                     uint32_t attributes,
                     graph::NodeOp::Properties &properties);
  llvm::LogicalResult report(const proto::Problem &problem);

  /// Null if the node does not exist (yet), or has no such output.
  mlir::Value find(const NodeInput &input);
  std::optional<unsigned> resultNumber(mlir::Operation *producer,
                                       const NodeEntry &node,
                                       const NodeInput &input);
  SourceRange nameRange(const NodeEntry &node) const;
  bool isKnown(llvm::StringRef node) const;
  mlir::Value undefined(const NodeInput &input);
  mlir::StringAttr opName(const NodeEntry &node);
  mlir::StringAttr deviceName();
  mlir::StringAttr text(llvm::StringRef text);
  llvm::StringRef keep(llvm::StringRef text);

  const GraphFile &file;
  const Definitions &definitions;
  TypeImporter &types;
  GraphNodeReader &source;
  const GraphImportOptions &options;
  mlir::OpBuilder builder;
  mlir::OperationName nodeName;
  mlir::Type control;
  mlir::Type unknown;

  llvm::BumpPtrAllocator keptStrings;
  llvm::BumpPtrAllocator strings;
  proto::ReadContext context;
  /// The node that is being imported.
  NodeDetails details;
  /// The names of ops that were used.
  std::vector<mlir::StringAttr> opNames;
  /// That of the last node, as nodes with the same one follow each other.
  mlir::StringAttr lastDevice;
  /// By the number of the op and that of the attributes.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, Form> forms;
  /// Of a node that shares its form with none.
  Form ownForm;
  llvm::ArrayRef<NodeEntry> entries;
  std::vector<mlir::Operation *> operations;
  llvm::DenseMap<llvm::CachedHashStringRef, unsigned> numbers;
  llvm::DenseMap<llvm::StringRef, mlir::Value> arguments;
  /// Of nodes whose op has no definition, how many of their outputs are used.
  llvm::DenseMap<llvm::StringRef, unsigned> usedOutputs;
  llvm::DenseMap<llvm::StringRef, mlir::Value> undefinedValues;
  std::vector<Later> later;
  graph::UndefinedOp placeholder;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_IMPORTBODY_H
