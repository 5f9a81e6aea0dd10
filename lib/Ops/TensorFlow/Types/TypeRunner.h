//===- TypeRunner.h - Definitions of ops run on types -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_TYPES_TYPERUNNER_H
#define TRAINLINT_OPS_TENSORFLOW_TYPES_TYPERUNNER_H

#include "Dialect/StableHLO/Builders/AbstractValues.h"
#include "Ops/TensorFlow/Operators.h"
#include "Ops/TensorFlow/Types/NodeShapes.h"

namespace trainlint::tensorflow {

/// Runs what ops mean on what is known of their inputs. No program is built.
class TypeRunner {
public:
  explicit TypeRunner(mlir::MLIRContext *context) : context(context) {}

  /// Sets the outputs of a node as far as they follow from its op. Says how its
  /// inputs and attributes contradict each other; empty if they do not.
  std::string run(const OpMeaning &meaning, NodeShapes &node,
                  const graph::NodeReader &source);

private:
  mlir::RankedTensorType typeOf(graph::ShapeAttr shape, mlir::Type element);
  graph::ShapeAttr shapeOf(mlir::RankedTensorType type);
  StepValue valueOf(const graph::AbstractValue &known, mlir::Value value);
  void setOutput(NodeShapes &node, unsigned output, const StepValue &value);

  mlir::MLIRContext *context;
  /// Made anew from time to time, as they keep count of their elements.
  std::optional<stablehlo::AbstractValues> values;
  unsigned runs = 0;
  /// The same few meet again and again.
  llvm::DenseMap<std::pair<mlir::Attribute, mlir::Type>, mlir::RankedTensorType>
      types;
  llvm::DenseMap<mlir::Type, graph::ShapeAttr> shapes;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_TYPES_TYPERUNNER_H
