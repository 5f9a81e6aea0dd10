//===- MainFunction.cpp - The function of one step ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/ProgramFunctions.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/BitVector.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;
using stablehlo::ProgramBuilder;
namespace role = trainlint::stablehlo::role;

MainFunction::MainFunction(StepContext context, mlir::ModuleOp module,
                           InitFunction &init, int64_t replicas,
                           bool sumsItself)
    : context(context), builder(module.getContext()), init(init),
      replicaCount(replicas), sumsItself(sumsItself) {
  builder.setInsertionPointToEnd(module.getBody());
  function = mlir::func::FuncOp::create(builder, context.model.getLoc(),
                                        role::StepFunction,
                                        builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  unsigned count = 0;
  for (graph::FunctionOp graphFunction : context.model.getFunctions()) {
    for (NodeOp node : graphFunction.getNodes())
      orders[node] = count++;
  }
}

MainFunction::MainFunction(StepContext context, mlir::ModuleOp module,
                           InitFunction &init, const EvaluationForm &form)
    : MainFunction(context, module, init, /*replicas=*/1,
                   /*sumsItself=*/false) {
  this->form = &form;
  function.setName(role::ForwardFunction);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

mlir::BlockArgument MainFunction::addArgument(StringRef role, StringRef name,
                                              mlir::RankedTensorType type,
                                              NodeOp node, Variable *variable) {
  mlir::BlockArgument value =
      function.getBody().front().addArgument(type, node.getLoc());
  arguments.push_back({role, name.str(), value, orders.lookup(node), variable});
  return value;
}

Variable *MainFunction::variableOf(NodeOp node) {
  std::string name = variableName(node, context.source);
  Variable *&known = named[name];
  if (known)
    return known;
  mlir::RankedTensorType type = variableType(node, context.source);
  if (!type) {
    Value initial = init.initialValue(node);
    if (!initial)
      return nullptr;
    type = llvm::cast<mlir::RankedTensorType>(initial.getType());
  }
  variables.push_back({node, name, type, {}});
  return known = &variables.back();
}

Value MainFunction::read(Variable &variable) {
  if (!variable.current)
    variable.current = addArgument(role::State, variable.name, variable.type,
                                   variable.node, &variable);
  return variable.current;
}

LogicalResult MainFunction::write(Variable &variable, Value value,
                                  llvm::ArrayRef<Guard> guards) {
  Value old = read(variable);
  if (value.getType() != variable.type)
    return llvm::failure();
  // Who uses a model changes nothing of it.
  if (form)
    return llvm::success();
  ProgramBuilder p(builder, value.getLoc());
  for (const Guard &guard : guards)
    value = guard.holds ? p.select(guard.predicate, value, old)
                        : p.select(guard.predicate, old, value);
  variable.current = value;
  return llvm::success();
}

llvm::SmallVector<std::pair<Variable *, Value>> MainFunction::variableValues() {
  llvm::SmallVector<std::pair<Variable *, Value>> values;
  for (Variable &variable : variables) {
    if (variable.current)
      values.emplace_back(&variable, variable.current);
  }
  return values;
}

Value MainFunction::averageOf(Value value) {
  NodeOp node = form ? form->averageOf(value) : NodeOp();
  Variable *variable = node ? variableOf(node) : nullptr;
  return variable ? read(*variable) : Value();
}

static mlir::DenseElementsAttr splatOf(mlir::RankedTensorType type,
                                       double number) {
  mlir::Type element = type.getElementType();
  if (llvm::isa<mlir::FloatType>(element))
    return mlir::DenseElementsAttr::get(
        type,
        llvm::ArrayRef<mlir::Attribute>(mlir::FloatAttr::get(element, number)));
  llvm::APInt bits(element.getIntOrFloatBitWidth(),
                   static_cast<int64_t>(number), /*isSigned=*/true,
                   /*implicitTrunc=*/true);
  return mlir::DenseElementsAttr::get(type, bits);
}

/// The shape of text, which follows from the batch; null of other nodes, and if
/// it is not known.
mlir::DenseElementsAttr MainFunction::shapeOfText(NodeOp node) const {
  if (!node.is("Shape") || node.getInputs().size() != 1 ||
      !isHostElement(node.getInputs().front().getType()))
    return {};
  auto sizes = graph::sizesOf(node.getInputs().front().getType());
  mlir::Type element =
      graph::elementTypeOf(node.getOutputs().front().getType());
  if (!sizes || !llvm::isa_and_nonnull<mlir::IntegerType>(element))
    return {};
  if (!sizes->empty() && sizes->front() < 0 && context.options.batchSize)
    sizes->front() = *context.options.batchSize;
  llvm::SmallVector<llvm::APInt> numbers;
  for (int64_t size : *sizes) {
    if (size < 0)
      return {};
    numbers.emplace_back(element.getIntOrFloatBitWidth(), uint64_t(size));
  }
  auto type = mlir::RankedTensorType::get({int64_t(numbers.size())}, element);
  return mlir::DenseElementsAttr::get(type, numbers);
}

StepValue MainFunction::fed(NodeOp node, unsigned output,
                            std::optional<int64_t> rows) {
  if (output >= node.getOutputs().size())
    return {};
  Value value = node.getOutputs()[output];
  if (Value known = inputs.lookup(value))
    return StepValue::of(known);
  if (mlir::DenseElementsAttr shape = shapeOfText(node))
    return StepValue::of(shape);
  mlir::Type element = graph::elementTypeOf(value.getType());
  // Of the argument of a function only its attribute tells the type.
  auto type = llvm::dyn_cast_or_null<mlir::TypeAttr>(
      context.source.attribute(node, "T"));
  if (!element && type && node.is("_Arg"))
    element = type.getValue();
  if (!element || !element.isIntOrFloat()) {
    context.problems.add(node, ProblemKind::HostValue);
    return {};
  }
  std::string name = context.source.name(node);
  std::string numbered =
      output == 0 ? name : name + ":" + std::to_string(output);
  std::optional<graph::PartialShape> sizes = graph::sizesOf(value.getType());
  auto given = context.options.inputShapes.find(numbered);
  if (given != context.options.inputShapes.end())
    sizes.emplace(given->second.begin(), given->second.end());
  if (sizes && !sizes->empty() && sizes->front() < 0 && rows)
    sizes->front() = *rows;
  if (sizes && !sizes->empty() && sizes->front() < 0 &&
      context.options.batchSize)
    sizes->front() = *context.options.batchSize;
  auto feed = context.options.feeds.find(numbered);
  bool isFed = feed != context.options.feeds.end();
  // Somebody who gives one number means a scalar.
  if (isFed && !sizes)
    sizes.emplace();
  bool isOpen =
      !sizes || llvm::any_of(*sizes, [](int64_t size) { return size < 0; });
  if (isOpen) {
    bool onlyBatch =
        sizes &&
        !llvm::any_of(llvm::ArrayRef(*sizes).drop_front(sizes->empty() ? 0 : 1),
                      [](int64_t size) { return size < 0; });
    context.problems.add(
        node, {ProblemKind::UnknownShape,
               onlyBatch ? "--batch-size=N gives its first size"
                         : "--input-shape=" + numbered + "=SIZES gives it"});
    return {};
  }
  auto inputType = mlir::RankedTensorType::get(*sizes, element);
  if (isFed)
    return StepValue::of(splatOf(inputType, feed->second));
  Value argument = addArgument(role::Input, numbered, inputType, node, nullptr);
  inputs[value] = argument;
  return StepValue::of(argument);
}

llvm::SmallVector<mlir::BlockArgument> MainFunction::inputArguments() const {
  llvm::SmallVector<mlir::BlockArgument> given;
  for (const Argument &argument : arguments) {
    if (argument.role == role::Input)
      given.push_back(argument.value);
  }
  return given;
}

void MainFunction::sortArguments(llvm::ArrayRef<Value *> values) {
  auto rank = [](StringRef role) {
    return role == role::State ? 0 : role == role::Input ? 1 : 2;
  };
  llvm::stable_sort(arguments, [&](const Argument &a, const Argument &b) {
    return std::pair(rank(a.role), a.order) < std::pair(rank(b.role), b.order);
  });
  mlir::Block &block = function.getBody().front();
  unsigned count = block.getNumArguments();
  for (Argument &argument : arguments) {
    mlir::BlockArgument sorted =
        block.addArgument(argument.value.getType(), argument.value.getLoc());
    argument.value.replaceAllUsesWith(sorted);
    // A variable may hold what came as an argument.
    for (Variable &variable : variables) {
      if (variable.current == argument.value)
        variable.current = sorted;
    }
    for (Value *value : values) {
      if (*value == argument.value)
        *value = sorted;
    }
    argument.value = sorted;
  }
  block.eraseArguments(0, count);
}

llvm::SmallVector<Variable *> MainFunction::state() {
  llvm::SmallVector<Variable *> state;
  for (const Argument &argument : arguments) {
    if (argument.variable)
      state.push_back(argument.variable);
  }
  return state;
}

//===----------------------------------------------------------------------===//
// Random numbers and replicas
//===----------------------------------------------------------------------===//

Value MainFunction::randomKey(ProgramBuilder &p) {
  auto type = mlir::RankedTensorType::get(
      {2}, builder.getIntegerType(64, /*isSigned=*/false));
  if (!seed) {
    mlir::BlockArgument argument =
        function.getBody().front().addArgument(type, p.location());
    arguments.push_back({role::Seed, "", argument, 0, nullptr});
    seed = argument;
  }
  Value key = stablehlo::deriveKey(p, seed, ++randomCount);
  if (replicaCount == 1)
    return key;
  // Replicas draw other numbers each.
  auto word = mlir::RankedTensorType::get(
      {}, builder.getIntegerType(32, /*isSigned=*/false));
  Value id = stablehlo::ReplicaIdOp::create(builder, p.location(), word);
  Value mixed = p.scale(p.convert(id, type.getElementType()), 0x9E3779B1);
  return p.add(key, p.broadcast(mixed, {2}, {}));
}

int64_t MainFunction::batchFor(int64_t size) const {
  const StepOptions &options = context.options;
  return options.foldedBatch == size ? options.batchSize.value_or(size) : size;
}

Value MainFunction::mean(ProgramBuilder &p, Value value) {
  return p.scale(p.allReduce(value, replicaCount).front(),
                 1.0 / double(replicaCount));
}

Value MainFunction::meanGradient(ProgramBuilder &p, Value gradient) {
  if (replicaCount == 1 || sumsItself)
    return gradient;
  return mean(p, gradient);
}

/// True if a value follows from the batch of this replica alone.
bool MainFunction::dependsOnBatch(Value value) {
  llvm::SmallVector<Value> pending = {value};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value current = pending.pop_back_val();
    if (!seen.insert(current).second)
      continue;
    mlir::Operation *operation = current.getDefiningOp();
    if (!operation) {
      for (const Argument &argument : arguments) {
        if (argument.value == current && argument.role != role::State)
          return true;
      }
      continue;
    }
    if (llvm::isa<stablehlo::AllReduceOp>(operation))
      continue;
    llvm::append_range(pending, operation->getOperands());
    for (mlir::Region &region : operation->getRegions())
      region.walk([&](mlir::Operation *inner) {
        llvm::append_range(pending, inner->getOperands());
      });
  }
  return false;
}

Value MainFunction::sharedState(ProgramBuilder &p, Value value) {
  bool isReal = llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(value));
  if (replicaCount == 1 || !isReal || !dependsOnBatch(value))
    return value;
  return mean(p, value);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

void MainFunction::finish(Value loss, StringRef lossName) {
  ProgramBuilder p(builder, function.getLoc());
  if (loss && replicaCount > 1)
    loss = mean(p, loss);
  sortArguments(&loss);
  llvm::SmallVector<Value> results;
  llvm::SmallVector<mlir::Attribute> argumentAttributes, resultAttributes;
  for (const Argument &argument : arguments) {
    mlir::DictionaryAttr attributes =
        stablehlo::describeRole(builder, argument.role, argument.name);
    if (argument.variable) {
      resultAttributes.push_back(attributes);
      mlir::NamedAttrList list(attributes);
      list.set(role::AliasAttribute,
               builder.getI32IntegerAttr(int32_t(results.size())));
      attributes = list.getDictionary(builder.getContext());
      results.push_back(argument.variable->current);
    }
    argumentAttributes.push_back(attributes);
  }
  if (loss) {
    results.push_back(loss);
    resultAttributes.push_back(
        stablehlo::describeRole(builder, role::Metric, lossName));
  }
  finishFunction(results, argumentAttributes, resultAttributes);
}

void MainFunction::finishFunction(
    llvm::ArrayRef<Value> results,
    llvm::ArrayRef<mlir::Attribute> argumentAttributes,
    llvm::ArrayRef<mlir::Attribute> resultAttributes) {
  mlir::func::ReturnOp::create(builder, function.getLoc(), results);
  function.setType(builder.getFunctionType(
      function.getBody().front().getArgumentTypes(),
      llvm::to_vector(mlir::ValueRange(results).getTypes())));
  function.setAllArgAttrs(argumentAttributes);
  function.setAllResultAttrs(resultAttributes);
}

void MainFunction::finishModel(llvm::MutableArrayRef<ModelResult> results) {
  llvm::SmallVector<Value *> returned;
  for (ModelResult &result : results)
    returned.push_back(&result.value);
  sortArguments(returned);
  llvm::SmallVector<Value> values;
  llvm::SmallVector<mlir::Attribute> argumentAttributes, resultAttributes;
  for (const ModelResult &result : results) {
    values.push_back(result.value);
    resultAttributes.push_back(
        stablehlo::describeRole(builder, result.role, result.name));
  }
  for (const Argument &argument : arguments)
    argumentAttributes.push_back(stablehlo::describeRole(
        builder, argument.variable ? role::Parameter : argument.role,
        argument.name));
  finishFunction(values, argumentAttributes, resultAttributes);
  mlir::IRRewriter rewriter(builder.getContext());
  (void)mlir::runRegionDCE(rewriter, function->getRegions());
  llvm::BitVector unused(arguments.size());
  for (auto [number, argument] : llvm::enumerate(arguments))
    unused[number] = argument.value.use_empty();
  (void)function.eraseArguments(unused);
  std::vector<Argument> used;
  for (auto [number, argument] : llvm::enumerate(arguments)) {
    if (unused[number])
      continue;
    argument.value = function.getArgument(used.size());
    used.push_back(argument);
  }
  arguments = std::move(used);
}
