//===- ControlFlow.cpp - Branches, calls and loops ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/Interpreter.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "tensorflow-to-stablehlo"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;

/// More iterations of a loop are not unrolled.
static constexpr unsigned MaxIterations = 4096;
/// Functions that call each other so deep are taken for a recursion.
static constexpr unsigned MaxDepth = 64;

//===----------------------------------------------------------------------===//
// Switch and Merge
//===----------------------------------------------------------------------===//

static bool isBooleanScalar(mlir::Value value) {
  auto type = llvm::cast<mlir::RankedTensorType>(value.getType());
  return type.getRank() == 0 && type.getElementType().isInteger(1);
}

static std::string conditionProblem(mlir::Value condition) {
  return "the condition has type " + mismatch::typeText(condition.getType()) +
         "; tensor<i1> is required";
}

void Interpreter::runSwitch(NodeOp node, llvm::ArrayRef<StepValue> inputs,
                            llvm::ArrayRef<Guard> guards) {
  if (inputs.size() != 2 || node.getOutputs().size() != 2)
    return report(node, "it has " + pluralize(inputs.size(), "input") +
                            " and " +
                            pluralize(node.getOutputs().size(), "output") +
                            "; 2 of each are required");
  if (!inputs[1].isTensor())
    return reportNotTensor(node, 1);
  StepValue data = inputs[0];
  data.guards.assign(guards.begin(), guards.end());
  StepValue branches[2] = {data, data};
  const StepValue &condition = inputs[1];
  if (condition.constant && condition.constant.getNumElements() == 1 &&
      condition.constant.getElementType().isInteger(1)) {
    bool isTaken = condition.constant.getSplatValue<bool>();
    branches[isTaken ? 0 : 1] = StepValue::dead();
  } else {
    mlir::Value predicate = materialize(condition, locationOf(node));
    if (!isBooleanScalar(predicate))
      return report(node, conditionProblem(predicate));
    branches[0].guards.push_back({predicate, false});
    branches[1].guards.push_back({predicate, true});
  }
  for (unsigned i = 0; i != 2; ++i)
    environments.back()[node.getOutputs()[i]] = branches[i];
  StepValue done = StepValue::live();
  done.guards.assign(guards.begin(), guards.end());
  environments.back()[node.getDone()] = done;
}

/// The predicate by which two values are told apart, as its number among the
/// guards of the first.
static std::optional<size_t> decidingGuard(const StepValue &first,
                                           const StepValue &second) {
  for (auto [number, guard] : llvm::enumerate(first.guards)) {
    if (llvm::is_contained(second.guards, Guard{guard.predicate, !guard.holds}))
      return number;
  }
  return std::nullopt;
}

static std::string branchProblem(mlir::Type one, mlir::Type other) {
  return "its branches have types " + mismatch::typeText(one) + " and " +
         mismatch::typeText(other);
}

void Interpreter::runMerge(NodeOp node) {
  llvm::SmallVector<std::pair<unsigned, StepValue>, 2> live;
  for (auto [number, input] : llvm::enumerate(node.getInputs())) {
    auto producer = input.getDefiningOp<NodeOp>();
    // The iterations of a loop give their values themselves.
    if (producer && producer.is("NextIteration"))
      continue;
    StepValue value = valueOf(input);
    if (value.state == StepValue::State::Failed)
      return setFailed(node);
    if (value.isLive())
      live.emplace_back(number, std::move(value));
  }
  if (live.empty())
    return setOutputs(node, StepValue::dead());
  auto indexType = mlir::RankedTensorType::get({}, builder.getI32Type());
  auto index = [&](unsigned number) {
    return mlir::DenseElementsAttr::get(indexType,
                                        static_cast<int32_t>(number));
  };
  if (live.size() == 2 && !requireRows(node, {live[0].second, live[1].second}))
    return;
  StepValue result = live[0].second;
  StepValue which = StepValue::of(index(live[0].first));
  if (live.size() > 2)
    return report(node, llvm::Twine(live.size()) +
                            " branches are taken; at most 2 can be merged");
  if (live.size() == 2) {
    const StepValue &first = live[0].second, &second = live[1].second;
    std::optional<size_t> deciding = decidingGuard(first, second);
    if (!deciding)
      return report(node, "its branches do not depend on one condition");
    Guard guard = first.guards[*deciding];
    mlir::Location location = locationOf(node);
    stablehlo::ProgramBuilder p(builder, location);
    auto choose = [&](mlir::Value one, mlir::Value other) {
      return guard.holds ? p.select(guard.predicate, one, other)
                         : p.select(guard.predicate, other, one);
    };
    llvm::SmallVector<Guard, 0> common;
    for (const Guard &other : first.guards) {
      if (llvm::is_contained(second.guards, other))
        common.push_back(other);
    }
    bool isSame = first.constant && first.constant == second.constant;
    if (first.isTensor() && second.isTensor() && !isSame) {
      mlir::Value one = materialize(first, location);
      mlir::Value other = materialize(second, location);
      if (one.getType() != other.getType())
        return report(node, branchProblem(one.getType(), other.getType()));
      result = StepValue::of(choose(one, other));
    }
    which = StepValue::of(choose(p.constant(index(live[0].first)),
                                 p.constant(index(live[1].first))));
    result.guards = common;
    which.guards = common;
  }
  setOutputs(node, result);
  if (node.getOutputs().size() > 1)
    environments.back()[node.getOutputs()[1]] = which;
  StepValue done = StepValue::live();
  done.guards = result.guards;
  environments.back()[node.getDone()] = done;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

graph::FunctionOp Interpreter::calledFunction(NodeOp node,
                                              StringRef attribute) {
  auto name = llvm::dyn_cast_or_null<graph::FunctionAttr>(
      source.attribute(node, attribute));
  return name ? modelFunctions.lookup(name.getName()) : graph::FunctionOp();
}

void Interpreter::reportUndefinedFunction(NodeOp node, StringRef attribute) {
  auto name = llvm::dyn_cast_or_null<graph::FunctionAttr>(
      source.attribute(node, attribute));
  report(node, name ? "undefined function `" + name.getName().str() + "`"
                    : "attribute `" + attribute.str() + "` is missing");
}

void Interpreter::reportFunction(NodeOp node, graph::FunctionOp called) {
  if (!problems.empty())
    return setFailed(node);
  std::string name =
      "function `" + called.getSymName().value_or("").str() + "`";
  if (!called.getReturn())
    return report(node, name + " has no return values");
  if (depth == MaxDepth)
    return report(node, "calls are nested more than " + llvm::Twine(MaxDepth) +
                            " deep");
  report(node, name + " returns a value that is not a tensor");
}

bool Interpreter::runFunction(graph::FunctionOp called,
                              llvm::ArrayRef<StepValue> arguments,
                              llvm::SmallVectorImpl<StepValue> &results) {
  graph::ReturnOp returned = called.getReturn();
  if (!returned || depth == MaxDepth)
    return false;
  ++depth;
  Frame *outer = std::exchange(currentFrame, nullptr);
  environments.emplace_back();
  for (auto [number, argument] :
       llvm::enumerate(called.getBody().getArguments())) {
    if (number < arguments.size())
      environments.back()[argument] = arguments[number];
  }
  llvm::SmallVector<NodeOp> roots;
  for (mlir::Value value : returned.getValues()) {
    if (auto node = value.getDefiningOp<NodeOp>())
      roots.push_back(node);
  }
  runNodes(orderOf(roots));
  bool isWhole = true;
  for (mlir::Value value : returned.getValues()) {
    if (llvm::isa<graph::ControlType>(value.getType()))
      continue;
    results.push_back(valueOf(value));
    isWhole &= results.back().isLive();
  }
  environments.pop_back();
  currentFrame = outer;
  --depth;
  return isWhole;
}

void Interpreter::runCall(NodeOp node, graph::FunctionOp called,
                          llvm::ArrayRef<StepValue> inputs,
                          llvm::ArrayRef<Guard> guards) {
  if (!called)
    return reportUndefinedFunction(node, "f");
  llvm::SmallVector<StepValue> arguments(inputs);
  for (StepValue &argument : arguments)
    argument.guards.assign(guards.begin(), guards.end());
  llvm::SmallVector<StepValue> results;
  bool wasEmpty = problems.empty();
  if (!runFunction(called, arguments, results) && results.empty() && wasEmpty &&
      problems.empty())
    return reportFunction(node, called);
  StepValue done = StepValue::live();
  done.guards.assign(guards.begin(), guards.end());
  for (auto [number, output] : llvm::enumerate(node.getOutputs()))
    environments.back()[output] =
        number < results.size() ? results[number] : StepValue();
  environments.back()[node.getDone()] = done;
}

//===----------------------------------------------------------------------===//
// If and While
//===----------------------------------------------------------------------===//

static bool isTruth(const StepValue &value) {
  return value.constant && value.constant.getNumElements() == 1 &&
         value.constant.getElementType().isInteger(1);
}

bool Interpreter::buildBranch(
    NodeOp node, graph::FunctionOp called, llvm::ArrayRef<StepValue> arguments,
    mlir::Region &region, llvm::SmallVectorImpl<StepValue> &results,
    llvm::DenseMap<Variable *, mlir::Value> &written) {
  // What a branch may write is an argument of the program before it.
  for (const StepValue &argument : arguments) {
    if (argument.variable)
      (void)function.read(*argument.variable);
  }
  auto before = function.variableValues();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&region);
  bool isWhole = runFunction(called, arguments, results);
  for (StepValue &result : results) {
    if (result.isTensor())
      result = StepValue::of(materialize(result, locationOf(node)));
    else
      isWhole = false;
  }
  llvm::DenseMap<Variable *, mlir::Value> old(before.begin(), before.end());
  for (auto [variable, value] : function.variableValues()) {
    mlir::Value oldValue = old.lookup(variable);
    if (oldValue == value)
      continue;
    written[variable] = value;
    variable->current = oldValue;
  }
  return isWhole;
}

void Interpreter::runIf(NodeOp node, llvm::ArrayRef<StepValue> inputs,
                        llvm::ArrayRef<Guard> guards) {
  graph::FunctionOp thenBranch = calledFunction(node, "then_branch");
  graph::FunctionOp elseBranch = calledFunction(node, "else_branch");
  if (!thenBranch || !elseBranch)
    return reportUndefinedFunction(node,
                                   thenBranch ? "else_branch" : "then_branch");
  if (inputs.empty() || !inputs[0].isTensor())
    return reportNotTensor(node, 0);
  if (isTruth(inputs[0]))
    return runCall(node,
                   inputs[0].constant.getSplatValue<bool>() ? thenBranch
                                                            : elseBranch,
                   inputs.drop_front(), guards);
  mlir::Location location = locationOf(node);
  mlir::Value predicate = materialize(inputs[0], location);
  if (!isBooleanScalar(predicate))
    return report(node, conditionProblem(predicate));
  mlir::Region regions[2];
  llvm::SmallVector<StepValue> results[2];
  llvm::DenseMap<Variable *, mlir::Value> written[2];
  graph::FunctionOp branches[2] = {thenBranch, elseBranch};
  for (unsigned i = 0; i != 2; ++i) {
    if (!buildBranch(node, branches[i], inputs.drop_front(), regions[i],
                     results[i], written[i]))
      return reportFunction(node, branches[i]);
  }
  if (results[0].size() != results[1].size())
    return report(node, "its branches return " +
                            llvm::Twine(results[0].size()) + " and " +
                            pluralize(results[1].size(), "value"));
  llvm::SmallVector<Variable *> variables;
  for (auto [variable, value] : function.variableValues()) {
    if (written[0].contains(variable) || written[1].contains(variable))
      variables.push_back(variable);
  }
  llvm::SmallVector<mlir::Type> types;
  for (auto [one, other] : llvm::zip(results[0], results[1])) {
    if (one.tensor.getType() != other.tensor.getType())
      return report(
          node, branchProblem(one.tensor.getType(), other.tensor.getType()));
    types.push_back(one.tensor.getType());
  }
  llvm::DenseMap<Variable *, mlir::Value> before;
  for (Variable *variable : variables) {
    before[variable] = function.read(*variable);
    types.push_back(variable->type);
  }
  for (unsigned i = 0; i != 2; ++i) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&regions[i].front());
    llvm::SmallVector<mlir::Value> values;
    for (const StepValue &result : results[i])
      values.push_back(result.tensor);
    for (Variable *variable : variables) {
      mlir::Value value = written[i].lookup(variable);
      values.push_back(value ? value : before[variable]);
    }
    stablehlo::ReturnOp::create(builder, location, values);
  }
  auto built = stablehlo::IfOp::create(builder, location, types, predicate);
  built.getTrueBranch().takeBody(regions[0]);
  built.getFalseBranch().takeBody(regions[1]);
  size_t count = results[0].size();
  for (auto [number, variable] : llvm::enumerate(variables))
    (void)function.write(*variable, built.getResult(count + number), guards);
  for (auto [number, output] : llvm::enumerate(node.getOutputs())) {
    StepValue value =
        number < count ? StepValue::of(built.getResult(number)) : StepValue();
    value.guards.assign(guards.begin(), guards.end());
    environments.back()[output] = value;
  }
  environments.back()[node.getDone()] = StepValue::live();
}

void Interpreter::runWhile(NodeOp node, llvm::ArrayRef<StepValue> inputs,
                           llvm::ArrayRef<Guard> guards) {
  graph::FunctionOp condition = calledFunction(node, "cond");
  graph::FunctionOp body = calledFunction(node, "body");
  if (!condition || !body)
    return reportUndefinedFunction(node, condition ? "body" : "cond");
  mlir::Location location = locationOf(node);
  // Tensors are carried, and so is what variables among the inputs hold.
  llvm::SmallVector<mlir::Value> initial;
  for (auto [number, input] : llvm::enumerate(inputs)) {
    if (!input.isTensor())
      return reportNotTensor(node, number);
    initial.push_back(materialize(input, location));
  }
  llvm::SmallVector<mlir::Type> types;
  for (mlir::Value value : initial)
    types.push_back(value.getType());
  auto built = stablehlo::WhileOp::create(builder, location, types, initial);
  llvm::SmallVector<mlir::Location> locations(types.size(), location);
  llvm::SmallVector<mlir::Value> before(initial);
  std::string problem;
  auto build = [&](mlir::Region &region, graph::FunctionOp called,
                   bool isCondition) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    mlir::Block *block = builder.createBlock(&region, {}, types, locations);
    llvm::SmallVector<StepValue> arguments;
    for (auto [input, argument] : llvm::zip(inputs, block->getArguments())) {
      StepValue value = StepValue::of(argument);
      if (input.variable) {
        input.variable->current = argument;
        value.tensor = nullptr;
        value.variable = input.variable;
      }
      arguments.push_back(value);
    }
    llvm::SmallVector<StepValue> results;
    bool isWhole = runFunction(called, arguments, results);
    if (!isWhole)
      return false;
    std::string name = isCondition ? "`cond`" : "`body`";
    size_t wanted = isCondition ? 1 : inputs.size();
    if (results.size() != wanted) {
      problem = name + " returns " + pluralize(results.size(), "value") + "; " +
                std::to_string(wanted) + " are required";
      return false;
    }
    llvm::SmallVector<mlir::Value> values;
    for (auto [number, result] : llvm::enumerate(results)) {
      if (!result.isTensor())
        return false;
      values.push_back(materialize(result, location));
      mlir::Type type = values.back().getType();
      if (isCondition || type == types[number])
        continue;
      problem = "loop variable " + std::to_string(number) + " has type " +
                mismatch::typeText(types[number]) + "; `body` returns " +
                mismatch::typeText(type);
      return false;
    }
    stablehlo::ReturnOp::create(builder, location, values);
    return true;
  };
  bool hasCondition = build(built.getCond(), condition, true);
  bool isWhole = hasCondition && build(built.getBody(), body, false);
  for (auto [number, input] : llvm::enumerate(inputs)) {
    if (input.variable)
      input.variable->current = before[number];
  }
  if (!isWhole) {
    built.erase();
    if (!problem.empty() && problems.empty())
      return report(node, problem);
    return reportFunction(node, hasCondition ? body : condition);
  }
  for (auto [number, output] : llvm::enumerate(node.getOutputs())) {
    StepValue value = StepValue::of(built.getResult(number));
    if (Variable *variable = inputs[number].variable) {
      (void)function.write(*variable, value.tensor, guards);
      value.tensor = nullptr;
      value.variable = variable;
    }
    value.guards.assign(guards.begin(), guards.end());
    environments.back()[output] = value;
  }
  environments.back()[node.getDone()] = StepValue::live();
}

//===----------------------------------------------------------------------===//
// Loops of single nodes
//===----------------------------------------------------------------------===//

void Interpreter::findFrames(llvm::ArrayRef<NodeOp> nodes) {
  llvm::DenseMap<mlir::Operation *, unsigned> depths;
  for (NodeOp node : nodes) {
    if (frameOf.contains(node))
      continue;
    Frame *frame = nullptr;
    for (mlir::Value operand : node.getOperands()) {
      auto producer = operand.getDefiningOp<NodeOp>();
      if (!producer || producer.is("NextIteration"))
        continue;
      Frame *candidate = frameOf.lookup(producer);
      if (producer.is("Enter") || producer.is("RefEnter"))
        candidate = enteredFrame.lookup(producer);
      else if (candidate && (producer.is("Exit") || producer.is("RefExit")))
        candidate = frameOf.lookup(producer);
      if (candidate && (!frame || candidate->depth > frame->depth))
        frame = candidate;
    }
    if (node.is("Exit") || node.is("RefExit"))
      frame = frame ? frame->parent : nullptr;
    if (node.is("Enter") || node.is("RefEnter")) {
      auto name = llvm::dyn_cast_or_null<mlir::StringAttr>(
          source.attribute(node, "frame_name"));
      StringRef text = name ? name.getValue() : StringRef();
      Frame *entered = nullptr;
      for (const std::unique_ptr<Frame> &known : frames) {
        if (known->name == text)
          entered = known.get();
      }
      if (!entered) {
        frames.push_back(std::make_unique<Frame>());
        entered = frames.back().get();
        entered->name = text;
      }
      if (frame) {
        entered->parent = frame;
        entered->depth = frame->depth + 1;
      }
      entered->enters.push_back(node);
      enteredFrame[node] = entered;
    }
    if (frame) {
      frameOf[node] = frame;
      frame->nodes.push_back(node);
    }
  }
}

void Interpreter::runFrame(Frame &frame) {
  frame.hasRun = true;
  // In the order in which they were found they follow what they use.
  llvm::SmallVector<NodeOp> merges, nextIterations;
  NodeOp condition;
  for (NodeOp node : frame.nodes) {
    bool isLoopMerge = false;
    if (node.is("Merge") || node.is("RefMerge")) {
      for (mlir::Value input : node.getInputs()) {
        auto producer = input.getDefiningOp<NodeOp>();
        isLoopMerge |= producer && producer.is("NextIteration");
      }
    }
    if (isLoopMerge)
      merges.push_back(node);
    if (node.is("LoopCond"))
      condition = node;
  }
  if (!condition)
    return;
  Frame *outer = std::exchange(currentFrame, &frame);
  llvm::SmallVector<StepValue> carried;
  for (NodeOp merge : merges) {
    StepValue value;
    for (mlir::Value input : merge.getInputs()) {
      auto producer = input.getDefiningOp<NodeOp>();
      if (producer && !producer.is("NextIteration"))
        value = valueOf(input);
    }
    carried.push_back(value);
  }
  unsigned iteration = 0;
  for (;; ++iteration) {
    for (std::unique_ptr<Frame> &other : frames) {
      if (other->parent == &frame)
        other->hasRun = false;
    }
    for (auto [merge, value] : llvm::zip(merges, carried))
      setOutputs(merge, value);
    for (NodeOp node : frame.nodes) {
      if (!llvm::is_contained(merges, node))
        runNodes(node);
    }
    StepValue goesOn = valueOf(condition.getOutputs().front());
    if (!isTruth(goesOn)) {
      if (goesOn.isLive())
        report(condition, ProblemKind::DataDependentTripCount);
      break;
    }
    if (!goesOn.constant.getSplatValue<bool>())
      break;
    if (iteration == MaxIterations) {
      report(condition, "the loop has more than " + llvm::Twine(MaxIterations) +
                            " iterations");
      break;
    }
    for (auto [merge, value] : llvm::zip(merges, carried)) {
      for (mlir::Value input : merge.getInputs()) {
        auto producer = input.getDefiningOp<NodeOp>();
        if (producer && producer.is("NextIteration"))
          value = valueOf(input);
      }
    }
  }
  LLVM_DEBUG(llvm::dbgs() << "unrolled loop `" << frame.name
                          << "`: " << iteration << " iterations\n");
  currentFrame = outer;
}

#undef DEBUG_TYPE
