//===- CollectiveVerifiers.cpp - Constraints of collectives ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints of collective ops. What combines tensors is checked as a reducer;
// what splits or joins a dimension relates its size to that of the groups.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ProcessGroups.h"
#include "Dialect/StableHLO/IR/RegionVerifiers.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// Multiplies sizes, of which one may be unknown; unknown, too, if the product
/// does not fit an integer.
static int64_t times(int64_t size, int64_t count) {
  if (!isKnown(size) || !isKnown(count))
    return ShapedType::kDynamic;
  return llvm::checkedMul(size, count).value_or(ShapedType::kDynamic);
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

/// Checks that the mesh that groups are made from is there.
static LogicalResult checkMesh(mlir::Operation *op, mlir::Attribute groups,
                               mlir::SymbolTableCollection &symbols) {
  auto axes = llvm::dyn_cast<ReplicaGroupMeshAxesAttr>(groups);
  if (!axes)
    return success();
  auto mesh = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(axes.getMesh());
  if (!mesh || symbols.lookupNearestSymbolFrom(op, mesh))
    return success();
  return op->emitOpError() << "names the mesh " << mesh
                           << ", which is not in the module";
}

LogicalResult
AllGatherOp::verifySymbolUses(mlir::SymbolTableCollection &symbols) {
  return checkMesh(*this, getReplicaGroups(), symbols);
}

LogicalResult
AllReduceOp::verifySymbolUses(mlir::SymbolTableCollection &symbols) {
  return checkMesh(*this, getReplicaGroups(), symbols);
}

LogicalResult
AllToAllOp::verifySymbolUses(mlir::SymbolTableCollection &symbols) {
  return checkMesh(*this, getReplicaGroups(), symbols);
}

LogicalResult
CollectiveBroadcastOp::verifySymbolUses(mlir::SymbolTableCollection &symbols) {
  return checkMesh(*this, getReplicaGroups(), symbols);
}

LogicalResult
ReduceScatterOp::verifySymbolUses(mlir::SymbolTableCollection &symbols) {
  return checkMesh(*this, getReplicaGroups(), symbols);
}

//===----------------------------------------------------------------------===//
// Gathers and transposes between processes
//===----------------------------------------------------------------------===//

LogicalResult AllGatherOp::verify() {
  auto emit = [this] { return emitOpError(); };
  if (getOperands().empty())
    return emit() << "has no operands";
  if (failed(checkGroups(emit, getReplicaGroups(), {"C2", "C4"})) ||
      failed(checkChannel(emit, getReplicaGroups(), getChannelHandle(),
                          getUseGlobalDeviceIds(), "C5")))
    return failure();
  if (getNumOperands() != getNumResults())
    return emit() << "has " << getNumOperands() << " operands and "
                  << getNumResults() << " results (C6)";
  int64_t dimension = getAllGatherDim();
  std::optional<int64_t> group = processCount(
      getReplicaGroups(), getChannelHandle(), getUseGlobalDeviceIds());
  for (auto [i, pair] :
       llvm::enumerate(llvm::zip(getOperands(), getResults()))) {
    auto operand = tensorTypeOf(std::get<0>(pair));
    auto result = tensorTypeOf(std::get<1>(pair));
    if (dimension < 0 || dimension >= operand.getRank())
      return emit() << "gathers along dimension " << dimension
                    << " of an operand of rank " << operand.getRank()
                    << " (C1)";
    if (operand.getElementType() != result.getElementType())
      return emit() << "result " << i << " has elements of "
                    << result.getElementType() << " instead of "
                    << operand.getElementType() << " (C6)";
    SmallVector<int64_t> shape(operand.getShape());
    shape[dimension] =
        times(shape[dimension], group.value_or(ShapedType::kDynamic));
    if (!mayEqual(shape, result.getShape()))
      return emit() << "result " << i << " has shape "
                    << shapeText(result.getShape()) << " instead of "
                    << shapeText(shape) << " (C6)";
    int64_t from = operand.getDimSize(dimension);
    int64_t to = result.getDimSize(dimension);
    if (isKnown(from) && isKnown(to) && (from == 0 || to % from != 0))
      return emit() << "result " << i << " has size " << to
                    << " in the gathered dimension, which is no multiple of "
                    << from << " (C6)";
  }
  return success();
}

LogicalResult AllToAllOp::infer(Emit emit, Adaptor op,
                                SmallVectorImpl<Type> &types) {
  if (op.getOperands().empty())
    return emit() << "has no operands";
  if (failed(checkGroups(emit, op.getReplicaGroups(), {"C5", "C7"})))
    return failure();
  int64_t count = op.getSplitCount();
  int64_t split = op.getSplitDimension(), concat = op.getConcatDimension();
  if (count <= 0)
    return emit() << "has the split_count " << count
                  << ", which has to be positive (C4)";
  std::optional<int64_t> group = groupSize(op.getReplicaGroups());
  if (group && *group != count)
    return emit() << "has groups of " << *group
                  << " processes, but the split_count " << count << " (C8)";
  for (mlir::Value value : op.getOperands()) {
    auto operand = tensorTypeOf(value);
    int64_t rank = operand.getRank();
    if (split < 0 || split >= rank)
      return emit() << "splits dimension " << split << " of an operand of rank "
                    << rank << " (C1)";
    if (concat < 0 || concat >= rank)
      return emit() << "concatenates along dimension " << concat
                    << " of an operand of rank " << rank << " (C3)";
    SmallVector<int64_t> shape(operand.getShape());
    if (isKnown(shape[split])) {
      if (shape[split] % count != 0)
        return emit() << "splits dimension " << split << " of size "
                      << shape[split] << " into " << count << " parts (C2)";
      shape[split] /= count;
    }
    shape[concat] = times(shape[concat], count);
    SmallVector<int64_t> bounds(boundsOf(operand));
    if (!bounds.empty()) {
      if (isKnown(bounds[split]))
        bounds[split] /= count;
      bounds[concat] = times(bounds[concat], count);
    }
    types.push_back(tensorOf(shape, operand.getElementType(), bounds));
  }
  return success();
}

LogicalResult CollectivePermuteOp::infer(Emit emit, Adaptor op,
                                         SmallVectorImpl<Type> &types) {
  types.push_back(op.getOperand().getType());
  return checkPairs(emit, op.getSourceTargetPairsAttr());
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

/// Checks the operand that names the root for each of the others.
static LogicalResult checkRoot(Emit emit, mlir::ValueRange operands,
                               StringRef constraint) {
  if (operands.size() < 2)
    return emit() << "has a root that is computed, but no operand for it ("
                  << constraint << ")";
  auto root = tensorTypeOf(operands.back());
  int64_t count = operands.size() - 1;
  if (root.getRank() != 1 || !root.getElementType().isSignlessInteger(32) ||
      !mayEqual(root.getDimSize(0), count))
    return emit() << "has roots of type " << root << " instead of tensor<"
                  << count << "xi32> (" << constraint << ")";
  return success();
}

LogicalResult CollectiveBroadcastOp::verify() {
  size_t roots = getHasDynamicRoot() ? 1 : 0;
  if (getNumOperands() <= roots || getNumResults() + roots == getNumOperands())
    return success();
  return emitOpError() << "has " << getNumOperands() - roots
                       << " operands to broadcast and " << getNumResults()
                       << " results (C5)";
}

LogicalResult CollectiveBroadcastOp::infer(Emit emit, Adaptor op,
                                           SmallVectorImpl<Type> &types) {
  if (failed(checkGroups(emit, op.getReplicaGroups(), {"C1", "C2", true})))
    return failure();
  mlir::ValueRange data = op.getOperands();
  if (op.getHasDynamicRoot()) {
    if (failed(checkRoot(emit, data, "C4")))
      return failure();
    data = data.drop_back();
  }
  if (data.empty())
    return emit() << "has no operands (C3)";
  llvm::append_range(types, data.getTypes());
  return success();
}

/// Checks a computation for each operand, and gives the types of the results.
static LogicalResult inferReduced(Emit emit, mlir::ValueRange operands,
                                  mlir::Region &computation,
                                  StringRef constraint,
                                  SmallVectorImpl<Type> &types) {
  for (mlir::Value value : operands) {
    auto operand = tensorTypeOf(value);
    SmallVector<Type> elements = {operand.getElementType()};
    if (failed(checkReducer(emit, computation, "computation", constraint,
                            elements)))
      return failure();
    types.push_back(
        tensorOf(operand.getShape(), elements[0], boundsOf(operand)));
  }
  return success();
}

LogicalResult CollectiveReduceOp::infer(Emit emit, Adaptor op,
                                        SmallVectorImpl<Type> &types) {
  if (failed(checkGroups(emit, op.getReplicaGroups(), {"C1", "C2", true})) ||
      failed(checkChannel(emit, op.getReplicaGroups(), op.getChannelHandle(),
                          op.getUseGlobalDeviceIds(), "")))
    return failure();
  mlir::ValueRange data = op.getOperands();
  if (op.getHasDynamicRoot()) {
    if (failed(checkRoot(emit, data, "C3")))
      return failure();
    data = data.drop_back();
  }
  if (data.empty())
    return emit() << "has no operands (C3)";
  return inferReduced(emit, data, op.getComputation(), "C4", types);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

LogicalResult AllReduceOp::infer(Emit emit, Adaptor op,
                                 SmallVectorImpl<Type> &types) {
  if (op.getOperands().empty())
    return emit() << "has no operands";
  if (failed(checkGroups(emit, op.getReplicaGroups(),
                         {"C1", "C3", false, true})) ||
      failed(checkChannel(emit, op.getReplicaGroups(), op.getChannelHandle(),
                          op.getUseGlobalDeviceIds(), "C4")))
    return failure();
  return inferReduced(emit, op.getOperands(), op.getComputation(), "C5", types);
}

LogicalResult CrossReplicaSumOp::infer(Emit, Adaptor op,
                                       SmallVectorImpl<Type> &types) {
  types.push_back(op.getOperand().getType());
  return success();
}

LogicalResult ReduceScatterOp::verifyRegions() {
  auto emit = [this] { return emitOpError(); };
  if (failed(checkGroups(emit, getReplicaGroups(), {"C3", "C5"})) ||
      failed(checkChannel(emit, getReplicaGroups(), getChannelHandle(),
                          getUseGlobalDeviceIds(), "C6")))
    return failure();
  auto operand = getOperand().getType(), result = getResult().getType();
  int64_t dimension = getScatterDimension();
  if (dimension < 0 || dimension >= operand.getRank())
    return emit() << "scatters along dimension " << dimension
                  << " of an operand of rank " << operand.getRank() << " (C2)";
  std::optional<int64_t> group = processCount(
      getReplicaGroups(), getChannelHandle(), getUseGlobalDeviceIds());
  int64_t size = operand.getDimSize(dimension);
  SmallVector<int64_t> shape(operand.getShape());
  shape[dimension] = ShapedType::kDynamic;
  if (group && *group > 0 && isKnown(size)) {
    if (size % *group != 0)
      return emit() << "scatters dimension " << dimension << " of size " << size
                    << " over " << *group << " processes (C1)";
    shape[dimension] = size / *group;
  }
  SmallVector<Type> elements = {operand.getElementType()};
  if (failed(
          checkReducer(emit, getComputation(), "computation", "C7", elements)))
    return failure();
  if (!mayEqual(shape, result.getShape()))
    return emit() << "result has shape " << shapeText(result.getShape())
                  << " instead of " << shapeText(shape) << " (C8)";
  int64_t part = result.getDimSize(dimension);
  if (isKnown(size) && isKnown(part) && (part == 0 || size % part != 0))
    return emit() << "result has size " << part
                  << " in the scattered dimension, of which the operand's, "
                  << size << ", is no multiple (C8)";
  if (!sameBaseline(elements[0], result.getElementType()))
    return emit() << "result has elements of " << result.getElementType()
                  << " instead of " << elements[0] << " (C9)";
  return success();
}

//===----------------------------------------------------------------------===//
// Asynchronous operations
//===----------------------------------------------------------------------===//

static bool mayRunAsynchronously(mlir::Operation &op) {
  static constexpr StringRef names[] = {
      "stablehlo.all_gather",
      "stablehlo.all_reduce",
      "stablehlo.all_to_all",
      "stablehlo.collective_broadcast",
      "stablehlo.collective_permute",
      "stablehlo.reduce_scatter",
      "stablehlo.slice",
      "stablehlo.dynamic_slice",
      "stablehlo.dynamic_update_slice",
  };
  return llvm::is_contained(names, op.getName().getStringRef());
}

LogicalResult AsyncStartOp::infer(Emit emit, Adaptor op,
                                  SmallVectorImpl<Type> &types) {
  mlir::Region &body = op.getBody();
  std::optional<mlir::OperandRange> returned = returnedBy(emit, body, "body");
  if (!returned)
    return failure();
  mlir::Block &block = body.front();
  if (block.getOperations().size() != 2)
    return emit() << "has a body of " << block.getOperations().size() - 1
                  << " operations instead of one (C1)";
  if (!mayRunAsynchronously(block.front()))
    return emit() << "runs " << block.front().getName().getStringRef()
                  << ", which is neither a collective nor a slice (C2)";
  if (failed(checkArguments(emit, body, "body", "C3",
                            op.getOperands().getTypes())))
    return failure();
  types.push_back(FutureType::get(block.front().getContext(),
                                  SmallVector<Type>(returned->getTypes())));
  return success();
}

LogicalResult AsyncDoneOp::infer(Emit, Adaptor op,
                                 SmallVectorImpl<Type> &types) {
  llvm::append_range(types,
                     cast<FutureType>(op.getOperand().getType()).getTypes());
  return success();
}
