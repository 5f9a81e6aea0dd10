//===- ChannelGroups.cpp - Norms of groups of channels --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A norm of groups of channels is written with tensors that have a row for each
// group, as PyTorch and ONNX do: channels of a group and places are one
// dimension. Such a reshape costs nothing where channels come before places,
// but keeps images from being laid out in any other order. The same norm of
// images broadcasts a number of each group to its channels first, and adds up
// places before channels.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/ChannelGroups.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/Combiner.h"
#include "Dialect/StableHLO/IR/Elementwise.h"
#include "Dialect/StableHLO/IR/Splat.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Operation;
using mlir::RankedTensorType;
using mlir::Value;

namespace trainlint::cpu {

/// Channels are the second dimension of an image, and groups that of rows.
static constexpr int64_t ChannelDimension = 1, RowRank = 3;

/// Whether rows are the groups of channels of an image.
static bool areGroups(RankedTensorType rows, RankedTensorType image) {
  if (rows == image || rows.getRank() != RowRank || image.getRank() < RowRank ||
      !rows.hasStaticShape() || !image.hasStaticShape() ||
      rows.getNumElements() == 0 ||
      rows.getNumElements() != image.getNumElements())
    return false;
  int64_t groups = rows.getDimSize(ChannelDimension);
  return rows.getDimSize(0) == image.getDimSize(0) &&
         image.getDimSize(ChannelDimension) % groups == 0;
}

//===----------------------------------------------------------------------===//
// What belongs together
//===----------------------------------------------------------------------===//

ChannelGroups::ChannelGroups(ReshapeOp first)
    : image(ProgramBuilder::typeOf(first.getOperand())),
      shape(ProgramBuilder::shapeOf(first.getResult())) {}

bool ChannelGroups::hasRows(Value value) const {
  return ProgramBuilder::shapeOf(value) == ArrayRef(shape);
}

bool ChannelGroups::isImageTaken(Operation *op) const {
  auto reshape = llvm::dyn_cast<ReshapeOp>(op);
  return reshape &&
         ProgramBuilder::shapeOf(reshape.getOperand()) == image.getShape();
}

bool ChannelGroups::isImageGiven(Operation *op) const {
  auto reshape = llvm::dyn_cast<ReshapeOp>(op);
  return reshape &&
         ProgramBuilder::shapeOf(reshape.getResult()) == image.getShape();
}

/// All operands and results of an elementwise op; some may be one number.
bool ChannelGroups::takesAll(Operation *op) {
  auto take = [&](Value value) {
    if (!hasRows(value))
      return ProgramBuilder::typeOf(value).getRank() == 0;
    tensors.insert(value);
    return true;
  };
  return llvm::all_of(op->getOperands(), take) &&
         llvm::all_of(op->getResults(), take);
}

bool ChannelGroups::isGiven(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isElementwise(op))
    return takesAll(op);
  if (auto broadcast = llvm::dyn_cast<BroadcastInDimOp>(op)) {
    // The last dimension has a number for each place.
    auto dimensions = broadcast.getBroadcastDimensions();
    return !llvm::is_contained(dimensions, RowRank - 1) &&
           llvm::is_sorted(dimensions);
  }
  return isImageTaken(op) || splatOf(value);
}

/// A sum from zero along what is in a row. Narrower floats would be rounded
/// once more than in the program.
static bool isSumOfRows(ReduceOp op) {
  mlir::Type element = ProgramBuilder::elementOf(op.getResult(0));
  if (op.getInputs().size() != 1 || !(element.isF32() || element.isF64()) ||
      op.getDimensions() != ArrayRef<int64_t>(RowRank - 1) ||
      !llvm::isa_and_nonnull<AddOp>(combiningOp(op.getBody())))
    return false;
  auto initial = floatOf(op.getInitValues().front());
  return initial && initial->isZero();
}

bool ChannelGroups::isTaken(Operation *user) {
  if (isElementwise(user))
    return takesAll(user);
  if (auto reduce = llvm::dyn_cast<ReduceOp>(user))
    return isSumOfRows(reduce);
  return isImageGiven(user);
}

bool ChannelGroups::collect(Value first) {
  tensors.insert(first);
  bool isWhole = true;
  // It grows meanwhile. What belongs to something else is followed as well, so
  // that all is looked at once, wherever it is begun with.
  for (size_t i = 0; i < tensors.size(); ++i) {
    Value value = tensors[i];
    isWhole &= isGiven(value);
    for (Operation *user : value.getUsers())
      isWhole &= isTaken(user);
  }
  return isWhole;
}

SmallVector<mlir::OpOperand *> ChannelGroups::getTakenImages() const {
  SmallVector<mlir::OpOperand *> images;
  for (Value value : tensors)
    if (isImageTaken(value.getDefiningOp()))
      images.push_back(&value.getDefiningOp()->getOpOperand(0));
  return images;
}

SmallVector<Value> ChannelGroups::getGivenImages() const {
  SmallVector<Value> images;
  for (Value value : tensors)
    for (Operation *user : value.getUsers())
      if (isImageGiven(user))
        images.push_back(user->getResult(0));
  return images;
}

std::vector<ChannelGroups> ChannelGroups::findAll(mlir::ModuleOp program) {
  std::vector<ChannelGroups> all;
  llvm::DenseSet<Value> seen;
  program.walk([&](ReshapeOp op) {
    Value first = op.getResult();
    if (seen.contains(first) ||
        !areGroups(ProgramBuilder::typeOf(first),
                   ProgramBuilder::typeOf(op.getOperand())))
      return;
    ChannelGroups groups(op);
    bool isWhole = groups.collect(first);
    seen.insert_range(groups.tensors);
    if (isWhole)
      all.push_back(std::move(groups));
  });
  return all;
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// What each group has, for each of its channels.
Value ChannelGroups::ofImages(BroadcastInDimOp op) const {
  mlir::OpBuilder place(op);
  ProgramBuilder b(place, op.getLoc());
  SmallVector<int64_t> dimensions(op.getBroadcastDimensions());
  Value operand = op.getOperand();
  if (llvm::is_contained(dimensions, ChannelDimension)) {
    int64_t groups = shape[ChannelDimension],
            all = image.getDimSize(ChannelDimension);
    SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(operand));
    sizes.back() = groups;
    SmallVector<int64_t> divided = sizes;
    divided.push_back(all / groups);
    operand = b.broadcast(operand, divided,
                          llvm::to_vector(llvm::seq<int64_t>(0, sizes.size())));
    sizes.back() = all;
    operand = b.reshape(operand, sizes);
  }
  return b.broadcast(operand, image.getShape(), dimensions);
}

Value ChannelGroups::ofImages(ReduceOp op) const {
  mlir::OpBuilder place(op);
  ProgramBuilder b(place, op.getLoc());
  auto places = llvm::to_vector(
      llvm::seq<int64_t>(ChannelDimension + 1, image.getRank()));
  Value ofChannels = b.sum(op.getInputs().front(), places);
  int64_t groups = shape[ChannelDimension];
  Value divided =
      b.reshape(ofChannels, {shape[0], groups,
                             image.getDimSize(ChannelDimension) / groups});
  return b.sum(divided, {ChannelDimension + 1});
}

void ChannelGroups::becomeImages() {
  SmallVector<Operation *> ends;
  for (Value value : tensors)
    for (Operation *user : value.getUsers())
      if (llvm::isa<ReduceOp, ReshapeOp>(user))
        ends.push_back(user);
  SmallVector<Operation *> begins;
  for (Value value : tensors) {
    Operation *op = value.getDefiningOp();
    auto broadcast = llvm::dyn_cast<BroadcastInDimOp>(op);
    if (broadcast || isImageTaken(op)) {
      value.replaceAllUsesWith(broadcast ? ofImages(broadcast)
                                         : op->getOperand(0));
      begins.push_back(op);
      continue;
    }
    auto type = image.clone(ProgramBuilder::elementOf(value));
    if (auto constant = llvm::dyn_cast<ConstantOp>(op))
      constant.setValueAttr(splatOf(value).resizeSplat(type));
    value.setType(type);
  }
  for (Operation *op : ends) {
    auto reduce = llvm::dyn_cast<ReduceOp>(op);
    op->getResult(0).replaceAllUsesWith(reduce ? ofImages(reduce)
                                               : op->getOperand(0));
    op->erase();
  }
  for (Operation *op : begins)
    op->erase();
}

} // namespace trainlint::cpu
