//===- PartialRows.cpp - Rows that may be missing -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/PartialRows.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;
using stablehlo::ProgramBuilder;

/// True if a size becomes a number that is computed with, and not only part of
/// shapes.
static bool isCounted(NodeOp node) {
  // Sizes are near to the shapes that they are for.
  constexpr unsigned MostNodes = 64;
  llvm::SmallVector<NodeOp> pending = {node};
  llvm::DenseSet<mlir::Operation *> seen = {node};
  while (!pending.empty()) {
    for (Value output : pending.pop_back_val().getOutputs()) {
      mlir::Type element = graph::elementTypeOf(output.getType());
      if (llvm::isa_and_nonnull<mlir::FloatType>(element))
        continue;
      for (mlir::Operation *user : output.getUsers()) {
        auto next = llvm::dyn_cast<NodeOp>(user);
        if (!next || !seen.insert(next).second)
          continue;
        mlir::Type made =
            next.getOutputs().empty()
                ? mlir::Type()
                : graph::elementTypeOf(next.getOutputs().front().getType());
        bool isNumber =
            next.is("Cast") && llvm::isa_and_nonnull<mlir::FloatType>(made);
        if (isNumber || seen.size() > MostNodes)
          return true;
        pending.push_back(next);
      }
    }
  }
  return false;
}

/// True if the first dimension is handed on in its order.
static bool keepsOrder(OpCall &node) {
  if (node.op() != "StridedSlice")
    return true;
  std::optional<Integers> strides = node.known(3);
  uint64_t others = node.integer("new_axis_mask") |
                    node.integer("shrink_axis_mask") |
                    node.integer("ellipsis_mask");
  return strides && !strides->empty() && strides->front() == 1 &&
         (node.integer("begin_mask") & 1) && (node.integer("end_mask") & 1) &&
         !(others & 1);
}

/// Ops that hand on numbers of rows as they are.
static bool handsOnNumbers(llvm::StringRef op) {
  return op == "Identity" || op == "Reshape" || op == "Cast" ||
         op == "StridedSlice";
}

static NodeOp makerOf(OpCall &node) {
  for (const StepValue &input : node.inputs) {
    if (input.isPartial())
      return input.maker;
  }
  return {};
}

static bool canGather(OpCall &node) {
  const StepValue &from = node.inputs[0], &places = node.inputs[1];
  if (from.present ? places.rowsOf != from.present : bool(places.rowsOf))
    return false;
  bool isFirst = node.op() != "GatherV2" || node.knownScalar(2) == 0;
  return isFirst && node.integer("batch_dims") == 0;
}

NodeOp tensorflow::rowsInTheWay(OpCall &node, const OpMeaning &meaning) {
  NodeOp maker = makerOf(node);
  if (!maker)
    return {};
  switch (meaning.rows) {
  case RowUse::Refused:
    return maker;
  case RowUse::Own:
    return {};
  case RowUse::Measured:
    return isCounted(node.node) ? maker : NodeOp();
  case RowUse::Gathered:
    return canGather(node) ? NodeOp() : maker;
  case RowUse::Kept: {
    Value present, rowsOf;
    for (const StepValue &input : node.inputs) {
      if (present && input.present && present != input.present)
        return maker;
      present = input.present ? input.present : present;
      rowsOf = input.rowsOf ? input.rowsOf : rowsOf;
    }
    bool isRight = keepsOrder(node) && (!rowsOf || handsOnNumbers(node.op()));
    return isRight ? NodeOp() : maker;
  }
  }
  llvm_unreachable("unknown use of rows");
}

NodeOp tensorflow::passRows(OpCall &node, const OpMeaning &meaning) {
  NodeOp maker = makerOf(node);
  StepValue &output = node.outputs[0];
  if (!maker || !output.tensor)
    return {};
  llvm::ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(output.tensor);
  if (meaning.rows == RowUse::Gathered) {
    const StepValue &from = node.inputs[0], &places = node.inputs[1];
    output.present = places.present;
    output.rowsOf = from.rowsOf;
    output.maker = maker;
    return {};
  }
  if (meaning.rows != RowUse::Kept)
    return {};
  for (auto [number, input] : llvm::enumerate(node.inputs)) {
    if (!input.isPartial())
      continue;
    // Rows of the result are those of the input, and of no other dimension.
    llvm::ArrayRef<int64_t> own = node.shape(number);
    bool isMoved = node.op() != "Reshape" && node.op() != "StridedSlice" &&
                   own.size() != shape.size();
    if (input.present && (own.empty() || shape.empty() ||
                          own.front() != shape.front() || isMoved))
      return maker;
    output.present = input.present ? input.present : output.present;
    output.rowsOf = input.rowsOf ? input.rowsOf : output.rowsOf;
    output.segments = input.segments;
  }
  output.maker = maker;
  return {};
}

Value tensorflow::presentOf(OpCall &node, unsigned input) {
  if (Value present = node.inputs[input].present)
    return present;
  mlir::Type boolean = node.builder.builder().getI1Type();
  return node.builder.splat(
      mlir::RankedTensorType::get({node.shape(input).front()}, boolean), 1);
}

Value tensorflow::withMissing(OpCall &node, Value rows, Value present,
                              double number) {
  auto &p = node.builder;
  Value isThere = p.broadcast(present, ProgramBuilder::shapeOf(rows), {0});
  return p.select(isThere, rows, p.like(rows, number));
}
