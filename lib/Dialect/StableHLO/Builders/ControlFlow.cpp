//===- ControlFlow.cpp - Branches and loops built at once -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ControlFlow.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// Fills a region that no op has yet: what it captures stays usable, and if it
/// fails, nothing is left of it.
static LogicalResult fill(ProgramBuilder &b, mlir::Region &region,
                          mlir::TypeRange types, RegionFunction function,
                          SmallVectorImpl<mlir::Type> &given) {
  mlir::OpBuilder::InsertionGuard guard(b.builder());
  SmallVector<mlir::Location> locations(types.size(), b.location());
  mlir::Block *block = b.builder().createBlock(&region, {}, types, locations);
  llvm::FailureOr<ValueList> results = function(block->getArguments());
  if (failed(results))
    return llvm::failure();
  llvm::append_range(given, mlir::ValueRange(*results).getTypes());
  ReturnOp::create(b.builder(), b.location(), *results);
  return llvm::success();
}

/// Values of the types that two lists have in common.
static ValueList joinTypes(ProgramBuilder &b, mlir::ValueRange one,
                           mlir::ValueRange other) {
  ValueList joined;
  for (auto [left, right] : llvm::zip_equal(one, other)) {
    SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(left));
    for (auto [size, second] : llvm::zip(sizes, ProgramBuilder::shapeOf(right)))
      size = size == second ? size : mlir::ShapedType::kDynamic;
    joined.push_back(b.unknown(ProgramBuilder::typeOf(left).clone(sizes)));
  }
  return joined;
}

llvm::FailureOr<ValueList> stablehlo::branch(ProgramBuilder &b, Value condition,
                                             RegionFunction onTrue,
                                             RegionFunction onFalse) {
  if (!b.buildsOps()) {
    llvm::FailureOr<ValueList> one = onTrue({});
    llvm::FailureOr<ValueList> other = onFalse({});
    if (failed(one) || failed(other))
      return llvm::failure();
    return joinTypes(b, *one, *other);
  }
  mlir::Region regions[2];
  SmallVector<mlir::Type> types[2];
  if (failed(fill(b, regions[0], {}, onTrue, types[0])) ||
      failed(fill(b, regions[1], {}, onFalse, types[1])))
    return llvm::failure();
  auto op = IfOp::create(b.builder(), b.location(), types[0], condition);
  op.getTrueBranch().takeBody(regions[0]);
  op.getFalseBranch().takeBody(regions[1]);
  return ValueList(op.getResults());
}

llvm::FailureOr<ValueList> stablehlo::choose(
    ProgramBuilder &b, Value number, size_t count,
    llvm::function_ref<llvm::FailureOr<ValueList>(size_t)> build) {
  assert(b.buildsOps() && count > 0 && "types alone need no branches");
  std::vector<mlir::Region> regions(count);
  SmallVector<mlir::Type> types;
  for (size_t branch = 0; branch < count; ++branch) {
    types.clear();
    auto one = [&](mlir::ValueRange) { return build(branch); };
    if (failed(fill(b, regions[branch], {}, one, types)))
      return llvm::failure();
  }
  auto op = CaseOp::create(b.builder(), b.location(), types, number,
                           static_cast<unsigned>(count));
  for (auto [place, region] : llvm::zip_equal(op.getBranches(), regions))
    place.takeBody(region);
  return ValueList(op.getResults());
}

llvm::FailureOr<ValueList> stablehlo::loop(ProgramBuilder &b,
                                           mlir::ValueRange first,
                                           RegionFunction condition,
                                           RegionFunction body) {
  if (!b.buildsOps()) {
    ValueList arguments = joinTypes(b, first, first);
    llvm::FailureOr<ValueList> holds = condition(arguments);
    llvm::FailureOr<ValueList> next = body(arguments);
    if (failed(holds) || failed(next))
      return llvm::failure();
    return joinTypes(b, first, *next);
  }
  mlir::Region regions[2];
  SmallVector<mlir::Type> given[2];
  if (failed(fill(b, regions[0], first.getTypes(), condition, given[0])) ||
      failed(fill(b, regions[1], first.getTypes(), body, given[1])))
    return llvm::failure();
  auto op = WhileOp::create(b.builder(), b.location(), first.getTypes(), first);
  op.getCond().takeBody(regions[0]);
  op.getBody().takeBody(regions[1]);
  return ValueList(op.getResults());
}

Value stablehlo::elementAt(ProgramBuilder &b, Value value, int64_t dimension,
                           Value index) {
  SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(value));
  std::optional<Literal> known = b.literalOf(index);
  bool isKnown = known && known->size() == 1 && known->isKnown(0) &&
                 stablehlo::isKnown(elementCount(sizes));
  SmallVector<int64_t> starts(sizes.size(), 0);
  SmallVector<int64_t> rest(sizes);
  rest.erase(rest.begin() + dimension);
  if (isKnown) {
    starts[dimension] = known->integers[0];
    sizes[dimension] = starts[dimension] + 1;
    return b.reshape(b.slice(value, starts, sizes), rest);
  }
  sizes[dimension] = 1;
  ValueList places;
  for (size_t i = 0; i < sizes.size(); ++i)
    places.push_back(int64_t(i) == dimension ? index : integerScalar(b, 0));
  Value part = b.make<DynamicSliceOp>(
      ProgramBuilder::typeOf(value).clone(sizes), value, places, sizes);
  return b.reshape(part, rest);
}

Value stablehlo::withElementAt(ProgramBuilder &b, Value value, Value index,
                               Value part) {
  SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(part));
  ValueList places(sizes.size() + 1, integerScalar(b, 0));
  places.front() = index;
  sizes.insert(sizes.begin(), 1);
  return b.make<DynamicUpdateSliceOp>(ProgramBuilder::typeOf(value), value,
                                      b.reshape(part, sizes), places);
}

Value stablehlo::integerScalar(ProgramBuilder &b, int64_t number) {
  auto type = RankedTensorType::get({}, b.builder().getI64Type());
  return b.constant(mlir::DenseIntElementsAttr::get(type, number));
}
