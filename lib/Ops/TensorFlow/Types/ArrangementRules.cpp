//===- ArrangementRules.cpp - Ops that arrange elements anew --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "Support/ElementCount.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

static void inferReshape(NodeShapes &node) {
  std::optional<PartialShape> sizes = node.elementsAsSizes(1);
  node.set(0, sizes);
  std::optional<PartialShape> input = node.shape(0);
  std::optional<int64_t> count = input ? elementCount(*input) : std::nullopt;
  if (node.elements(0) && sizes && sizes->size() <= 1)
    node.setElements(0, *node.elements(0));
  if (!sizes || !count || llvm::count(*sizes, UnknownSize) != 1)
    return;
  // One size that is left open, or is not known, follows from the others.
  PartialShape known = *sizes;
  llvm::erase(known, UnknownSize);
  std::optional<int64_t> rest = elementCount(known);
  if (!rest || *rest == 0 || *count % *rest != 0)
    return;
  std::replace(sizes->begin(), sizes->end(), UnknownSize, *count / *rest);
  node.set(0, sizes);
}

static void inferExpandDims(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  if (!input)
    return;
  std::optional<unsigned> axis = axisIn(input->size() + 1, node.element(1));
  if (!axis) {
    node.set(0, PartialShape(input->size() + 1, UnknownSize));
    return;
  }
  input->insert(input->begin() + *axis, 1);
  node.set(0, input);
  if (node.elements(0) && input->size() == 1)
    node.setElements(0, *node.elements(0));
}

static void inferSqueeze(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  if (!input)
    return;
  llvm::SmallVector<int64_t> axes =
      node.integers("squeeze_dims").value_or(PartialElements());
  // Without axes, a size that is not known may be 1 or not.
  if (axes.empty() && llvm::is_contained(*input, UnknownSize))
    return;
  llvm::SmallVector<bool> isRemoved;
  for (int64_t size : *input)
    isRemoved.push_back(axes.empty() && size == 1);
  for (int64_t number : axes) {
    std::optional<unsigned> axis = axisIn(input->size(), number);
    if (!axis)
      return;
    isRemoved[*axis] = true;
  }
  PartialShape sizes;
  for (auto [size, removed] : llvm::zip(*input, isRemoved)) {
    if (!removed)
      sizes.push_back(size);
  }
  node.set(0, sizes);
  if (node.elements(0) && sizes.empty())
    node.setElements(0, *node.elements(0));
}

static void inferTranspose(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  std::optional<PartialElements> order = node.elements(1);
  std::optional<PartialShape> orderShape = node.shape(1);
  if (!input && orderShape && orderShape->size() == 1 &&
      orderShape->front() >= 0 && orderShape->front() < 64)
    node.set(0, PartialShape(orderShape->front(), UnknownSize));
  if (!input)
    return;
  node.set(0, PartialShape(input->size(), UnknownSize));
  if (!order || order->size() != input->size())
    return;
  PartialShape sizes;
  for (int64_t from : *order) {
    std::optional<unsigned> axis = axisIn(input->size(), from);
    sizes.push_back(axis ? (*input)[*axis] : UnknownSize);
  }
  node.set(0, sizes);
}

/// Concatenates some inputs along an axis.
static void concatenate(NodeShapes &node, unsigned first, unsigned count,
                        unsigned axisInput) {
  std::optional<PartialShape> sizes;
  std::optional<int64_t> number = node.element(axisInput);
  int64_t total = 0;
  for (unsigned i = first; i != first + count; ++i) {
    std::optional<PartialShape> part = node.shape(i);
    std::optional<unsigned> axis =
        part ? axisIn(part->size(), number) : std::nullopt;
    // Without its axis, one part tells the rank and nothing else.
    if (part && !axis)
      part->assign(part->size(), UnknownSize);
    int64_t size = axis ? (*part)[*axis] : UnknownSize;
    if (size < 0 || total < 0 || llvm::AddOverflow(total, size, total))
      total = UnknownSize;
    if (axis)
      (*part)[*axis] = UnknownSize;
    sizes = meet(sizes, part);
  }
  std::optional<unsigned> axis =
      sizes ? axisIn(sizes->size(), number) : std::nullopt;
  if (axis)
    (*sizes)[*axis] = total;
  node.set(0, sizes);

  PartialElements elements;
  for (unsigned i = first; i != first + count; ++i) {
    std::optional<PartialElements> part = node.elements(i);
    std::optional<PartialShape> shape = node.shape(i);
    if (!shape || shape->size() != 1 || shape->front() < 0 ||
        shape->front() > 64)
      return;
    elements.append(
        part.value_or(PartialElements(shape->front(), UnknownElement)));
  }
  node.setElements(0, elements);
}

static void inferConcat(NodeShapes &node) {
  if (node.inputCount() > 1)
    concatenate(node, 1, node.inputCount() - 1, 0);
}

static void inferConcatV2(NodeShapes &node) {
  if (node.inputCount() > 1)
    concatenate(node, 0, node.inputCount() - 1, node.inputCount() - 1);
}

static void inferPack(NodeShapes &node) {
  std::optional<PartialShape> part;
  PartialElements elements;
  bool areScalars = true;
  for (unsigned i = 0; i != node.inputCount(); ++i) {
    std::optional<PartialShape> sizes = node.shape(i);
    areScalars &= sizes && sizes->empty();
    part = meet(part, sizes);
    elements.push_back(node.element(i).value_or(UnknownElement));
  }
  if (!part)
    return;
  std::optional<unsigned> axis =
      axisIn(part->size() + 1, node.integer("axis").value_or(0));
  if (!axis)
    return;
  part->insert(part->begin() + *axis, node.inputCount());
  node.set(0, part);
  if (areScalars)
    node.setElements(0, elements);
}

static void inferUnpack(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  if (!input)
    return;
  std::optional<unsigned> axis =
      axisIn(input->size(), node.integer("axis").value_or(0));
  if (!axis)
    return;
  std::optional<PartialElements> elements = node.elements(0);
  input->erase(input->begin() + *axis);
  for (unsigned i = 0; i != node.outputCount(); ++i) {
    node.set(i, input);
    if (elements && i < elements->size() && input->empty())
      node.setElements(i, {(*elements)[i]});
  }
}

/// Equal parts along an axis.
static void inferSplit(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(1);
  int64_t parts = node.outputCount();
  if (!input || parts == 0)
    return;
  std::optional<unsigned> axis = axisIn(input->size(), node.element(0));
  if (!axis) {
    input->assign(input->size(), UnknownSize);
  } else {
    int64_t &size = (*input)[*axis];
    size = size >= 0 && size % parts == 0 ? size / parts : UnknownSize;
  }
  for (unsigned i = 0; i != node.outputCount(); ++i)
    node.set(i, input);
}

static void inferSplitV(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  std::optional<PartialElements> parts = node.elements(1);
  if (!input)
    return;
  std::optional<unsigned> axis = axisIn(input->size(), node.element(2));
  for (unsigned i = 0; i != node.outputCount(); ++i) {
    PartialShape sizes = *input;
    if (!axis)
      sizes.assign(sizes.size(), UnknownSize);
    else
      sizes[*axis] = parts && i < parts->size() && (*parts)[i] >= 0
                         ? (*parts)[i]
                         : UnknownSize;
    node.set(i, sizes);
  }
}

static void inferTile(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  std::optional<PartialElements> multiples = node.elements(1);
  if (!input)
    return;
  for (auto [i, size] : llvm::enumerate(*input)) {
    int64_t by =
        multiples && i < multiples->size() ? (*multiples)[i] : UnknownElement;
    if (size < 0 || by < 0 || llvm::MulOverflow(size, by, size))
      size = UnknownSize;
  }
  node.set(0, input);
}

static void inferPad(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  if (!input)
    return;
  // Paddings are a matrix, whose elements are not followed; a constant is read
  // where it is.
  mlir::DenseElementsAttr values = node.constantInput(1);
  bool isKnown =
      values && values.getElementType().isSignlessInteger() &&
      values.getNumElements() == 2 * static_cast<int64_t>(input->size());
  if (!isKnown) {
    node.set(0, PartialShape(input->size(), UnknownSize));
    return;
  }
  auto elements = llvm::to_vector(values.getValues<llvm::APInt>());
  for (auto [i, size] : llvm::enumerate(*input)) {
    int64_t before = elements[2 * i].getSExtValue();
    int64_t after = elements[2 * i + 1].getSExtValue();
    if (size < 0 || before < 0 || after < 0 ||
        llvm::AddOverflow(size, before, size) ||
        llvm::AddOverflow(size, after, size))
      size = UnknownSize;
  }
  node.set(0, input);
}

static void inferBroadcastTo(NodeShapes &node) {
  node.set(0, node.elementsAsSizes(1));
}

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
  addRule(rules, {"Reshape"}, inferReshape);
  addRule(rules, {"ExpandDims"}, inferExpandDims);
  addRule(rules, {"Squeeze"}, inferSqueeze);
  addRule(rules, {"Transpose", "ConjugateTranspose"}, inferTranspose);
  addRule(rules, {"Concat"}, inferConcat);
  addRule(rules, {"ConcatV2"}, inferConcatV2);
  addRule(rules, {"Pack"}, inferPack);
  addRule(rules, {"Unpack"}, inferUnpack);
  addRule(rules, {"Split"}, inferSplit);
  addRule(rules, {"SplitV"}, inferSplitV);
  addRule(rules, {"Tile"}, inferTile);
  addRule(rules, {"Pad", "PadV2", "MirrorPad"}, inferPad);
  addRule(rules, {"BroadcastTo"}, inferBroadcastTo);
  addRule(rules,
          {"ResizeArea", "ResizeBicubic", "ResizeBilinear",
           "ResizeNearestNeighbor"},
          inferResize);
  addRule(rules, {"SpaceToDepth", "DepthToSpace"}, inferDepthSpace);
}
