//===- NodeLabels.h - Labels that pods want of their nodes ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GKE_NODELABELS_H
#define TRAINLINT_FRONTEND_GKE_NODELABELS_H

#include "Frontend/Import/ValueReader.h"

namespace trainlint::gke {

/// What a pod says of one label of its node.
struct NodeLabel {
  /// Where the label is named; nothing if it is not.
  yaml::View name;
  /// The value that the node has to have. Unknown if there are several, or if
  /// the condition is another; null if the label is not named.
  job::ValueAttr value;
};

/// The labels that the pods of a template want of their nodes, by
/// `nodeSelector` and by required node affinity.
class NodeLabels {
public:
  NodeLabels(const frontend::Section &podSpec, frontend::ValueReader &reader,
             yaml::TreeView &tree);

  NodeLabel find(llvm::StringRef label);

private:
  NodeLabel findInTerms(llvm::StringRef label);
  NodeLabel readExpression(const frontend::Section &expression,
                           yaml::View place);

  frontend::ValueReader &reader;
  yaml::TreeView &tree;
  frontend::Section selector;
  frontend::Section required;
};

} // namespace trainlint::gke

#endif // TRAINLINT_FRONTEND_GKE_NODELABELS_H
