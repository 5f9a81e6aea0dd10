//===- CategoryLayers.cpp - Numbers of categories as vectors --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// Ones at the numbers of categories, along a new last dimension.
static Value oneHot(LayerCall &call, Value numbers, int64_t count) {
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(numbers));
  auto kept = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  shape.push_back(count);
  auto type = RankedTensorType::get(shape, ProgramBuilder::elementOf(numbers));
  Value isThere =
      b.compare(b.iota(type, shape.size() - 1),
                b.broadcast(numbers, shape, kept), ComparisonDirection::EQ);
  return b.convert(isThere, call.computeType);
}

/// The vectors of numbers of categories, as `output_mode` asks for them.
static FailureOr<Values> encode(LayerCall &call, Value numbers, int64_t count,
                                StringRef mode) {
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(numbers));
  SmallVector<int64_t> wide = shape;
  wide.push_back(count);
  if (failed(call.expectFits(wide)))
    return llvm::failure();
  if (mode == "one_hot") {
    if (shape.size() > 1 && shape.back() == 1)
      numbers = b.reshape(numbers, llvm::ArrayRef(shape).drop_back());
    return Values{oneHot(call, numbers, count)};
  }
  bool isCount = mode == "count";
  if (!isCount && mode != "multi_hot" && mode != "binary")
    return call.failSetting("output_mode", mode);
  // Each row is an example.
  if (shape.size() != 2)
    return call.failUnsupported(mismatch::rank(shape, 2));
  return Values{b.reduce(oneHot(call, numbers, count), {1},
                         isCount ? Combination::Add : Combination::Maximum)};
}

static FailureOr<Values> categoryEncoding(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> count = call.sizes("num_tokens", 1);
  if (failed(count))
    return llvm::failure();
  Value numbers =
      call.builder.convert(call.input(), call.builder.builder().getI32Type());
  return encode(call, numbers, count->front(),
                call.settings.word("output_mode", "multi_hot"));
}

/// The number of the part of a line in which each element is.
static FailureOr<Values> discretization(LayerCall &call) {
  std::optional<llvm::ArrayRef<mlir::Attribute>> list =
      listOf(call.settings.get("bin_boundaries"));
  SmallVector<double> borders;
  for (mlir::Attribute border :
       list.value_or(llvm::ArrayRef<mlir::Attribute>()))
    borders.push_back(numberOf(border).value_or(std::nan("")));
  if (!list || llvm::any_of(borders, [](double x) { return std::isnan(x); }))
    return call.failUnsupported("`bin_boundaries` is not a list of numbers");
  ProgramBuilder &b = call.builder;
  Value x = b.convert(call.input(), call.computeType);
  SmallVector<int64_t> shape(call.shape());
  auto kept = llvm::to_vector(llvm::seq<int64_t>(0, call.rank()));
  auto count = static_cast<int64_t>(borders.size());
  shape.push_back(count);
  if (failed(call.expectFits(shape)))
    return llvm::failure();
  mlir::Type numbers = b.builder().getI32Type();
  Value limits =
      b.reals(borders, RankedTensorType::get({count}, call.computeType));
  Value isAbove = b.compare(b.broadcast(x, shape, kept),
                            b.broadcast(limits, shape, {call.rank()}),
                            ComparisonDirection::GE);
  Value place = b.sum(b.convert(isAbove, numbers), {call.rank()});
  StringRef mode = call.settings.word("output_mode", "int");
  if (mode != "int")
    return encode(call, place, count + 1, mode);
  // Versions before Keras 3 have longer numbers.
  return Values{call.kerasVersion < 3
                    ? b.convert(place, b.builder().getI64Type())
                    : place};
}

//===----------------------------------------------------------------------===//
// Numbers in a table
//===----------------------------------------------------------------------===//

namespace {
/// The table of a layer that looks up numbers.
struct NumberTable {
  SmallVector<int64_t> numbers;
  /// How many numbers stand for those that are not in it.
  int64_t others = 1;
  /// The number that says that nothing is there.
  std::optional<int64_t> nothing;
};
} // namespace

static FailureOr<NumberTable> readTable(LayerCall &call) {
  const Settings &settings = call.settings;
  NumberTable table;
  FailureOr<SmallVector<int64_t>> others =
      call.sizes("num_oov_indices", 1, 0, 1);
  if (failed(others))
    return llvm::failure();
  table.others = others->front();
  table.nothing = integerOf(settings.get("mask_token"));
  std::optional<SmallVector<int64_t>> given = settings.list("vocabulary");
  if (!given || given->empty())
    return call.failUnsupported("its vocabulary is not in the file");
  for (StringRef key : {"invert", "sparse"}) {
    if (settings.getBool(key, false))
      return call.failSetting(key);
  }
  table.numbers = *given;
  // The list may begin with what is in every table.
  SmallVector<int64_t> before;
  if (table.nothing)
    before.push_back(*table.nothing);
  before.append(std::min<size_t>(table.others, given->size()),
                settings.integer("oov_token", -1));
  if (!before.empty() && given->size() >= before.size() &&
      llvm::ArrayRef(*given).take_front(before.size()) ==
          llvm::ArrayRef(before))
    table.numbers.erase(table.numbers.begin(),
                        table.numbers.begin() + before.size());
  return table;
}

/// Where numbers are in a table. Others share the places before it, by their
/// remainders.
static Value placesIn(ProgramBuilder &b, Value x, const NumberTable &table,
                      int64_t first) {
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(x));
  int64_t rank = shape.size();
  auto kept = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  shape.push_back(table.numbers.size());
  mlir::Type element = ProgramBuilder::elementOf(x);
  Value isIt =
      b.compare(b.broadcast(x, shape, kept),
                b.broadcast(b.integers(table.numbers, element), shape, {rank}),
                ComparisonDirection::EQ);
  Value places = b.iota(RankedTensorType::get(shape, element), rank);
  Value place = b.sum(b.select(isIt, places, b.like(places, 0)), {rank});
  Value isThere = b.reduce(isIt, {rank}, Combination::Or);
  auto count = static_cast<double>(table.others);
  Value other = b.like(x, -1);
  if (table.others > 0) {
    Value rest = b.binary<RemainderOp>(x, b.like(x, count));
    Value isBelow = b.compare(rest, b.like(rest, 0), ComparisonDirection::LT);
    rest = b.select(isBelow, b.add(rest, b.like(rest, count)), rest);
    other = b.add(rest, b.like(rest, static_cast<double>(first)));
  }
  return b.select(
      isThere, b.add(place, b.like(place, static_cast<double>(first) + count)),
      other);
}

static FailureOr<Values> integerLookup(LayerCall &call) {
  ProgramBuilder &b = call.builder;
  StringRef mode = call.settings.word("output_mode", "int");
  bool isPlace = mode == "int";
  FailureOr<NumberTable> table = readTable(call);
  if (!b.buildsOps()) {
    if (isPlace)
      return Values{b.unknown(
          RankedTensorType::get(call.shape(), b.builder().getI64Type()))};
    if (failed(table))
      return Values{Value()};
  }
  if (failed(table))
    return llvm::failure();
  SmallVector<int64_t> wide(call.shape());
  wide.push_back(table->numbers.size());
  if (failed(call.expectFits(wide)))
    return llvm::failure();
  Value x = b.convert(call.input(), b.builder().getI64Type());
  // Nothing has a place of its own where places are the result.
  Value place = placesIn(b, x, *table, isPlace && table->nothing ? 1 : 0);
  if (table->nothing) {
    Value isNothing =
        b.compare(x, b.like(x, static_cast<double>(*table->nothing)),
                  ComparisonDirection::EQ);
    place = b.select(isNothing, b.like(place, isPlace ? 0 : -1), place);
  }
  if (isPlace)
    return Values{place};
  int64_t count = static_cast<int64_t>(table->numbers.size()) + table->others;
  if (call.settings.getBool("pad_to_max_tokens", false))
    count = std::max(count, call.settings.integer("max_tokens", count));
  return encode(call, b.convert(place, b.builder().getI32Type()), count, mode);
}

void keras::addCategoryLayers(LayerTable &table) {
  table.add(categoryEncoding, {"CategoryEncoding"}, LayerTraits::TakesIntegers);
  table.add(discretization, {"Discretization"}, LayerTraits::TakesIntegers);
  table.add(integerLookup, {"IntegerLookup"}, LayerTraits::TakesIntegers);
}
