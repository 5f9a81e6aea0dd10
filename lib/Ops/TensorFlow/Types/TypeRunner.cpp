//===- TypeRunner.cpp - Definitions of ops run on types -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/TypeRunner.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// Larger sizes are mistakes, with which no arithmetic is done.
static constexpr int64_t MaxSize = int64_t(1) << 40;
/// Of longer vectors no elements are followed.
static constexpr int64_t MaxElements = 64;
/// Runs for which one set of values is kept.
static constexpr unsigned MaxRuns = 4096;

namespace {
/// What surrounds a node that is no part of a program.
class TypeContext final : public LoweringContext {
public:
  mlir::Value read(Variable &) override { return {}; }
  LogicalResult write(Variable &, mlir::Value, llvm::ArrayRef<Guard>) override {
    return llvm::success();
  }
  mlir::Value randomKey(stablehlo::ProgramBuilder &p) override {
    return p.unknown(mlir::RankedTensorType::get(
        {2}, p.builder().getIntegerType(64, /*isSigned=*/false)));
  }
};
} // namespace

mlir::RankedTensorType TypeRunner::typeOf(ShapeAttr shape, mlir::Type element) {
  mlir::RankedTensorType &type = types[{shape, element}];
  if (type)
    return type;
  llvm::SmallVector<int64_t> sizes(shape.getSizes());
  for (int64_t &size : sizes) {
    if (size < 0 || size > MaxSize)
      size = mlir::ShapedType::kDynamic;
  }
  return type = mlir::RankedTensorType::get(sizes, element);
}

ShapeAttr TypeRunner::shapeOf(mlir::RankedTensorType type) {
  ShapeAttr &shape = shapes[type];
  if (shape)
    return shape;
  PartialShape sizes(type.getShape());
  for (int64_t &size : sizes)
    size = stablehlo::isKnown(size) ? size : UnknownSize;
  return shape = ShapeAttr::get(context, sizes, true);
}

/// The elements of a small vector or scalar of integers, each of which may
/// become known by what is computed of it.
static std::optional<stablehlo::Literal>
literalOf(mlir::RankedTensorType type, mlir::DenseI64ArrayAttr elements) {
  if (!type.getElementType().isInteger() || type.getRank() > 1 ||
      !type.hasStaticShape() || type.getNumElements() > MaxElements)
    return std::nullopt;
  stablehlo::Literal literal;
  literal.type = type;
  if (elements && elements.size() == type.getNumElements())
    literal.integers.assign(elements.asArrayRef().begin(),
                            elements.asArrayRef().end());
  else
    literal.integers.assign(type.getNumElements(),
                            stablehlo::Literal::UnknownInteger);
  return literal;
}

StepValue TypeRunner::valueOf(const AbstractValue &known, mlir::Value value) {
  StepValue result = StepValue::live();
  if (!known.shape.getRanked())
    return result;
  mlir::Type element = elementOrUnknown(value.getType());
  mlir::RankedTensorType type = typeOf(known.shape, element);
  // The elements of a vector say how many there are.
  if (known.elements && type.getRank() == 1 && type.isDynamicDim(0))
    type = mlir::RankedTensorType::get({known.elements.size()}, element);
  if (std::optional<stablehlo::Literal> literal =
          literalOf(type, known.elements))
    result.tensor = values->add(std::move(*literal), value.getLoc());
  else
    result.tensor = values->add(type, value.getLoc());
  return result;
}

void TypeRunner::setOutput(NodeShapes &node, unsigned output,
                           const StepValue &value) {
  if (!value.tensor)
    return;
  auto type = llvm::cast<mlir::RankedTensorType>(value.tensor.getType());
  if (type.getRank() > static_cast<int64_t>(NodeShapes::MaxRank))
    return;
  AbstractValue known;
  known.shape = shapeOf(type);
  node.set(output, known);
  if (type.getRank() > 1 || !type.getElementType().isInteger() ||
      type.getElementType().isInteger(1))
    return;
  std::shared_ptr<const stablehlo::Literal> literal =
      values->literal(value.tensor);
  if (literal && llvm::any_of(literal->integers, stablehlo::isKnown))
    node.setElements(output, literal->integers);
}

std::string TypeRunner::run(const OpMeaning &meaning, NodeShapes &node,
                            const NodeReader &source) {
  if (!meaning.runsOnTypes || node.inputCount() < meaning.inputs)
    return "";
  unsigned ranked = std::min(meaning.rankedInputs, node.inputCount());
  for (unsigned i = 0; i != ranked; ++i) {
    if (!node.shape(i))
      return "";
  }
  if (runs++ % MaxRuns == 0)
    values.emplace(context);
  llvm::SmallVector<StepValue, 4> inputs;
  for (auto [i, value] : llvm::enumerate(node.node().getInputs()))
    inputs.push_back(valueOf(node.input(i), value));
  TypeContext surroundings;
  OpCall call(node.node(), source, inputs, *values, surroundings);
  // Something may hold of the outputs of a node that contradicts itself.
  bool isRefused = failed(meaning.function(call));
  for (auto [i, output] : llvm::enumerate(call.outputs))
    setOutput(node, i, output);
  values->clear();
  bool isMismatch =
      isRefused && call.problem && call.problem->kind == ProblemKind::Other;
  return isMismatch ? std::move(call.problem->text) : "";
}
