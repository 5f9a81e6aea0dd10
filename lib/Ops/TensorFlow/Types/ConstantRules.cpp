//===- ConstantRules.cpp - Constants and computations on shapes -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "Support/ElementCount.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

static constexpr int64_t MaxConstantElements = 64;

static void inferConst(NodeShapes &node) {
  auto value = llvm::dyn_cast_or_null<mlir::TypedAttr>(node.attribute("value"));
  std::optional<PartialShape> sizes =
      value ? sizesOf(value.getType()) : std::nullopt;
  // A constant has a size; a file that leaves it open is damaged.
  if (sizes && !elementCount(*sizes))
    return;
  node.set(0, sizes);
  auto dense = llvm::dyn_cast_or_null<mlir::DenseElementsAttr>(value);
  if (!sizes || sizes->size() > 1 || !dense ||
      dense.getNumElements() > MaxConstantElements)
    return;
  auto type = llvm::dyn_cast<mlir::IntegerType>(dense.getElementType());
  if (!type)
    return;
  bool isSigned = !type.isUnsigned() && type.getWidth() > 1;
  PartialElements elements;
  for (const llvm::APInt &element : dense.getValues<llvm::APInt>())
    elements.push_back(isSigned ? element.getSExtValue()
                                : static_cast<int64_t>(element.getZExtValue()));
  node.setElements(0, elements);
}

/// The first input says what shape the output has.
static void inferFilled(NodeShapes &node) {
  std::optional<PartialShape> sizes = node.elementsAsSizes(0);
  node.set(0, sizes);
}

void tensorflow::addConstantRules(ShapeRules &rules) {
  addRule(rules, {"Const", "HostConst"}, inferConst);
  addRule(rules,
          {"ParameterizedTruncatedNormal", "RandomGammaV3",
           "StatelessRandomUniformFullInt", "StatelessRandomUniformFullIntV2",
           "Empty"},
          inferFilled);
}
