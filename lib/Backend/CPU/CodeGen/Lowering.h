//===- Lowering.h - State of a lowering -------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_CODEGEN_LOWERING_H
#define TRAINLINT_BACKEND_CPU_CODEGEN_LOWERING_H

#include "Backend/CPU/CodeGen/StableHLOToLinalg.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace trainlint::cpu {

using mlir::AffineMap;
using mlir::Location;
using mlir::Operation;
using mlir::Type;
using mlir::Value;
using mlir::ValueRange;

/// Tensor type of a value, whose shape is known.
inline mlir::RankedTensorType tensorTypeOf(Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}
inline llvm::ArrayRef<int64_t> shapeOf(Value value) {
  return tensorTypeOf(value).getShape();
}
inline Type elementTypeIn(Value value) {
  return tensorTypeOf(value).getElementType();
}

/// How many buffers a value of a type has.
unsigned leafCount(Type type);

/// Says of the operations that are inserted what they are for.
class OperationNamer : public mlir::OpBuilder::Listener {
public:
  void notifyOperationInserted(Operation *op,
                               mlir::OpBuilder::InsertPoint) override {
    if (kind)
      op->setAttr(operationAttribute, kind);
  }
  mlir::StringAttr kind;
};

/// Maps the values of a program to buffers while its operations are lowered one
/// after the other. Operations that compute elements are deferred if one loop
/// reads them all, or if it is cheaper to compute them in each loop that reads
/// them than to store them: they become part of these loops (fusion).
class Lowering {
public:
  Lowering(mlir::OpBuilder &builder, LoweredProgram &program, Value constants,
           Value context, const LoweringOptions &options,
           mlir::SymbolTable &functions)
      : b(builder), program(program), constants(constants), context(context),
        options(options), functions(functions) {
    if (options.namesOperations)
      builder.setListener(&namer);
  }
  ~Lowering() { b.setListener(nullptr); }

  /// Lowers all operations of a block but the terminator.
  llvm::LogicalResult lowerBlock(mlir::Block &block);
  /// Lowers a region with arguments that are given as buffers, up to the
  /// terminator; returns the buffers that it returns, tuples taken apart.
  llvm::FailureOr<llvm::SmallVector<Value>> lowerRegion(mlir::Region &region,
                                                        ValueRange arguments);
  /// The same for a function, which may be lowered several times.
  llvm::FailureOr<llvm::SmallVector<Value>>
  lowerFunction(Operation *caller, llvm::StringRef name, ValueRange arguments);

  //===--------------------------------------------------------------------===//
  // Buffers
  //===--------------------------------------------------------------------===//

  /// The buffer of a tensor, which is computed now if it was deferred.
  Value bufferOf(Value tensor);
  /// The tensor is not deferred, or was computed in spite of that.
  bool hasBuffer(Value tensor) const { return buffers.contains(tensor); }
  /// Buffers of a tensor (one), a tuple or a token (none).
  llvm::SmallVector<Value> buffersOf(Value value);
  /// Those of several values, one after the other.
  llvm::SmallVector<Value> buffersOfAll(ValueRange values);
  void setBuffer(Value tensor, Value buffer) { buffers[tensor] = buffer; }
  void setBuffers(Value value, ValueRange all);
  /// Takes as many buffers for each value as it has.
  void setAll(ValueRange values, ValueRange all);

  /// A new buffer without contents.
  Value allocate(Location loc, mlir::RankedTensorType type);
  Value allocate(Location loc, mlir::MemRefType type);
  /// A new buffer for a result, which becomes its buffer.
  Value allocateResult(Value result);
  /// The same for all results of an operation, tuples taken apart.
  llvm::SmallVector<Value> allocateResults(Operation *op);
  /// The buffer where narrow floats of a result are written as they are
  /// computed; for other results the one that they have.
  Value allocateWide(Value result);
  /// Brings what was written there to the buffer of the result.
  void storeWide(Value wide, Value result);
  /// The same bytes in another shape.
  Value reshape(Location loc, Value buffer, llvm::ArrayRef<int64_t> shape);
  void fill(Location loc, Value buffer, Value stored);
  void copy(Location loc, Value from, Value to);
  /// Where a buffer starts, for the runtime.
  Value address(Location loc, Value buffer);
  /// The address of numbers that are constant.
  Value constantNumbers(Location loc, llvm::ArrayRef<int64_t> numbers);

  //===--------------------------------------------------------------------===//
  // Loops and elements
  //===--------------------------------------------------------------------===//

  /// A `linalg.generic` whose body gets an element of each operand and returns
  /// those of the outputs. It stands in the program before its body is written,
  /// so that the body can declare functions.
  void generic(Location loc, ValueRange inputs, ValueRange outputs,
               llvm::ArrayRef<AffineMap> maps,
               llvm::ArrayRef<mlir::utils::IteratorType> iterators,
               llvm::function_ref<llvm::SmallVector<Value>(ValueRange)> body);

  using Body = llvm::function_ref<void(ValueRange indices)>;
  /// Nested loops over the indices of a shape; `b` stands within the innermost
  /// one while `body` runs.
  void loops(Location loc, llvm::ArrayRef<int64_t> sizes, Body body);
  /// The same where no step depends on what another one does.
  void parallelLoops(Location loc, llvm::ArrayRef<int64_t> sizes, Body body);
  /// A loop with values that are carried from step to step.
  llvm::SmallVector<Value>
  loop(Location loc, Value from, Value to, ValueRange carried,
       llvm::function_ref<llvm::SmallVector<Value>(Value, ValueRange)> body);
  void when(Location loc, Value condition, llvm::function_ref<void()> body);

  Value index(Location loc, int64_t value);
  /// The index that an expression gives, of the indices of loops.
  Value place(Location loc, mlir::AffineExpr expression,
              llvm::function_ref<Value(unsigned)> indices);
  Value add(Location loc, Value left, Value right);
  Value subtract(Location loc, Value left, Value right);
  Value multiply(Location loc, Value left, Value right);
  /// index * factor + offset
  Value linear(Location loc, Value index, int64_t factor, int64_t offset);
  /// 0 <= index < size
  Value isWithin(Location loc, Value index, int64_t size);
  Value isAnd(Location loc, Value left, Value right);
  Value clamp(Location loc, Value index, int64_t low, int64_t high);

  /// Loads an element as it is computed with.
  Value load(Location loc, Value buffer, ValueRange indices, Type element);
  /// Loads an integer element as an index, which it is extended to by its sign.
  Value loadIndex(Location loc, Value buffer, ValueRange indices, Type element);
  void store(Location loc, Value computed, Value buffer, ValueRange indices,
             Type element);
  /// Loads an element of each of several tensors, or stores one.
  llvm::SmallVector<Value> loadAll(Location loc, ValueRange tensors,
                                   ValueRange buffers, ValueRange indices);
  void storeAll(Location loc, ValueRange computed, ValueRange tensors,
                ValueRange buffers, ValueRange indices);
  /// Copies an element as it is stored.
  void move(Location loc, Value from, ValueRange source, Value to,
            ValueRange target);

  //===--------------------------------------------------------------------===//
  // Bodies of scalars
  //===--------------------------------------------------------------------===//

  /// The region only holds operations on elements, so `emitBody` emits no loop.
  bool isScalarBody(mlir::Region &region);
  /// Emits a region that works on scalars: takes and returns computed elements.
  llvm::FailureOr<llvm::SmallVector<Value>> emitBody(mlir::Region &region,
                                                     ValueRange elements);

  /// Emits that an operation is not supported, and why.
  llvm::LogicalResult emitUnsupported(Operation *op,
                                      const llvm::Twine &why = "");

  mlir::OpBuilder &b;
  LoweredProgram &program;
  Value constants, context;
  const LoweringOptions &options;
  mlir::SymbolTable &functions;

  /// While this lives, what is inserted is for one operation.
  class For {
  public:
    For(Lowering &lowering, Operation *op);
    ~For() { namer.kind = before; }

  private:
    OperationNamer &namer;
    mlir::StringAttr before;
  };

private:
  llvm::LogicalResult lower(Operation *op);
  /// The operation becomes part of the loops of its readers.
  bool isDeferred(Operation *op);
  void findRoots(mlir::Block &block);
  Value constantBuffer(Operation *constant);
  Value constantView(Location loc, llvm::StringRef bytes,
                     mlir::MemRefType type);

  OperationNamer namer;
  llvm::DenseMap<Value, Value> buffers;
  llvm::DenseMap<Value, llvm::SmallVector<Value>> tuples;
  /// Operations that become part of the loops of their readers.
  llvm::DenseSet<Operation *> deferred;
  /// The operation whose loop all readers of another one are part of, itself
  /// if there is none.
  llvm::DenseMap<Operation *, Operation *> roots;
  llvm::SetVector<Operation *> calls;
  friend class Expression;
};

/// Elements of tensors as functions of the indices of a loop. First everything
/// that the loop reads is collected, then it is read within the body.
class Expression {
public:
  /// The loop has as many steps in each dimension as the shape says.
  Expression(Lowering &lowering, llvm::ArrayRef<int64_t> shape)
      : lowering(lowering), shape(shape) {}

  /// The value at `map` of the loop's indices will be read. May emit
  /// operations.
  void collect(Value value, AffineMap map);
  /// The result of the operation at `map` will be computed, not read.
  void expand(Operation *op, AffineMap map);

  /// Buffers to be read and where.
  llvm::ArrayRef<Value> inputs() const { return leaves; }
  llvm::ArrayRef<AffineMap> maps() const { return leafMaps; }
  /// An element depends on where it is.
  bool readsIndices() const { return usesIndices; }
  /// Buffers are read in order, or as scalars, and no index is used.
  bool isFlat() const;

  /// The element at `map`. `loaded` are the stored elements of the inputs,
  /// `indices` gives the index of a loop.
  Value read(Value value, AffineMap map, ValueRange loaded,
             llvm::function_ref<Value(unsigned)> indices);

private:
  Value compute(Operation *op, AffineMap map, ValueRange loaded,
                llvm::function_ref<Value(unsigned)> indices);

  Lowering &lowering;
  llvm::SmallVector<int64_t> shape;
  bool usesIndices = false;
  llvm::SmallVector<Value> leaves;
  llvm::SmallVector<AffineMap> leafMaps;
  llvm::DenseMap<std::pair<Value, AffineMap>, unsigned> leafNumbers;
  llvm::DenseMap<std::pair<Value, AffineMap>, Value> known;
  llvm::DenseSet<std::pair<Value, AffineMap>> collected;
};

/// The operation can be part of the loop of its reader.
bool isFusible(Operation *op);
/// It is computed anew wherever it is read: constants and positions.
bool isCheap(Operation *op);
/// Writes a value that is fusible into a buffer, which may be a part of one.
void emitExpression(Lowering &lowering, Location loc, Value value,
                    Value target);

/// Copies a buffer to where another one has its elements: those of a dimension
/// at `low + i * step`, as far as that is within. Stores a value in all other
/// places.
void surround(Lowering &lowering, Location loc, Value from, Value to,
              llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> step,
              Value stored);

/// Lowers operations of a family; nothing for operations of others.
using Lowered = std::optional<llvm::LogicalResult>;
Lowered lowerDataMovement(Lowering &lowering, Operation *op);
Lowered lowerReduction(Lowering &lowering, Operation *op);
Lowered lowerWindow(Lowering &lowering, Operation *op);
Lowered lowerIndexing(Lowering &lowering, Operation *op);
Lowered lowerSort(Lowering &lowering, Operation *op);
Lowered lowerContraction(Lowering &lowering, Operation *op);
Lowered lowerConvolution(Lowering &lowering, Operation *op);
Lowered lowerControlFlow(Lowering &lowering, Operation *op);
Lowered lowerRandom(Lowering &lowering, Operation *op);
Lowered lowerLinearSolver(Lowering &lowering, Operation *op);
Lowered lowerCollective(Lowering &lowering, Operation *op);
Lowered lowerBatchNorm(Lowering &lowering, Operation *op);
Lowered lowerDynamicShape(Lowering &lowering, Operation *op);
Lowered lowerHost(Lowering &lowering, Operation *op);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_LOWERING_H
