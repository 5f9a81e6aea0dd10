//===- PartitionRegions.cpp - Loops, branches and manual parts ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/SdyDialect.h"
#include "Dialect/StableHLO/IR/ShardingLexer.h"
#include "Dialect/StableHLO/Partition/Partitioner.h"
#include "Support/MLIR.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// Copies a region whose arguments and results have known shardings.
LogicalResult Partitioner::copyRegion(mlir::Region &region,
                                      mlir::Region &target,
                                      ArrayRef<Sharding> arguments,
                                      ArrayRef<Sharding> results) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  size_t before = made.size();
  mlir::Block &from = region.front();
  mlir::Block *block = builder.createBlock(&target);
  for (auto [argument, sharding] :
       llvm::zip_equal(from.getArguments(), arguments))
    define(argument, sharding,
           block->addArgument(partTypeOf(argument.getType(), sharding),
                              argument.getLoc()));
  if (failed(copyBody(from)))
    return failure();
  SmallVector<Value> returned;
  for (auto [value, sharding] :
       llvm::zip_equal(from.getTerminator()->getOperands(), results))
    returned.push_back(partOf(value, sharding));
  ReturnOp::create(builder, from.getTerminator()->getLoc(), returned);
  // What was computed here is not there outside.
  while (made.size() > before)
    parts[made.pop_back_val()].pop_back();
  return success();
}

/// What goes through a loop is sharded alike in each turn.
LogicalResult Partitioner::copyLoop(Operation *op) {
  auto loop = llvm::cast<WhileOp>(op);
  SmallVector<Sharding> shardings;
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (auto [operand, result] :
       llvm::zip_equal(loop.getOperand(), loop.getResults())) {
    shardings.push_back(hints.get(result));
    operands.push_back(partOf(operand, shardings.back()));
    types.push_back(partTypeOf(result.getType(), shardings.back()));
  }
  auto copy = WhileOp::create(builder, loop.getLoc(), types, operands);
  Value decision = loop.getCond().front().getTerminator()->getOperand(0);
  if (failed(copyRegion(loop.getCond(), copy.getCond(), shardings,
                        {hints.get(decision)})) ||
      failed(copyRegion(loop.getBody(), copy.getBody(), shardings, shardings)))
    return failure();
  for (auto [whole, sharding, part] :
       llvm::zip_equal(loop.getResults(), shardings, copy.getResults()))
    define(whole, sharding, part);
  return success();
}

/// All partitions take the same branch.
LogicalResult Partitioner::copyBranches(Operation *op) {
  SmallVector<Sharding> shardings;
  SmallVector<Type> types;
  for (Value result : op->getResults()) {
    shardings.push_back(hints.get(result));
    types.push_back(partTypeOf(result.getType(), shardings.back()));
  }
  Value choice = replicated(op->getOperand(0));
  mlir::OperationState state(op->getLoc(), op->getName(), choice, types,
                             op->getAttrs());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *copy = builder.create(state);
  copy->removeDiscardableAttr(HloShardingAttribute);
  copy->removeDiscardableAttr(SdyShardingAttribute);
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), copy->getRegions()))
    if (failed(copyRegion(from, to, {}, shardings)))
      return failure();
  for (auto [whole, sharding, part] :
       llvm::zip_equal(op->getResults(), shardings, copy->getResults()))
    define(whole, sharding, part);
  return success();
}

//===----------------------------------------------------------------------===//
// Manual computations
//===----------------------------------------------------------------------===//

/// The names in `{"x", "y"}`.
static FailureOr<SmallVector<StringRef>> parseNames(Emit emit, StringRef text) {
  ShardingLexer lexer(emit, text);
  SmallVector<StringRef> names;
  if (failed(lexer.expect("{")))
    return failure();
  while (!lexer.take("}")) {
    if (!names.empty() && failed(lexer.expect(",")))
      return failure();
    auto name = lexer.quoted();
    if (failed(name))
      return failure();
    names.push_back(*name);
  }
  if (!lexer.atEnd())
    return lexer.expectedButFound("the end");
  return names;
}

/// The shardings of the inputs or of the results, of which `types` are the
/// parts.
static FailureOr<SmallVector<Sharding>>
readManual(ShardingReader &reader, Operation *op, StringRef text,
           mlir::ValueRange wholes, mlir::TypeRange types, StringRef what) {
  auto emit = [&] { return op->emitError(); };
  auto list = splitSdyShardings(emit, text);
  if (failed(list))
    return failure();
  if (list->size() != wholes.size() || list->size() != types.size())
    return op->emitError() << "has " << list->size() << " shardings of "
                           << wholes.size() << " " << what << "s, and its body "
                           << "has " << types.size();
  SmallVector<Sharding> shardings;
  for (auto [number, whole] : llvm::enumerate(wholes)) {
    RankedTensorType type = tileableType(whole);
    if (!type)
      return op->emitError()
             << what << " " << number << " is no tensor of known shape: it is "
             << whole.getType();
    auto sharding = reader.parse(emit, (*list)[number], type.getRank());
    if (failed(sharding))
      return failure();
    if (!sharding->dividesEvenly(type.getShape()) ||
        partTypeOf(type, *sharding) != types[number])
      return op->emitError()
             << what << " " << number << " is " << type << " in "
             << sharding->text() << " tiles, which are no " << types[number];
    shardings.push_back(std::move(*sharding));
  }
  return shardings;
}

/// Checks that all partitions are told apart by the axes of a list, of the mesh
/// that the shardings have.
static LogicalResult checkManualAxes(ShardingReader &reader, Operation *op,
                                     ArrayRef<StringRef> axes,
                                     ArrayRef<StringRef> shardings) {
  if (shardings.empty())
    return success();
  auto emit = [&] { return op->emitError(); };
  auto find = [&](StringRef name) { return reader.findMesh(emit, name); };
  auto mesh = parseMeshOfSharding(emit, shardings.front(), find);
  if (failed(mesh))
    return failure();
  if (mesh->size != reader.getPartitions())
    return op->emitError() << "has a mesh of " << mesh->size
                           << " devices, and the program has "
                           << reader.getPartitions() << " partitions";
  for (const DeviceMesh::Axis &axis : mesh->axes)
    if (axis.size != 1 && !llvm::is_contained(axes, axis.name))
      return op->emitError()
             << "is not manual over the axis `" << axis.name
             << "` of its mesh, and only computations that are manual over "
                "all axes are supported";
  return success();
}

/// The program says itself what each partition does.
LogicalResult Partitioner::copyManual(Operation *op) {
  auto manual = llvm::cast<sdy::ManualComputationOp>(op);
  auto emit = [&] { return op->emitError(); };
  mlir::Block &body = manual.getBody().front();
  Operation *end = body.getTerminator();
  auto inputs =
      readManual(reader, op, manual.getInShardings(), manual.getInputs(),
                 body.getArgumentTypes(), "input");
  if (failed(inputs))
    return failure();
  auto results =
      readManual(reader, op, manual.getOutShardings(), manual.getResults(),
                 end->getOperandTypes(), "result");
  if (failed(results))
    return failure();
  auto axes = parseNames(emit, manual.getManualAxes());
  auto named = splitSdyShardings(emit, (manual.getInputs().empty()
                                            ? manual.getOutShardings()
                                            : manual.getInShardings()));
  if (failed(axes) || failed(named))
    return failure();
  if (failed(checkManualAxes(reader, op, *axes, *named)))
    return failure();
  mlir::IRMapping mapping;
  for (auto [argument, whole, sharding] :
       llvm::zip_equal(body.getArguments(), manual.getInputs(), *inputs))
    mapping.map(argument, partOf(whole, sharding));
  for (Operation &inner : body.without_terminator())
    builder.clone(inner, mapping);
  for (auto [whole, value, sharding] :
       llvm::zip_equal(manual.getResults(), end->getOperands(), *results))
    define(whole, sharding, mapping.lookup(value));
  return success();
}
