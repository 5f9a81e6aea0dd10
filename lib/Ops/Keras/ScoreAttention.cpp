//===- ScoreAttention.cpp - Attention without projections -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/AttentionScores.h"
#include "Ops/Keras/Layers.h"
#include "Ops/Keras/Masks.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// A scalar that the layer learns.
static FailureOr<Value> learnedScalar(LayerCall &call, StringRef name,
                                      Shape shape) {
  FailureOr<Value> scalar = call.weight(name, {}, "", "ones");
  if (failed(scalar))
    return llvm::failure();
  return call.builder.broadcast(*scalar, shape, {});
}

/// Sums of tanh(query + key) over the features, of all pairs of steps, each
/// feature times a factor of [features] or of no dimension.
static Value additiveScores(LayerCall &call, Value query, Value key,
                            Value factor, bool isInside) {
  ProgramBuilder &b = call.builder;
  Shape q = ProgramBuilder::shapeOf(query), k = ProgramBuilder::shapeOf(key);
  SmallVector<int64_t> shape = {q[0], q[1], k[1], q[2]};
  Value sum = b.add(b.broadcast(query, shape, {0, 1, 3}),
                    b.broadcast(key, shape, {0, 2, 3}));
  Value spread;
  if (factor)
    spread = ProgramBuilder::shapeOf(factor).empty()
                 ? b.broadcast(factor, shape, {})
                 : b.broadcast(factor, shape, {3});
  if (spread && isInside)
    return b.sum(b.tanh(b.multiply(sum, spread)), {3});
  Value bent = b.tanh(sum);
  return b.sum(spread ? b.multiply(bent, spread) : bent, {3});
}

/// What each step of the query [batch, queries, features] has to do with each
/// of the key: [batch, queries, keys].
static FailureOr<Value> scoresOf(LayerCall &call, Value query, Value key) {
  ProgramBuilder &b = call.builder;
  if (call.className == "AdditiveAttention") {
    Value factor;
    if (call.settings.getBool("use_scale", true)) {
      FailureOr<Value> scale = call.weight(
          "scale", {ProgramBuilder::shapeOf(query)[2]}, "", "glorot_uniform");
      if (failed(scale))
        return llvm::failure();
      factor = *scale;
    }
    return additiveScores(call, query, key, factor, /*isInside=*/false);
  }
  bool isScaled = call.settings.getBool("use_scale", false);
  StringRef mode = call.settings.word("score_mode", "dot");
  if (mode == "dot") {
    Value scores = b.dotGeneral(query, key, {2}, {2}, {0}, {0});
    if (!isScaled)
      return scores;
    FailureOr<Value> scale =
        learnedScalar(call, "scale", ProgramBuilder::shapeOf(scores));
    if (failed(scale))
      return llvm::failure();
    return b.multiply(scores, *scale);
  }
  if (mode != "concat")
    return call.failSetting("score_mode", mode);
  Value factor;
  if (isScaled) {
    FailureOr<Value> scale = call.weight("scale", {}, "", "ones");
    if (failed(scale))
      return llvm::failure();
    factor = *scale;
  }
  Value scores = additiveScores(call, query, key, factor, /*isInside=*/true);
  FailureOr<Value> weight = learnedScalar(call, "concat_score_weight",
                                          ProgramBuilder::shapeOf(scores));
  if (failed(weight))
    return llvm::failure();
  return b.multiply(scores, *weight);
}

/// Where keys are not masked and, if only the past counts, not behind their
/// query; null if all are seen.
static Value seenScores(LayerCall &call, Value scores) {
  ProgramBuilder &b = call.builder;
  Value seen;
  if (Value mask = maskOf(call, 1))
    seen = b.broadcast(mask, ProgramBuilder::shapeOf(scores), {0, 2});
  if (call.arguments.getBool("use_causal_mask", false) ||
      call.settings.getBool("causal", false))
    seen = bothMasks(b, seen, pastOf(b, scores));
  return seen;
}

static FailureOr<Values> scoreAttention(LayerCall &call) {
  size_t count = call.inputs.size();
  if (count < 2 || count > 3)
    return call.fail("it has " + pluralize(int64_t(count), "input") +
                     "; 2 or 3 are required");
  for (unsigned i = 0; i < count; ++i) {
    if (call.shape(i).size() != 3)
      return call.failUnsupported(mismatch::rank(call.shape(i), 3));
  }
  if (call.arguments.getBool("return_attention_scores", false))
    return call.failSetting("return_attention_scores");
  Value query = call.inputs[0], value = call.inputs[1];
  Value key = count == 3 ? call.inputs[2] : value;
  Shape q = ProgramBuilder::shapeOf(query), v = ProgramBuilder::shapeOf(value),
        k = ProgramBuilder::shapeOf(key);
  if (disagree(q[0], v[0]) || disagree(q[0], k[0]) || disagree(k[1], v[1]) ||
      disagree(q[2], k[2]))
    return call.fail("query " + mismatch::shapeText(q) + ", value " +
                     mismatch::shapeText(v) + " and key " +
                     mismatch::shapeText(k) +
                     " do not have one batch size, as many values as keys, "
                     "and queries and keys of one size");
  ProgramBuilder &b = call.builder;
  FailureOr<Value> scores = scoresOf(call, query, key);
  if (failed(scores))
    return llvm::failure();
  Value shares = sharesOf(call, *scores, seenScores(call, *scores));
  Value result = b.dotGeneral(shares, value, {2}, {1}, {0}, {0});
  if (Value mask = maskOf(call)) {
    result =
        b.select(b.broadcast(mask, ProgramBuilder::shapeOf(result), {0, 1}),
                 result, b.like(result, 0));
    setMask(call, result, mask);
  }
  return Values{result};
}

void keras::addScoreAttention(LayerTable &table) {
  table.add(scoreAttention, {"AdditiveAttention", "Attention"});
}
