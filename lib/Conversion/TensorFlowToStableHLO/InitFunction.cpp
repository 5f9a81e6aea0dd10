//===- InitFunction.cpp - What variables begin with -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/ProgramFunctions.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Dialect/Graph/Checks/Computation.h"
#include "Dialect/Graph/Checks/Optimizers.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Support/MLIR.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;
using stablehlo::ProgramBuilder;
namespace role = trainlint::stablehlo::role;

//===----------------------------------------------------------------------===//
// What a node says of its variable
//===----------------------------------------------------------------------===//

static mlir::Attribute firstOf(mlir::Attribute attribute) {
  auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(attribute);
  return list && !list.empty() ? list[0] : mlir::Attribute();
}

mlir::RankedTensorType
tensorflow::variableType(NodeOp node, const graph::NodeReader &source) {
  mlir::Attribute shape = source.attribute(node, "_handle_shapes");
  mlir::Attribute type = source.attribute(node, "_handle_dtypes");
  shape = shape ? firstOf(shape) : source.attribute(node, "shape");
  type = type ? firstOf(type) : source.attribute(node, "dtype");
  auto sizes = graph::sizesOf(llvm::dyn_cast_or_null<graph::ShapeAttr>(shape));
  auto element = llvm::dyn_cast_or_null<mlir::TypeAttr>(type);
  if (!sizes || !element || !element.getValue().isIntOrFloat() ||
      llvm::any_of(*sizes, [](int64_t size) { return size < 0; }))
    return {};
  // In the oldest of them an empty shape is one that nobody gave.
  if (node.is("Variable") && sizes->empty())
    return {};
  return mlir::RankedTensorType::get(*sizes, element.getValue());
}

std::string tensorflow::variableName(NodeOp node,
                                     const graph::NodeReader &source) {
  auto shared = llvm::dyn_cast_or_null<mlir::StringAttr>(
      source.attribute(node, "shared_name"));
  return shared && !shared.empty() ? shared.str() : source.name(node);
}

//===----------------------------------------------------------------------===//
// Initializers
//===----------------------------------------------------------------------===//

InitFunction::InitFunction(StepContext context, mlir::ModuleOp module)
    : context(context), builder(module.getContext()),
      interpreter(context.model, context.partition, context.source,
                  context.problems, *this, builder) {
  builder.setInsertionPointToEnd(module.getBody());
  auto seed = mlir::RankedTensorType::get({}, builder.getI64Type());
  function = mlir::func::FuncOp::create(builder, context.model.getLoc(),
                                        role::InitFunction,
                                        builder.getFunctionType({seed}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
}

/// True if a value can be computed without data and without the variable.
bool InitFunction::isInitializer(NodeOp assign, NodeOp variable) {
  llvm::SmallVector<NodeOp> pending;
  llvm::DenseSet<mlir::Operation *> seen;
  auto add = [&](Value value) {
    auto node = value.getDefiningOp<NodeOp>();
    if (node && seen.insert(node).second)
      pending.push_back(node);
  };
  add(assign.getInputs()[1]);
  while (!pending.empty()) {
    NodeOp node = pending.pop_back_val();
    if (node == variable ||
        context.partition.placementOf(node) != Placement::Computed)
      return false;
    for (Value input : node.getInputs())
      add(input);
  }
  return true;
}

Value InitFunction::initializerOf(NodeOp node) {
  std::string name = context.source.name(node);
  llvm::SmallVector<NodeOp> named, others;
  for (mlir::Operation *user : node.getOutputs().front().getUsers()) {
    auto assign = llvm::dyn_cast<NodeOp>(user);
    if (!assign || !(assign.is("Assign") || assign.is("AssignVariableOp")) ||
        assign.getInputs().size() != 2 ||
        graph::variableBehind(assign.getInputs()[0]) !=
            node.getOutputs().front())
      continue;
    bool isNamed = StringRef(context.source.name(assign)) == name + "/Assign";
    (isNamed ? named : others).push_back(assign);
  }
  llvm::append_range(named, llvm::reverse(others));
  for (NodeOp assign : named) {
    if (isInitializer(assign, node))
      return assign.getInputs()[1];
  }
  return {};
}

Value InitFunction::initialValue(NodeOp node) {
  std::string name = variableName(node, context.source);
  auto known = values.find(name);
  if (known != values.end())
    return known->second;
  // A circle of variables that begin with each other.
  if (!pending.try_emplace(name, true).second)
    return {};
  mlir::RankedTensorType type = variableType(node, context.source);
  Value value;
  auto given = context.options.initialValues.find(name);
  Value initializer = initializerOf(node);
  if (given != context.options.initialValues.end() && type) {
    value = ProgramBuilder(builder, node.getLoc()).splat(type, given->second);
  } else if (initializer) {
    if (auto producer = initializer.getDefiningOp<NodeOp>())
      interpreter.run(producer);
    StepValue result = interpreter.valueOf(initializer);
    if (result.isTensor())
      value = interpreter.materialize(result, node.getLoc());
    if (value && type && value.getType() != type) {
      context.problems.add(node, "the initial value has type " +
                                     mismatch::typeText(value.getType()) +
                                     "; the variable has " +
                                     mismatch::typeText(type));
      value = {};
    }
  } else if (type) {
    value = defaultInitialValue(node, type);
    const auto &isGiven = context.options.isGiven;
    if (!isGiven || !isGiven(name))
      defaulted.push_back(node);
  } else {
    context.problems.add(node, ProblemKind::UnknownVariableShape);
  }
  values[name] = value;
  return value;
}

namespace {
/// What a variable is used for, as far as its initial value depends on it.
enum class Use { Other, Slot, Kernel, Scale, Rate, Momentum };
} // namespace

/// Follows a variable to the nodes that use what it holds.
static Use useOf(Value value, tensorflow::OpRegistry &ops, unsigned depth = 0) {
  if (depth == 4)
    return Use::Other;
  Use found = Use::Other;
  for (mlir::OpOperand &use : value.getUses()) {
    auto node = llvm::dyn_cast<NodeOp>(use.getOwner());
    if (!node)
      continue;
    StringRef op = node.getOpName();
    unsigned operand = use.getOperandNumber();
    if (graph::isOptimizerUpdate(op)) {
      const tensorflow::OpDefinition *definition = ops.definition(op);
      if (!definition || operand >= definition->inputs.size())
        continue;
      StringRef name = definition->inputs[operand].name;
      if (name == "lr" || name == "alpha")
        return Use::Rate;
      if (name == "momentum")
        return Use::Momentum;
      if (operand != 0 && depth == 0)
        return Use::Slot;
    }
    if (op.starts_with("FusedBatchNorm") && operand == 1 &&
        !op.contains("Grad"))
      return Use::Scale;
    bool isProduct = op == "MatMul" || op.starts_with("Conv") ||
                     op.starts_with("Depthwise") || op.starts_with("BatchMat");
    if (isProduct)
      found = Use::Kernel;
    if (op == "Identity" || op == "ReadVariableOp" || op == "Cast") {
      Use further = useOf(node.getOutputs().front(), ops, depth + 1);
      if (further != Use::Other)
        found = further;
      if (found != Use::Other && found != Use::Kernel)
        return found;
    }
  }
  return found;
}

/// What the graph leaves open: kernels are drawn, scales are 1, all else is 0.
Value InitFunction::defaultInitialValue(NodeOp node,
                                        mlir::RankedTensorType type) {
  ProgramBuilder p(builder, node.getLoc());
  Use use = useOf(node.getOutputs().front(), context.ops);
  bool isReal = llvm::isa<mlir::FloatType>(type.getElementType());
  if (use == Use::Kernel && type.getRank() >= 2 && isReal) {
    double inputs = 1;
    for (int64_t size : type.getShape().drop_back())
      inputs *= double(size);
    return stablehlo::drawTruncatedNormal(p, randomKey(p), type, 0,
                                          std::sqrt(2 / std::max(inputs, 1.0)));
  }
  double number = use == Use::Scale                         ? 1
                  : use == Use::Rate && type.getRank() == 0 ? 0.01
                  : use == Use::Momentum                    ? 0.9
                                                            : 0;
  return p.splat(type, number);
}

void InitFunction::finish(llvm::ArrayRef<Variable *> state) {
  llvm::SmallVector<Value> results;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<mlir::Attribute> attributes;
  for (Variable *variable : state) {
    results.push_back(initialValue(variable->node));
    if (!results.back())
      return;
    types.push_back(results.back().getType());
    attributes.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        role::NameAttribute, builder.getStringAttr(variable->name))));
  }
  mlir::func::ReturnOp::create(builder, context.model.getLoc(), results);
  function.setType(builder.getFunctionType(function.getArgumentTypes(), types));
  function.setAllResultAttrs(attributes);
  if (defaulted.empty())
    return;
  NodeOp first = defaulted.front();
  mlir::Location place = context.source.location(first, graph::NodePart::Op);
  std::string name = context.source.name(first);
  auto others = int64_t(defaulted.size()) - 1;
  (others == 0 ? diag::InitialValueMadeUp::one(place, name)
               : diag::InitialValueMadeUp::many(place, name, others))
      .help("kernels are drawn at random, scales begin with 1, learning rates "
            "with 0.01, momenta with 0.9, and all else with 0; "
            "--initial=NAME=NUMBER gives another value");
}

//===----------------------------------------------------------------------===//
// What nodes ask
//===----------------------------------------------------------------------===//

Value InitFunction::read(Variable &variable) {
  return initialValue(variable.node);
}

LogicalResult InitFunction::write(Variable &, Value, llvm::ArrayRef<Guard>) {
  return llvm::failure();
}

Value InitFunction::randomKey(ProgramBuilder &p) {
  return stablehlo::deriveKey(p, function.getArgument(0), ++randomCount);
}

Variable *InitFunction::variableOf(NodeOp node) {
  Value value = initialValue(node);
  if (!value)
    return nullptr;
  variables.push_back({node, variableName(node, context.source),
                       llvm::cast<mlir::RankedTensorType>(value.getType()),
                       value});
  return &variables.back();
}

StepValue InitFunction::fed(NodeOp, unsigned, std::optional<int64_t>) {
  return {};
}
