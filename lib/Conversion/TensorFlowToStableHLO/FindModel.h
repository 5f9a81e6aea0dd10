//===- FindModel.h - What of a training graph is the model ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A training graph says what it minimizes and not what its model computes. Both
// can be read from the loss: it adds up means of losses of examples, which
// compare outputs with labels, and penalties that no example has a part in.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDMODEL_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDMODEL_H

#include "Conversion/TensorFlowToStableHLO/HostDevicePartition.h"
#include "Dialect/StableHLO/Builders/Losses.h"

namespace trainlint::tensorflow {

/// One of the ways from the loss to what it consists of.
struct LossPath {
  /// The number of the coefficient that it goes on from.
  unsigned from = 0;
  /// A scalar that it multiplies with, or divides by; null if there is none. It
  /// is the same for all examples.
  mlir::Value factor;
  bool isDivisor = false;
  bool isNegative = false;
};

/// What something is multiplied with in the loss: the sum over all paths to it.
/// Without a path it is 1, which that of the loss itself is.
struct Coefficient {
  llvm::SmallVector<LossPath, 1> paths;
  /// How many coefficients are before it on the longest way.
  unsigned depth = 0;
};

enum class TermKind : uint8_t {
  /// The value is a scalar that depends on no example.
  Penalty,
  /// The mean of the value, whose dimension 0 runs over examples.
  Mean,
  /// The sum of it.
  Sum,
};

/// What is added to the loss. Values are those of the graph.
struct LossTerm {
  TermKind kind = TermKind::Penalty;
  mlir::Value value;
  /// The number of its coefficient.
  unsigned coefficient = 0;
};

/// What is compared with labels.
struct FoundOutput {
  mlir::Value output;
  mlir::Value labels;
  stablehlo::LossOptions loss;
  /// What the output is called.
  std::string name = "";
};

struct FoundModel {
  std::vector<LossTerm> terms;
  /// Each after those that it goes on from.
  std::vector<Coefficient> coefficients;
  /// One at most for each term of examples.
  llvm::SmallVector<FoundOutput> outputs;
};

/// The values of a graph that follow from some others. What only follows from
/// their shapes does not.
class DependentValues {
public:
  /// Follows the values of `main` for which `isSource` holds.
  DependentValues(graph::FunctionOp main,
                  llvm::function_ref<bool(mlir::Value)> isSource);

  bool contains(mlir::Value value) const { return values.contains(value); }

private:
  llvm::DenseSet<mlir::Value> values;
};

/// Takes the loss of a graph apart. Reports a node that is no sum, mean or
/// multiple of what examples have a part in.
llvm::FailureOr<FoundModel> findModel(mlir::Value loss,
                                      const graph::NodeReader &source,
                                      const HostDevicePartition &partition);

/// What the losses of examples compare with labels; none if it is not a loss
/// that is known. `fromBatch` and `fromVariables` follow from the examples and
/// from what is trained.
std::optional<FoundOutput> findOutput(mlir::Value losses,
                                      const DependentValues &fromBatch,
                                      const DependentValues &fromVariables);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDMODEL_H
