//===- CategoryLayers.cpp - Numbers of categories as vectors --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

void keras::addCategoryLayers(LayerTable &table) {
  table.add(categoryEncoding, {"CategoryEncoding"}, LayerTraits::TakesIntegers);
  table.add(discretization, {"Discretization"}, LayerTraits::TakesIntegers);
}
