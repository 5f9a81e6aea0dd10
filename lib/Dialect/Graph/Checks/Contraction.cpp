//===- Contraction.cpp - Products that matrix units compute ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/Contraction.h"
#include "Dialect/Graph/IR/KerasNodes.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "Support/ElementCount.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;

static std::optional<PartialShape> inputSizes(NodeOp node, unsigned number) {
  if (number >= node.getInputs().size())
    return std::nullopt;
  return sizesOf(node.getInputs()[number].getType());
}

static bool isSet(NodeOp node, const NodeReader &source, StringRef name) {
  auto flag =
      llvm::dyn_cast_or_null<mlir::BoolAttr>(source.attribute(node, name));
  return flag && flag.getValue();
}

static std::optional<Contraction> productOf(NodeOp node, bool transposesA,
                                            bool transposesB) {
  std::optional<PartialShape> a = inputSizes(node, 0), b = inputSizes(node, 1);
  if (!a || !b || a->size() < 2 || b->size() < 2)
    return std::nullopt;
  int64_t m = (*a)[a->size() - 2], k = a->back(), n = b->back();
  int64_t otherK = (*b)[b->size() - 2];
  if (transposesA)
    std::swap(m, k);
  if (transposesB)
    std::swap(n, otherK);
  k = k < 0 ? otherK : k;
  if (n <= 0 || k <= 0 || n > MaxMatrixSize || k > MaxMatrixSize)
    return std::nullopt;
  Contraction product;
  product.node = node;
  product.n = n;
  product.k = k;
  if (m > 0)
    product.m = m;
  if (std::optional<int64_t> count =
          elementCount(llvm::ArrayRef<int64_t>(*a).drop_back(2)))
    product.count = std::max<int64_t>(*count, 1);
  return product;
}

/// The last two sizes of a filter are those of the features, in ONNX the first.
static std::optional<Contraction> convolutionOf(NodeOp node,
                                                bool isOnnx = false) {
  std::optional<PartialShape> filter = inputSizes(node, 1);
  std::optional<PartialShape> output =
      sizesOf(node.getOutputs().front().getType());
  if (!filter || filter->size() < 3)
    return std::nullopt;
  int64_t features = isOnnx ? filter->front() : filter->back();
  if (features <= 0 || features > MaxMatrixSize)
    return std::nullopt;
  llvm::ArrayRef<int64_t> sizes = *filter;
  std::optional<int64_t> window =
      elementCount(isOnnx ? sizes.drop_front() : sizes.drop_back());
  if (!window || *window == 0 || *window > MaxMatrixSize)
    return std::nullopt;
  Contraction product;
  product.node = node;
  product.isConvolution = true;
  product.n = features;
  product.k = *window;
  std::optional<int64_t> elements =
      output ? elementCount(*output) : std::nullopt;
  if (elements && *elements >= product.n)
    product.m = *elements / product.n;
  return product;
}

static bool isConvolution(StringRef op) {
  return op == "Conv2D" || op == "Conv3D";
}

bool graph::isContraction(StringRef op) {
  return op == "MatMul" || op.starts_with("BatchMatMul") || isConvolution(op);
}

std::optional<Contraction> graph::contractionOf(NodeOp node,
                                                const NodeReader &source) {
  if (node.getOutputs().empty())
    return std::nullopt;
  StringRef op = node.getOpName();
  if (op == "MatMul")
    return productOf(node, isSet(node, source, "transpose_a"),
                     isSet(node, source, "transpose_b"));
  if (op.starts_with("BatchMatMul"))
    return productOf(node, isSet(node, source, "adj_x"),
                     isSet(node, source, "adj_y"));
  if (isConvolution(op))
    return convolutionOf(node);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// ONNX
//===----------------------------------------------------------------------===//

static int64_t integerOf(NodeOp node, const NodeReader &source, StringRef name,
                         int64_t missing) {
  auto integer =
      llvm::dyn_cast_or_null<mlir::IntegerAttr>(source.attribute(node, name));
  return integer ? integer.getInt() : missing;
}

/// Where the second operand is one matrix, all rows of the first are multiplied
/// by it at once.
static std::optional<Contraction> onnxProductOf(NodeOp node) {
  std::optional<Contraction> product =
      productOf(node, /*transposesA=*/false, /*transposesB=*/false);
  if (!product || inputSizes(node, 1)->size() != 2)
    return product;
  PartialShape a = *inputSizes(node, 0);
  std::optional<int64_t> rows =
      elementCount(llvm::ArrayRef<int64_t>(a).drop_back());
  product->count = 1;
  product->m = rows && *rows > 0 ? rows : std::nullopt;
  return product;
}

std::optional<Contraction> graph::onnxContractionOf(NodeOp node,
                                                    const NodeReader &source) {
  bool isStandard = node.getDomain().value_or("ai.onnx") == "ai.onnx";
  if (!isStandard || node.getOutputs().empty())
    return std::nullopt;
  if (node.is("MatMul"))
    return onnxProductOf(node);
  if (node.is("Gemm"))
    return productOf(node, integerOf(node, source, "transA", 0) != 0,
                     integerOf(node, source, "transB", 0) != 0);
  // Where channels are grouped, no one product is computed.
  if (node.is("Conv") && integerOf(node, source, "group", 1) == 1)
    return convolutionOf(node, /*isOnnx=*/true);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Keras
//===----------------------------------------------------------------------===//

/// The features that a layer returns, the last size or, of images, the second.
static int64_t featuresOf(const PartialShape &shape, bool isChannelsFirst) {
  return isChannelsFirst ? shape[1] : shape.back();
}

/// The elements of a kernel, which has one size for all dimensions or a list.
static std::optional<int64_t> kernelElements(mlir::Attribute size,
                                             unsigned dimensions) {
  llvm::SmallVector<int64_t> sizes;
  if (auto one = llvm::dyn_cast_or_null<mlir::IntegerAttr>(size))
    sizes.assign(dimensions, one.getInt());
  if (auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(size)) {
    for (auto one : list.getAsRange<mlir::IntegerAttr>())
      sizes.push_back(one.getInt());
    if (sizes.size() == 1)
      sizes.assign(dimensions, sizes.front());
  }
  return sizes.size() == dimensions ? elementCount(sizes) : std::nullopt;
}

std::optional<Contraction> graph::kerasContractionOf(NodeOp node,
                                                     const NodeReader &source) {
  bool isDense = node.is("Dense");
  bool isConvolution =
      node.is("Conv1D") || node.is("Conv2D") || node.is("Conv3D");
  if (node.getOutputs().empty() || node->hasAttr(CustomAttribute) ||
      (!isDense && !isConvolution) || integerOf(node, source, "groups", 1) != 1)
    return std::nullopt;
  std::optional<PartialShape> in = inputSizes(node, 0);
  std::optional<PartialShape> out =
      sizesOf(node.getOutputs().front().getType());
  if (!in || !out || in->size() < 2 || out->size() != in->size())
    return std::nullopt;
  auto format = llvm::dyn_cast_or_null<mlir::StringAttr>(
      source.attribute(node, "data_format"));
  bool isFirst = isConvolution && format && format == "channels_first";
  int64_t features = featuresOf(*in, isFirst);
  std::optional<int64_t> places =
      isDense ? std::optional<int64_t>(1)
              : kernelElements(source.attribute(node, "kernel_size"),
                               in->size() - 2);
  if (!places || *places <= 0 || *places > MaxMatrixSize || features <= 0 ||
      features > MaxMatrixSize)
    return std::nullopt;
  Contraction product;
  product.node = node;
  product.isConvolution = isConvolution;
  product.k = features * *places;
  product.n = featuresOf(*out, isFirst);
  if (product.n <= 0 || product.n > MaxMatrixSize || product.k > MaxMatrixSize)
    return std::nullopt;
  std::optional<int64_t> elements = elementCount(*out);
  if (elements && *elements >= product.n)
    product.m = *elements / product.n;
  return product;
}
