//===- OutlineLoops.cpp - Loops as functions of their own -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Function outlining with deduplication. Each outermost loop becomes a function
// of the buffers and numbers that it captures; constants move in. Functions are
// compared by their text, so that loops that differ in their buffers only (the
// layers of a deep model, say) are compiled once. A loop whose outermost
// iterations are independent, and that is large enough, takes the first and the
// last of them as arguments, so that the runtime can run it in parts. Arguments
// that alias no other one are marked `noalias`.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/OutlineLoops.h"
#include "Backend/CPU/CodeGen/BufferUses.h"
#include "Backend/CPU/CodeGen/StableHLOToLinalg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "cpu-outline-loops"

using llvm::SmallVector;
using mlir::Operation;
using mlir::Type;
using mlir::Value;
using mlir::func::FuncOp;

namespace trainlint::cpu {

namespace {

/// Moves the loops of a function out. Loops that differ in their buffers only
/// become one function.
class Outliner {
public:
  explicit Outliner(FuncOp main) : main(main) {}

  void run() {
    SmallVector<Operation *> loops;
    for (Operation &op : main.getBody().front())
      if (op.getNumRegions() > 0)
        loops.push_back(&op);
    for (Operation *loop : loops)
      outline(loop);
  }

private:
  void outline(Operation *loop);
  FuncOp build(Operation *loop, llvm::ArrayRef<Value> captured,
               llvm::ArrayRef<Operation *> constants, bool isParallel);

  FuncOp main;
  /// By their text.
  llvm::StringMap<FuncOp> functions;
};

} // namespace

/// With fewer elements, waking threads costs more than they save.
static constexpr int64_t fewestParallel = 1 << 15;

/// Iterations of a loop with constant bounds, or 1.
static int64_t iterationsOf(mlir::scf::ForOp loop) {
  std::optional<llvm::APInt> count = loop.getStaticTripCount();
  return count ? count->getSExtValue() : 1;
}

/// How many iterations of the outermost dimension can run in any order, if that
/// is worth it.
static std::optional<int64_t> parallelIterations(Operation *loop) {
  // Temporaries of the body share one buffer between iterations, and functions
  // of the runtime may count how often they are called.
  mlir::WalkResult shared = loop->walk([](Operation *op) {
    return llvm::isa<mlir::memref::ViewOp, mlir::func::CallOp>(op)
               ? mlir::WalkResult::interrupt()
               : mlir::WalkResult::advance();
  });
  if (shared.wasInterrupted())
    return std::nullopt;
  int64_t count = 1, all = 1;
  if (auto linalgOp = llvm::dyn_cast<mlir::linalg::LinalgOp>(loop)) {
    SmallVector<int64_t> ranges = linalgOp.getStaticLoopRanges();
    if (ranges.empty() || !mlir::linalg::isParallelIterator(
                              linalgOp.getIteratorTypesArray().front()))
      return std::nullopt;
    count = ranges.front();
    all = llvm::product_of(ranges);
  } else if (auto outermost = llvm::dyn_cast<mlir::scf::ForOp>(loop)) {
    if (!loop->hasAttr(parallelAttribute))
      return std::nullopt;
    count = iterationsOf(outermost);
    // Loops that lie next to each other count as one within the other.
    loop->walk([&](mlir::scf::ForOp inner) {
      all = llvm::SaturatingMultiply<uint64_t>(all, iterationsOf(inner));
    });
  }
  if (count <= 1 || all < fewestParallel)
    return std::nullopt;
  return count;
}

/// A buffer that is passed as a pointer to its first element.
static bool isPassable(Value value) {
  auto type = llvm::dyn_cast<mlir::MemRefType>(value.getType());
  return type ? type.getLayout().isIdentity() && type.hasStaticShape()
              : value.getType().isIntOrIndexOrFloat();
}

/// No other one is the same buffer in another shape.
static bool isApart(Value buffer, llvm::ArrayRef<Value> captured) {
  Value place = unshaped(buffer);
  return llvm::count_if(captured, [&](Value other) {
           return llvm::isa<mlir::MemRefType>(other.getType()) &&
                  unshaped(other) == place;
         }) == 1;
}

/// Lets the outermost loop run from one value to another.
static void setBounds(Operation *loop, mlir::ValueRange bounds) {
  if (auto linalgOp = llvm::dyn_cast<mlir::linalg::LinalgOp>(loop)) {
    mlir::IRRewriter rewriter(loop->getContext());
    rewriter.setInsertionPoint(loop);
    loop = mlir::linalg::linalgOpToLoops(rewriter, linalgOp)->front();
    rewriter.eraseOp(linalgOp);
  }
  auto outermost = llvm::cast<mlir::scf::ForOp>(loop);
  outermost.setLowerBound(bounds[0]);
  outermost.setUpperBound(bounds[1]);
  for (auto first : llvm::make_early_inc_range(
           outermost.getBody()->getOps<mlir::arith::ConstantOp>())) {
    if (!first->hasAttr(firstAttribute))
      continue;
    first.replaceAllUsesWith(bounds[0]);
    first.erase();
  }
}

FuncOp Outliner::build(Operation *loop, llvm::ArrayRef<Value> captured,
                       llvm::ArrayRef<Operation *> constants, bool isParallel) {
  mlir::Location loc = loop->getLoc();
  mlir::OpBuilder builder(main->getContext());
  SmallVector<Type> types;
  for (Value value : captured)
    types.push_back(value.getType());
  if (isParallel)
    types.append(2, builder.getIndexType());
  auto function =
      FuncOp::create(loc, "loop", builder.getFunctionType(types, {}));
  function.setPrivate();
  mlir::Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  mlir::IRMapping mapping;
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  for (auto [value, argument] : llvm::zip(captured, body->getArguments())) {
    mapping.map(value, argument);
    if (llvm::isa<mlir::MemRefType>(value.getType()) &&
        isApart(value, captured))
      function.setArgAttr(argument.getArgNumber(),
                          mlir::LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());
  }
  Operation *copy = builder.clone(*loop, mapping);
  function->walk([](Operation *op) { op->removeAttr(operationAttribute); });
  if (isParallel)
    setBounds(copy, body->getArguments().take_back(2));
  mlir::func::ReturnOp::create(builder, loc);
  return function;
}

static std::string textOf(FuncOp function) {
  std::string text;
  llvm::raw_string_ostream out(text);
  function->print(out, mlir::OpPrintingFlags().useLocalScope());
  return text;
}

void Outliner::outline(Operation *loop) {
  llvm::SetVector<Value> used;
  for (Value operand : loop->getOperands())
    used.insert(operand);
  mlir::getUsedValuesDefinedAbove(loop->getRegions(), used);
  SmallVector<Value> captured;
  SmallVector<Operation *> constants;
  // What is read and written in place is one pointer, so that LLVM sees it.
  llvm::DenseMap<std::pair<Value, Type>, Value> views;
  for (Value value : used) {
    Operation *op = value.getDefiningOp();
    if (llvm::isa_and_nonnull<mlir::arith::ConstantOp>(op)) {
      constants.push_back(op);
    } else if (isPassable(value)) {
      auto [known, isNew] =
          views.try_emplace({unshaped(value), value.getType()}, value);
      if (isNew)
        captured.push_back(value);
      else
        value.replaceUsesWithIf(known->second, [&](mlir::OpOperand &use) {
          return loop->isAncestor(use.getOwner());
        });
    } else {
      LLVM_DEBUG(llvm::dbgs() << loop->getName() << " at " << loop->getLoc()
                              << " stays: it uses " << value.getType() << "\n");
      return;
    }
  }
  if (loop->getNumResults() > 0) {
    LLVM_DEBUG(llvm::dbgs() << loop->getName() << " at " << loop->getLoc()
                            << " stays: it has results\n");
    return;
  }
  std::optional<int64_t> steps = parallelIterations(loop);
  FuncOp function = build(loop, captured, constants, steps.has_value());
  auto [known, isNew] = functions.try_emplace(textOf(function), function);
  if (isNew) {
    mlir::OpBuilder builder(main);
    builder.insert(function);
    llvm::StringRef prefix = steps ? parallelPrefix : outlinedPrefix;
    function.setName((prefix + std::to_string(functions.size())).str());
  } else {
    function->erase();
  }
  LLVM_DEBUG({
    llvm::dbgs() << loop->getName() << " at " << loop->getLoc()
                 << (isNew ? " becomes @" : " is the same as @")
                 << known->second.getName();
    if (steps)
      llvm::dbgs() << ", of " << *steps << " independent iterations";
    llvm::dbgs() << "\n";
  });
  mlir::OpBuilder builder(loop);
  if (steps)
    for (int64_t bound : {int64_t(0), *steps})
      captured.push_back(
          mlir::arith::ConstantIndexOp::create(builder, loop->getLoc(), bound));
  auto call = mlir::func::CallOp::create(builder, loop->getLoc(), known->second,
                                         captured);
  if (mlir::Attribute kind = loop->getAttr(operationAttribute))
    call->setAttr(operationAttribute, kind);
  loop->erase();
}

void outlineLoops(FuncOp main) { Outliner(main).run(); }

} // namespace trainlint::cpu

#undef DEBUG_TYPE
