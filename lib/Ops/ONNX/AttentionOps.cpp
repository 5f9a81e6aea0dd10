//===- AttentionOps.cpp - Attention and positions of ONNX -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Ops/ONNX/Composition.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"
#include "llvm/ADT/APFloat.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Heads
//===----------------------------------------------------------------------===//

/// [batch, positions, heads * size] as [batch, heads, positions, size].
static FailureOr<Value> splitHeads(OpCall &call, Value x, int64_t heads,
                                   StringRef name) {
  ProgramBuilder &b = call.builder;
  Shape shape = ProgramBuilder::shapeOf(x);
  if (shape.size() != 3)
    return call.fail(mismatch::rank(shape, 3, name));
  if (!OpCall::isSize(heads) || heads < 1)
    return call.fail("the number of heads is " + llvm::Twine(heads));
  int64_t width = shape[2];
  if (isKnown(width) && width % heads != 0)
    return call.fail("the " + name + " shape " + mismatch::shapeText(shape) +
                     " cannot be split into " + llvm::Twine(heads) + " heads");
  int64_t size = isKnown(width) ? width / heads : width;
  return b.transpose(b.reshape(x, {shape[0], shape[1], heads, size}),
                     {0, 2, 1, 3});
}

static Value mergeHeads(ProgramBuilder &b, Value x) {
  Value moved = b.transpose(x, {0, 2, 1, 3});
  Shape shape = ProgramBuilder::shapeOf(moved);
  bool areKnown = isKnown(shape[2]) && isKnown(shape[3]);
  return b.reshape(
      moved, {shape[0], shape[1],
              areKnown ? shape[2] * shape[3] : mlir::ShapedType::kDynamic});
}

/// Each head so many times behind itself.
static Value repeatHeads(ProgramBuilder &b, Value x, int64_t times) {
  if (times == 1)
    return x;
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(x));
  SmallVector<int64_t> wide(shape);
  wide.insert(wide.begin() + 2, times);
  shape[1] *= times;
  return b.reshape(b.broadcast(x, wide, {0, 1, 3, 4}), shape);
}

namespace {
/// Attention of [batch, heads, positions, size].
struct Attention {
  Value query;
  Value key;
  Value value;
  double scale = 0;
  double cap = 0;
  /// The type in which shares are computed; null for that of the scores.
  mlir::Type precision;

  /// Fails unless the operands fit each other.
  LogicalResult verify(OpCall &call);
  /// Puts what was kept of earlier positions before the keys and values.
  LogicalResult prepend(OpCall &call, Value pastKey, Value pastValue);
  Value scoresOf(ProgramBuilder &b);
  Value sharesOf(ProgramBuilder &b, Value scores);
  Value result(ProgramBuilder &b, Value shares) {
    return b.dotGeneral(shares, value, {3}, {2}, {0, 1}, {0, 1});
  }
};
} // namespace

LogicalResult Attention::verify(OpCall &call) {
  Shape q = ProgramBuilder::shapeOf(query);
  Shape k = ProgramBuilder::shapeOf(key);
  Shape v = ProgramBuilder::shapeOf(value);
  mlir::Type element = ProgramBuilder::elementOf(query);
  if (!llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  for (Value other : {key, value}) {
    if (ProgramBuilder::elementOf(other) != element)
      return call.fail(
          mismatch::elements(element, ProgramBuilder::elementOf(other)));
  }
  if (disagree(q[3], k[3]))
    return call.fail(mismatch::contraction(q, k, q[3], k[3]));
  if (disagree(k[2], v[2]))
    return call.fail("there are " + llvm::Twine(k[2]) + " keys and " +
                     llvm::Twine(v[2]) + " values");
  if (disagree(q[0], k[0]) || disagree(k[0], v[0]) || disagree(q[1], k[1]) ||
      disagree(k[1], v[1]))
    return call.fail("query, key and value have shapes " +
                     mismatch::shapeText(q) + ", " + mismatch::shapeText(k) +
                     " and " + mismatch::shapeText(v));
  return llvm::success();
}

LogicalResult Attention::prepend(OpCall &call, Value pastKey, Value pastValue) {
  for (auto [past, now] :
       {std::pair(pastKey, &key), std::pair(pastValue, &value)}) {
    Shape before = ProgramBuilder::shapeOf(past);
    Shape shape = ProgramBuilder::shapeOf(*now);
    if (before.size() != 4)
      return call.fail(mismatch::rank(before, 4, "past"));
    bool fits =
        !disagree(before[0], shape[0]) && !disagree(before[1], shape[1]) &&
        !disagree(before[3], shape[3]) &&
        ProgramBuilder::elementOf(past) == ProgramBuilder::elementOf(*now);
    if (!fits)
      return call.fail(
          mismatch::concatenate(past.getType(), now->getType(), 2));
    *now = call.builder.concatenate({past, *now}, 2);
  }
  return llvm::success();
}

Value Attention::scoresOf(ProgramBuilder &b) {
  int64_t size = ProgramBuilder::shapeOf(query)[3];
  double factor = scale != 0                  ? scale
                  : isKnown(size) && size > 0 ? 1 / std::sqrt(double(size))
                                              : 1;
  return b.scale(b.dotGeneral(query, key, {3}, {3}, {0, 1}, {0, 1}), factor);
}

Value Attention::sharesOf(ProgramBuilder &b, Value scores) {
  mlir::Type element = ProgramBuilder::elementOf(scores);
  Value exact = precision ? b.convert(scores, precision) : scores;
  return b.convert(softmax(b, exact, 3), element);
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// The lowest number of a type, which takes no share.
static double lowest(mlir::Type element) {
  auto type = llvm::cast<mlir::FloatType>(element);
  llvm::APFloat number =
      llvm::APFloat::getLargest(type.getFloatSemantics(), /*Negative=*/true);
  bool losesInfo = false;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

static Value keepWhere(ProgramBuilder &b, Value kept, Value scores) {
  return b.select(kept, scores,
                  b.like(scores, lowest(ProgramBuilder::elementOf(scores))));
}

static Value placesOf(ProgramBuilder &b, Value scores, int64_t dimension) {
  auto type = ProgramBuilder::typeOf(scores).clone(b.builder().getI64Type());
  return b.iota(type, dimension);
}

/// No position takes from later ones, where `past` stood before the first.
static Value maskLater(ProgramBuilder &b, Value scores, int64_t past) {
  // Only types are computed: it changes none.
  if (!b.buildsOps())
    return scores;
  Value rows = placesOf(b, scores, 2);
  Value columns = placesOf(b, scores, 3);
  Value last = past == 0 ? rows : b.add(rows, b.like(rows, double(past)));
  return keepWhere(b, b.compare(columns, last, ComparisonDirection::LE),
                   scores);
}

/// Each example has so many keys.
static LogicalResult maskBehind(OpCall &call, Value counts, Value &scores) {
  ProgramBuilder &b = call.builder;
  Shape shape = ProgramBuilder::shapeOf(scores);
  if (ProgramBuilder::shapeOf(counts).size() != 1 ||
      disagree(ProgramBuilder::shapeOf(counts)[0], shape[0]))
    return call.fail("the lengths have shape " +
                     mismatch::shapeText(ProgramBuilder::shapeOf(counts)) +
                     "; " + mismatch::shapeText(shape.take_front(1)) +
                     " is required");
  if (!b.buildsOps())
    return llvm::success();
  Value wide =
      b.broadcast(b.convert(counts, b.builder().getI64Type()), shape, {0});
  scores = keepWhere(
      b, b.compare(placesOf(b, scores, 3), wide, ComparisonDirection::LT),
      scores);
  return llvm::success();
}

/// A mask in the shape of the scores; its last dimensions are theirs.
static FailureOr<Value> spreadMask(OpCall &call, Value mask, Value scores) {
  Shape wanted = ProgramBuilder::shapeOf(scores);
  // Since set 24 a mask may be shorter than the keys, which are hidden then.
  if (Shape sizes = ProgramBuilder::shapeOf(mask);
      !sizes.empty() && !wanted.empty() && isKnown(sizes.back()) &&
      isKnown(wanted.back()) && sizes.back() != 1 &&
      sizes.back() < wanted.back()) {
    bool isFloat = llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(mask));
    SmallVector<int64_t> low(sizes.size(), 0), high(sizes.size(), 0);
    high.back() = wanted.back() - sizes.back();
    mask = call.builder.pad(mask, isFloat ? -INFINITY : 0, low, high);
  }
  Shape shape = ProgramBuilder::shapeOf(mask);
  SmallVector<int64_t> common(wanted);
  bool fits = shape.size() <= wanted.size() && broadcastWith(common, shape);
  for (auto [size, before] : llvm::zip(common, wanted))
    fits &= !disagree(size, before) || !isKnown(before);
  if (!fits)
    return call.fail(mismatch::broadcastTo(shape, wanted));
  return call.builder.broadcastTo(mask, wanted);
}

/// Adds a mask of floats, or keeps the scores where one of booleans holds.
static LogicalResult applyMask(OpCall &call, Value mask, Value &scores) {
  ProgramBuilder &b = call.builder;
  FailureOr<Value> wide = spreadMask(call, mask, scores);
  if (failed(wide))
    return llvm::failure();
  if (ProgramBuilder::elementOf(mask).isInteger(1))
    scores = keepWhere(b, *wide, scores);
  else if (ProgramBuilder::elementOf(mask) == ProgramBuilder::elementOf(scores))
    scores = b.add(scores, *wide);
  else
    return call.fail(mismatch::elements(ProgramBuilder::elementOf(scores),
                                        ProgramBuilder::elementOf(mask)));
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Attention of ONNX
//===----------------------------------------------------------------------===//

/// Inputs of three dimensions have their heads next to each other.
static FailureOr<Value> takeHeads(OpCall &call, unsigned input, StringRef name,
                                  StringRef count) {
  Shape shape = call.shape(input);
  if (shape.size() == 4)
    return call.value(input);
  if (shape.size() == 3 && !call.attributes.contains(count))
    return call.failMissing("attribute `" + count + "` is missing");
  return splitHeads(call, call.value(input), call.integer(count, 0), name);
}

static LogicalResult attention(OpCall &call) {
  if (failed(call.expectInputs(3)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  FailureOr<Value> query = takeHeads(call, 0, "query", "q_num_heads");
  if (failed(query))
    return llvm::failure();
  FailureOr<Value> key = takeHeads(call, 1, "key", "kv_num_heads");
  if (failed(key))
    return llvm::failure();
  FailureOr<Value> value = takeHeads(call, 2, "value", "kv_num_heads");
  if (failed(value))
    return llvm::failure();
  for (const char *name : {"left_window_size", "right_window_size"}) {
    if (call.integer(name, -1) >= 0)
      return call.failUnsupported("`" + llvm::Twine(name) +
                                  "` is not supported");
  }
  Attention parts;
  parts.query = *query;
  parts.key = *key;
  parts.value = *value;
  parts.scale = call.number("scale", 0);
  parts.cap = call.number("softcap", 0);
  if (int64_t precision = call.integer("softmax_precision", 0))
    parts.precision = elementType(b.builder(), precision);
  int64_t past = 0;
  if (call.has(4) != call.has(5))
    return call.fail("only one of `past_key` and `past_value` is given");
  if (call.has(4)) {
    if (failed(parts.prepend(call, call.value(4), call.value(5))))
      return llvm::failure();
    past = call.shape(4)[2];
  }
  Value presentKey = parts.key;
  Value presentValue = parts.value;
  int64_t heads = ProgramBuilder::shapeOf(parts.query)[1];
  int64_t sources = ProgramBuilder::shapeOf(parts.key)[1];
  if (isKnown(heads) && isKnown(sources) && heads != sources) {
    if (sources < 1 || heads % sources != 0)
      return call.fail(llvm::Twine(heads) +
                       " heads of the query cannot share " +
                       llvm::Twine(sources) + " of the key");
    if (disagree(ProgramBuilder::shapeOf(parts.value)[1], sources))
      return call.fail("key and value have other numbers of heads");
    parts.key = repeatHeads(b, parts.key, heads / sources);
    parts.value = repeatHeads(b, parts.value, heads / sources);
  }
  if (failed(parts.verify(call)))
    return llvm::failure();
  bool isCausal = call.integer("is_causal", 0) != 0;
  // Versions of the standard differ in what comes first.
  if (parts.cap != 0 && (isCausal || call.has(3) || call.has(6)))
    return call.failUnsupported("`softcap` with a mask is not supported");
  Value scores = parts.scoresOf(b);
  Value shown = scores;
  int64_t mode = call.integer("qk_matmul_output_mode", 0);
  if (mode < 0 || mode > 3)
    return call.fail("`qk_matmul_output_mode` is " + llvm::Twine(mode));
  if (call.has(3)) {
    // It may be of any type: what is no truth is added.
    Value mask = call.value(3);
    if (!ProgramBuilder::elementOf(mask).isInteger(1))
      mask = b.convert(mask, ProgramBuilder::elementOf(scores));
    if (failed(applyMask(call, mask, scores)))
      return llvm::failure();
  }
  if (isCausal)
    scores = maskLater(b, scores, isKnown(past) ? past : 0);
  if (call.has(6) && failed(maskBehind(call, call.value(6), scores)))
    return llvm::failure();
  if (parts.cap != 0)
    scores = b.scale(b.tanh(b.scale(scores, 1 / parts.cap)), parts.cap);
  if (mode == 1 || mode == 2)
    shown = scores;
  Value shares = parts.sharesOf(b, scores);
  if (mode == 3)
    shown = shares;
  Value result = parts.result(b, shares);
  call.addResult(call.rank(0) == 3 ? mergeHeads(b, result) : result);
  call.addResult(presentKey);
  call.addResult(presentValue);
  call.addResult(shown);
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Attention of Microsoft
//===----------------------------------------------------------------------===//

/// Masks of 0 and 1 of keys, or how many keys each example has.
static LogicalResult applyKeyMask(OpCall &call, unsigned input, Value &scores) {
  ProgramBuilder &b = call.builder;
  Value mask = call.value(input);
  Shape shape = call.shape(input);
  Shape wanted = ProgramBuilder::shapeOf(scores);
  if (shape.size() == 1) {
    if (disagree(shape[0], wanted[0]))
      return call.failUnsupported("a mask of shape " +
                                  mismatch::shapeText(shape) +
                                  " is not supported");
    return maskBehind(call, mask, scores);
  }
  if (shape.size() != 2 && shape.size() != 3)
    return call.failUnsupported(
        "a mask of shape " + mismatch::shapeText(shape) + " is not supported");
  SmallVector<int64_t> wide(shape);
  wide.insert(wide.begin() + 1, 4 - shape.size(), 1);
  Value kept =
      b.convert(b.reshape(mask, wide), ProgramBuilder::elementOf(scores));
  Value added = b.scale(b.subtract(b.like(kept, 1), kept),
                        call.number("mask_filter_value", -10000));
  return applyMask(call, added, scores);
}

/// What both of Microsoft's operators do after they have taken their inputs.
static LogicalResult finishAttention(OpCall &call, Attention &parts,
                                     int64_t past, unsigned mask,
                                     unsigned bias) {
  ProgramBuilder &b = call.builder;
  if (failed(parts.verify(call)))
    return llvm::failure();
  parts.scale = call.number("scale", 0);
  Value scores = parts.scoresOf(b);
  if (call.has(bias) && failed(applyMask(call, call.value(bias), scores)))
    return llvm::failure();
  if (call.has(mask) && failed(applyKeyMask(call, mask, scores)))
    return llvm::failure();
  if (call.integer("unidirectional", 0) != 0)
    scores = maskLater(b, scores, isKnown(past) ? past : 0);
  Value result = parts.result(b, parts.sharesOf(b, scores));
  return call.setResult(mergeHeads(b, result));
}

static LogicalResult selfAttention(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  for (const char *name : {"do_rotary", "past_present_share_buffer"}) {
    if (call.integer(name, 0) != 0)
      return call.failUnsupported("`" + llvm::Twine(name) +
                                  "` is not supported");
  }
  if (call.rank(0) != 3)
    return call.fail(mismatch::rank(call.shape(0), 3));
  if (call.rank(1) != 2)
    return call.fail(mismatch::rank(call.shape(1), 2, "weights"));
  if (disagree(call.shape(0)[2], call.shape(1)[0]))
    return call.fail(mismatch::contraction(call.shape(0), call.shape(1),
                                           call.shape(0)[2], call.shape(1)[0]));
  if (call.element(0) != call.element(1))
    return call.fail(mismatch::elements(call.element(0), call.element(1)));
  int64_t width = call.shape(1)[1];
  if (!isKnown(width))
    return call.setUnknown();
  IndexVector sizes(3, width / 3);
  if (std::optional<IndexVector> given = call.integers("qkv_hidden_sizes"))
    sizes = *given;
  bool fits = sizes.size() == 3 && OpCall::areSizes(sizes, 1) &&
              sizes[0] + sizes[1] + sizes[2] == width;
  if (!fits)
    return call.fail("weights of " + llvm::Twine(width) +
                     " columns cannot be split into " +
                     mismatch::shapeText(sizes));
  Value all = b.dotGeneral(call.value(0), call.value(1), {2}, {0});
  if (call.has(2)) {
    int64_t wanted[] = {width};
    if (call.rank(2) != 1 || disagree(call.shape(2)[0], width))
      return call.fail(mismatch::shape("bias", call.shape(2), wanted));
    all =
        b.add(all, b.broadcastTo(call.value(2), ProgramBuilder::shapeOf(all)));
  }
  int64_t heads = call.integer("num_heads", 0);
  Attention parts;
  int64_t begin = 0;
  for (auto [part, size, name] :
       {std::tuple(&parts.query, sizes[0], "query"),
        std::tuple(&parts.key, sizes[1], "key"),
        std::tuple(&parts.value, sizes[2], "value")}) {
    FailureOr<Value> split =
        splitHeads(call, columns(b, all, begin, size), heads, name);
    if (failed(split))
      return llvm::failure();
    *part = *split;
    begin += size;
  }
  int64_t past = 0;
  if (call.has(4)) {
    if (call.rank(4) != 5 || disagree(call.shape(4)[0], 2))
      return call.fail("past has shape " + mismatch::shapeText(call.shape(4)) +
                       "; two tensors of rank 4 are required");
    past = call.shape(4)[3];
    Value both = call.value(4);
    if (failed(parts.prepend(call, b.at(both, 0, 0), b.at(both, 0, 1))))
      return llvm::failure();
  }
  if (failed(finishAttention(call, parts, past, 3, 5)))
    return llvm::failure();
  if (ProgramBuilder::shapeOf(parts.key) ==
      ProgramBuilder::shapeOf(parts.value)) {
    SmallVector<int64_t> one(ProgramBuilder::shapeOf(parts.key));
    one.insert(one.begin(), 1);
    call.addResult(b.concatenate(
        {b.reshape(parts.key, one), b.reshape(parts.value, one)}, 0));
  }
  return llvm::success();
}

static LogicalResult multiHeadAttention(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (call.rank(0) != 3 || !call.has(1) || !call.has(2) || call.rank(1) == 5)
    return call.failUnsupported("packed queries, keys and values are not "
                                "supported");
  ProgramBuilder &b = call.builder;
  int64_t heads = call.integer("num_heads", 0);
  Attention parts;
  int64_t begin = 0;
  for (auto [input, part, name] : {std::tuple(0U, &parts.query, "query"),
                                   std::tuple(1U, &parts.key, "key"),
                                   std::tuple(2U, &parts.value, "value")}) {
    Value x = call.value(input);
    if (call.has(3) && call.rank(input) == 3 && b.buildsOps()) {
      int64_t width = call.shape(input)[2];
      if (call.rank(3) != 1 || call.shape(3)[0] < begin + width)
        return call.fail(
            "the bias has shape " + mismatch::shapeText(call.shape(3)) + "; " +
            llvm::Twine(begin + width) + " or more numbers are required");
      Value bias = columns(b, call.value(3), begin, width);
      x = b.add(x, b.broadcastTo(bias, call.shape(input)));
      begin += width;
    } else if (call.has(3) && call.rank(input) == 4) {
      return call.failUnsupported("a bias of keys that are split into heads is "
                                  "not supported");
    }
    if (call.rank(input) == 4) {
      *part = x;
      continue;
    }
    FailureOr<Value> split = splitHeads(call, x, heads, name);
    if (failed(split))
      return llvm::failure();
    *part = *split;
  }
  int64_t past = 0;
  if (call.has(6) != call.has(7))
    return call.fail("only one of `past_key` and `past_value` is given");
  if (call.has(8))
    return call.failUnsupported("`past_sequence_length` is not supported");
  if (call.has(6)) {
    if (failed(parts.prepend(call, call.value(6), call.value(7))))
      return llvm::failure();
    past = call.shape(6)[2];
  }
  if (failed(finishAttention(call, parts, past, 4, 5)))
    return llvm::failure();
  call.addResult(parts.key);
  call.addResult(parts.value);
  return llvm::success();
}

void onnx::addAttentionOps(OpTable &table) {
  table.add(attention, {"Attention"});
  table.add(selfAttention, {"com.microsoft.Attention"});
  table.add(multiHeadAttention, {"com.microsoft.MultiHeadAttention"});
}
