//===- ShapeInference.cpp - Shapes that follow from a graph ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/ShapeInference.h"
#include "Support/Cancellation.h"
#include "Support/LLVM.h"
#include "Support/WorkCounter.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "graph-shapes"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// After so many looks at a node nothing is known of it. What is known of a
/// value can shrink once for each of its sizes and elements, which is rare.
static constexpr uint16_t MaxVisits = 64;

ShapeInference::ShapeInference(ModelOp model, const NodeReader &source,
                               GivenShapes given)
    : model(model), modelFunctions(model), source(source), given(given),
      unranked(ShapeAttr::get(model.getContext(), {}, false)),
      runner(model.getContext()), numbers(source) {
  addArrangementRules(rules);
  addConstantRules(rules);
  addElementwiseRules(rules);
  addIndexingRules(rules);
  addInputRules(rules);
  addSequenceRules(rules);
  addVariableRules(rules);
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

AbstractValue ShapeInference::unknown() const {
  AbstractValue state;
  state.shape = unranked;
  return state;
}

const AbstractValue *ShapeInference::find(mlir::Value value) const {
  if (auto result = llvm::dyn_cast<mlir::OpResult>(value)) {
    auto node = llvm::dyn_cast<NodeOp>(result.getOwner());
    unsigned number = result.getResultNumber();
    return node && number < node.getOutputs().size()
               ? &outputStates[numbers.ofOutput(node, number)]
               : nullptr;
  }
  auto argument = argumentStates.find(value);
  return argument == argumentStates.end() ? nullptr : &argument->second;
}

AbstractValue ShapeInference::stateOf(mlir::Value value) const {
  // Nothing will ever reach what no node defines.
  if (llvm::isa_and_nonnull<UndefinedOp>(value.getDefiningOp()))
    return unknown();
  const AbstractValue *state = find(value);
  return state ? *state : AbstractValue();
}

void ShapeInference::update(mlir::Value value, AbstractValue state) {
  if (given == GivenShapes::Keep) {
    if (std::optional<PartialShape> known = sizesOf(value.getType()))
      state.shape = ShapeAttr::get(model.getContext(),
                                   *meet(known, sizesOf(state.shape)), true);
  }
  AbstractValue &current = llvm::isa<mlir::BlockArgument>(value)
                               ? argumentStates[value]
                               : const_cast<AbstractValue &>(*find(value));
  if (current == state)
    return;
  current = state;
  for (mlir::Operation *user : value.getUsers()) {
    if (auto node = llvm::dyn_cast<NodeOp>(user)) {
      enqueue(node);
      continue;
    }
    if (llvm::isa<ReturnOp>(user)) {
      for (NodeOp caller : callers.lookup(user->getParentOp()))
        enqueue(caller);
    }
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void ShapeInference::addCall(NodeOp node) {
  StringRef op = node.getOpName();
  Call call{Call::Kind::Plain, {}};
  auto add = [&](mlir::Attribute attribute) {
    auto name = llvm::dyn_cast<FunctionAttr>(attribute);
    call.functions.push_back(name ? modelFunctions.lookup(name.getName())
                                  : FunctionOp());
  };
  llvm::ArrayRef<llvm::StringLiteral> attributes = functionAttributes(op);
  for (StringRef name : attributes) {
    mlir::Attribute value = source.attribute(node, name);
    if (auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(value))
      llvm::for_each(list, add);
    else if (value)
      add(value);
  }
  if (op.ends_with("While"))
    call.kind = Call::Kind::Loop;
  else if (!attributes.empty() && attributes.front() != "f")
    call.kind = Call::Kind::Branches;
  if (attributes.empty())
    call.functions.push_back(modelFunctions.lookup(op));
  if (call.functions.empty() || llvm::is_contained(call.functions, nullptr))
    return;
  for (FunctionOp function : call.functions)
    callers[function].push_back(node);
  calls.try_emplace(node, std::move(call));
}

void ShapeInference::findCalls() {
  llvm::DenseMap<mlir::StringAttr, bool> mayCall;
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      numbers.add(node);
      auto [known, isNew] = mayCall.try_emplace(node.getOpNameAttr(), false);
      if (isNew) {
        StringRef op = node.getOpName();
        OpTypes &types = typesOfOp[node.getOpNameAttr()];
        types = {rules.lookup(op), operators().find(op)};
        bool isDefined = types.rule || types.meaning;
        known->second = !functionAttributes(op).empty() ||
                        (!isDefined && modelFunctions.lookup(op));
      }
      if (known->second)
        addCall(node);
    }
  }
  outputStates.resize(numbers.outputCount());
  work.resize(numbers.nodeCount());
}

void ShapeInference::passArguments(FunctionOp function,
                                   llvm::ArrayRef<AbstractValue> arguments) {
  mlir::Block::BlockArgListType values = function.getBody().getArguments();
  for (auto [number, value] : llvm::enumerate(values)) {
    AbstractValue state =
        number < arguments.size() ? arguments[number] : unknown();
    update(value, join(stateOf(value), state));
  }
}

bool ShapeInference::visitCall(const Call &call, NodeShapes &node) {
  llvm::SmallVector<AbstractValue> arguments;
  // The first input chooses the branch.
  unsigned first = call.kind == Call::Kind::Branches ? 1 : 0;
  for (unsigned i = first; i < node.inputCount(); ++i)
    arguments.push_back(node.input(i));
  bool isLoop = call.kind == Call::Kind::Loop;
  FunctionOp body = call.functions.back();
  llvm::SmallVector<AbstractValue> results(node.outputCount());
  for (FunctionOp function : call.functions) {
    // The condition of a loop returns something else.
    if (isLoop && function != body)
      continue;
    ReturnOp returned = function.getReturn();
    for (auto [number, result] : llvm::enumerate(results)) {
      bool isThere = returned && number < returned.getValues().size();
      result = join(result, isThere ? stateOf(returned.getValues()[number])
                                    : unknown());
    }
  }
  if (isLoop) {
    for (auto [argument, result] : llvm::zip(arguments, results))
      argument = result = join(argument, result);
  }
  for (FunctionOp function : call.functions)
    passArguments(function, arguments);
  bool isReached = true;
  for (auto [number, result] : llvm::enumerate(results)) {
    isReached &= result.isReached();
    node.set(number, result);
  }
  return isReached;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static bool isMerge(StringRef op) {
  return op == "Merge" || op == "RefMerge" || op == "TPUReplicatedInput" ||
         op == "TPUPartitionedInput";
}

bool ShapeInference::visitMerge(NodeShapes &node) {
  StringRef op = node.node().getOpName();
  // The parts of a partitioned value are smaller than the value.
  if (op == "TPUPartitionedInput")
    return true;
  AbstractValue joined;
  for (unsigned i = 0; i != node.inputCount(); ++i)
    joined = join(joined, node.input(i));
  node.set(0, joined);
  node.set(1, PartialShape());
  return joined.isReached() || node.inputCount() == 0;
}

void ShapeInference::enqueue(NodeOp node) {
  NodeWork &entry = work[numbers.of(node)];
  if (std::exchange(entry.isQueued, true))
    return;
  queue.push_back(node);
}

void ShapeInference::setMismatch(NodeOp node, std::string mismatch) {
  if (!mismatch.empty())
    mismatches[node] = std::move(mismatch);
  else if (!mismatches.empty())
    mismatches.erase(node);
}

void ShapeInference::visit(NodeOp node) {
  NodeWork &entry = work[numbers.of(node)];
  entry.isQueued = false;
  llvm::SmallVector<AbstractValue, 4> inputs;
  bool allReached = true;
  for (mlir::Value input : node.getInputs()) {
    inputs.push_back(stateOf(input));
    allReached &= inputs.back().isReached();
  }
  bool merges = isMerge(node.getOpName());
  if ((!allReached && !merges) || entry.visits > MaxVisits)
    return;
  NodeShapes shapes(node, source, inputs, unranked);
  LLVM_DEBUG(llvm::dbgs() << "visit " << entry.visits + 1 << " of `"
                          << source.name(node) << "` (" << node.getOpName()
                          << ")\n");
  if (++entry.visits <= MaxVisits) {
    auto call = calls.empty() ? calls.end() : calls.find(node);
    if (call != calls.end() && !visitCall(call->second, shapes))
      return;
    if (merges && !visitMerge(shapes))
      return;
    OpTypes types = typesOfOp.lookup(node.getOpNameAttr());
    if (types.rule)
      types.rule(shapes);
    else if (types.meaning)
      setMismatch(node, runner.run(*types.meaning, shapes, source));
  }
  for (auto [number, output] : llvm::enumerate(node.getOutputs()))
    update(output, shapes.output(number));
}

/// Nodes after what they use, so that most of them are looked at once.
void ShapeInference::enqueueAll(FunctionOp function) {
  llvm::SmallVector<std::pair<NodeOp, unsigned>> path;
  llvm::BitVector seen(numbers.nodeCount());
  // True the first time that it is called for a node.
  auto reach = [&](NodeOp node) {
    unsigned number = numbers.of(node);
    bool isNew = !seen.test(number);
    seen.set(number);
    return isNew;
  };
  for (NodeOp root : function.getNodes()) {
    if (!reach(root))
      continue;
    path.emplace_back(root, 0);
    while (!path.empty()) {
      auto &[node, next] = path.back();
      mlir::Value input =
          next == node.getNumOperands() ? mlir::Value() : node.getOperand(next);
      if (!input || llvm::isa<ControlType>(input.getType())) {
        enqueue(node);
        path.pop_back();
        continue;
      }
      ++next;
      auto definition = input.getDefiningOp<NodeOp>();
      if (definition && reach(definition))
        path.emplace_back(definition, 0);
    }
  }
}

void ShapeInference::startFunction(FunctionOp function) {
  // Of a function that nothing here calls, anything may be an argument.
  if (!callers.contains(function)) {
    for (mlir::Value argument : function.getBody().getArguments())
      update(argument, unknown());
  }
  enqueueAll(function);
}

void ShapeInference::run() {
  work::ShapeInferences.add();
  findCalls();
  for (FunctionOp function : model.getFunctions())
    startFunction(function);
  while (!queue.empty() && !isCancelled()) {
    NodeOp node = queue.front();
    queue.pop_front();
    visit(node);
  }
}

void ShapeInference::apply() {
  // The same few types and shapes meet again and again.
  llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, mlir::Type> known;
  auto applyTo = [&](mlir::Value value) {
    const AbstractValue *state = find(value);
    ShapeAttr shape = state && state->isReached() ? state->shape : unranked;
    if (given == GivenShapes::Keep && !shape.getRanked())
      return;
    mlir::Type &type = known[{value.getType(), shape}];
    if (!type)
      type = withShape(value.getType(), shape);
    value.setType(type);
  };
  for (FunctionOp function : model.getFunctions()) {
    llvm::for_each(function.getBody().getArguments(), applyTo);
    for (NodeOp node : function.getNodes())
      llvm::for_each(node.getOutputs(), applyTo);
  }
  if (given != GivenShapes::Keep)
    return;
  for (auto &[node, mismatch] : mismatches) {
    auto text = mlir::StringAttr::get(model.getContext(), mismatch);
    node->setDiscardableAttr(MismatchAttribute, text);
    model->setDiscardableAttr(MismatchAttribute, text);
  }
}

void tensorflow::inferTypes(ModelOp model, const NodeReader &source,
                            GivenShapes given) {
  ShapeInference inference(model, source, given);
  inference.run();
  inference.apply();
}

#undef DEBUG_TYPE
