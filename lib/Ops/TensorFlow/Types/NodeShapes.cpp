//===- NodeShapes.cpp - A node as a rule on shapes sees it ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// The most elements that are followed: more than any shape has sizes.
static constexpr size_t MaxElements = 64;

NodeShapes::NodeShapes(NodeOp node, const NodeReader &source,
                       llvm::ArrayRef<AbstractValue> inputs, ShapeAttr unranked)
    : op(node), source(source), inputs(inputs) {
  nothing.shape = unranked;
  outputs.assign(node.getOutputs().size(), nothing);
}

int64_t NodeShapes::producer() const {
  auto model = node()->getParentOfType<ModelOp>();
  return model ? model.getProducer().value_or(0) : 0;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

const AbstractValue &NodeShapes::input(unsigned number) const {
  return number < inputs.size() ? inputs[number] : nothing;
}

std::optional<PartialShape> NodeShapes::shape(unsigned number) const {
  return sizesOf(input(number).shape);
}

std::optional<PartialElements> NodeShapes::elements(unsigned number) const {
  mlir::DenseI64ArrayAttr elements = input(number).elements;
  return elements ? std::optional(PartialElements(elements.asArrayRef()))
                  : std::nullopt;
}

std::optional<int64_t> NodeShapes::element(unsigned number) const {
  mlir::DenseI64ArrayAttr elements = input(number).elements;
  if (!elements || elements.size() != 1 || elements[0] == UnknownElement)
    return std::nullopt;
  return elements[0];
}

std::optional<PartialShape> NodeShapes::elementsAsSizes(unsigned number) const {
  if (std::optional<PartialElements> known = elements(number)) {
    for (int64_t &size : *known)
      size = size < 0 ? UnknownSize : size;
    return known;
  }
  std::optional<PartialShape> vector = shape(number);
  if (!vector || vector->size() != 1 || vector->front() < 0 ||
      vector->front() > static_cast<int64_t>(MaxRank))
    return std::nullopt;
  return PartialShape(vector->front(), UnknownSize);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

mlir::Attribute NodeShapes::attribute(StringRef name) const {
  return source.attribute(op, name);
}

std::optional<int64_t> NodeShapes::integer(StringRef name) const {
  auto integer =
      llvm::dyn_cast_or_null<mlir::IntegerAttr>(source.attribute(op, name));
  if (!integer || !integer.getType().isSignlessInteger(64))
    return std::nullopt;
  return integer.getInt();
}

std::string NodeShapes::word(StringRef name) const {
  auto text =
      llvm::dyn_cast_or_null<mlir::StringAttr>(source.attribute(op, name));
  return text ? text.str() : "";
}

/// Odd negative sizes, which files hold, say nothing.
static std::optional<PartialShape> wellFormed(mlir::Attribute attribute) {
  std::optional<PartialShape> sizes =
      sizesOf(llvm::dyn_cast_or_null<ShapeAttr>(attribute));
  if (sizes && llvm::any_of(*sizes, [](int64_t size) { return size < -1; }))
    return std::nullopt;
  return sizes;
}

std::optional<PartialShape> NodeShapes::shapeAttribute(StringRef name) const {
  return wellFormed(source.attribute(op, name));
}

llvm::SmallVector<std::optional<PartialShape>>
NodeShapes::shapeList(StringRef name) const {
  llvm::SmallVector<std::optional<PartialShape>> shapes;
  if (auto list =
          llvm::dyn_cast_or_null<mlir::ArrayAttr>(source.attribute(op, name))) {
    for (mlir::Attribute item : list)
      shapes.push_back(wellFormed(item));
  }
  return shapes;
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

void NodeShapes::set(unsigned output,
                     const std::optional<PartialShape> &sizes) {
  if (output < outputs.size() && sizes && sizes->size() <= MaxRank)
    outputs[output].shape = ShapeAttr::get(op.getContext(), *sizes, true);
}

void NodeShapes::setElements(unsigned output,
                             llvm::ArrayRef<int64_t> elements) {
  if (output < outputs.size() && elements.size() <= MaxElements)
    outputs[output].elements =
        mlir::DenseI64ArrayAttr::get(op.getContext(), elements);
}

void NodeShapes::setHeld(unsigned output,
                         const std::optional<PartialShape> &sizes) {
  if (output < outputs.size() && sizes && sizes->size() <= MaxRank)
    outputs[output].held = ShapeAttr::get(op.getContext(), *sizes, true);
}

void NodeShapes::set(unsigned output, const AbstractValue &state) {
  if (output < outputs.size() && state.isReached())
    outputs[output] = state;
}

void tensorflow::addRule(ShapeRules &rules,
                         std::initializer_list<StringRef> ops, ShapeRule rule) {
  for (StringRef op : ops)
    rules[op] = rule;
}
