//===- ArrangementRules.cpp - Ops that arrange elements anew --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// New heights and widths of images.
static void inferResize(NodeShapes &node) {
  std::optional<PartialShape> images = node.shape(0);
  std::optional<PartialElements> size = node.elements(1);
  if (!images || images->size() != 4)
    return;
  for (unsigned i : {0, 1})
    (*images)[i + 1] =
        size && size->size() == 2 && (*size)[i] >= 0 ? (*size)[i] : UnknownSize;
  node.set(0, images);
}

/// Moves blocks of the image into the depth, or back.
static void inferDepthSpace(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  std::optional<int64_t> block = node.integer("block_size");
  std::string format = node.word("data_format");
  if (!input || input->size() != 4 || !block || *block < 2 || *block > 65536 ||
      (!format.empty() && format != "NHWC"))
    return;
  bool toDepth = node.node().is("SpaceToDepth");
  auto scale = [&](int64_t size, int64_t by, bool grows) {
    if (size < 0)
      return UnknownSize;
    int64_t result;
    if (grows)
      return llvm::MulOverflow(size, by, result) ? UnknownSize : result;
    return size % by == 0 ? size / by : UnknownSize;
  };
  node.set(0, PartialShape{(*input)[0], scale((*input)[1], *block, !toDepth),
                           scale((*input)[2], *block, !toDepth),
                           scale((*input)[3], *block * *block, toDepth)});
}

void tensorflow::addArrangementRules(ShapeRules &rules) {
  addRule(rules,
          {"ResizeArea", "ResizeBicubic", "ResizeBilinear",
           "ResizeNearestNeighbor"},
          inferResize);
  addRule(rules, {"SpaceToDepth", "DepthToSpace"}, inferDepthSpace);
}
