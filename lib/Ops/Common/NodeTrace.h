//===- NodeTrace.h - The node that a crash interrupts -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_COMMON_NODETRACE_H
#define TRAINLINT_OPS_COMMON_NODETRACE_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "llvm/Support/PrettyStackTrace.h"

namespace trainlint {

/// While it lives, the report of a crash names a node: "while lowering `conv1`
/// (Conv)". Costs nothing unless there is a crash.
class NodeTrace : public llvm::PrettyStackTraceEntry {
public:
  NodeTrace(graph::NodeOp node, const graph::NodeReader &source)
      : node(node), source(source) {}

  void print(llvm::raw_ostream &os) const override;

private:
  graph::NodeOp node;
  const graph::NodeReader &source;
};

} // namespace trainlint

#endif // TRAINLINT_OPS_COMMON_NODETRACE_H
