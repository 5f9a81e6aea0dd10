//===- Resharding.cpp - Parts of tensors made of others -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Partition/Resharding.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/Partition/ShardingRule.h"
#include "Support/MLIR.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/Sequence.h"
#include <utility>

using namespace trainlint;
using namespace trainlint::stablehlo;

RankedTensorType stablehlo::partTypeOf(RankedTensorType whole,
                                       const Sharding &sharding) {
  return whole.clone(sharding.getPartShape(whole.getShape()));
}

Type stablehlo::partTypeOf(Type whole, const Sharding &sharding) {
  RankedTensorType type = tileableType(whole);
  return type ? partTypeOf(type, sharding) : whole;
}

Tiling stablehlo::joined(const Tiling &first, const Tiling &second,
                         int64_t partitions) {
  if (!first.isTiled())
    return second;
  if (!second.isTiled())
    return first;
  std::vector<int32_t> tiles(partitions);
  for (int64_t partition = 0; partition < partitions; ++partition)
    tiles[partition] = first.getTile(partition) * second.getCount() +
                       second.getTile(partition);
  return Tiling(first.getCount() * second.getCount(), std::move(tiles));
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Groups of partitions in each replica, as numbers of processes.
mlir::DenseIntElementsAttr
Resharder::groupsAttr(ArrayRef<SmallVector<int64_t>> groups) {
  SmallVector<int64_t> numbers;
  for (int64_t replica = 0; replica < replicas; ++replica)
    for (const SmallVector<int64_t> &group : groups)
      for (int64_t partition : group)
        numbers.push_back(replica * partitions + partition);
  int64_t size = groups.front().size();
  int64_t count = numbers.size();
  return mlir::DenseIntElementsAttr::get(
      RankedTensorType::get({count / size, size}, builder.getI64Type()),
      numbers);
}

mlir::DenseIntElementsAttr Resharder::groupsOf(ArrayRef<Tiling> alike,
                                               const Tiling &differ) {
  SmallVector<Tiling> dims(alike);
  dims.push_back(differ);
  Sharding all(std::move(dims), partitions);
  return groupsAttr(all.getGroups(all.getRank() - 1));
}

ChannelHandleAttr Resharder::nextChannel() {
  return ChannelHandleAttr::get(builder.getContext(), ++channels, /*type=*/1);
}

//===----------------------------------------------------------------------===//
// Starts of parts
//===----------------------------------------------------------------------===//

/// Where the part of this partition starts: its number is looked up in a list.
Value Resharder::startOf(const Tiling &tiling, int64_t size) {
  for (const Start &known : starts)
    if (known.size == size && known.tiling == tiling)
      return known.value;
  mlir::OpBuilder::InsertionGuard guard(builder);
  Location loc = builder.getUnknownLoc();
  if (partition)
    builder.setInsertionPointAfterValue(partition);
  else
    builder.setInsertionPointToStart(&start);
  ProgramBuilder b(builder, loc);
  Type number = builder.getI64Type();
  if (!partition) {
    Value id = PartitionIdOp::create(
        builder, loc,
        RankedTensorType::get({},
                              builder.getIntegerType(32, /*isSigned=*/false)));
    partition = b.convert(id, number);
  }
  std::vector<int64_t> offsets(partitions);
  for (int64_t i = 0; i < partitions; ++i)
    offsets[i] = tiling.getTile(i) * size;
  Value list = b.integers(offsets, number);
  Value found = DynamicSliceOp::create(
      builder, loc, RankedTensorType::get({1}, number), list,
      mlir::ValueRange{partition}, builder.getDenseI64ArrayAttr({1}));
  Value value = b.reshape(found, {});
  starts.push_back({tiling, size, value});
  return value;
}

/// The tiles of this partition of what it has wholly.
Value Resharder::slice(Location loc, Value value, ArrayRef<Tiling> cut) {
  auto type = llvm::cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<Value> from;
  Value zero;
  for (auto [tiling, size] : llvm::zip_equal(cut, shape)) {
    if (tiling.isTiled()) {
      size /= tiling.getCount();
      from.push_back(startOf(tiling, size));
      continue;
    }
    if (!zero)
      zero = ProgramBuilder(builder, loc).scalar(builder.getI64Type(), 0);
    from.push_back(zero);
  }
  return DynamicSliceOp::create(builder, loc, type.clone(shape), value, from,
                                builder.getDenseI64ArrayAttr(shape));
}

//===----------------------------------------------------------------------===//
// Resharding
//===----------------------------------------------------------------------===//

Value Resharder::gather(Location loc, Value part, RankedTensorType result,
                        const Sharding &sharding, unsigned dim) {
  auto op = AllGatherOp::create(
      builder, loc, mlir::TypeRange(result), mlir::ValueRange{part},
      builder.getI64IntegerAttr(dim), groupsAttr(sharding.getGroups(dim)),
      nextChannel(), builder.getUnitAttr());
  return op.getResult(0);
}

Value Resharder::exchange(Location loc, Value part, RankedTensorType result,
                          const Sharding &sharding, unsigned from,
                          unsigned to) {
  // Groups are those of one replica, in each.
  SmallVector<SmallVector<int64_t>> groups = sharding.getGroups(from);
  SmallVector<int64_t> numbers;
  for (const SmallVector<int64_t> &group : groups)
    llvm::append_range(numbers, group);
  int64_t count = sharding.getDim(from).getCount();
  auto attribute = mlir::DenseIntElementsAttr::get(
      RankedTensorType::get({int64_t(groups.size()), count},
                            builder.getI64Type()),
      numbers);
  auto op = AllToAllOp::create(
      builder, loc, mlir::TypeRange(result), mlir::ValueRange{part},
      builder.getI64IntegerAttr(to), builder.getI64IntegerAttr(from),
      builder.getI64IntegerAttr(count), attribute, nextChannel());
  return op.getResult(0);
}

Value Resharder::broadcast(Location loc, Value value) {
  auto all = mlir::DenseIntElementsAttr::get(
      RankedTensorType::get({1, partitions}, builder.getI64Type()),
      llvm::to_vector(llvm::seq<int64_t>(0, partitions)));
  auto op = CollectiveBroadcastOp::create(
      builder, loc, mlir::TypeRange(value.getType()), mlir::ValueRange{value},
      all, nextChannel(), /*has_dynamic_root=*/nullptr);
  return op.getResult(0);
}

Value Resharder::reshard(Location loc, Value part, RankedTensorType whole,
                         const Sharding &from, const Sharding &to) {
  if (from == to)
    return part;
  if (whole.getNumElements() == 0) {
    RankedTensorType type = partTypeOf(whole, to);
    auto none = mlir::DenseElementsAttr::get(type, ArrayRef<mlir::Attribute>());
    return ConstantOp::create(builder, loc, none);
  }
  SmallVector<Tiling> now(from.getDims());
  // Cutting first leaves less to exchange, where it is possible.
  auto cut = [&] {
    SmallVector<Tiling> tilings(now.size()), next = now;
    bool isCut = false;
    for (auto [dim, tiling] : llvm::enumerate(to.getDims())) {
      if (!tiling.isTiled() || now[dim].isTiled())
        continue;
      next[dim] = tiling;
      if (!isComplete(next, partitions)) {
        next[dim] = Tiling();
        continue;
      }
      tilings[dim] = tiling;
      isCut = true;
    }
    if (isCut)
      part = slice(loc, part, tilings);
    now = next;
  };
  cut();
  for (unsigned dim = 0; dim < now.size(); ++dim) {
    if (!now[dim].isTiled() || now[dim] == to.getDim(dim))
      continue;
    Sharding before(now, partitions);
    Tiling moved = std::exchange(now[dim], Tiling());
    // Tiles of one dimension become those of another.
    unsigned other = 0;
    while (other < now.size() &&
           (now[other].isTiled() || to.getDim(other) != moved || other == dim))
      ++other;
    if (other < now.size()) {
      now[other] = moved;
      part = exchange(loc, part, partTypeOf(whole, Sharding(now, partitions)),
                      before, dim, other);
      continue;
    }
    part = gather(loc, part, partTypeOf(whole, Sharding(now, partitions)),
                  before, dim);
  }
  cut();
  return part;
}

bool Resharder::canMaterialize(Value whole) {
  Operation *op = whole.getDefiningOp();
  return llvm::isa_and_nonnull<ConstantOp>(op) ||
         (llvm::isa_and_nonnull<IotaOp>(op) &&
          llvm::cast<RankedTensorType>(whole.getType()).hasStaticShape());
}

/// The numbers of places that start elsewhere, or null if elements are no
/// numbers of one part.
Value Resharder::materializeIota(IotaOp iota, RankedTensorType part,
                                 const Tiling &tiling) {
  ProgramBuilder b(builder, iota.getLoc());
  Type element = part.getElementType();
  unsigned dim = iota.getIotaDimension();
  if (!tiling.isTiled())
    return b.iota(part, dim);
  if (!llvm::isa<mlir::IntegerType, mlir::FloatType>(element))
    return {};
  // Floats are rounded once, as those of the whole tensor are.
  Type number =
      llvm::isa<mlir::FloatType>(element) ? builder.getI64Type() : element;
  Value places = b.iota(part.clone(number), dim);
  Value offset = b.convert(startOf(tiling, part.getDimSize(dim)), number);
  return b.convert(b.add(places, b.broadcast(offset, part.getShape(), {})),
                   element);
}

/// All elements of a splat are one, and those of an iota follow from their
/// places.
Value Resharder::materialize(Value whole, const Sharding &sharding) {
  Operation *op = whole.getDefiningOp();
  ProgramBuilder b(builder, op->getLoc());
  auto type = llvm::cast<RankedTensorType>(whole.getType());
  RankedTensorType part = partTypeOf(type, sharding);
  if (auto iota = llvm::dyn_cast<IotaOp>(op))
    if (Value made = materializeIota(iota, part,
                                     sharding.getDim(iota.getIotaDimension())))
      return made;
  if (auto constant = llvm::dyn_cast<ConstantOp>(op)) {
    auto elements =
        llvm::dyn_cast<mlir::DenseElementsAttr>(constant.getValue());
    if (elements && elements.isSplat() && part.getNumElements() > 0 &&
        type.getElementType() == elements.getElementType())
      return b.constant(elements.resizeSplat(part));
  }
  Value copy = builder.clone(*op)->getResult(0);
  return reshard(op->getLoc(), copy, type,
                 Sharding::replicated(type.getRank(), partitions), sharding);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void Resharder::combine(mlir::Region &region, Type element,
                        mlir::Region *combiner) {
  if (!combiner) {
    ProgramBuilder(builder, builder.getUnknownLoc())
        .combine(region, element, Combination::Add);
    return;
  }
  mlir::IRMapping mapping;
  combiner->cloneInto(&region, mapping);
}

Value Resharder::allReduce(Location loc, Value term, ArrayRef<Tiling> alike,
                           const Tiling &differ, mlir::Region *combiner) {
  auto op = AllReduceOp::create(builder, loc, mlir::TypeRange(term.getType()),
                                mlir::ValueRange{term}, groupsOf(alike, differ),
                                nextChannel(), builder.getUnitAttr());
  combine(op.getComputation(), ProgramBuilder::elementOf(term), combiner);
  return op.getResult(0);
}

Value Resharder::reduceScatter(Location loc, Value term, ArrayRef<Tiling> alike,
                               const Tiling &differ, unsigned dim,
                               mlir::Region *combiner) {
  auto type = llvm::cast<RankedTensorType>(term.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= differ.getCount();
  auto op = ReduceScatterOp::create(
      builder, loc, type.clone(shape), term, builder.getI64IntegerAttr(dim),
      groupsOf(alike, differ), nextChannel(), builder.getUnitAttr());
  combine(op.getComputation(), ProgramBuilder::elementOf(term), combiner);
  return op.getResult();
}
