//===- AttentionLayers.cpp - Attention of several heads -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/LayerCall.h"
#include "Dialect/StableHLO/Build/Activations.h"
#include "Dialect/StableHLO/Build/Random.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;
using llvm::FailureOr;
using llvm::SmallVector;
using llvm::StringRef;
using mlir::RankedTensorType;
using mlir::Value;

/// Projects [batch, steps, features] to [batch, steps, heads, size].
static FailureOr<Value> project(LayerCall &call, Value value, StringRef name,
                                int64_t heads, int64_t size) {
  ProgramBuilder &b = call.b;
  int64_t features = ProgramBuilder::shapeOf(value)[2];
  FailureOr<Value> kernel =
      call.weight((name + "/kernel").str(), {features, heads, size}, "kernel",
                  "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  Value result = b.dotGeneral(value, *kernel, {2}, {0});
  if (!call.settings.flag("use_bias", true))
    return result;
  FailureOr<Value> bias =
      call.weight((name + "/bias").str(), {heads, size}, "bias", "zeros");
  if (failed(bias))
    return llvm::failure();
  return b.add(result, b.broadcastTo(*bias, ProgramBuilder::shapeOf(result)));
}

/// Leaves out scores, as a dropout layer does.
static Value dropScores(LayerCall &call, Value scores) {
  double rate = call.settings.number("dropout", 0);
  if (rate <= 0 || rate >= 1)
    return scores;
  ProgramBuilder &b = call.b;
  auto type = RankedTensorType::get(ProgramBuilder::shapeOf(scores),
                                    b.builder().getF32Type());
  Value drawn = drawUniform(b, call.module.drawKey(b.location()), type);
  Value kept = b.compare(drawn, b.like(drawn, rate), ComparisonDirection::GE);
  return b.select(kept, b.scale(scores, 1 / (1 - rate)), b.like(scores, 0));
}

FailureOr<Values> keras::legaliseAttention(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> heads = call.sizes("num_heads", 1);
  FailureOr<SmallVector<int64_t>> keySize = call.sizes("key_dim", 1);
  if (failed(heads) || failed(keySize))
    return llvm::failure();
  FailureOr<SmallVector<int64_t>> valueSize =
      call.sizes("value_dim", 1, 1, keySize->front());
  if (failed(valueSize))
    return llvm::failure();
  for (StringRef key :
       {"output_shape", "attention_axes", "activity_regularizer"}) {
    if (failed(call.refuse(key)))
      return llvm::failure();
  }
  // The order of values and keys is lost where both are named.
  if (call.inputs.size() > 3 ||
      (call.inputs.size() == 3 && call.inputs[1] != call.inputs[2]))
    return call.fail("keys that are not the values are not known to training");
  Value query = call.input();
  Value value = call.inputs.size() > 1 ? call.inputs[1] : query;
  if (failed(call.expectRank(3)))
    return llvm::failure();
  if (ProgramBuilder::shapeOf(value).size() != 3)
    return call.fail("its values have not 3 dimensions");
  int64_t count = heads->front();
  FailureOr<Value> q = project(call, query, "query", count, keySize->front());
  FailureOr<Value> k = project(call, value, "key", count, keySize->front());
  FailureOr<Value> v = project(call, value, "value", count, valueSize->front());
  if (failed(q) || failed(k) || failed(v))
    return llvm::failure();

  ProgramBuilder &b = call.b;
  double factor = 1 / std::sqrt(static_cast<double>(keySize->front()));
  // [batch, heads, queries, keys].
  Value scores =
      b.dotGeneral(b.scale(*q, factor), *k, {3}, {3}, {0, 2}, {0, 2});
  Value shares = dropScores(call, softmax(b, scores, 3));
  // [batch, heads, queries, size].
  Value mixed = b.dotGeneral(shares, *v, {3}, {1}, {0, 1}, {0, 2});
  int64_t features = call.shape()[2];
  FailureOr<Value> kernel = call.weight("attention_output/kernel",
                                        {count, valueSize->front(), features},
                                        "kernel", "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  Value result = b.dotGeneral(mixed, *kernel, {1, 3}, {0, 1});
  if (call.settings.flag("use_bias", true)) {
    FailureOr<Value> bias =
        call.weight("attention_output/bias", {features}, "bias", "zeros");
    if (failed(bias))
      return llvm::failure();
    result =
        b.add(result, b.broadcastTo(*bias, ProgramBuilder::shapeOf(result)));
  }
  return Values{result};
}
