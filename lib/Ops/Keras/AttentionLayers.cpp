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
  if (query.size() < 3 || value.size() != query.size() ||
      key.size() != query.size())
    return call.failUnsupported(shapes +
                                " are not all [batch, steps, features]");
  if (disagree(value[0], query[0]) || disagree(key[0], query[0]) ||
      disagree(key[1], value[1]))
    return call.fail(shapes + " do not have one batch size, and as many values "
                              "as keys");
  return sources;
}

namespace {
/// Which axes of [batch, ..., features] are steps; the others are further
/// batches.
class AttentionAxes {
public:
  /// Those that a layer says, or all.
  static FailureOr<AttentionAxes> read(LayerCall &call, int64_t rank);

  bool areSteps() const { return order == ArrayRef<int64_t>{0, 1, 2}; }

  /// [batch, steps, features] of a source.
  Value flatten(ProgramBuilder &b, Value source) const {
    Value moved = b.transpose(source, order);
    Shape shape = ProgramBuilder::shapeOf(moved);
    return b.reshape(moved, {productOf(shape.take_front(batches)),
                             productOf(shape.drop_front(batches).drop_back()),
                             shape.back()});
  }

  /// The axes of a query for the batch and the steps of a result.
  Value unflatten(ProgramBuilder &b, Value result, Shape query) const {
    SmallVector<int64_t> moved, back(order.begin(), order.end());
    for (int64_t axis : ArrayRef(order).drop_back())
      moved.push_back(query[axis]);
    Shape sizes = ProgramBuilder::shapeOf(result).drop_front(2);
    moved.append(sizes.begin(), sizes.end());
    for (auto [number, axis] : llvm::enumerate(order))
      back[axis] = static_cast<int64_t>(number);
    for (size_t axis = order.size(); axis < moved.size(); ++axis)
      back.push_back(static_cast<int64_t>(axis));
    return b.transpose(b.reshape(result, moved), back);
  }

  /// A mask for scores [batches..., heads, queries..., keys...] as one for
  /// [batch, heads, queries, keys]. What it lacks stands before its queries.
  FailureOr<Value> flattenMask(LayerCall &call, Value mask, Shape query,
                               Shape key) const;

  /// Scores [batch, heads, queries, keys] with all axes.
  Value unflattenScores(ProgramBuilder &b, Value scores, Shape query,
                        Shape key) const {
    SmallVector<int64_t> shape = batchesOf(query);
    shape.push_back(ProgramBuilder::shapeOf(scores)[1]);
    shape.append(stepsOf(query));
    shape.append(stepsOf(key));
    return b.reshape(scores, shape);
  }

private:
  SmallVector<int64_t> batchesOf(Shape source) const {
    return llvm::map_to_vector(ArrayRef(order).take_front(batches),
                               [&](int64_t axis) { return source[axis]; });
  }
  SmallVector<int64_t> stepsOf(Shape source) const {
    return llvm::map_to_vector(ArrayRef(order).drop_front(batches).drop_back(),
                               [&](int64_t axis) { return source[axis]; });
  }

  /// The batch, other axes, steps, features.
  SmallVector<int64_t> order = {0};
  /// How many of them are batches.
  size_t batches = 1;
};
} // namespace

FailureOr<AttentionAxes> AttentionAxes::read(LayerCall &call, int64_t rank) {
  SmallVector<int64_t> steps = llvm::to_vector(llvm::seq<int64_t>(1, rank - 1));
  if (call.settings.get("attention_axes")) {
    std::optional<SmallVector<int64_t>> given =
        call.settings.list("attention_axes");
    if (!given || given->empty())
      return call.failSetting("attention_axes");
    steps.clear();
    for (int64_t axis : *given) {
      int64_t number = axis < 0 ? axis + rank : axis;
      if (number < 1 || number >= rank - 1 || llvm::is_contained(steps, number))
        return call.fail(mismatch::axis(axis, rank, "attention_axes"));
      steps.push_back(number);
    }
  }
  AttentionAxes axes;
  for (int64_t axis = 1; axis < rank - 1; ++axis) {
    if (!llvm::is_contained(steps, axis))
      axes.order.push_back(axis);
  }
  axes.batches = axes.order.size();
  axes.order.append(steps);
  axes.order.push_back(rank - 1);
  return axes;
}

FailureOr<Value> AttentionAxes::flattenMask(LayerCall &call, Value mask,
                                            Shape query, Shape key) const {
  Shape given = ProgramBuilder::shapeOf(mask);
  SmallVector<int64_t> lead = batchesOf(query), all = lead;
  SmallVector<int64_t> queries = stepsOf(query), keys = stepsOf(key);
  size_t behind = queries.size() + keys.size();
  size_t rank = lead.size() + 1 + behind;
  bool hasHeads = given.size() == rank;
  all.push_back(hasHeads ? given[lead.size()] : 1);
  all.append(queries);
  all.append(keys);
  SmallVector<int64_t> wide(given), common = all;
  if (given.size() >= behind && given.size() <= rank)
    wide.insert(wide.end() - behind, rank - given.size(), 1);
  if (wide.size() != rank || !broadcastWith(common, wide) ||
      !mayEqual(common, all))
    return call.fail("`attention_mask` of shape " + mismatch::shapeText(given) +
                     " cannot be broadcast to scores of shape " +
                     mismatch::shapeText(all));
  ProgramBuilder &b = call.builder;
  Value seen = b.broadcastTo(b.reshape(mask, wide), all);
  return b.reshape(seen, {productOf(lead), all[lead.size()], productOf(queries),
                          productOf(keys)});
}

/// Sources whose steps are one axis. Masks of steps that do not count are of
/// steps of one axis.
static LogicalResult flattenSources(LayerCall &call, const AttentionAxes &axes,
                                    Sources &sources) {
  bool isMasked = call.arguments.getBool("use_causal_mask", false) ||
                  call.settings.get("sliding_window");
  for (Value *source : {&sources.query, &sources.value, &sources.key})
    isMasked |= call.context.masks.contains(*source);
  if (isMasked)
    return call.failUnsupported(
        "causal masks, windows and masks of its inputs are of steps of one "
        "axis, and `attention_axes` are others");
  if (sources.seen) {
    FailureOr<Value> seen = axes.flattenMask(
        call, sources.seen, ProgramBuilder::shapeOf(sources.query),
        ProgramBuilder::shapeOf(sources.key));
    if (failed(seen))
      return llvm::failure();
    sources.seen = *seen;
  }
  bool hasSameKey = sources.key == sources.value;
  sources.query = axes.flatten(call.builder, sources.query);
  sources.value = axes.flatten(call.builder, sources.value);
  sources.key =
      hasSameKey ? sources.value : axes.flatten(call.builder, sources.key);
  Shape query = ProgramBuilder::shapeOf(sources.query);
  Shape key = ProgramBuilder::shapeOf(sources.key);
  Shape value = ProgramBuilder::shapeOf(sources.value);
  if (disagree(query[0], key[0]) || disagree(query[0], value[0]) ||
      disagree(key[1], value[1]))
    return call.fail("query, value and key do not have the same sizes beside "
                     "`attention_axes`, and as many values as keys along them");
  return llvm::success();
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
  SmallVector<int64_t> query(ProgramBuilder::shapeOf(sources->query));
  SmallVector<int64_t> key(ProgramBuilder::shapeOf(sources->key));
  FailureOr<AttentionAxes> axes = AttentionAxes::read(call, query.size());
  if (failed(axes))
    return llvm::failure();
  if (!axes->areSteps() && failed(flattenSources(call, *axes, *sources)))
    return llvm::failure();
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
  Values results = {axes->areSteps() ? *result
                                     : axes->unflatten(b, *result, query)};
  if (call.arguments.getBool("return_attention_scores", false))
    results.push_back(axes->areSteps()
                          ? shares
                          : axes->unflattenScores(b, shares, query, key));
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
