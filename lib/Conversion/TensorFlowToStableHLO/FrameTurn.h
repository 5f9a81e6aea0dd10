//===- FrameTurn.h - One turn of loops in frames ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of TensorFlow 1 is nodes of one graph: `Enter`, `Merge`, `Switch`,
// `NextIteration` and `Exit`. Of one whose turns each are a step, such as that
// of TPUEstimator, one turn is what is trained.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FRAMETURN_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FRAMETURN_H

#include "Conversion/TensorFlowToStableHLO/CalledFunctions.h"

namespace trainlint::tensorflow {

/// A loop, without those in it.
struct LoopFrame {
  llvm::SmallVector<graph::NodeOp> enters, merges, exits;
  /// Whether its turns train, and take batches from the host.
  bool trains = false, takesBatches = false;
};

/// The loops of a graph that are in no other.
std::vector<LoopFrame> findLoopFrames(graph::FunctionOp main,
                                      const graph::NodeReader &source,
                                      const HostDevicePartition &partition,
                                      CalledFunctions &functions);

/// Puts the nodes of one turn in place of a loop: they begin with what enters
/// it, and what leaves it is what the turn gives. False, without a change, for
/// a loop of another form.
bool takeOneTurn(const LoopFrame &frame);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FRAMETURN_H
