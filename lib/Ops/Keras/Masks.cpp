//===- Masks.cpp - Steps that do not count --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/Masks.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

Value keras::maskOf(const LayerCall &call, unsigned input) {
  return input < call.inputs.size()
             ? call.context.masks.lookup(call.inputs[input])
             : Value();
}

void keras::setMask(const LayerCall &call, Value result, Value mask) {
  if (mask)
    call.context.masks[result] = mask;
}

Value keras::bothMasks(ProgramBuilder &b, Value first, Value second) {
  if (!first || !second)
    return first ? first : second;
  return b.binary<AndOp>(first, second);
}

Value keras::maskOfNumbers(ProgramBuilder &b, Value numbers) {
  return b.compare(numbers, b.like(numbers, 0), ComparisonDirection::NE);
}

static FailureOr<Values> masking(LayerCall &call) {
  if (call.rank() < 2)
    return call.fail(mismatch::rankBelow(call.shape(), 2));
  ProgramBuilder &b = call.builder;
  if (!b.buildsOps())
    return call.inputs;
  Value x = call.input();
  double hidden = call.settings.number("mask_value", 0);
  Value differs = b.compare(x, b.like(x, hidden), ComparisonDirection::NE);
  int64_t last = call.rank() - 1;
  Value mask = b.reduce(differs, {last}, Combination::Or);
  SmallVector<int64_t> kept = llvm::to_vector(llvm::seq<int64_t>(0, last));
  Value shown =
      b.select(b.broadcast(mask, call.shape(), kept), x, b.like(x, 0));
  setMask(call, shown, mask);
  return Values{shown};
}

void keras::passMask(const LayerCall &call, LayerTraits traits,
                     const Values &results) {
  if (call.context.masks.empty() || results.empty())
    return;
  if (has(traits, LayerTraits::PassesMask))
    return setMask(call, results.front(), maskOf(call));
  if (!has(traits, LayerTraits::JoinsMasks))
    return;
  ProgramBuilder b = call.builder;
  Value joined;
  for (unsigned i = 0; i < call.inputs.size(); ++i) {
    Value mask = maskOf(call, i);
    bool isAlike = !joined || !mask || joined.getType() == mask.getType();
    joined = isAlike ? bothMasks(b, joined, mask) : joined;
  }
  setMask(call, results.front(), joined);
}

void keras::addMaskLayers(LayerTable &table) {
  table.add(masking, {"Masking"});
}
