//===- FrameNodes.h - The nodes of loops in frames --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FRAMENODES_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FRAMENODES_H

#include "Dialect/Graph/IR/Graph.h"

namespace trainlint::tensorflow {

// Each of these ops has a form for values and one for references.
inline bool isEnter(graph::NodeOp node) {
  return node.is("Enter") || node.is("RefEnter");
}
inline bool isMerge(graph::NodeOp node) {
  return node.is("Merge") || node.is("RefMerge");
}
inline bool isSwitch(graph::NodeOp node) {
  return node.is("Switch") || node.is("RefSwitch");
}
inline bool isExit(graph::NodeOp node) {
  return node.is("Exit") || node.is("RefExit");
}
inline bool isNextIteration(graph::NodeOp node) {
  return node.is("NextIteration") || node.is("RefNextIteration");
}

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FRAMENODES_H
