//===- CopyElision.cpp - Results computed in place ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copy elision by liveness within blocks. A copy from a temporary to an output,
// or to a loop's value, goes if the temporary can be the target itself: nothing
// else may use the target from the first write of the temporary to the copy,
// except an operation that reads each element before it writes it in the same
// place. A copy at the end of the life of another temporary goes likewise. This
// repeats until nothing changes, from the last copy to the first, since a copy
// that is gone frees the buffer that an earlier one leads to. Each round is
// linear in the copies times the users of their buffers.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/CopyElision.h"
#include "Backend/CPU/CodeGen/BufferUses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "cpu-copy-elision"

namespace linalg = mlir::linalg;
namespace memref = mlir::memref;
using llvm::cast;
using llvm::SmallVector;
using mlir::Block;
using mlir::Operation;
using mlir::Value;

namespace trainlint::cpu {

namespace {

/// When the users of a buffer run, within a block.
struct Span {
  Operation *first = nullptr, *last = nullptr;
};

class CopyElider {
public:
  explicit CopyElider(mlir::func::FuncOp main) : main(main) {}

  void run();

private:
  bool computeInTarget(memref::CopyOp copy);
  bool reuseSource(memref::CopyOp copy);
  bool isFree(Value target, Operation *first, memref::CopyOp copy);
  bool isUsedAfter(Value buffer, memref::CopyOp copy);

  mlir::func::FuncOp main;
};

} // namespace

/// The operation of the block that a user is or is part of; nothing outside it.
static Operation *within(Block *block, Operation *user) {
  return block->findAncestorOpInBlock(*user);
}

static Span spanOf(Value buffer, Block *block) {
  Span span;
  for (Operation *user : usersOf(buffer)) {
    Operation *op = within(block, user);
    if (!op)
      continue;
    if (!span.first || op->isBeforeInBlock(span.first))
      span.first = op;
    if (!span.last || span.last->isBeforeInBlock(op))
      span.last = op;
  }
  return span;
}

/// The operation reads each element of `source` before it writes that of
/// `target` and needs no other one for it.
static bool worksInPlace(Operation *op, Value source, Value target) {
  if (llvm::isa<memref::CopyOp>(op))
    return true;
  auto generic = llvm::dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumReductionLoops() != 0)
    return false;
  for (mlir::OpOperand &operand : generic->getOpOperands()) {
    Value buffer = viewedBuffer(operand.get());
    if ((buffer == source || buffer == target) &&
        !generic.getMatchingIndexingMap(&operand).isIdentity())
      return false;
  }
  return true;
}

/// Nothing else uses the target between the first write of the temporary and
/// the copy.
bool CopyElider::isFree(Value target, Operation *first, memref::CopyOp copy) {
  Block *block = copy->getBlock();
  Value temporary = viewedBuffer(copy.getSource());
  for (Operation *user : usersOf(target)) {
    Operation *op = within(block, user);
    if (!op || user == copy || op->isBeforeInBlock(first) ||
        copy->isBeforeInBlock(op))
      continue;
    if (op != first || user != op || !worksInPlace(op, target, temporary))
      return false;
  }
  return true;
}

bool CopyElider::isUsedAfter(Value buffer, memref::CopyOp copy) {
  return llvm::any_of(usersOf(buffer), [&](Operation *user) {
    Operation *op = within(copy->getBlock(), user);
    return op && copy->isBeforeInBlock(op);
  });
}

/// Shows a buffer with the type of another one.
static Value viewLike(Value buffer, Value like, Operation *before) {
  auto type = cast<mlir::MemRefType>(like.getType());
  if (buffer.getType() == type)
    return buffer;
  mlir::OpBuilder builder(before);
  return memref::ReinterpretCastOp::create(builder, before->getLoc(), type,
                                           buffer, 0, type.getShape(),
                                           type.getStridesAndOffset().first);
}

/// A whole buffer, shown in any shape.
static bool isWhole(Value view) {
  Value buffer = viewedBuffer(view);
  auto all = cast<mlir::MemRefType>(buffer.getType());
  auto shown = cast<mlir::MemRefType>(view.getType());
  return all.getNumElements() == shown.getNumElements() &&
         all.getElementType() == shown.getElementType() &&
         shown.getLayout().isIdentity();
}

/// copy(temporary, target): the temporary becomes the target.
bool CopyElider::computeInTarget(memref::CopyOp copy) {
  Value target = copy.getTarget();
  Value temporary = viewedBuffer(copy.getSource());
  auto alloc = temporary.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != copy->getBlock() ||
      viewedBuffer(target) != target || !isWhole(copy.getSource()))
    return false;
  auto keep = [&]([[maybe_unused]] const char *why) {
    LLVM_DEBUG(llvm::dbgs() << "keeps " << copy << ": " << why << "\n");
    return false;
  };
  mlir::DominanceInfo dominance(main);
  if (!dominance.properlyDominates(target, alloc))
    return keep("the temporary is older than the target");
  Span span = spanOf(temporary, copy->getBlock());
  if (!isFree(target, span.first, copy))
    return keep("the target is used while the temporary is written");
  // Both are needed afterwards, but only one of them may change.
  if (span.last != copy &&
      (!llvm::isa<mlir::BlockArgument>(target) || isUsedAfter(target, copy)))
    return keep("temporary and target are both used afterwards");
  LLVM_DEBUG(llvm::dbgs() << "elides " << copy << ": its target is computed in "
                          << "place\n");
  Value view = viewLike(target, temporary, alloc);
  copy->erase();
  temporary.replaceAllUsesWith(view);
  alloc->erase();
  return true;
}

/// copy(old, temporary) at the end of the life of `old`: the temporary goes on
/// in the old buffer.
bool CopyElider::reuseSource(memref::CopyOp copy) {
  Value temporary = copy.getTarget();
  Value old = viewedBuffer(copy.getSource());
  auto alloc = temporary.getDefiningOp<memref::AllocOp>();
  auto oldAlloc = old.getDefiningOp<memref::AllocOp>();
  if (!alloc || !oldAlloc || alloc == oldAlloc ||
      alloc->getBlock() != copy->getBlock() ||
      oldAlloc->getBlock() != copy->getBlock() || !isWhole(copy.getSource()))
    return false;
  if (isUsedAfter(old, copy) ||
      spanOf(temporary, copy->getBlock()).first != copy)
    return false;
  LLVM_DEBUG(llvm::dbgs() << "elides " << copy << ": its source is not used "
                          << "afterwards\n");
  Value view = viewLike(old, temporary, copy);
  copy->erase();
  temporary.replaceAllUsesWith(view);
  alloc->erase();
  return true;
}

void CopyElider::run() {
  bool changed = true;
  while (changed) {
    changed = false;
    SmallVector<memref::CopyOp> copies;
    main.walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    // The copies at the end come first: what they free is where others lead.
    for (memref::CopyOp copy : llvm::reverse(copies))
      changed |= computeInTarget(copy) || reuseSource(copy);
    main.walk([&](memref::CopyOp copy) {
      if (viewedBuffer(copy.getSource()) == copy.getTarget() &&
          isWhole(copy.getSource()))
        copy->erase();
    });
  }
}

void elideCopies(mlir::func::FuncOp main) { CopyElider(main).run(); }

} // namespace trainlint::cpu

#undef DEBUG_TYPE
