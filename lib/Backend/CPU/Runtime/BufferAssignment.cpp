//===- BufferAssignment.cpp - Memory of temporaries -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static memory planning. Operations are numbered as they are entered and left,
// in one walk, so the live range of a temporary is an interval from the first
// to the last of its users. Temporaries are placed by first fit, the largest
// first (the greedy-by-size heuristic for the NP-hard dynamic storage
// allocation): each gets the lowest offset that no temporary with an
// overlapping interval has. Quadratic in the number of temporaries.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/BufferAssignment.h"
#include "Backend/CPU/CodeGen/BufferUses.h"
#include "Backend/CPU/Interface/BufferType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "cpu-buffer-assignment"

namespace memref = mlir::memref;
using llvm::SmallVector;
using mlir::Operation;
using mlir::Type;
using mlir::Value;

namespace trainlint::cpu {

/// Temporaries do not share cache lines, and vector loads of them are aligned.
static constexpr int64_t alignment = 64;

namespace {

/// A temporary, and the numbers of the operations between which it is needed.
struct Temporary {
  memref::AllocOp alloc;
  int64_t size;
  unsigned from, to;
  int64_t offset = 0;
};

/// Operations are numbered as they are entered and left.
class Numbers {
public:
  explicit Numbers(Operation *root) { number(root); }
  unsigned entered(Operation *op) const { return entries.lookup(op); }
  unsigned left(Operation *op) const { return exits.lookup(op); }

private:
  void number(Operation *op) {
    entries[op] = next++;
    for (mlir::Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        number(&inner);
    exits[op] = next++;
  }
  llvm::DenseMap<Operation *, unsigned> entries, exits;
  unsigned next = 0;
};

} // namespace

static int64_t bytesOf(Type element) {
  if (auto type = llvm::dyn_cast<mlir::ComplexType>(element))
    return 2 * bytesOf(type.getElementType());
  return element.isIndex() ? 8 : element.getIntOrFloatBitWidth() / 8;
}

/// A temporary of a loop's body does not live from step to step, so users count
/// as the operations of the block it is in.
static Temporary describe(memref::AllocOp alloc, const Numbers &numbers) {
  mlir::MemRefType type = alloc.getType();
  int64_t size = type.getNumElements() * bytesOf(type.getElementType());
  Temporary temporary{
      alloc, int64_t(llvm::alignTo(std::max<int64_t>(size, 1), alignment)),
      numbers.left(alloc), numbers.left(alloc)};
  bool isFirst = true;
  for (Operation *user : usersOf(alloc)) {
    Operation *op = alloc->getBlock()->findAncestorOpInBlock(*user);
    unsigned from = numbers.entered(op), to = numbers.left(op);
    temporary.from = isFirst ? from : std::min(temporary.from, from);
    temporary.to = isFirst ? to : std::max(temporary.to, to);
    isFirst = false;
  }
  return temporary;
}

/// The lowest place that is free all the time.
static int64_t findPlace(const Temporary &wanted,
                         llvm::ArrayRef<Temporary *> placedByOffset) {
  int64_t place = 0;
  for (const Temporary *other : placedByOffset) {
    if (other->to < wanted.from || wanted.to < other->from)
      continue;
    if (place + wanted.size <= other->offset)
      break;
    place = std::max(place, other->offset + other->size);
  }
  return place;
}

static int64_t placeAll(llvm::MutableArrayRef<Temporary> temporaries) {
  SmallVector<Temporary *> bySize;
  for (Temporary &temporary : temporaries)
    bySize.push_back(&temporary);
  llvm::stable_sort(
      bySize, [](auto *left, auto *right) { return left->size > right->size; });
  SmallVector<Temporary *> placed;
  int64_t end = 0;
  for (Temporary *temporary : bySize) {
    temporary->offset = findPlace(*temporary, placed);
    end = std::max(end, temporary->offset + temporary->size);
    auto *position =
        llvm::upper_bound(placed, temporary, [](auto *left, auto *right) {
          return left->offset < right->offset;
        });
    placed.insert(position, temporary);
  }
  return end;
}

int64_t planArena(mlir::func::FuncOp main) {
  Numbers numbers(main);
  SmallVector<Temporary> temporaries;
  main.walk([&](memref::AllocOp alloc) {
    temporaries.push_back(describe(alloc, numbers));
  });
  int64_t size = placeAll(temporaries);
  LLVM_DEBUG({
    for (Temporary &temporary : temporaries)
      llvm::dbgs() << temporary.size << " bytes at " << temporary.offset
                   << ", live from " << temporary.from << " to " << temporary.to
                   << ": " << temporary.alloc.getType() << "\n";
    llvm::dbgs() << temporaries.size() << " temporaries in " << size
                 << " bytes\n";
  });

  mlir::Builder types(main.getContext());
  mlir::Block &body = main.getBody().front();
  Value arena = body.addArgument(
      mlir::MemRefType::get({size}, types.getI8Type()), main.getLoc());
  main.setType(types.getFunctionType(body.getArgumentTypes(), {}));
  for (Temporary &temporary : temporaries) {
    mlir::OpBuilder builder(temporary.alloc);
    mlir::Location loc = temporary.alloc.getLoc();
    Value offset =
        mlir::arith::ConstantIndexOp::create(builder, loc, temporary.offset);
    Value view = memref::ViewOp::create(builder, loc, temporary.alloc.getType(),
                                        arena, offset, mlir::ValueRange());
    temporary.alloc.replaceAllUsesWith(view);
    temporary.alloc.erase();
  }
  return size;
}

} // namespace trainlint::cpu

#undef DEBUG_TYPE
