//===- Definitions.h - What ops and functions take and give -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_DEFINITIONS_H
#define TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_DEFINITIONS_H

#include "Dialect/Graph/Ops/OpRegistry.h"
#include "Dialect/Graph/Ops/OpSignature.h"
#include "Frontend/TensorFlow/FunctionDetails.h"
#include "Frontend/TensorFlow/GraphFile.h"
#include "Frontend/TensorFlow/NodeDetails.h"

namespace trainlint::tensorflow {

/// The attributes of a node as its file has them.
class FileAttributes : public NodeAttributes {
public:
  FileAttributes(const NodeDetails &node, proto::ReadContext &context)
      : node(node), context(context) {}

  Given readInteger(llvm::StringRef name, int64_t &value) const override;
  Given readType(llvm::StringRef name, DataType &type) const override;
  Given readTypes(llvm::StringRef name,
                  llvm::SmallVectorImpl<DataType> &types) const override;

private:
  const NodeDetails &node;
  proto::ReadContext &context;
};

/// The definitions of the ops that a graph uses. A node may also name a
/// function of the graph's library, which is then what it calls.
class Definitions {
public:
  Definitions(const GraphFile &file, const Graph &graph, OpRegistry &registry);

  /// Null for an op that neither the tables nor the library have.
  const OpDefinition *of(const NodeEntry &node) const {
    return definitions[node.op];
  }

  /// True if a node of the graph has an op without definition.
  bool hasUnknown() const { return anyUnknown; }

private:
  /// By the number of the op.
  std::vector<const OpDefinition *> definitions;
  std::vector<std::unique_ptr<OpDefinition>> functions;
  llvm::BumpPtrAllocator strings;
  bool anyUnknown = false;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_DEFINITIONS_H
