//===- ShareReductions.cpp - Reductions that read the same ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction reads memory and computes next to nothing. Two over the same
// dimensions, of which one reads what the other one does, are one reduction
// with two results.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Rewrites.h"
#include "Dialect/StableHLO/IR/Elementwise.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Value;

namespace trainlint::cpu {

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {

/// What a reduction reads, and how far it was followed.
struct Reads {
  llvm::SmallPtrSet<const void *, 8> tensors;
  bool isComplete = true;
};

} // namespace

/// The tensors of the shape of the operand that its arithmetic begins with.
static Reads readsOf(ReduceOp op) {
  constexpr unsigned MostValues = 32;
  Reads out;
  mlir::Type shape = op.getInputs().front().getType();
  llvm::SmallPtrSet<const void *, 16> seen;
  SmallVector<Value> pending(op.getInputs());
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (!seen.insert(value.getAsOpaquePointer()).second)
      continue;
    if (seen.size() > MostValues) {
      out.isComplete = false;
      return out;
    }
    mlir::Operation *defining = value.getDefiningOp();
    if (defining && isElementwise(defining))
      llvm::append_range(pending, defining->getOperands());
    else if (llvm::isa_and_nonnull<ConstantOp, BroadcastInDimOp>(defining))
      continue;
    else if (llvm::cast<mlir::ShapedType>(value.getType()).getShape() ==
             llvm::cast<mlir::ShapedType>(shape).getShape())
      out.tensors.insert(value.getAsOpaquePointer());
  }
  return out;
}

/// One of the two reads all that the other one does.
static bool readsSame(const Reads &one, const Reads &other) {
  if (!one.isComplete || !other.isComplete)
    return false;
  const Reads &fewer = one.tensors.size() <= other.tensors.size() ? one : other;
  const Reads &more = &fewer == &one ? other : one;
  return !fewer.tensors.empty() &&
         llvm::all_of(fewer.tensors, [&](const void *tensor) {
           return more.tensors.contains(tensor);
         });
}

/// A reduction of one tensor by one operation on two numbers.
static bool isSimple(ReduceOp op) {
  mlir::Block &body = op.getBody().front();
  auto type =
      llvm::dyn_cast<mlir::RankedTensorType>(op.getInputs().front().getType());
  return op.getInputs().size() == 1 && type && type.hasStaticShape() &&
         llvm::hasNItems(body, 2) && isElementwise(&body.front());
}

/// Nothing reads the results of an op between it and a later one of its block.
static bool isUnreadUntil(ReduceOp op, ReduceOp later) {
  return llvm::all_of(op->getUsers(), [&](mlir::Operation *user) {
    mlir::Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
    return inBlock && later->isBeforeInBlock(inBlock);
  });
}

/// One reduction at the place of the second one, which does both.
static ReduceOp join(ReduceOp first, ReduceOp second) {
  mlir::OpBuilder b(second);
  SmallVector<Value> inputs(first.getInputs()), initials(first.getInitValues());
  llvm::append_range(inputs, second.getInputs());
  llvm::append_range(initials, second.getInitValues());
  SmallVector<mlir::Type> types(first->getResultTypes());
  llvm::append_range(types, second->getResultTypes());
  auto joined = ReduceOp::create(b, second.getLoc(), types, inputs, initials,
                                 second.getDimensionsAttr());
  auto *body = new mlir::Block;
  joined.getBody().push_back(body);
  SmallVector<Value> results;
  b.setInsertionPointToStart(body);
  // Arguments are the sums of all, and then the elements of all.
  SmallVector<ReduceOp> both = {first, second};
  for (bool isElement : {false, true})
    for (ReduceOp op : both) {
      unsigned count = op->getNumResults();
      for (Value argument :
           op.getBody().getArguments().slice(isElement ? count : 0, count))
        body->addArgument(argument.getType(), argument.getLoc());
    }
  unsigned all = types.size(), before = 0;
  for (ReduceOp op : both) {
    mlir::IRMapping mapping;
    unsigned count = op->getNumResults();
    for (unsigned i = 0; i < count; ++i) {
      mapping.map(op.getBody().getArgument(i), body->getArgument(before + i));
      mapping.map(op.getBody().getArgument(count + i),
                  body->getArgument(all + before + i));
    }
    mlir::Block &own = op.getBody().front();
    for (mlir::Operation &inner : own.without_terminator())
      b.clone(inner, mapping);
    for (Value value : own.getTerminator()->getOperands())
      results.push_back(mapping.lookupOrDefault(value));
    before += count;
  }
  ReturnOp::create(b, second.getLoc(), results);
  unsigned own = first->getNumResults();
  first->replaceAllUsesWith(joined->getResults().take_front(own));
  second->replaceAllUsesWith(joined->getResults().drop_front(own));
  first->erase();
  second->erase();
  return joined;
}

/// Joins reductions with the last ones of their kind before them.
static void shareReductions(mlir::Block &block) {
  // As many sums as registers hold beside what is added up.
  constexpr unsigned MostResults = 4;
  using Kind = std::tuple<const void *, SmallVector<int64_t>, bool>;
  std::map<Kind, std::pair<ReduceOp, Reads>> last;
  for (mlir::Operation &op : llvm::make_early_inc_range(block)) {
    auto reduce = llvm::dyn_cast<ReduceOp>(op);
    if (!reduce || !isSimple(reduce))
      continue;
    Reads reads = readsOf(reduce);
    auto type = llvm::cast<mlir::RankedTensorType>(
        reduce.getInputs().front().getType());
    Kind kind = {reduce.getDimensionsAttr().getAsOpaquePointer(),
                 llvm::to_vector(type.getShape()),
                 llvm::isa<mlir::FloatType>(type.getElementType())};
    auto known = last.find(kind);
    if (known != last.end()) {
      auto &[before, readBefore] = known->second;
      if (before->getNumResults() < MostResults &&
          readsSame(readBefore, reads) && isUnreadUntil(before, reduce)) {
        reduce = join(before, reduce);
        reads.tensors.insert_range(readBefore.tensors);
      }
    }
    last[kind] = {reduce, std::move(reads)};
  }
}

void shareReductions(mlir::ModuleOp program) {
  llvm::SetVector<mlir::Block *> blocks;
  program.walk([&](ReduceOp op) { blocks.insert(op->getBlock()); });
  for (mlir::Block *block : blocks)
    shareReductions(*block);
}

} // namespace trainlint::cpu
