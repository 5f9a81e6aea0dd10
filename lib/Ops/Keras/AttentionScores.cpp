//===- AttentionScores.cpp - What steps have to do with others ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/AttentionScores.h"
#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

Value keras::pastOf(ProgramBuilder &b, Value scores) {
  auto places = ProgramBuilder::typeOf(scores).clone(b.builder().getI32Type());
  int64_t rank = places.getRank();
  return b.compare(b.iota(places, rank - 2), b.iota(places, rank - 1),
                   ComparisonDirection::GE);
}

Value keras::sharesOf(LayerCall &call, Value scores, Value seen) {
  ProgramBuilder &b = call.builder;
  if (seen) {
    double little = call.computeType.isF16() ? 3e4 : 1e9;
    scores = b.select(seen, scores, b.subtract(scores, b.like(scores, little)));
  }
  Value shares = softmax(b, scores, ProgramBuilder::shapeOf(scores).size() - 1);
  double rate = call.settings.number("dropout", 0);
  if (rate <= 0 || rate >= 1 || !call.drawsNumbers())
    return shares;
  return stablehlo::dropout(b, call.drawKey(), shares, rate,
                            ProgramBuilder::shapeOf(shares));
}
