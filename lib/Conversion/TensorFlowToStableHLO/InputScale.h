//===- InputScale.h - How images are scaled ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_INPUTSCALE_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_INPUTSCALE_H

#include "Dialect/Graph/IR/NodeReader.h"

namespace trainlint::tensorflow {

/// What an input function makes of the bytes of images: they are multiplied
/// by one number, and another one is added.
struct InputScale {
  double factor = 1;
  double shift = 0;

  bool operator==(const InputScale &other) const = default;
};

/// Finds it in the functions of a graph, such as those that tf.data maps over
/// examples: a number that decoded bytes were cast to, with constants that are
/// multiplied by it, divide it, are added to it or are subtracted from it. None
/// if nothing is decoded there, if it is not scaled, or if two functions scale
/// in different ways.
std::optional<InputScale> findInputScale(graph::ModelOp model,
                                         const graph::NodeReader &source);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_INPUTSCALE_H
