//===- AttentionLayers.cpp - Attention of several heads -------------------===//
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

/// Projects [batch, steps, features] to [batch, steps, heads, size].
static FailureOr<Value> project(LayerCall &call, Value value, StringRef name,
                                int64_t heads, int64_t size) {
  ProgramBuilder &b = call.builder;
  int64_t features = ProgramBuilder::shapeOf(value)[2];
  FailureOr<Value> kernel =
      call.weight((name + "/kernel").str(), {features, heads, size}, "kernel",
                  "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  Value result = b.dotGeneral(value, *kernel, {2}, {0});
  if (!call.settings.getBool("use_bias", true))
    return result;
  FailureOr<Value> bias =
      call.weight((name + "/bias").str(), {heads, size}, "bias", "zeros");
  if (failed(bias))
    return llvm::failure();
  return b.add(result, b.broadcastTo(*bias, ProgramBuilder::shapeOf(result)));
}

namespace {
/// What an attention is called with, [batch, steps, features] each.
struct Sources {
  Value query;
  Value value;
  Value key;
};
} // namespace

/// Arguments without names are the query, the value and the key. The query is
/// the value where a model in one line has only one, and the value is the key.
static FailureOr<Sources> readSources(LayerCall &call) {
  static constexpr llvm::StringLiteral Names[] = {"query", "value", "key"};
  Value found[3];
  size_t next = 0;
  for (auto [number, input] : llvm::enumerate(call.inputs)) {
    StringRef name =
        number < call.inputNames.size() ? call.inputNames[number] : "";
    const auto *place = llvm::find(Names, name);
    size_t index = place == std::end(Names) ? next++ : place - Names;
    if (index >= 3)
      return call.failUnsupported(
          "it has " + pluralize(int64_t(call.inputs.size()), "input") +
          "; at most 3 are supported");
    if (found[index])
      return call.fail("duplicate argument `" + Names[index] + "`");
    found[index] = input;
  }
  Sources sources = {found[0], found[1] ? found[1] : found[0],
                     found[2]   ? found[2]
                     : found[1] ? found[1]
                                : found[0]};
  if (!sources.query)
    return call.failUnsupported("argument `query` is missing");
  Shape query = ProgramBuilder::shapeOf(sources.query);
  Shape value = ProgramBuilder::shapeOf(sources.value);
  Shape key = ProgramBuilder::shapeOf(sources.key);
  std::string shapes = "query " + mismatch::shapeText(query) + ", value " +
                       mismatch::shapeText(value) + " and key " +
                       mismatch::shapeText(key);
  if (query.size() != 3 || value.size() != 3 || key.size() != 3)
    return call.failUnsupported(shapes +
                                " are not all [batch, steps, features]");
  if (disagree(value[0], query[0]) || disagree(key[0], query[0]) ||
      disagree(key[1], value[1]))
    return call.fail(shapes + " do not have one batch size, and as many values "
                              "as keys");
  return sources;
}

/// Where a query, a value and a key count, and keys are not behind their query
/// if only the past counts: for scores [batch, heads, queries, keys]. Null if
/// all are seen.
static Value seenBy(LayerCall &call, const Sources &sources, Value scores) {
  ProgramBuilder &b = call.builder;
  Shape shape = ProgramBuilder::shapeOf(scores);
  Value joined;
  auto join = [&](Value of, int64_t steps) {
    if (Value mask = call.context.masks.lookup(of))
      joined = bothMasks(b, joined, b.broadcast(mask, shape, {0, steps}));
  };
  join(sources.query, 2);
  join(sources.value, 3);
  if (sources.key != sources.value)
    join(sources.key, 3);
  if (call.arguments.getBool("use_causal_mask", false))
    joined = bothMasks(b, joined, pastOf(b, scores));
  return joined;
}

static FailureOr<Values> multiHeadAttention(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> heads = call.sizes("num_heads", 1);
  FailureOr<SmallVector<int64_t>> keySize = call.sizes("key_dim", 1);
  if (failed(heads) || failed(keySize))
    return llvm::failure();
  FailureOr<SmallVector<int64_t>> valueSize =
      call.sizes("value_dim", 1, 1, keySize->front());
  if (failed(valueSize))
    return llvm::failure();
  for (StringRef key : {"output_shape", "attention_axes"}) {
    if (call.settings.get(key))
      return call.failSetting(key);
  }
  if (call.arguments.getBool("return_attention_scores", false))
    return call.failSetting("return_attention_scores");
  FailureOr<Sources> sources = readSources(call);
  if (failed(sources))
    return llvm::failure();
  int64_t count = heads->front();
  FailureOr<Value> q =
      project(call, sources->query, "query", count, keySize->front());
  FailureOr<Value> k =
      project(call, sources->key, "key", count, keySize->front());
  FailureOr<Value> v =
      project(call, sources->value, "value", count, valueSize->front());
  if (failed(q) || failed(k) || failed(v))
    return llvm::failure();

  ProgramBuilder &b = call.builder;
  double factor = 1 / std::sqrt(static_cast<double>(keySize->front()));
  // [batch, heads, queries, keys].
  Value scores =
      b.dotGeneral(b.scale(*q, factor), *k, {3}, {3}, {0, 2}, {0, 2});
  Value shares = sharesOf(call, scores, seenBy(call, *sources, scores));
  // [batch, heads, queries, size].
  Value mixed = b.dotGeneral(shares, *v, {3}, {1}, {0, 1}, {0, 2});
  int64_t features = ProgramBuilder::shapeOf(sources->query)[2];
  FailureOr<Value> kernel = call.weight("attention_output/kernel",
                                        {count, valueSize->front(), features},
                                        "kernel", "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  Value result = b.dotGeneral(mixed, *kernel, {1, 3}, {0, 1});
  if (call.settings.getBool("use_bias", true)) {
    FailureOr<Value> bias =
        call.weight("attention_output/bias", {features}, "bias", "zeros");
    if (failed(bias))
      return llvm::failure();
    result =
        b.add(result, b.broadcastTo(*bias, ProgramBuilder::shapeOf(result)));
  }
  return Values{result};
}

void keras::addAttentionLayers(LayerTable &table) {
  table.add(multiHeadAttention, {"MultiHeadAttention"},
            LayerTraits::PassesMask);
}
