//===- ProcessGroups.cpp - Processes of collectives -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ProcessGroups.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "llvm/ADT/DenseSet.h"

namespace trainlint::stablehlo {

using llvm::dyn_cast;
using llvm::LogicalResult;
using llvm::StringRef;
using llvm::success;
using mlir::DenseIntElementsAttr;

LogicalResult checkGroups(Emit emit, mlir::Attribute groups,
                          const GroupConstraints &constraints) {
  auto numbers = dyn_cast<DenseIntElementsAttr>(groups);
  if (!numbers)
    return success();
  llvm::ArrayRef<int64_t> shape = numbers.getType().getShape();
  if (shape.size() != 2)
    return emit() << "has replica_groups of rank " << shape.size()
                  << " instead of 2 (" << constraints.unique << ")";
  // Not to count what is written as one number for all.
  if (numbers.isSplat() && numbers.getSplatValue<int64_t>() == -1 &&
      constraints.uneven)
    return success();
  llvm::DenseSet<int64_t> seen;
  int64_t largest = -1;
  for (int64_t process : numbers.getValues<int64_t>()) {
    // Smaller groups are filled up.
    if (process == -1 && constraints.uneven)
      continue;
    if (process < 0)
      return emit() << "has the process " << process << " in replica_groups ("
                    << constraints.range << ")";
    if (!seen.insert(process).second)
      return emit() << "has process " << process << " twice in replica_groups ("
                    << constraints.unique << ")";
    largest = std::max(largest, process);
  }
  if (constraints.partial || largest < static_cast<int64_t>(seen.size()))
    return success();
  int64_t missing = 0;
  while (seen.contains(missing))
    ++missing;
  return emit() << "has process " << largest
                << " in replica_groups, but not process " << missing << " ("
                << constraints.range << ")";
}

std::optional<int64_t> groupSize(mlir::Attribute groups) {
  auto numbers = dyn_cast<DenseIntElementsAttr>(groups);
  if (!numbers || numbers.getType().getRank() != 2 ||
      numbers.getType().getDimSize(1) == 0)
    return std::nullopt;
  return numbers.getType().getDimSize(1);
}

std::optional<int64_t> processCount(mlir::Attribute groups,
                                    std::optional<ChannelHandleAttr> channel,
                                    bool globalIds) {
  if (channel && channel->getHandle() > 0 && !globalIds)
    return std::nullopt;
  return groupSize(groups);
}

LogicalResult checkChannel(Emit emit, mlir::Attribute groups,
                           std::optional<ChannelHandleAttr> channel,
                           bool globalIds, StringRef constraint) {
  if (!globalIds)
    return success();
  int64_t handle = channel ? channel->getHandle() : 0;
  if (handle <= 0)
    return emit() << "uses global device ids with the channel " << handle
                  << ", which has to be positive" << numbered(constraint);
  auto numbers = dyn_cast<DenseIntElementsAttr>(groups);
  if (numbers && numbers.empty())
    return emit() << "uses global device ids without replica_groups";
  return success();
}

bool isCollective(mlir::Operation *op) {
  return llvm::isa<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
                   CollectivePermuteOp, CollectiveReduceOp, CrossReplicaSumOp,
                   ReduceScatterOp>(op);
}

bool isGroupOfAll(mlir::Attribute groups) {
  auto numbers = llvm::dyn_cast<DenseIntElementsAttr>(groups);
  return numbers && numbers.getType().getRank() == 2 &&
         numbers.getType().getDimSize(0) <= 1;
}

LogicalResult checkPairs(Emit emit, DenseIntElementsAttr pairs) {
  llvm::ArrayRef<int64_t> shape = pairs.getType().getShape();
  if (shape.size() != 2 || shape[1] != 2)
    return emit() << "has source_target_pairs of the shape " << shapeText(shape)
                  << " instead of [N, 2] (C1)";
  llvm::DenseSet<int64_t> sources, targets;
  auto values = pairs.getValues<int64_t>();
  for (int64_t i = 0; i < shape[0]; ++i) {
    int64_t source = values[2 * i], target = values[2 * i + 1];
    if (source < 0 || target < 0)
      return emit() << "sends from process " << source << " to process "
                    << target << ", one of which is negative (C4)";
    if (!sources.insert(source).second)
      return emit() << "sends from process " << source << " twice (C2)";
    if (!targets.insert(target).second)
      return emit() << "sends to process " << target << " twice (C3)";
  }
  return success();
}

} // namespace trainlint::stablehlo
