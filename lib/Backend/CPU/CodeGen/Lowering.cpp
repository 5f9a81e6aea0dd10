//===- Lowering.cpp - State of a lowering ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the program assigns each tensor a buffer and lowers each
// operation when it is met, in order. Elementwise operations and shape ops are
// deferred if all of their readers end in one loop, of which they become part
// (producer-consumer fusion, up to a limit on the size of an expression), or if
// they read no more than they would store and cost little (rematerialization):
// then each loop computes them anew. Everything else goes to the family that
// knows it. Each operation is visited once, and once more for
// each call of the function that it is in, since calls are inlined.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Lowering.h"
#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Scalars.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;
using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::dyn_cast;

namespace trainlint::cpu {

LogicalResult Lowering::emitUnsupported(Operation *op, const llvm::Twine &why) {
  auto error = op->emitError() << "'" << op->getName().getStringRef()
                               << "' is not run by the cpu device";
  if (!why.isTriviallyEmpty())
    error << ": " << why;
  return failure();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Larger expressions are cut, so that neither loops nor recursion grow without
/// bounds.
static constexpr unsigned largestExpression = 64;

/// What all loops but one may pay for computing an expression again, in
/// additions: as much as it takes to store its elements.
static constexpr unsigned costOfStoring = 40;

/// Each element of the operand is read at most once by the reader's loop.
static bool readsOnce(Operation *reader, Operation *op) {
  if (auto broadcast = dyn_cast<BroadcastInDimOp>(reader))
    return elementCount(shapeOf(broadcast.getOperand())) ==
           elementCount(shapeOf(broadcast.getResult()));
  if (auto reduce = dyn_cast<ReduceOp>(reader))
    return llvm::is_contained(reduce.getInputs(), op->getResult(0));
  if (!isFusible(reader))
    return false;
  // A scalar that selects or limits is read for every element.
  return shapeOf(op->getResult(0)).size() ==
             shapeOf(reader->getResult(0)).size() ||
         !isElementwise(reader);
}

/// Additions that take as long as an operation does for an element.
static unsigned costOf(Operation *op) {
  constexpr unsigned most = 1000;
  Type element = elementTypeIn(op->getResult(0));
  bool isCalled = isNarrowFloat(element) && !element.isBF16() &&
                  !element.isF16(); // floats of a byte
  if (isCalled || isa<mlir::ComplexType>(element) ||
      isa<MapOp, TransposeOp, ReverseOp>(op))
    return most;
  if (isa<DivideOp, SqrtOp, RsqrtOp>(op))
    return 8;
  bool isArithmetic = isa<ExponentialOp, LogisticOp, TanhOp>(op) &&
                      computedType(element).isF32();
  if (isArithmetic)
    return 25;
  if (isElementwise(op) && isFunction(op))
    return most;
  return 1;
}

namespace {
/// An expression of operations that become part of one loop.
struct Extent {
  unsigned operations = 0, cost = 0;
  /// Buffers of as many elements as the result has, or half of it.
  unsigned leaves = 0;
};
} // namespace

/// The expression that ends with an operation, as far as it is of interest.
static Extent extentOf(Operation *op,
                       const llvm::DenseSet<Operation *> &deferred) {
  int64_t elements = elementCount(shapeOf(op->getResult(0)));
  Extent extent;
  llvm::SmallPtrSet<Operation *, 16> seen = {op};
  llvm::SmallDenseSet<Value> leaves;
  SmallVector<Operation *> pending = {op};
  while (!pending.empty() && extent.operations <= largestExpression) {
    Operation *next = pending.pop_back_val();
    ++extent.operations;
    extent.cost += costOf(next);
    for (Value operand : next->getOperands()) {
      Operation *defining = operand.getDefiningOp();
      if (defining && isCheap(defining))
        continue;
      if (!defining || !deferred.contains(defining))
        extent.leaves += 2 * elementCount(shapeOf(operand)) > elements &&
                         leaves.insert(operand).second;
      else if (seen.insert(defining).second)
        pending.push_back(defining);
    }
  }
  return extent;
}

/// All readers are in the same block and read each element once.
static bool isReadOnceByAll(Operation *op) {
  return llvm::all_of(op->getUsers(), [&](Operation *reader) {
    return reader->getBlock() == op->getBlock() && readsOnce(reader, op);
  });
}

/// From the last operation to the first: where the loops of all readers are
/// the same one, so is that of the operation.
void Lowering::findRoots(mlir::Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    Operation *&root = roots[&op];
    root = &op;
    if (op.use_empty() || !isFusible(&op) || isCheap(&op) ||
        !isReadOnceByAll(&op))
      continue;
    Operation *first = *op.getUsers().begin();
    bool isOne = llvm::all_of(op.getUsers(), [&](Operation *reader) {
      // Read at several places, it would be computed for each of them.
      bool isInPlace = isElementwise(reader) && isElementwise(first);
      isInPlace |= reader == first;
      return isInPlace && roots.lookup(reader) == roots.lookup(first);
    });
    if (isOne)
      roots[&op] = roots.lookup(first);
  }
}

/// Products look through it, and take the operand as it lies if they can.
static bool isTransposeForProducts(Operation *op) {
  return isa<TransposeOp>(op) && !op->use_empty() &&
         llvm::all_of(op->getUsers(), [&](Operation *reader) {
           return isa<DotGeneralOp>(reader) &&
                  reader->getBlock() == op->getBlock();
         });
}

bool Lowering::isDeferred(Operation *op) {
  if (isCheap(op) || isTransposeForProducts(op))
    return true;
  if (!isFusible(op) || op->use_empty())
    return false;
  Extent extent = extentOf(op, deferred);
  if (extent.operations > largestExpression)
    return false;
  bool isOfOneLoop = roots.lookup(op) != op;
  if (!isOfOneLoop) {
    llvm::SmallPtrSet<Operation *, 4> loops;
    for (Operation *reader : op->getUsers())
      loops.insert(roots.lookup(reader));
    // One loop may read it at several places.
    size_t times = std::max<size_t>(loops.size(), 2);
    if (extent.leaves > 1 || !isReadOnceByAll(op) ||
        (times - 1) * extent.cost > costOfStoring)
      return false;
  }
  deferred.insert(op);
  return true;
}

Lowering::For::For(Lowering &lowering, Operation *op)
    : namer(lowering.namer), before(namer.kind) {
  if (!lowering.options.namesOperations)
    return;
  std::string kind;
  llvm::raw_string_ostream out(kind);
  out << (isElementwise(op) ? "elementwise" : op->getName().stripDialect());
  if (lowering.options.namesTypes) {
    if (op->getNumOperands() > 0)
      out << " " << op->getOperand(0).getType();
    if (op->getNumResults() > 0)
      out << " -> " << op->getResult(0).getType();
  }
  namer.kind = lowering.b.getStringAttr(kind);
}

/// All that the operation does is to compute tensors without elements.
static bool isEmpty(Operation *op) {
  return op->getNumResults() > 0 && op->getNumRegions() == 0 &&
         mlir::isMemoryEffectFree(op) &&
         llvm::all_of(op->getResults(), [](Value result) {
           auto type = dyn_cast<mlir::RankedTensorType>(result.getType());
           return type && type.getNumElements() == 0;
         });
}

LogicalResult Lowering::lower(Operation *op) {
  for (Value result : op->getResults()) {
    auto type = dyn_cast<mlir::RankedTensorType>(result.getType());
    if (!type)
      continue;
    if (!type.hasStaticShape())
      return emitUnsupported(op, "its result has a shape that is not known");
    if (!elementTypeOf(type.getElementType()))
      return emitUnsupported(
          op, "its result has elements of a type that is not run");
  }
  if (isEmpty(op)) {
    allocateResults(op);
    return success();
  }
  if (op->getNumResults() == 1 &&
      isa<mlir::RankedTensorType>(op->getResult(0).getType())) {
    if (isDeferred(op))
      return success();
    if (isFusible(op)) {
      (void)bufferOf(op->getResult(0));
      return success();
    }
  }
  For named(*this, op);
  for (auto family :
       {lowerDataMovement, lowerReduction, lowerWindow, lowerIndexing,
        lowerSort, lowerContraction, lowerConvolution, lowerControlFlow,
        lowerBatchNorm, lowerDynamicShape, lowerLinearSolver, lowerRandom,
        lowerCollective, lowerHost})
    if (Lowered done = family(*this, op))
      return *done;
  return emitUnsupported(op);
}

LogicalResult Lowering::lowerBlock(mlir::Block &block) {
  findRoots(block);
  for (Operation &op : block.without_terminator())
    if (failed(lower(&op)))
      return failure();
  return success();
}

FailureOr<SmallVector<Value>> Lowering::lowerRegion(mlir::Region &region,
                                                    ValueRange arguments) {
  mlir::Block &block = region.front();
  // A region of a function that is lowered again has buffers of the last time.
  region.walk([&](Operation *op) {
    deferred.erase(op);
    for (Value result : op->getResults()) {
      buffers.erase(result);
      tuples.erase(result);
    }
  });
  setAll(block.getArguments(), arguments);
  if (failed(lowerBlock(block)))
    return failure();
  return buffersOfAll(block.getTerminator()->getOperands());
}

/// Calls within calls, each of which takes the stack of several functions here.
static constexpr size_t MostCalls = 512;

FailureOr<SmallVector<Value>> Lowering::lowerFunction(Operation *caller,
                                                      llvm::StringRef name,
                                                      ValueRange arguments) {
  auto function = functions.lookup<mlir::func::FuncOp>(name);
  if (!function || function.isExternal())
    return caller->emitError() << "function '" << name << "' has no body";
  if (!llvm::hasSingleElement(function.getBody()))
    return emitUnsupported(caller, "the function has several blocks");
  if (!calls.insert(function))
    return emitUnsupported(caller, "the function calls itself");
  if (calls.size() > MostCalls)
    return emitUnsupported(caller, "functions call each other more than 512 "
                                   "deep");
  auto results = lowerRegion(function.getBody(), arguments);
  calls.remove(function);
  return results;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

unsigned leafCount(Type type) {
  if (isa<mlir::RankedTensorType>(type))
    return 1;
  auto tuple = dyn_cast<mlir::TupleType>(type);
  unsigned count = 0;
  for (Type element : tuple ? tuple.getTypes() : llvm::ArrayRef<Type>())
    count += leafCount(element);
  return count;
}

Value Lowering::bufferOf(Value tensor) {
  if (Value buffer = buffers.lookup(tensor))
    return buffer;
  Operation *op = tensor.getDefiningOp();
  if (auto constant = dyn_cast<ConstantOp>(op); constant && !isCheap(op))
    return constantBuffer(constant);
  For named(*this, op);
  Value buffer = allocate(op->getLoc(), tensorTypeOf(tensor));
  emitExpression(*this, op->getLoc(), tensor, buffer);
  // Other regions may need it too, but not what is computed here.
  if (!isCheap(op))
    buffers[tensor] = buffer;
  return buffer;
}

SmallVector<Value> Lowering::buffersOf(Value value) {
  if (isa<mlir::RankedTensorType>(value.getType()))
    return {bufferOf(value)};
  return tuples.lookup(value);
}

SmallVector<Value> Lowering::buffersOfAll(ValueRange values) {
  SmallVector<Value> all;
  for (Value value : values)
    llvm::append_range(all, buffersOf(value));
  return all;
}

void Lowering::setBuffers(Value value, ValueRange all) {
  if (isa<mlir::RankedTensorType>(value.getType()))
    buffers[value] = all.front();
  else
    tuples[value] = SmallVector<Value>(all);
}

void Lowering::setAll(ValueRange values, ValueRange all) {
  for (Value value : values) {
    unsigned count = leafCount(value.getType());
    setBuffers(value, all.take_front(count));
    all = all.drop_front(count);
  }
}

Value Lowering::allocate(Location loc, mlir::MemRefType type) {
  return memref::AllocOp::create(b, loc, type);
}

Value Lowering::allocate(Location loc, mlir::RankedTensorType type) {
  return allocate(loc, bufferType(type));
}

Value Lowering::allocateResult(Value result) {
  Value buffer = allocate(result.getLoc(), tensorTypeOf(result));
  buffers[result] = buffer;
  return buffer;
}

/// Buffers for a value of a type.
static void allocateLeaves(Lowering &lowering, Location loc, Type type,
                           llvm::SmallVectorImpl<Value> &all) {
  if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
    all.push_back(lowering.allocate(loc, tensor));
  if (auto tuple = dyn_cast<mlir::TupleType>(type))
    for (Type element : tuple.getTypes())
      allocateLeaves(lowering, loc, element, all);
}

SmallVector<Value> Lowering::allocateResults(Operation *op) {
  SmallVector<Value> all;
  for (Type type : op->getResultTypes())
    allocateLeaves(*this, op->getLoc(), type, all);
  setAll(op->getResults(), all);
  return all;
}

Value Lowering::allocateWide(Value result) {
  Value buffer = allocateResult(result);
  Type element = elementTypeIn(result);
  if (!isNarrowFloat(element))
    return buffer;
  return allocate(result.getLoc(), mlir::MemRefType::get(
                                       shapeOf(result), computedType(element)));
}

void Lowering::storeWide(Value wide, Value result) {
  Location loc = result.getLoc();
  Value buffer = bufferOf(result);
  if (wide == buffer)
    return;
  int64_t count = tensorTypeOf(result).getNumElements();
  wide = reshape(loc, wide, count);
  buffer = reshape(loc, buffer, count);
  parallelLoops(loc, count, [&](ValueRange at) {
    Value value = memref::LoadOp::create(b, loc, wide, at);
    store(loc, value, buffer, at, elementTypeIn(result));
  });
}

Value Lowering::reshape(Location loc, Value buffer,
                        llvm::ArrayRef<int64_t> shape) {
  auto type = cast<mlir::MemRefType>(buffer.getType());
  if (type.getShape() == shape)
    return buffer;
  auto result = mlir::MemRefType::get(shape, type.getElementType());
  return memref::ReinterpretCastOp::create(b, loc, result, buffer, /*offset=*/0,
                                           shape, mlir::computeStrides(shape));
}

void Lowering::fill(Location loc, Value buffer, Value stored) {
  mlir::linalg::FillOp::create(b, loc, stored, buffer);
}

void Lowering::copy(Location loc, Value from, Value to) {
  if (cast<mlir::MemRefType>(to.getType()).getNumElements() == 0)
    return;
  memref::CopyOp::create(b, loc, from, to);
}

/// Constants start at multiples of the size of a cache line.
static constexpr size_t constantAlignment = 64;

Value Lowering::constantView(Location loc, llvm::StringRef bytes,
                             mlir::MemRefType type) {
  std::string &all = program.constants;
  all.resize(llvm::alignTo(all.size(), constantAlignment));
  size_t offset = all.size();
  all += bytes;
  // Visible wherever the constant is.
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(constants);
  return memref::ViewOp::create(b, loc, type, constants, index(loc, offset),
                                ValueRange());
}

Value Lowering::constantBuffer(Operation *op) {
  auto constant = cast<ConstantOp>(op);
  std::string bytes;
  appendBytes(cast<mlir::DenseElementsAttr>(constant.getValue()), bytes);
  Value buffer = constantView(op->getLoc(), bytes,
                              bufferType(tensorTypeOf(op->getResult(0))));
  buffers[op->getResult(0)] = buffer;
  return buffer;
}

Value Lowering::address(Location loc, Value buffer) {
  return memref::ExtractAlignedPointerAsIndexOp::create(b, loc, buffer);
}

Value Lowering::constantNumbers(Location loc, llvm::ArrayRef<int64_t> numbers) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(numbers.data()),
                        numbers.size() * sizeof(int64_t));
  auto type = mlir::MemRefType::get(int64_t(numbers.size()), b.getI64Type());
  return address(loc, constantView(loc, bytes, type));
}

//===----------------------------------------------------------------------===//
// Loops and elements
//===----------------------------------------------------------------------===//

void Lowering::generic(
    Location loc, ValueRange inputs, ValueRange outputs,
    llvm::ArrayRef<AffineMap> maps,
    llvm::ArrayRef<mlir::utils::IteratorType> iterators,
    llvm::function_ref<SmallVector<Value>(ValueRange)> body) {
  // Loops over an empty buffer do nothing, and could not agree on their number
  // with those over others: such a buffer has lost its other sizes.
  for (Value input : inputs)
    if (cast<mlir::MemRefType>(input.getType()).getNumElements() == 0)
      return;
  auto op =
      mlir::linalg::GenericOp::create(b, loc, inputs, outputs, maps, iterators);
  SmallVector<Type> elements;
  for (Value operand : op->getOperands())
    elements.push_back(
        cast<mlir::MemRefType>(operand.getType()).getElementType());
  mlir::OpBuilder::InsertionGuard guard(b);
  mlir::Block *block =
      b.createBlock(&op.getRegion(), {}, elements,
                    SmallVector<Location>(elements.size(), loc));
  mlir::linalg::YieldOp::create(b, loc, body(block->getArguments()));
}

Value Lowering::index(Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}
Value Lowering::add(Location loc, Value left, Value right) {
  return arith::AddIOp::create(b, loc, left, right);
}
Value Lowering::subtract(Location loc, Value left, Value right) {
  return arith::SubIOp::create(b, loc, left, right);
}
Value Lowering::multiply(Location loc, Value left, Value right) {
  return arith::MulIOp::create(b, loc, left, right);
}
Value Lowering::linear(Location loc, Value position, int64_t factor,
                       int64_t offset) {
  if (factor != 1)
    position = multiply(loc, position, index(loc, factor));
  return offset ? add(loc, position, index(loc, offset)) : position;
}
Value Lowering::isWithin(Location loc, Value position, int64_t size) {
  // A negative number is a large one without sign.
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, position,
                               index(loc, size));
}
Value Lowering::isAnd(Location loc, Value left, Value right) {
  return left ? Value(arith::AndIOp::create(b, loc, left, right)) : right;
}
Value Lowering::clamp(Location loc, Value position, int64_t low, int64_t high) {
  position = arith::MaxSIOp::create(b, loc, position, index(loc, low));
  return arith::MinSIOp::create(b, loc, position, index(loc, high));
}
/// Nested loops; returns the outermost one, or null if all sizes are one.
static Operation *nest(Lowering &lowering, Location loc,
                       llvm::ArrayRef<int64_t> sizes, Lowering::Body body) {
  mlir::OpBuilder &b = lowering.b;
  mlir::OpBuilder::InsertionGuard guard(b);
  Operation *outermost = nullptr;
  SmallVector<Value> indices;
  for (int64_t size : sizes) {
    if (size == 1) {
      indices.push_back(lowering.index(loc, 0));
      continue;
    }
    auto loop =
        scf::ForOp::create(b, loc, lowering.index(loc, 0),
                           lowering.index(loc, size), lowering.index(loc, 1));
    if (!outermost)
      outermost = loop;
    indices.push_back(loop.getInductionVar());
    b.setInsertionPointToStart(loop.getBody());
  }
  body(indices);
  return outermost;
}

void Lowering::loops(Location loc, llvm::ArrayRef<int64_t> sizes, Body body) {
  nest(*this, loc, sizes, body);
}

void Lowering::parallelLoops(Location loc, llvm::ArrayRef<int64_t> sizes,
                             Body body) {
  if (Operation *outermost = nest(*this, loc, sizes, body))
    outermost->setAttr(parallelAttribute, b.getUnitAttr());
}

SmallVector<Value>
Lowering::loop(Location loc, Value from, Value to, ValueRange carried,
               llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(b, loc, from, to, index(loc, 1), carried);
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!carried.empty())
    scf::YieldOp::create(b, loc, next);
  return SmallVector<Value>(loop.getResults());
}

void Lowering::when(Location loc, Value condition,
                    llvm::function_ref<void()> body) {
  auto branch = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/false);
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  body();
}

Value Lowering::load(Location loc, Value buffer, ValueRange indices,
                     Type element) {
  return unpack(b, loc, memref::LoadOp::create(b, loc, buffer, indices),
                element);
}

Value Lowering::loadIndex(Location loc, Value buffer, ValueRange indices,
                          Type element) {
  Value computed = load(loc, buffer, indices, element);
  // A large number without sign must not become a negative one.
  if (element.isUnsignedInteger(64)) {
    Value limit = arith::ConstantOp::create(
        b, loc, b.getI64IntegerAttr(std::numeric_limits<int64_t>::max()));
    computed = arith::MinUIOp::create(b, loc, computed, limit);
  }
  if (isUnsignedOrBool(element))
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), computed);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), computed);
}

void Lowering::store(Location loc, Value computed, Value buffer,
                     ValueRange indices, Type element) {
  memref::StoreOp::create(b, loc, pack(b, loc, computed, element), buffer,
                          indices);
}

SmallVector<Value> Lowering::loadAll(Location loc, ValueRange tensors,
                                     ValueRange buffers, ValueRange indices) {
  SmallVector<Value> elements;
  for (auto [tensor, buffer] : llvm::zip(tensors, buffers))
    elements.push_back(load(loc, buffer, indices, elementTypeIn(tensor)));
  return elements;
}

void Lowering::storeAll(Location loc, ValueRange computed, ValueRange tensors,
                        ValueRange buffers, ValueRange indices) {
  for (auto [value, tensor, buffer] : llvm::zip(computed, tensors, buffers))
    store(loc, value, buffer, indices, elementTypeIn(tensor));
}

void Lowering::move(Location loc, Value from, ValueRange source, Value to,
                    ValueRange target) {
  Value element = memref::LoadOp::create(b, loc, from, source);
  memref::StoreOp::create(b, loc, element, to, target);
}

//===----------------------------------------------------------------------===//
// Bodies of scalars
//===----------------------------------------------------------------------===//

static bool isScalar(Value value) {
  auto type = dyn_cast<mlir::RankedTensorType>(value.getType());
  return type && type.getRank() == 0;
}

bool Lowering::isScalarBody(mlir::Region &region) {
  return llvm::all_of(region.front().without_terminator(), [&](Operation &op) {
    return (isElementwise(&op) || isa<ConstantOp>(op)) &&
           llvm::all_of(op.getOperands(), isScalar) &&
           llvm::all_of(op.getResults(), isScalar);
  });
}

FailureOr<SmallVector<Value>> Lowering::emitBody(mlir::Region &region,
                                                 ValueRange elements) {
  mlir::Block &block = region.front();
  Location loc = region.getLoc();
  if (!isScalarBody(region)) {
    SmallVector<Value> arguments;
    for (auto [argument, element] : llvm::zip(block.getArguments(), elements)) {
      Value buffer = allocate(loc, tensorTypeOf(argument));
      store(loc, element, buffer, {}, elementTypeIn(argument));
      arguments.push_back(buffer);
    }
    auto results = lowerRegion(region, arguments);
    if (failed(results))
      return failure();
    for (auto [result, value] :
         llvm::zip(*results, block.getTerminator()->getOperands()))
      result = load(loc, result, {}, elementTypeIn(value));
    return results;
  }
  llvm::DenseMap<Value, Value> values;
  for (auto [argument, element] : llvm::zip(block.getArguments(), elements))
    values[argument] = element;
  auto valueOf = [&](Value value) -> Value {
    if (Value known = values.lookup(value))
      return known;
    if (auto constant = value.getDefiningOp<ConstantOp>()) {
      auto elements = cast<mlir::DenseElementsAttr>(constant.getValue());
      return constantOf(b, loc, elementTypeIn(value),
                        *elements.getValues<mlir::Attribute>().begin());
    }
    return load(loc, bufferOf(value), {}, elementTypeIn(value));
  };
  for (Operation &op : block.without_terminator()) {
    if (isa<ConstantOp>(op))
      continue;
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(valueOf(operand));
    values[op.getResult(0)] = emitScalar(b, &op, operands);
  }
  SmallVector<Value> results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(valueOf(value));
  return results;
}

} // namespace trainlint::cpu
