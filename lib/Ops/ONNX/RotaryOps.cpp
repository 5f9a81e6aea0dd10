//===- RotaryOps.cpp - Rotary embeddings of ONNX --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Composition.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

namespace {
/// Turns pairs of features by angles that depend on their position. x is
/// [batch, positions, heads, size], the tables are [batch, positions, pairs].
struct Rotation {
  Value cosine;
  Value sine;
  int64_t size;
  bool isInterleaved;

  Value run(ProgramBuilder &b, Value x);
};
} // namespace

Value Rotation::run(ProgramBuilder &b, Value x) {
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(x));
  int64_t whole = shape[3];
  int64_t pairs = size / 2;
  Value turned = columns(b, x, 0, size);
  SmallVector<int64_t> halved = {shape[0], shape[1], shape[2], pairs};
  SmallVector<int64_t> column = halved;
  column.push_back(1);
  Value first, second;
  if (isInterleaved) {
    SmallVector<int64_t> paired = halved;
    paired.push_back(2);
    Value split = b.reshape(turned, paired);
    first = b.reshape(columns(b, split, 0, 1), halved);
    second = b.reshape(columns(b, split, 1, 1), halved);
  } else {
    first = columns(b, turned, 0, pairs);
    second = columns(b, turned, pairs, pairs);
  }
  Value c = b.broadcast(cosine, halved, {0, 1, 3});
  Value s = b.broadcast(sine, halved, {0, 1, 3});
  Value real = b.subtract(b.multiply(c, first), b.multiply(s, second));
  Value imaginary = b.add(b.multiply(s, first), b.multiply(c, second));
  shape[3] = size;
  if (isInterleaved)
    turned = b.reshape(
        b.concatenate({b.reshape(real, column), b.reshape(imaginary, column)},
                      4),
        shape);
  else
    turned = b.concatenate({real, imaginary}, 3);
  if (size == whole)
    return turned;
  return b.concatenate({turned, columns(b, x, size, whole - size)}, 3);
}

/// The row of a table for each position of each example.
static FailureOr<Value> tableAt(OpCall &call, unsigned table,
                                const Operand &positions, int64_t batch,
                                int64_t length) {
  Value rows = call.value(table);
  if (positions.isGiven()) {
    if (call.rank(table) != 2)
      return call.fail(mismatch::rank(call.shape(table), 2, "cache"));
    FailureOr<Operand> found = rowsAt(call, operandOf(rows), positions);
    if (failed(found))
      return llvm::failure();
    rows = found->value;
  }
  Shape shape = ProgramBuilder::shapeOf(rows);
  if (shape.size() != 3 || shape[0] != batch || shape[1] != length)
    return call.fail("the angles have shape " + mismatch::shapeText(shape) +
                     "; " + llvm::Twine(batch) + " examples of " +
                     llvm::Twine(length) + " positions are turned");
  return rows;
}

/// x, the inputs of its positions and of the tables of cosines, which sines
/// follow.
static LogicalResult rotate(OpCall &call, unsigned positionInput,
                            unsigned tables) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  for (unsigned i : {tables, tables + 1}) {
    if (!call.has(i))
      return call.failMissing("input " + llvm::Twine(i) + " is missing");
  }
  ProgramBuilder &b = call.builder;
  if (call.rank() != 3 && call.rank() != 4)
    return call.fail(mismatch::rank(call.shape(), 4));
  if (!b.buildsOps())
    return call.setResult(b.unknown(ProgramBuilder::typeOf(call.value(0))));
  if (call.number("scale", 1) != 1 || call.integer("is_packed_batching", 0))
    return call.failUnsupported("`scale` and `is_packed_batching` are not "
                                "supported");
  Value x = call.value(0);
  bool isFlat = call.rank() == 3;
  int64_t pairs = call.shape(tables).empty() ? 0 : call.shape(tables).back();
  int64_t size = call.integer("rotary_embedding_dim", 0);
  if (isFlat) {
    int64_t heads = call.integer("num_heads", 0);
    int64_t width = call.shape()[2];
    // The tables say how large a head is that is turned as a whole.
    if (heads == 0 && size == 0 && pairs > 0)
      heads = width / (2 * pairs);
    if (!OpCall::isSize(heads) || heads < 1 || width % heads != 0)
      return call.fail("the input shape " + mismatch::shapeText(call.shape()) +
                       " cannot be split into " + llvm::Twine(heads) +
                       " heads");
    x = b.reshape(x, {call.shape()[0], call.shape()[1], heads, width / heads});
  } else {
    x = b.transpose(x, {0, 2, 1, 3});
  }
  Shape shape = ProgramBuilder::shapeOf(x);
  if (size == 0)
    size = shape[3];
  if (size < 2 || size % 2 != 0 || size > shape[3] || size != 2 * pairs)
    return call.fail("heads of " + llvm::Twine(shape[3]) +
                     " features cannot be turned by " + llvm::Twine(pairs) +
                     " angles");
  Operand positions =
      call.has(positionInput) ? call.inputs[positionInput] : Operand();
  // One number is where the first position is.
  if (positions.isGiven() && call.rank(positionInput) == 1) {
    Value first = call.value(positionInput);
    if (call.shape(positionInput)[0] != 1)
      return call.fail(
          mismatch::rank(call.shape(positionInput), 2, "position_ids"));
    auto type = RankedTensorType::get({shape[0], shape[1]},
                                      ProgramBuilder::elementOf(first));
    positions = operandOf(
        b.add(b.iota(type, 1), b.broadcastTo(first, type.getShape())));
  }
  Rotation rotation;
  rotation.size = size;
  rotation.isInterleaved = call.integer("interleaved", 0) != 0;
  for (auto [table, part] : {std::pair(tables, &rotation.cosine),
                             std::pair(tables + 1, &rotation.sine)}) {
    FailureOr<Value> rows = tableAt(call, table, positions, shape[0], shape[1]);
    if (failed(rows))
      return llvm::failure();
    if (ProgramBuilder::elementOf(*rows) != ProgramBuilder::elementOf(x))
      return call.fail(mismatch::elements(ProgramBuilder::elementOf(x),
                                          ProgramBuilder::elementOf(*rows)));
    *part = *rows;
  }
  Value turned = rotation.run(b, x);
  return call.setResult(isFlat ? b.reshape(turned, call.shape())
                               : b.transpose(turned, {0, 2, 1, 3}));
}

static LogicalResult rotaryEmbedding(OpCall &call) {
  return rotate(call, /*positionInput=*/3, /*tables=*/1);
}

static LogicalResult rotaryEmbeddingOfMicrosoft(OpCall &call) {
  return rotate(call, /*positionInput=*/1, /*tables=*/2);
}

void onnx::addRotaryOps(OpTable &table) {
  table.add(rotaryEmbedding, {"RotaryEmbedding"});
  table.add(rotaryEmbeddingOfMicrosoft, {"com.microsoft.RotaryEmbedding"});
}
