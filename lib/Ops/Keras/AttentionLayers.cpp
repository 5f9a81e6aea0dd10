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
  /// Where keys are seen, [batch, queries, keys], or with heads in between;
  /// null if nothing is said.
  Value seen;
};

/// What a layer says of its heads.
struct Heads {
  int64_t count = 0;
  /// So many go together with one key and one value.
  int64_t shared = 1;
  int64_t keySize = 0;
  int64_t valueSize = 0;
};
} // namespace

/// Arguments without names are the query, the value and the key. The query is
/// the value where a model in one line has only one, and the value is the key.
static FailureOr<Sources> readSources(LayerCall &call) {
  static constexpr llvm::StringLiteral Names[] = {"query", "value", "key",
                                                  "attention_mask"};
  Value found[4];
  size_t next = 0;
  for (auto [number, input] : llvm::enumerate(call.inputs)) {
    StringRef name =
        number < call.inputNames.size() ? call.inputNames[number] : "";
    const auto *place = llvm::find(Names, name);
    size_t index = place == std::end(Names) ? next++ : place - Names;
    if (place == std::end(Names) && index >= 3)
      return call.failUnsupported(
          "it has " + pluralize(int64_t(call.inputs.size()), "input") +
          "; at most 3 are supported");
    if (found[index])
      return call.fail("duplicate argument `" + Names[index] + "`");
    mlir::Type element = ProgramBuilder::elementOf(input);
    if (index < 3 && !llvm::isa<mlir::FloatType>(element))
      return call.failUnsupported(mismatch::notFloat(element));
    found[index] = input;
  }
  Sources sources = {found[0], found[1] ? found[1] : found[0],
                     found[2]   ? found[2]
                     : found[1] ? found[1]
                                : found[0],
                     found[3]};
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

/// The mask that a call is given, for scores [batch, heads, queries, keys].
static FailureOr<Value> givenMask(LayerCall &call, Value given, Value scores) {
  ProgramBuilder &b = call.builder;
  Shape shape = ProgramBuilder::shapeOf(scores);
  SmallVector<int64_t> wide(ProgramBuilder::shapeOf(given));
  if (wide.size() == 3)
    wide.insert(wide.begin() + 1, 1);
  SmallVector<int64_t> common(shape);
  if (wide.size() != 4 || !broadcastWith(common, wide) ||
      !mayEqual(common, shape))
    return call.fail("`attention_mask` of shape " +
                     mismatch::shapeText(ProgramBuilder::shapeOf(given)) +
                     " cannot be broadcast to scores of shape " +
                     mismatch::shapeText(shape));
  Value isSeen = b.compare(given, b.like(given, 0), ComparisonDirection::NE);
  return b.broadcastTo(b.reshape(isSeen, wide), shape);
}

/// True for keys less than so many steps from their query.
static Value nearOf(ProgramBuilder &b, Value scores, int64_t steps) {
  auto places = ProgramBuilder::typeOf(scores).clone(b.builder().getI32Type());
  Value distance = b.subtract(b.iota(places, 2), b.iota(places, 3));
  distance = b.maximum(distance, b.negate(distance));
  return b.compare(distance, b.like(distance, static_cast<double>(steps)),
                   ComparisonDirection::LT);
}

/// Where a query, a value and a key count, the call lets them be seen, and keys
/// are not behind their query if only the past counts, nor too far away: for
/// scores [batch, heads, queries, keys]. Null if all are seen.
static FailureOr<Value> seenBy(LayerCall &call, const Sources &sources,
                               Value scores) {
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
  if (call.settings.get("sliding_window")) {
    FailureOr<SmallVector<int64_t>> window = call.sizes("sliding_window", 1);
    if (failed(window))
      return llvm::failure();
    joined = bothMasks(b, joined, nearOf(b, scores, window->front()));
  }
  if (!sources.seen)
    return joined;
  FailureOr<Value> given = givenMask(call, sources.seen, scores);
  if (failed(given))
    return llvm::failure();
  return bothMasks(b, joined, *given);
}

/// Copies each head of [batch, steps, heads, size] for those that share it.
static Value shareHeads(ProgramBuilder &b, Value value, int64_t count) {
  if (count == 1)
    return value;
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(value));
  Value wide = b.broadcast(
      value, {shape[0], shape[1], shape[2], count, shape[3]}, {0, 1, 2, 4});
  shape[2] *= count;
  return b.reshape(wide, shape);
}

/// Takes heads together to [batch, queries, ...], with the sizes of
/// `output_shape` or those of the query.
static FailureOr<Value> joinHeads(LayerCall &call, Value mixed,
                                  int64_t features) {
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> sizes = {features};
  if (call.settings.get("output_shape")) {
    std::optional<SmallVector<int64_t>> given =
        call.settings.list("output_shape");
    if (!given || given->empty() ||
        llvm::any_of(*given, [](int64_t size) { return size < 1; }))
      return call.failSetting("output_shape");
    sizes = *given;
  }
  // [batch, heads, queries, size].
  Shape shape = ProgramBuilder::shapeOf(mixed);
  SmallVector<int64_t> kernelShape = {shape[1], shape[3]};
  kernelShape.append(sizes);
  FailureOr<Value> kernel = call.weight("attention_output/kernel", kernelShape,
                                        "kernel", "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  Value result = b.dotGeneral(mixed, *kernel, {1, 3}, {0, 1});
  if (!call.settings.getBool("use_bias", true))
    return result;
  FailureOr<Value> bias =
      call.weight("attention_output/bias", sizes, "bias", "zeros");
  if (failed(bias))
    return llvm::failure();
  return b.add(result, b.broadcastTo(*bias, ProgramBuilder::shapeOf(result)));
}

static FailureOr<Values> attend(LayerCall &call, const Heads &heads) {
  FailureOr<Sources> sources = readSources(call);
  if (failed(sources))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  int64_t groups = heads.count / heads.shared;
  FailureOr<Value> q =
      project(call, sources->query, "query", heads.count, heads.keySize);
  FailureOr<Value> k =
      project(call, sources->key, "key", groups, heads.keySize);
  FailureOr<Value> gate = Value();
  if (call.settings.getBool("use_gate", false))
    gate = project(call, sources->query, "gate", heads.count, heads.valueSize);
  FailureOr<Value> v =
      project(call, sources->value, "value", groups, heads.valueSize);
  if (failed(q) || failed(k) || failed(v) || failed(gate))
    return llvm::failure();
  double factor = 1 / std::sqrt(static_cast<double>(heads.keySize));
  // [batch, heads, queries, keys].
  Value scores =
      b.dotGeneral(b.scale(*q, factor), shareHeads(b, *k, heads.shared), {3},
                   {3}, {0, 2}, {0, 2});
  FailureOr<Value> seen = seenBy(call, *sources, scores);
  if (failed(seen))
    return llvm::failure();
  Value shares = sharesOf(call, scores, *seen);
  // [batch, heads, queries, size].
  Value mixed = b.dotGeneral(shares, shareHeads(b, *v, heads.shared), {3}, {1},
                             {0, 1}, {0, 2});
  if (*gate)
    mixed = b.multiply(mixed, b.transpose(b.logistic(*gate), {0, 2, 1, 3}));
  FailureOr<Value> result =
      joinHeads(call, mixed, ProgramBuilder::shapeOf(sources->query)[2]);
  if (failed(result))
    return llvm::failure();
  Values results = {*result};
  if (call.arguments.getBool("return_attention_scores", false))
    results.push_back(shares);
  return results;
}

static FailureOr<Values> multiHeadAttention(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> count = call.sizes("num_heads", 1);
  FailureOr<SmallVector<int64_t>> keySize = call.sizes("key_dim", 1);
  if (failed(count) || failed(keySize))
    return llvm::failure();
  FailureOr<SmallVector<int64_t>> valueSize =
      call.sizes("value_dim", 1, 1, keySize->front());
  if (failed(valueSize))
    return llvm::failure();
  // Keras 3 writes those that it has found: the steps.
  if (call.settings.get("attention_axes") &&
      call.settings.list("attention_axes") != SmallVector<int64_t>{1})
    return call.failSetting("attention_axes");
  Heads heads;
  heads.count = count->front();
  heads.keySize = keySize->front();
  heads.valueSize = valueSize->front();
  return attend(call, heads);
}

static FailureOr<Values> groupedQueryAttention(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> size = call.sizes("head_dim", 1);
  FailureOr<SmallVector<int64_t>> count = call.sizes("num_query_heads", 1);
  FailureOr<SmallVector<int64_t>> groups = call.sizes("num_key_value_heads", 1);
  if (failed(size) || failed(count) || failed(groups))
    return llvm::failure();
  Heads heads;
  heads.count = count->front();
  heads.keySize = heads.valueSize = size->front();
  if (heads.count % groups->front() != 0)
    return call.fail(
        mismatch::groups(heads.count, groups->front(), "query heads"));
  heads.shared = heads.count / groups->front();
  return attend(call, heads);
}

void keras::addAttentionLayers(LayerTable &table) {
  LayerTraits traits = LayerTraits::PassesMask | LayerTraits::TakesIntegers;
  table.add(multiHeadAttention, {"MultiHeadAttention"}, traits);
  table.add(groupedQueryAttention,
            {"GroupQueryAttention", "GroupedQueryAttention"}, traits);
}
