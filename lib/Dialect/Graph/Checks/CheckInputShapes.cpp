//===- CheckInputShapes.cpp - Sizes of inputs that fit together -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/GraphNodes.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKINPUTSHAPES
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {

/// Two sizes that had to be equal.
struct Conflict {
  int64_t first, second;
};

class CheckInputShapes
    : public CheckPass<CheckInputShapes,
                       impl::CheckInputShapesBase<CheckInputShapes>> {
public:
  using CheckPass::CheckPass;

  void check(ModelOp model);

private:
  bool isSet(NodeOp node, StringRef attribute) const;
  std::optional<Conflict> conflictOfProduct(NodeOp node, const PartialShape &a,
                                            const PartialShape &b) const;
  std::optional<Conflict> conflictOfChannels(NodeOp node,
                                             const PartialShape &image,
                                             const PartialShape &filter) const;
  std::optional<Conflict> conflictOf(NodeOp node) const;
  void checkNode(NodeOp node);
  void reportMismatches(ModelOp model);
};

} // namespace

/// "2x3"; sizes that are not known are "?".
static std::string textOf(const PartialShape &sizes) {
  if (sizes.empty())
    return "a scalar";
  std::string text;
  for (int64_t size : sizes) {
    text += text.empty() ? "" : "x";
    text += size < 0 ? "?" : std::to_string(size);
  }
  return text;
}

/// Ops that stretch inputs of size 1, and refuse other sizes that differ.
static bool combinesElements(StringRef op) {
  return llvm::StringSwitch<bool>(op)
      .Cases({"Add", "AddV2", "Sub", "Mul", "Div", "RealDiv"}, true)
      .Cases({"DivNoNan", "Maximum", "Minimum", "Pow", "SquaredDifference"},
             true)
      .Default(false);
}

static std::optional<Conflict> conflictOfElements(const PartialShape &a,
                                                  const PartialShape &b) {
  for (size_t i = 1; i <= std::min(a.size(), b.size()); ++i) {
    int64_t one = a[a.size() - i], other = b[b.size() - i];
    if (one >= 0 && other >= 0 && one != other && one != 1 && other != 1)
      return Conflict{one, other};
  }
  return std::nullopt;
}

bool CheckInputShapes::isSet(NodeOp node, StringRef attribute) const {
  auto flag = llvm::dyn_cast_or_null<mlir::BoolAttr>(
      source().attribute(node, attribute));
  return flag && flag.getValue();
}

std::optional<Conflict>
CheckInputShapes::conflictOfProduct(NodeOp node, const PartialShape &a,
                                    const PartialShape &b) const {
  if (a.size() < 2 || b.size() < 2)
    return std::nullopt;
  bool isBatch = node.getOpName() != "MatMul";
  bool transposesA = isSet(node, isBatch ? "adj_x" : "transpose_a");
  bool transposesB = isSet(node, isBatch ? "adj_y" : "transpose_b");
  int64_t inner = a[a.size() - (transposesA ? 2 : 1)];
  int64_t other = b[b.size() - (transposesB ? 1 : 2)];
  if (inner < 0 || other < 0 || inner == other)
    return std::nullopt;
  return Conflict{inner, other};
}

/// A filter of fewer channels than the image is one for groups of them.
std::optional<Conflict>
CheckInputShapes::conflictOfChannels(NodeOp node, const PartialShape &image,
                                     const PartialShape &filter) const {
  auto format = llvm::dyn_cast_or_null<mlir::StringAttr>(
      source().attribute(node, "data_format"));
  StringRef word = format ? format.getValue() : StringRef("NHWC");
  if (image.size() != 4 || filter.size() != 4 ||
      (word != "NHWC" && word != "NCHW"))
    return std::nullopt;
  int64_t channels = image[word == "NHWC" ? 3 : 1], wanted = filter[2];
  if (channels < 0 || wanted <= 0 || channels % wanted == 0)
    return std::nullopt;
  return Conflict{channels, wanted};
}

std::optional<Conflict> CheckInputShapes::conflictOf(NodeOp node) const {
  StringRef op = node.getOpName();
  bool isProduct = op == "MatMul" || op.starts_with("BatchMatMul");
  if (node.getInputs().size() < 2 ||
      (!combinesElements(op) && op != "Conv2D" && !isProduct))
    return std::nullopt;
  std::optional<PartialShape> a = sizesOf(node.getInputs()[0].getType());
  std::optional<PartialShape> b = sizesOf(node.getInputs()[1].getType());
  if (!a || !b)
    return std::nullopt;
  if (combinesElements(op))
    return conflictOfElements(*a, *b);
  return isProduct ? conflictOfProduct(node, *a, *b)
                   : conflictOfChannels(node, *a, *b);
}

void CheckInputShapes::checkNode(NodeOp node) {
  std::optional<Conflict> conflict = conflictOf(node);
  if (!conflict)
    return;
  StringRef op = node.getOpName();
  bool isConvolution = op == "Conv2D", isSum = combinesElements(op);
  std::optional<PartialShape> a = sizesOf(node.getInputs()[0].getType());
  std::optional<PartialShape> b = sizesOf(node.getInputs()[1].getType());
  mlir::Location place = source().location(node, NodePart::Op);
  std::string first = textOf(*a), second = textOf(*b);
  std::string name = nameOf(node, source());
  auto makeReport = [&] {
    auto [inner, other] = *conflict;
    if (isSum)
      return diag::OpInputShape::elements(place, op, first, second, name, inner,
                                          other);
    if (isConvolution)
      return diag::OpInputShape::channels(place, op, first, name, inner, second,
                                          other);
    return diag::OpInputShape::product(place, op, first, second, name, inner,
                                       other);
  };
  Report report = makeReport();
  for (auto [number, text] : {std::pair(0u, &first), std::pair(1u, &second)}) {
    auto before = node.getInputs()[number].getDefiningOp<NodeOp>();
    if (before)
      report.note(source().location(before, NodePart::Name), "gives " + *text);
  }
  bool isMatrix = !isSum && !isConvolution && a->size() == 2 && *a == *b;
  if (isMatrix)
    report.help("transpose one of them, such as by `transpose_b=True`");
}

void CheckInputShapes::check(ModelOp model) {
  for (const OpUse &use : uses().all()) {
    StringRef op = use.op();
    if (!combinesElements(op) && op != "Conv2D" && op != "MatMul" &&
        !op.starts_with("BatchMatMul"))
      continue;
    for (NodeOp node : use.nodes)
      checkNode(node);
  }
  if (model->hasAttr(MismatchAttribute))
    reportMismatches(model);
}

/// What inference found, of the nodes of which nothing was said.
void CheckInputShapes::reportMismatches(ModelOp model) {
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      auto mismatch = node->getAttrOfType<mlir::StringAttr>(MismatchAttribute);
      if (mismatch && !conflictOf(node))
        diag::OpInputShape::node(source().location(node, NodePart::Op),
                                 node.getOpName(), nameOf(node, source()),
                                 mismatch.getValue());
    }
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckInputShapes(const CheckContext &context) {
  return std::make_unique<CheckInputShapes>(context);
}
