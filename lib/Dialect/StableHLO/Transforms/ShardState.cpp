//===- ShardState.cpp - The state of a step in parts ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sharding of weight updates, as "Automatic Cross-Replica Sharding of Weight
// Update in Data-Parallel Training" (2020) describes it. ShardPlan finds out
// which states are kept in parts and which ops compute with parts then; here
// they are rewritten. A value has parts if an op computes them; others are cut
// where parts of them are needed, and gathered where all is.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/ShardState.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/Splat.h"
#include "Dialect/StableHLO/Transforms/Passes.h"
#include "Dialect/StableHLO/Transforms/ShardPlan.h"
#include "Support/MLIR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::func::FuncOp;

namespace trainlint::stablehlo {
#define GEN_PASS_DEF_SHARDSTATE
#include "Dialect/StableHLO/Transforms/Passes.h.inc"
} // namespace trainlint::stablehlo

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static bool isCutAtRows(RankedTensorType whole, int64_t replicas) {
  return whole.getRank() > 0 && whole.getDimSize(0) % replicas == 0;
}

RankedTensorType stablehlo::shardTypeOf(RankedTensorType whole,
                                        int64_t replicas) {
  if (!isCutAtRows(whole, replicas))
    return RankedTensorType::get(
        {int64_t(llvm::divideCeil(whole.getNumElements(), replicas))},
        whole.getElementType());
  SmallVector<int64_t> shape(whole.getShape());
  shape.front() /= replicas;
  return RankedTensorType::get(shape, whole.getElementType());
}

static mlir::DenseIntElementsAttr groupOfAll(mlir::OpBuilder &builder,
                                             int64_t replicas) {
  return mlir::DenseIntElementsAttr::get(
      RankedTensorType::get({1, replicas}, builder.getI64Type()),
      llvm::to_vector(llvm::seq<int64_t>(0, replicas)));
}

/// The parts of a tensor behind each other.
static Value lineUp(ProgramBuilder &b, Value whole, int64_t replicas) {
  RankedTensorType type = ProgramBuilder::typeOf(whole);
  if (isCutAtRows(type, replicas))
    return whole;
  int64_t count = type.getNumElements();
  int64_t padded = shardTypeOf(type, replicas).getNumElements() * replicas;
  return b.pad(b.reshape(whole, {count}), 0, {0}, {padded - count});
}

/// A whole tensor of the parts of all replicas.
static Value gatherParts(ProgramBuilder &b, Value part, RankedTensorType whole,
                         int64_t replicas) {
  RankedTensorType shard = ProgramBuilder::typeOf(part);
  SmallVector<int64_t> shape(shard.getShape());
  shape.front() *= replicas;
  Type lined = RankedTensorType::get(shape, shard.getElementType());
  auto gather = AllGatherOp::create(
      b.builder(), b.location(), lined, part, b.builder().getI64IntegerAttr(0),
      groupOfAll(b.builder(), replicas), /*channel_handle=*/nullptr,
      /*use_global_device_ids=*/nullptr);
  Value all = gather.getResult(0);
  if (isCutAtRows(whole, replicas))
    return all;
  return b.reshape(b.slice(all, {0}, {whole.getNumElements()}),
                   whole.getShape());
}

mlir::OwningOpRef<mlir::ModuleOp>
stablehlo::makeGatherProgram(RankedTensorType whole, int64_t replicas) {
  mlir::OpBuilder builder(whole.getContext());
  mlir::Location loc = builder.getUnknownLoc();
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(loc);
  (*module)->setAttr(role::ReplicasAttribute,
                     builder.getI32IntegerAttr(int32_t(replicas)));
  (*module)->setAttr(role::PartitionsAttribute, builder.getI32IntegerAttr(1));
  builder.setInsertionPointToEnd(module->getBody());
  auto main = FuncOp::create(
      builder, loc, "main",
      builder.getFunctionType(shardTypeOf(whole, replicas), whole));
  builder.setInsertionPointToEnd(main.addEntryBlock());
  ProgramBuilder b(builder, loc);
  mlir::func::ReturnOp::create(
      builder, loc, gatherParts(b, main.getArgument(0), whole, replicas));
  return module;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
class StateSharder {
public:
  StateSharder(FuncOp main, const ShardPlan &plan, int64_t replicas)
      : main(main), plan(plan), replicas(replicas), builder(main.getContext()) {
  }

  void run();

private:
  RankedTensorType shardOf(RankedTensorType whole) const {
    return shardTypeOf(whole, replicas);
  }
  Value partOf(ProgramBuilder &b, Value value);
  Value cut(ProgramBuilder &b, Value whole);
  Value firstRow(RankedTensorType shard);
  bool scatter(AllReduceOp op);
  void rewrite(mlir::Operation *op);
  void gatherWhereWhole(mlir::Operation *op);
  void describe(unsigned state, RankedTensorType whole);

  FuncOp main;
  const ShardPlan &plan;
  int64_t replicas;
  mlir::OpBuilder builder;
  llvm::DenseMap<Value, Value> parts;
  /// Where the part of this replica begins, by the size of dimension 0 of it.
  llvm::DenseMap<int64_t, Value> firstRows;
};
} // namespace

/// Where the part of this replica begins.
Value StateSharder::firstRow(RankedTensorType shard) {
  Value &first = firstRows[shard.getDimSize(0)];
  if (first)
    return first;
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&main.getBody().front());
  ProgramBuilder b(builder, main.getLoc());
  Value number = ReplicaIdOp::create(
      builder, main.getLoc(),
      RankedTensorType::get({},
                            builder.getIntegerType(32, /*isSigned=*/false)));
  return first =
             b.multiply(b.convert(number, builder.getI64Type()),
                        b.scalar(builder.getI64Type(), shard.getDimSize(0)));
}

/// The part of this replica of what it has wholly.
Value StateSharder::cut(ProgramBuilder &b, Value whole) {
  RankedTensorType shard = shardOf(ProgramBuilder::typeOf(whole));
  SmallVector<Value> starts = {firstRow(shard)};
  if (shard.getRank() > 1)
    starts.append(shard.getRank() - 1, b.scalar(builder.getI64Type(), 0));
  return DynamicSliceOp::create(builder, b.location(), shard,
                                lineUp(b, whole, replicas), starts,
                                shard.getShape());
}

Value StateSharder::partOf(ProgramBuilder &b, Value value) {
  RankedTensorType type = ProgramBuilder::typeOf(value);
  if (type.getRank() == 0)
    return value;
  Value &part = parts[value];
  if (part)
    return part;
  if (mlir::DenseElementsAttr elements = splatOf(value))
    return part = b.constant(elements.resizeSplat(shardOf(type)));
  if (auto spread = value.getDefiningOp<BroadcastInDimOp>())
    if (ProgramBuilder::shapeOf(spread.getOperand()).empty())
      return part =
                 b.broadcast(spread.getOperand(), shardOf(type).getShape(), {});
  return part = cut(b, value);
}

/// Sums only the parts of those results of which nothing else is needed. False
/// if there are none.
bool StateSharder::scatter(AllReduceOp op) {
  builder.setInsertionPoint(op);
  ProgramBuilder b(builder, op.getLoc());
  SmallVector<Value> rest, results;
  for (auto [operand, result] :
       llvm::zip_equal(op.getOperands(), op.getResults())) {
    if (!plan.isScattered(result)) {
      rest.push_back(operand);
      results.push_back(result);
      continue;
    }
    auto sum = ReduceScatterOp::create(
        builder, op.getLoc(), shardOf(ProgramBuilder::typeOf(result)),
        lineUp(b, operand, replicas), builder.getI64IntegerAttr(0),
        groupOfAll(builder, replicas), /*channel_handle=*/nullptr,
        /*use_global_device_ids=*/nullptr);
    mlir::IRMapping mapping;
    op.getComputation().cloneInto(&sum.getComputation(), mapping);
    parts[result] = sum.getResult();
  }
  if (rest.size() == op.getNumOperands())
    return false;
  if (!rest.empty()) {
    auto smaller = AllReduceOp::create(
        builder, op.getLoc(), mlir::TypeRange(mlir::ValueRange(rest)), rest,
        op.getReplicaGroups(), op.getChannelHandleAttr(),
        op.getUseGlobalDeviceIds());
    mlir::IRMapping mapping;
    op.getComputation().cloneInto(&smaller.getComputation(), mapping);
    for (auto [old, now] : llvm::zip_equal(results, smaller.getResults()))
      old.replaceAllUsesWith(now);
  }
  return true;
}

/// Computes the part of an op's result beside the op.
void StateSharder::rewrite(mlir::Operation *op) {
  builder.setInsertionPoint(op);
  ProgramBuilder b(builder, op->getLoc());
  mlir::IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, partOf(b, operand));
  mlir::Operation *copy = builder.clone(*op, mapping);
  Value result = copy->getResult(0);
  result.setType(shardOf(ProgramBuilder::typeOf(op->getResult(0))));
  parts[op->getResult(0)] = result;
}

/// Gives all of a result to those who do not compute with parts.
void StateSharder::gatherWhereWhole(mlir::Operation *op) {
  Value old = op->getResult(0);
  Value part = parts.lookup(old);
  for (mlir::OpOperand &use : llvm::make_early_inc_range(old.getUses()))
    if (plan.isStateInParts(use))
      use.set(part);
  auto isWhole = [&](mlir::OpOperand &use) {
    return !plan.isInParts(use.getOwner());
  };
  if (llvm::none_of(old.getUses(), isWhole))
    return;
  builder.setInsertionPoint(op);
  ProgramBuilder b(builder, op->getLoc());
  Value whole = gatherParts(b, part, ProgramBuilder::typeOf(old), replicas);
  old.replaceUsesWithIf(whole, isWhole);
}

void StateSharder::describe(unsigned state, RankedTensorType whole) {
  auto type = mlir::TypeAttr::get(whole);
  main.setArgAttr(plan.argumentOf(state), role::WholeAttribute, type);
  main.setResultAttr(state, role::WholeAttribute, type);
}

void StateSharder::run() {
  mlir::Block &body = main.getBody().front();
  for (unsigned state : plan.getStates()) {
    mlir::BlockArgument argument = body.getArgument(plan.argumentOf(state));
    RankedTensorType whole = ProgramBuilder::typeOf(argument);
    // All of its uses are rewritten.
    argument.setType(shardOf(whole));
    parts[argument] = argument;
    describe(state, whole);
  }
  SmallVector<mlir::Operation *> replaced;
  for (mlir::Operation &op : llvm::make_early_inc_range(body)) {
    if (auto sum = llvm::dyn_cast<AllReduceOp>(op)) {
      if (scatter(sum))
        replaced.push_back(&op);
    } else if (plan.isInParts(&op)) {
      rewrite(&op);
      gatherWhereWhole(&op);
      replaced.push_back(&op);
    }
  }
  for (mlir::Operation *op : llvm::reverse(replaced))
    op->erase();
  main.setFunctionType(builder.getFunctionType(
      body.getArgumentTypes(), body.getTerminator()->getOperandTypes()));
  mlir::IRRewriter rewriter(builder.getContext());
  (void)mlir::runRegionDCE(rewriter, main->getRegions());
}

SmallVector<std::string> stablehlo::shardState(mlir::ModuleOp step,
                                               const ShardOptions &options) {
  auto main = step.lookupSymbol<FuncOp>(role::StepFunction);
  if (!main || options.replicas < 2)
    return {};
  ShardPlan plan(main, options);
  SmallVector<std::string> names;
  for (unsigned state : plan.getStates())
    names.push_back(plan.nameOf(state).str());
  if (names.empty())
    return names;
  StateSharder(main, plan, options.replicas).run();
  mlir::Builder builder(step.getContext());
  step->setAttr(role::ReplicasAttribute,
                builder.getI32IntegerAttr(int32_t(options.replicas)));
  return names;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

class ShardState : public impl::ShardStateBase<ShardState> {
public:
  using ShardStateBase::ShardStateBase;

  void runOnOperation() override {
    mlir::ModuleOp module = getOperation();
    ShardOptions how;
    how.smallest = smallest;
    how.replicas = replicas;
    auto said =
        module->getAttrOfType<mlir::IntegerAttr>(role::ReplicasAttribute);
    if (how.replicas == 0 && said)
      how.replicas = said.getInt();
    auto isWhole = [&](StringRef name) {
      return llvm::is_contained(whole, name);
    };
    how.isWhole = isWhole;
    shardState(module, how);
  }
};

} // namespace
