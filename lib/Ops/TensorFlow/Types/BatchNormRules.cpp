//===- BatchNormRules.cpp - Batch normalization and losses ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// The number of features, of the axis of the input or of any of the vectors
/// after it.
static PartialShape featuresOf(const NodeShapes &node, unsigned input,
                               llvm::ArrayRef<unsigned> vectors) {
  int64_t features = UnknownSize;
  std::optional<PartialShape> sizes = node.shape(input);
  if (sizes && sizes->size() >= 2) {
    bool isFirst = llvm::StringRef(node.word("data_format")).starts_with("NC");
    features = isFirst ? (*sizes)[1] : sizes->back();
  }
  for (unsigned vector : vectors) {
    std::optional<PartialShape> scale = node.shape(vector);
    if (features < 0 && scale && scale->size() == 1)
      features = scale->front();
  }
  return {features};
}

static void inferBatchNorm(NodeShapes &node) {
  PartialShape features = featuresOf(node, 0, {1, 2});
  node.set(0, node.shape(0));
  for (unsigned output = 1; output != 5; ++output)
    node.set(output, features);
}

static void inferBatchNormGradient(NodeShapes &node) {
  PartialShape features = featuresOf(node, 1, {2});
  node.set(0, meet(node.shape(1), node.shape(0)));
  node.set(1, features);
  node.set(2, features);
}

/// The loss of each example, and its gradient.
static void inferCrossEntropy(NodeShapes &node) {
  std::optional<PartialShape> logits = broadcast(node.shape(0), node.shape(1));
  if (!logits || logits->size() != 2)
    return;
  node.set(0, PartialShape{logits->front()});
  node.set(1, logits);
}

static void inferSparseCrossEntropy(NodeShapes &node) {
  std::optional<PartialShape> logits = node.shape(0), labels = node.shape(1);
  std::optional<PartialShape> rows;
  if (logits && logits->size() == 2)
    rows = PartialShape{logits->front()};
  rows = meet(rows, labels);
  node.set(0, rows);
  node.set(1, logits);
}

void tensorflow::addBatchNormRules(ShapeRules &rules) {
  addRule(rules, {"FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"},
          inferBatchNorm);
  addRule(
      rules,
      {"FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3"},
      inferBatchNormGradient);
  addRule(rules, {"SoftmaxCrossEntropyWithLogits"}, inferCrossEntropy);
  addRule(rules, {"SparseSoftmaxCrossEntropyWithLogits"},
          inferSparseCrossEntropy);
}
