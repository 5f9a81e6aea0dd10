//===- NodeShapes.h - A node as a rule on shapes sees it --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_TYPES_NODESHAPES_H
#define TRAINLINT_OPS_TENSORFLOW_TYPES_NODESHAPES_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::tensorflow {

/// What is known of the inputs of a node, and what follows for its outputs.
/// Inputs and outputs that a node does not have are asked for and set without
/// harm: nothing is known of them.
class NodeShapes {
public:
  /// The highest rank that is followed; TensorFlow has none above 254.
  static constexpr size_t MaxRank = 32;

  /// `inputs` has one state for each input. Nothing is known of the outputs at
  /// first, which `unranked` says.
  NodeShapes(graph::NodeOp node, const graph::NodeReader &source,
             llvm::ArrayRef<graph::AbstractValue> inputs,
             graph::ShapeAttr unranked);

  graph::NodeOp node() const { return op; }
  unsigned inputCount() const { return inputs.size(); }
  unsigned outputCount() const { return outputs.size(); }

  /// The version of the program that wrote the graph; 0 if it is not known.
  int64_t producer() const;

  // What is known of an input; none or null if it is nothing.
  const graph::AbstractValue &input(unsigned number) const;
  std::optional<graph::PartialShape> shape(unsigned input) const;
  std::optional<graph::PartialElements> elements(unsigned input) const;
  /// The only element of an input.
  std::optional<int64_t> element(unsigned input) const;
  /// The elements of an input as sizes; those that are not known are
  /// `UnknownSize`. Without elements, only the rank may be known.
  std::optional<graph::PartialShape> elementsAsSizes(unsigned input) const;

  // Attributes of the node. Each reads the node in its file.
  std::optional<int64_t> integer(llvm::StringRef name) const;
  /// Empty if there is none.
  std::string word(llvm::StringRef name) const;
  std::optional<graph::PartialShape> shapeAttribute(llvm::StringRef name) const;
  /// The shapes of a list; those that give no rank are none.
  llvm::SmallVector<std::optional<graph::PartialShape>>
  shapeList(llvm::StringRef name) const;
  mlir::Attribute attribute(llvm::StringRef name) const;

  // What follows for an output.
  void set(unsigned output, const std::optional<graph::PartialShape> &sizes);
  /// More than a few elements are forgotten.
  void setElements(unsigned output, llvm::ArrayRef<int64_t> elements);
  void setHeld(unsigned output,
               const std::optional<graph::PartialShape> &sizes);
  void set(unsigned output, const graph::AbstractValue &state);

  const graph::AbstractValue &output(unsigned number) const {
    return outputs[number];
  }

private:
  graph::NodeOp op;
  const graph::NodeReader &source;
  llvm::ArrayRef<graph::AbstractValue> inputs;
  llvm::SmallVector<graph::AbstractValue, 2> outputs;
  graph::AbstractValue nothing;
};

/// Sets the outputs of a node as far as they follow.
using ShapeRule = void (*)(NodeShapes &node);
/// By the name of the op.
using ShapeRules = llvm::StringMap<ShapeRule>;

/// Adds one rule under several names.
void addRule(ShapeRules &rules, std::initializer_list<llvm::StringRef> ops,
             ShapeRule rule);

// The families of TensorFlow's ops.
void addArrangementRules(ShapeRules &rules);
void addConstantRules(ShapeRules &rules);
void addElementwiseRules(ShapeRules &rules);
void addIndexingRules(ShapeRules &rules);
void addInputRules(ShapeRules &rules);
void addSequenceRules(ShapeRules &rules);
void addVariableRules(ShapeRules &rules);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_TYPES_NODESHAPES_H
