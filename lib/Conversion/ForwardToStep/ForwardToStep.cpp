//===- ForwardToStep.cpp - From a model to its training step --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/ForwardToStep/ForwardToStep.h"
#include "Conversion/ForwardToStep/ForwardFunction.h"
#include "Conversion/ForwardToStep/Labels.h"
#include "Conversion/ForwardToStep/OutputForm.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Diagnostics/Report.h"
#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/Builders/Updates.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/Differentiate.h"
#include "Support/MLIR.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "forward-to-step"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::func::FuncOp;

namespace {
/// One tensor of the state.
struct StateEntry {
  std::string name;
  RankedTensorType type;
};

/// The results of the function that is differentiated, by their numbers.
struct LossResults {
  unsigned firstMetric = 1;
  SmallVector<StringRef> metrics = {"loss"};
  unsigned firstState() const { return metrics.size(); }
  /// Behind the states: of those parameters that the model changes.
  unsigned firstChanged = 0;
  unsigned firstGradient = 0;
};

/// Parameters that one optimizer updates.
struct UpdateRule {
  const OptimizerOptions *optimizer;
  const Schedule *schedule;
  SmallVector<size_t> parameters;
};

class StepBuilder {
public:
  StepBuilder(mlir::ModuleOp module, ForwardFunction forward,
              const TrainingOptions &options)
      : module(module), forward(std::move(forward)), options(options),
        builder(module.getContext()) {}

  LogicalResult run();

private:
  LogicalResult findLabels();
  LogicalResult findRules();
  void listState();
  FuncOp buildLossFunction();
  void extendInit();
  void buildMain(FuncOp gradients);
  void updateBy(const UpdateRule &rule, ProgramBuilder &b,
                mlir::ValueRange state, mlir::ValueRange gradients,
                llvm::MutableArrayRef<Updated> updated);
  SmallVector<Value> update(ProgramBuilder &b, mlir::ValueRange state,
                            mlir::ValueRange gradients,
                            mlir::ValueRange modelState,
                            mlir::ValueRange changed);
  Value mixReplica(ProgramBuilder &b, Value seed);

  mlir::ModuleOp module;
  ForwardFunction forward;
  const TrainingOptions &options;
  mlir::OpBuilder builder;
  SmallVector<UpdateRule> rules;
  /// For each parameter, with the place of the first one in the state.
  std::vector<SmallVector<SlotDefinition, 3>> slots;
  SmallVector<size_t> firstSlots;
  /// For each output of the model.
  SmallVector<LabelArgument> labels;
  SmallVector<StateEntry> state;
  LossResults results;
};
} // namespace

/// True if a term of the loss depends on an input of the model. What
/// regularizers add depends on parameters only, and teaches the model nothing.
static bool learnsFromInputs(const ForwardFunction &forward) {
  FuncOp function = forward.function;
  mlir::Operation *end = function.getBody().front().getTerminator();
  llvm::DenseSet<Value> seen;
  llvm::DenseSet<mlir::Operation *> seenOps;
  SmallVector<Value> pending;
  auto add = [&](Value value) {
    if (seen.insert(value).second)
      pending.push_back(value);
  };
  for (const NamedValue &term : forward.losses)
    add(end->getOperand(term.number));
  while (!pending.empty()) {
    mlir::Operation *op = pending.pop_back_val().getDefiningOp();
    if (!op || !seenOps.insert(op).second)
      continue;
    // Regions see the values around them.
    op->walk([&](mlir::Operation *inner) {
      for (Value operand : inner->getOperands())
        add(operand);
    });
  }
  return llvm::any_of(forward.inputs, [&](const NamedValue &input) {
    return seen.contains(function.getArgument(input.number));
  });
}

LogicalResult StepBuilder::findLabels() {
  if (!options.loss) {
    if (learnsFromInputs(forward))
      return llvm::success();
    mlir::Location place = forward.function.getLoc();
    Report report = forward.losses.empty()
                        ? diag::NoTrainingStep::loss(place)
                        : diag::NoTrainingStep::penalties(place);
    report.help("name one, such as `sparse_categorical_crossentropy`");
    return report;
  }
  llvm::FailureOr<SmallVector<LabelArgument>> found =
      labelsOf(forward, *options.loss);
  if (failed(found))
    return llvm::failure();
  labels = std::move(*found);
  checkOutputs(forward, *options.loss);
  return llvm::success();
}

LogicalResult StepBuilder::findRules() {
  rules.push_back({&options.optimizer, &options.schedule, {}});
  for (const OptimizerGroup &group : options.groups)
    rules.push_back({&group.optimizer, &group.schedule, {}});
  size_t nextSlot = forward.parameters.size() + forward.states.size();
  for (auto [number, parameter] : llvm::enumerate(forward.parameters)) {
    size_t chosen = 0;
    for (auto [place, group] : llvm::enumerate(options.groups)) {
      if (!group.has(parameter.name))
        continue;
      if (chosen != 0)
        return mlir::emitError(forward.function.getLoc())
               << "several optimizers are chosen for the parameter `"
               << parameter.name << "`";
      chosen = place + 1;
    }
    rules[chosen].parameters.push_back(number);
    slots.push_back(slotsOf(*rules[chosen].optimizer, parameter.name,
                            llvm::cast<RankedTensorType>(parameter.type)));
    firstSlots.push_back(nextSlot);
    nextSlot += slots.back().size();
  }
  llvm::erase_if(
      rules, [](const UpdateRule &rule) { return rule.parameters.empty(); });
  return llvm::success();
}

void StepBuilder::listState() {
  for (const NamedValue &value : forward.parameters)
    state.push_back({value.name, llvm::cast<RankedTensorType>(value.type)});
  for (const NamedValue &value : forward.states)
    state.push_back({value.name, llvm::cast<RankedTensorType>(value.type)});
  for (auto [value, own] : llvm::zip_equal(forward.parameters, slots)) {
    for (const SlotDefinition &slot : own)
      state.push_back(
          {value.name + "/" + slot.name.str(),
           slotType(slot, llvm::cast<RankedTensorType>(value.type))});
  }
  state.push_back(
      {"global_step", RankedTensorType::get({}, builder.getI64Type())});
}

//===----------------------------------------------------------------------===//
// The loss
//===----------------------------------------------------------------------===//

/// The model with labels as further arguments. Returns the loss, other metrics
/// and what the model keeps.
FuncOp StepBuilder::buildLossFunction() {
  FuncOp model = forward.function;
  SmallVector<Type> arguments(model.getArgumentTypes());
  for (const LabelArgument &label : labels)
    arguments.push_back(label.type);
  builder.setInsertionPointToEnd(module.getBody());
  auto function = FuncOp::create(builder, model.getLoc(), "loss",
                                 builder.getFunctionType(arguments, {}));
  function.setPrivate();
  mlir::Block *block = function.addEntryBlock();
  builder.setInsertionPointToEnd(block);

  mlir::IRMapping mapping;
  mlir::Block &body = model.getBody().front();
  mapping.map(body.getArguments(),
              block->getArguments().take_front(body.getNumArguments()));
  for (mlir::Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  auto resultOf = [&](const NamedValue &value) {
    return mapping.lookupOrDefault(
        body.getTerminator()->getOperand(value.number));
  };

  ProgramBuilder b(builder, model.getLoc());
  Value total;
  auto add = [&](Value term) {
    total =
        total ? b.add(total, b.convert(term, ProgramBuilder::elementOf(total)))
              : term;
  };
  Value accuracy;
  for (auto [number, label] : llvm::enumerate(labels)) {
    Value output =
        withAxisLast(b, *options.loss, resultOf(forward.outputs[number]));
    Value given = block->getArgument(body.getNumArguments() + number);
    if (!areLabelsIndices(options.loss->kind))
      given = withAxisLast(b, *options.loss, given);
    CountedSteps counted = {{}, options.replicas};
    auto mask = forward.masks.find(forward.outputs[number].name);
    if (mask != forward.masks.end())
      counted.mask = resultOf(mask->second);
    add(buildLoss(b, *options.loss, given, output, counted));
    if (labels.size() == 1 && isClassification(options.loss->kind))
      accuracy = buildAccuracy(b, *options.loss, given, output, counted);
  }
  forEachPenalty(b, forward, options.l2, mapping, add);

  SmallVector<Value> returned = {total};
  if (accuracy) {
    returned.push_back(accuracy);
    results.metrics.push_back("accuracy");
  }
  for (const NamedValue &value : forward.states)
    returned.push_back(resultOf(forward.newStates.lookup(value.name)));
  results.firstChanged = returned.size();
  for (const NamedValue &parameter : forward.parameters) {
    auto changed = forward.changed.find(parameter.name);
    if (changed != forward.changed.end())
      returned.push_back(resultOf(changed->second));
  }
  results.firstGradient = returned.size();
  mlir::func::ReturnOp::create(builder, model.getLoc(), returned);
  function.setFunctionType(builder.getFunctionType(
      arguments, llvm::to_vector(mlir::ValueRange(returned).getTypes())));
  return function;
}

//===----------------------------------------------------------------------===//
// Initial values
//===----------------------------------------------------------------------===//

void StepBuilder::extendInit() {
  FuncOp init = forward.init;
  mlir::Operation *end = init.getBody().front().getTerminator();
  builder.setInsertionPoint(end);
  ProgramBuilder b(builder, init.getLoc());
  SmallVector<Value> values;
  for (const StateEntry &entry : ArrayRef(state).take_front(
           forward.parameters.size() + forward.states.size()))
    values.push_back(end->getOperand(forward.initial.lookup(entry.name)));
  for (auto [parameter, own] : llvm::zip_equal(forward.parameters, slots)) {
    Value begin = end->getOperand(forward.initial.lookup(parameter.name));
    for (const SlotDefinition &slot : own) {
      RankedTensorType type =
          slotType(slot, llvm::cast<RankedTensorType>(parameter.type));
      values.push_back(slot.isCopy ? begin : b.splat(type, slot.initial));
    }
  }
  values.push_back(b.scalar(builder.getI64Type(), 0));
  SmallVector<std::string> names;
  for (const StateEntry &entry : state)
    names.push_back(entry.name);
  setInitialValues(init, values, names);
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// Lets each replica draw other numbers. The upper half of the second word is
/// its number, where the number of the step does not reach.
Value StepBuilder::mixReplica(ProgramBuilder &b, Value seed) {
  if (options.replicas == 1)
    return seed;
  Type element = ProgramBuilder::elementOf(seed);
  Type number = mlir::IntegerType::get(builder.getContext(), 32,
                                       mlir::IntegerType::Unsigned);
  Value replica = ReplicaIdOp::create(builder, b.location(),
                                      RankedTensorType::get({}, number));
  Value high = ShiftLeftOp::create(
      builder, b.location(), RankedTensorType::get({}, element),
      b.convert(replica, element), b.scalar(element, 32));
  Value words[] = {b.splat(RankedTensorType::get({1}, element), 0),
                   b.reshape(high, {1})};
  return XorOp::create(builder, b.location(), seed.getType(), seed,
                       b.concatenate(words, 0));
}

/// Updates the parameters of one rule.
void StepBuilder::updateBy(const UpdateRule &rule, ProgramBuilder &b,
                           mlir::ValueRange old, mlir::ValueRange gradients,
                           llvm::MutableArrayRef<Updated> updated) {
  Value step = old.back();
  UpdateTime time = updateTime(b, *rule.optimizer, step);
  SmallVector<Value> ownGradients;
  // The sum of gradients is the last slot.
  SmallVector<Value> sums;
  for (size_t number : rule.parameters) {
    ownGradients.push_back(gradients[number]);
    if (time.isUpdate)
      sums.push_back(old[firstSlots[number] + slots[number].size() - 1]);
  }
  GatheredGradients gathered =
      gatherGradients(b, *rule.optimizer, time, ownGradients, sums);
  llvm::DenseMap<Type, Value> rates;
  for (auto [place, number] : llvm::enumerate(rule.parameters)) {
    Updated &now = updated[number];
    Type element = updateElement(ProgramBuilder::elementOf(now.parameter));
    Value &rate = rates[element];
    if (!rate)
      rate = buildSchedule(b, *rule.schedule, step, element);
    auto constraint = forward.constraints.find(forward.parameters[number].name);
    size_t slotCount = slots[number].size() - (time.isUpdate ? 1 : 0);
    now = applyOptimizer(b, *rule.optimizer, now.parameter,
                         old.slice(firstSlots[number], slotCount),
                         gathered.gradients[place], rate, time,
                         constraint == forward.constraints.end()
                             ? nullptr
                             : &constraint->second);
    if (time.isUpdate)
      now.slots.push_back(gathered.sums[place]);
  }
}

/// The state after the step, in its order.
SmallVector<Value> StepBuilder::update(ProgramBuilder &b, mlir::ValueRange old,
                                       mlir::ValueRange gradients,
                                       mlir::ValueRange modelState,
                                       mlir::ValueRange changed) {
  SmallVector<Updated> updated(forward.parameters.size());
  for (auto [number, parameter] : llvm::enumerate(forward.parameters)) {
    updated[number].parameter = old[number];
    if (forward.changed.contains(parameter.name)) {
      updated[number].parameter = changed.front();
      changed = changed.drop_front();
    }
  }
  for (const UpdateRule &rule : rules)
    updateBy(rule, b, old, gradients, updated);
  SmallVector<Value> result;
  for (const Updated &now : updated)
    result.push_back(now.parameter);
  result.append(modelState.begin(), modelState.end());
  for (const Updated &now : updated)
    result.append(now.slots.begin(), now.slots.end());
  Value step = old.back();
  result.push_back(b.add(step, b.like(step, 1)));
  return result;
}

void StepBuilder::buildMain(FuncOp gradients) {
  mlir::Location loc = forward.function.getLoc();
  SmallVector<Type> types;
  SmallVector<mlir::Attribute> argumentAttributes;
  auto addArgument = [&](Type type, StringRef role, StringRef name) {
    types.push_back(type);
    argumentAttributes.push_back(describeRole(builder, role, name));
  };
  for (auto [number, entry] : llvm::enumerate(state)) {
    types.push_back(entry.type);
    mlir::NamedAttrList list(describeRole(builder, role::State, entry.name));
    list.set(role::AliasAttribute, builder.getI32IntegerAttr(number));
    argumentAttributes.push_back(list.getDictionary(builder.getContext()));
  }
  for (const NamedValue &input : forward.inputs)
    addArgument(input.type, role::Input, input.name);
  for (const LabelArgument &label : labels) {
    types.push_back(label.type);
    argumentAttributes.push_back(label.attributes(builder));
  }
  if (forward.seed) {
    types.push_back(forward.seed->type);
    argumentAttributes.push_back(describeRole(builder, role::Seed, ""));
  }

  builder.setInsertionPointToEnd(module.getBody());
  auto main = FuncOp::create(builder, loc, role::StepFunction,
                             builder.getFunctionType(types, {}));
  mlir::Block *block = main.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  ProgramBuilder b(builder, loc);

  // The arguments of the differentiated function are those of the model, then
  // the labels.
  mlir::ValueRange arguments = block->getArguments();
  mlir::Block &body = gradients.getBody().front();
  mlir::IRMapping mapping;
  size_t next = 0;
  for (const auto *values : {&forward.parameters, &forward.states})
    for (const NamedValue &value : *values)
      mapping.map(body.getArgument(value.number), arguments[next++]);
  next = state.size();
  for (const NamedValue &input : forward.inputs)
    mapping.map(body.getArgument(input.number), arguments[next++]);
  size_t firstLabel = forward.function.getNumArguments();
  for (size_t number = 0; number < labels.size(); ++number)
    mapping.map(body.getArgument(firstLabel + number), arguments[next++]);
  if (forward.seed)
    mapping.map(body.getArgument(forward.seed->number),
                mixReplica(b, arguments[next++]));
  for (mlir::Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> computed;
  for (Value value : body.getTerminator()->getOperands())
    computed.push_back(mapping.lookupOrDefault(value));

  // Means over all replicas, of all that differs between them.
  if (options.replicas > 1) {
    computed = b.allReduce(computed, options.replicas);
    for (Value &value : computed)
      value = b.scale(value, 1.0 / static_cast<double>(options.replicas));
  }
  mlir::ValueRange all(computed);
  SmallVector<Value> returned =
      update(b, arguments.take_front(state.size()),
             all.drop_front(results.firstGradient),
             all.slice(results.firstState(), forward.states.size()),
             all.slice(results.firstChanged, forward.changed.size()));
  SmallVector<mlir::Attribute> resultAttributes;
  for (const StateEntry &entry : state)
    resultAttributes.push_back(describeRole(builder, role::State, entry.name));
  for (auto [number, name] : llvm::enumerate(results.metrics)) {
    returned.push_back(computed[number]);
    resultAttributes.push_back(describeRole(builder, role::Metric, name));
  }
  mlir::func::ReturnOp::create(builder, loc, returned);
  main.setFunctionType(builder.getFunctionType(
      types, llvm::to_vector(mlir::ValueRange(returned).getTypes())));
  main.setArgAttrsAttr(builder.getArrayAttr(argumentAttributes));
  main.setResAttrsAttr(builder.getArrayAttr(resultAttributes));
}

LogicalResult StepBuilder::run() {
  if (failed(findLabels()))
    return llvm::failure();
  if (forward.parameters.empty())
    return diag::NoTrainingStep::parameters(forward.function.getLoc());
  if (failed(findRules()))
    return llvm::failure();
  listState();
  FuncOp loss = buildLossFunction();
  SmallVector<unsigned> parameters;
  for (const NamedValue &parameter : forward.parameters)
    parameters.push_back(parameter.number);
  llvm::FailureOr<FuncOp> gradients = differentiate(loss, parameters);
  if (failed(gradients))
    return llvm::failure();
  LLVM_DEBUG(llvm::dbgs() << "gradients of " << parameters.size()
                          << " parameters, " << state.size()
                          << " values of state\n");
  extendInit();
  buildMain(*gradients);
  gradients->erase();
  loss.erase();
  forward.function.erase();
  module->setAttr(role::ReplicasAttribute,
                  builder.getI32IntegerAttr(options.replicas));
  module->setAttr(role::PartitionsAttribute, builder.getI32IntegerAttr(1));
  return llvm::success();
}

LogicalResult trainlint::makeStep(mlir::ModuleOp module,
                                  const TrainingOptions &options) {
  llvm::FailureOr<ForwardFunction> forward = readForwardModule(module);
  if (failed(forward))
    return llvm::failure();
  if (forward->exampleLoss)
    return forward->function.emitError()
           << "the model is in the form of evaluation, with its own losses of "
              "examples; its graph is what trains it";
  return StepBuilder(module, std::move(*forward), options).run();
}

#undef DEBUG_TYPE
