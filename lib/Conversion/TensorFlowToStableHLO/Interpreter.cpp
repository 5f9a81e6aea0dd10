//===- Interpreter.cpp - Runs nodes to build a program --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/Interpreter.h"
#include "Conversion/TensorFlowToStableHLO/EvaluationForm.h"
#include "Conversion/TensorFlowToStableHLO/FrameNodes.h"
#include "Conversion/TensorFlowToStableHLO/NodeKind.h"
#include "Ops/Common/NodeTrace.h"
#include "Ops/TensorFlow/PartialRows.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "tensorflow-to-stablehlo"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;

Interpreter::Interpreter(graph::ModelOp model,
                         const HostDevicePartition &partition,
                         const graph::NodeReader &source,
                         LoweringDiagnostics &problems,
                         FunctionBuilder &function, mlir::OpBuilder &builder)
    : model(model), modelFunctions(model), partition(partition), source(source),
      problems(problems), function(function), builder(builder) {
  environments.emplace_back();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

bool Interpreter::isWrite(NodeOp node) const {
  StringRef op = node.getOpName();
  op.consume_front("Resource");
  op.consume_front("Sparse");
  return op.starts_with("Assign") || op.starts_with("Apply") ||
         op.starts_with("Scatter");
}

/// The node that an operand waits for; null of what a loop hands back.
static NodeOp producerOf(mlir::Value operand, NodeOp user) {
  auto producer = operand.getDefiningOp<NodeOp>();
  if (producer && isNextIteration(producer) && isMerge(user))
    return {};
  return producer;
}

/// The places that text was taken from of which the host makes numbers; null if
/// it was not taken so.
static mlir::Value placesOfText(NodeOp node) {
  // Text is made of text in a few steps.
  for (unsigned steps = 0; steps != 8; ++steps) {
    mlir::Value text;
    for (mlir::Value input : node.getInputs()) {
      if (isHostElement(input.getType()))
        text = text ? text : input;
    }
    auto producer = text ? text.getDefiningOp<NodeOp>() : NodeOp();
    if (!producer)
      return {};
    if (producer.is("GatherNd") && producer.getInputs().size() == 2)
      return producer.getInputs()[1];
    node = producer;
  }
  return {};
}

/// What makes the places of the text that an operand is made of: what the host
/// makes of text has the rows that the text has.
NodeOp Interpreter::placesProducer(mlir::Value operand) const {
  auto node = operand.getDefiningOp<NodeOp>();
  if (!node || partition.placementOf(node) != Placement::Input)
    return {};
  mlir::Value places = placesOfText(node);
  return places ? places.getDefiningOp<NodeOp>() : NodeOp();
}

llvm::SmallVector<NodeOp>
Interpreter::neededFor(llvm::ArrayRef<NodeOp> roots) const {
  llvm::SmallVector<NodeOp> pending(roots), needed;
  llvm::DenseSet<mlir::Operation *> isNeeded;
  bool isMainGraph = environments.size() == 1;
  while (!pending.empty()) {
    NodeOp node = pending.pop_back_val();
    if (!node || partition.placementOf(node) != Placement::Computed ||
        (isMainGraph && finished.contains(node)) ||
        !isNeeded.insert(node).second)
      continue;
    needed.push_back(node);
    for (mlir::Value operand : node.getOperands()) {
      pending.push_back(operand.getDefiningOp<NodeOp>());
      pending.push_back(placesProducer(operand));
    }
  }
  return needed;
}

/// A loop runs as a whole, when the first of its results is asked for.
void Interpreter::waitForLoops(NodeOrder &order) const {
  llvm::DenseMap<Frame *, llvm::SmallVector<NodeOp>> members;
  for (NodeOp node : order.getNodes())
    members[frameOf.lookup(node)].push_back(node);
  for (NodeOp node : order.getNodes()) {
    if (!isExit(node) || node.getInputs().empty())
      continue;
    auto inside = node.getInputs().front().getDefiningOp<NodeOp>();
    Frame *frame = inside ? frameOf.lookup(inside) : nullptr;
    if (!frame)
      continue;
    for (NodeOp member : members[frame])
      order.wait(node, member);
    for (NodeOp enter : frame->enters)
      order.wait(node, enter);
  }
}

/// Gives the loops that have some of the nodes these in their order.
void Interpreter::sortFrames(llvm::ArrayRef<NodeOp> order) {
  llvm::MapVector<Frame *, llvm::SmallVector<NodeOp>> sorted;
  for (NodeOp node : order)
    if (Frame *frame = frameOf.lookup(node))
      sorted[frame].push_back(node);
  for (auto &[frame, nodes] : sorted)
    frame->nodes = std::move(nodes);
}

llvm::SmallVector<NodeOp> Interpreter::orderOf(llvm::ArrayRef<NodeOp> roots) {
  llvm::SmallVector<NodeOp> needed = neededFor(roots);
  NodeOrder sorter(needed, [&](NodeOp node) { return isWrite(node); });
  for (NodeOp node : needed) {
    for (mlir::Value operand : node.getOperands()) {
      sorter.wait(node, producerOf(operand, node));
      sorter.wait(node, placesProducer(operand));
    }
  }
  llvm::SmallVector<NodeOp> order = sorter.sorted();
  findFrames(order);
  if (!frames.empty()) {
    waitForLoops(sorter);
    order = sorter.sorted();
    sortFrames(order);
  }
  LLVM_DEBUG(llvm::dbgs() << "order: " << order.size() << " of "
                          << needed.size() << " nodes for " << roots.size()
                          << " roots\n");
  if (order.size() != needed.size())
    reportCycle(needed, order);
  return order;
}

/// Reports a cycle among the nodes that could not be sorted: each of them waits
/// for another one.
void Interpreter::reportCycle(llvm::ArrayRef<NodeOp> needed,
                              llvm::ArrayRef<NodeOp> order) {
  llvm::DenseSet<mlir::Operation *> unsorted(needed.begin(), needed.end());
  for (NodeOp node : order)
    unsorted.erase(node);
  auto waitsFor = [&](NodeOp node) -> NodeOp {
    for (mlir::Value operand : node.getOperands()) {
      NodeOp producer = producerOf(operand, node);
      if (producer && unsorted.contains(producer))
        return producer;
    }
    return {};
  };
  NodeOp node = *llvm::find_if(
      needed, [&](NodeOp each) { return unsorted.contains(each); });
  llvm::DenseMap<mlir::Operation *, unsigned> places;
  for (unsigned place = 0;; ++place) {
    auto [known, isNew] = places.try_emplace(node, place);
    if (!isNew)
      return report(node, "it is part of a dependency cycle of " +
                              pluralize(place - known->second, "node"));
    NodeOp next = waitsFor(node);
    // The result of a loop may wait for the loop as a whole.
    if (!next)
      return report(node, "it is part of a dependency cycle through a loop");
    node = next;
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

StepValue Interpreter::valueOf(mlir::Value value) const {
  auto known = environments.back().find(value);
  if (known != environments.back().end())
    return known->second;
  auto node = value.getDefiningOp<NodeOp>();
  if (llvm::isa<graph::ControlType>(value.getType()))
    return StepValue::live();
  if (node && partition.placementOf(node) == Placement::Input)
    return fedValue(node, llvm::cast<mlir::OpResult>(value).getResultNumber());
  return {};
}

/// What the host makes of text is there for the rows that the text is.
StepValue Interpreter::fedValue(NodeOp node, unsigned output) const {
  mlir::Value places = placesOfText(node);
  auto known =
      places ? environments.back().find(places) : environments.back().end();
  if (known == environments.back().end() || !known->second.tensor)
    return function.fed(node, output);
  const StepValue &rows = known->second;
  int64_t count = stablehlo::ProgramBuilder::shapeOf(rows.tensor).front();
  StepValue value = function.fed(node, output, count);
  llvm::ArrayRef<int64_t> shape;
  if (value.tensor)
    shape = stablehlo::ProgramBuilder::shapeOf(value.tensor);
  if (!shape.empty() && shape.front() == count) {
    value.present = rows.present;
    value.maker = rows.maker;
  }
  return value;
}

mlir::Value Interpreter::materialize(const StepValue &value,
                                     mlir::Location location) {
  if (value.tensor)
    return value.tensor;
  if (value.constant)
    return stablehlo::ProgramBuilder(builder, location)
        .constant(value.constant);
  return value.variable ? function.read(*value.variable) : mlir::Value();
}

mlir::Location Interpreter::locationOf(NodeOp node) {
  return mlir::NameLoc::get(builder.getStringAttr(source.name(node)),
                            source.location(node, graph::NodePart::Op));
}

void Interpreter::setOutputs(NodeOp node, const StepValue &value) {
  for (mlir::Value result : node->getResults())
    environments.back()[result] = value;
}

void Interpreter::setFailed(NodeOp node) {
  setOutputs(node, {});
  environments.back()[node.getDone()] = StepValue::live();
}

void Interpreter::report(NodeOp node, const Problem &problem) {
  problems.add(node, problem);
  setFailed(node);
}

void Interpreter::reportNotTensor(NodeOp node, unsigned input) {
  report(node, "input " + llvm::Twine(input) + " is not a tensor");
}

bool Interpreter::requireRows(NodeOp node, llvm::ArrayRef<StepValue> inputs) {
  for (const StepValue &input : inputs) {
    if (!input.isPartial())
      continue;
    problems.add(input.maker, ProblemKind::DataDependentShape);
    setFailed(node);
    return false;
  }
  return true;
}

/// Adds what has to hold besides; false if both cannot hold.
static bool addGuards(llvm::SmallVectorImpl<Guard> &guards,
                      llvm::ArrayRef<Guard> more) {
  for (const Guard &guard : more) {
    if (llvm::is_contained(guards, Guard{guard.predicate, !guard.holds}))
      return false;
    if (!llvm::is_contained(guards, guard))
      guards.push_back(guard);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void Interpreter::run(llvm::ArrayRef<NodeOp> roots) {
  llvm::SmallVector<NodeOp> order = orderOf(roots);
  Frame *outer = std::exchange(currentFrame, nullptr);
  runNodes(order);
  currentFrame = outer;
}

void Interpreter::runNodes(llvm::ArrayRef<NodeOp> nodes) {
  for (NodeOp node : nodes) {
    if (frameOf.lookup(node) != currentFrame)
      continue;
    bool isShared = environments.size() == 1 && !currentFrame;
    if (isShared && !finished.insert(node).second)
      continue;
    if (isExit(node) && !node.getInputs().empty()) {
      auto inside = node.getInputs().front().getDefiningOp<NodeOp>();
      Frame *frame = inside ? frameOf.lookup(inside) : nullptr;
      if (frame && !frame->hasRun)
        runFrame(*frame);
    }
    runNode(node);
  }
}

/// What hands on its input hands on what is read at this moment, and tells a
/// model of Keras that it is being trained.
StepValue Interpreter::passOn(NodeOp node, StepValue value,
                              llvm::ArrayRef<Guard> guards) {
  value.guards.assign(guards.begin(), guards.end());
  if (node.is("ReadVariableOp") && value.variable)
    value.tensor = function.read(*value.variable), value.variable = nullptr;
  if (isLearningPhase(node, source))
    return StepValue::of(mlir::DenseElementsAttr::get(
        mlir::RankedTensorType::get({}, builder.getI1Type()), true));
  return value;
}

void Interpreter::runNode(NodeOp node) {
  NodeTrace trace(node, source);
  StringRef op = node.getOpName();
  NodeKind kind = kindOf(op);
  if (makesVariable(node, source)) {
    StepValue value;
    value.variable = function.variableOf(node);
    if (value.variable)
      value.state = StepValue::State::Live;
    return setOutputs(node, value);
  }
  llvm::SmallVector<StepValue, 4> inputs;
  for (mlir::Value input : node.getInputs())
    inputs.push_back(valueOf(input));
  if (kind == NodeKind::Merge)
    return runMerge(node);
  bool chooses = kind == NodeKind::If || kind == NodeKind::While;
  if (chooses && !requireRows(node, inputs))
    return;

  llvm::SmallVector<Guard, 0> guards;
  bool isDead = false, isFailed = false;
  for (auto [number, value] : llvm::enumerate(inputs)) {
    isDead |= value.state == StepValue::State::Dead ||
              !addGuards(guards, value.guards);
    isFailed |= value.state == StepValue::State::Failed;
  }
  for (mlir::Value control : node.getControlInputs()) {
    StepValue value = valueOf(control);
    isDead |= value.state == StepValue::State::Dead ||
              !addGuards(guards, value.guards);
  }
  if (isDead)
    return setOutputs(node, StepValue::dead());
  if (isFailed)
    return setFailed(node);

  switch (kind) {
  case NodeKind::Constant:
    return runConstant(node, guards);
  case NodeKind::Switch:
    return runSwitch(node, inputs, guards);
  case NodeKind::Call:
    return runCall(node, calledFunction(node, "f"), inputs, guards);
  case NodeKind::If:
    return runIf(node, inputs, guards);
  case NodeKind::While:
    return runWhile(node, inputs, guards);
  case NodeKind::IsInitialized: {
    auto type = mlir::RankedTensorType::get({}, builder.getI1Type());
    return setOutputs(node, StepValue::of(mlir::DenseElementsAttr::get(
                                type, function.isInitialized())));
  }
  case NodeKind::Identity:
    if (!inputs.empty())
      return setOutputs(node, passOn(node, inputs.front(), guards));
    break;
  case NodeKind::Merge:
  case NodeKind::Other:
    break;
  }
  if (!operators().find(op)) {
    if (graph::FunctionOp called = modelFunctions.lookup(op))
      return runCall(node, called, inputs, guards);
  }
  runLowering(node, inputs, guards);
}

/// One number for each example, of a graph that was folded for another batch.
mlir::DenseElementsAttr
Interpreter::forBatch(mlir::DenseElementsAttr constant) const {
  llvm::SmallVector<int64_t> shape(constant.getType().getShape());
  bool hasRows = shape.size() > 1 && shape.front() > 1 && constant.isSplat();
  if (!hasRows || function.batchFor(shape.front()) == shape.front())
    return constant;
  shape.front() = function.batchFor(shape.front());
  return constant.resizeSplat(
      mlir::RankedTensorType::get(shape, constant.getElementType()));
}

void Interpreter::runConstant(NodeOp node, llvm::ArrayRef<Guard> guards) {
  mlir::Type element;
  if (!node.getOutputs().empty())
    element = graph::elementTypeOf(node.getOutputs().front().getType());
  StepValue value = StepValue::live();
  if (element && element.isIntOrFloat()) {
    value.constant = source.elementsOf(node, "value");
    if (!value.constant)
      return report(node, "`value` is not a readable tensor of " +
                              mismatch::typeText(element));
    value.constant = forBatch(value.constant);
  }
  value.guards.assign(guards.begin(), guards.end());
  setOutputs(node, value);
}

/// True for a constant that is small enough to be worked with.
static bool isSmallConstant(const StepValue &value) {
  return value.constant &&
         stablehlo::Literal::canHold(value.constant.getType());
}

void Interpreter::runLowering(NodeOp node,
                              llvm::MutableArrayRef<StepValue> inputs,
                              llvm::ArrayRef<Guard> guards) {
  const OpMeaning *meaning = operators().find(node.getOpName());
  if (!meaning)
    return report(node, ProblemKind::NoLowering);
  OpCall lowering(node, source, inputs, builder, locationOf(node), function);
  lowering.guards.assign(guards.begin(), guards.end());
  unsigned needed = meaning->inputs;
  if (inputs.size() < needed)
    return report(node, "it has " + pluralize(inputs.size(), "input") + "; " +
                            llvm::Twine(needed) + " are required");
  for (unsigned i = 0; i != needed; ++i) {
    if (meaning->takesTensors && !inputs[i].isTensor())
      return reportNotTensor(node, i);
  }
  auto describe = [&]([[maybe_unused]] llvm::StringRef what) {
    LLVM_DEBUG(llvm::dbgs() << what << " `" << source.name(node) << "` ("
                            << node.getOpName() << ")\n");
  };
  // Shapes, axes and conditions are computed as everything else is. What
  // follows from known numbers is known.
  bool isKnown = meaning->isFunction && !inputs.empty() &&
                 llvm::all_of(inputs, isSmallConstant);
  if (isKnown)
    lowering.builder.foldLiterals();
  NodeOp maker = rowsInTheWay(lowering, *meaning);
  bool isLowered = !maker && succeeded(meaning->function(lowering));
  if (isLowered)
    maker = passRows(lowering, *meaning);
  if (maker) {
    problems.add(maker, ProblemKind::DataDependentShape);
    return setFailed(node);
  }
  if (!isLowered) {
    describe("failed");
    // What follows from another problem is none of its own.
    if (lowering.isSecondaryError && !problems.empty())
      return setFailed(node);
    return report(
        node, lowering.problem.value_or("the value of an input is unknown"));
  }
  describe("lowered");
  if (function.isEvaluation())
    lowerExpectation(lowering, [&](mlir::Value value) {
      StepValue known = valueOf(value);
      return known.isTensor() ? materialize(known, locationOf(node))
                              : mlir::Value();
    });
  for (StepValue &output : lowering.outputs) {
    mlir::DenseElementsAttr elements;
    if (isKnown && output.tensor &&
        mlir::matchPattern(output.tensor, mlir::m_Constant(&elements)))
      output = StepValue::of(elements);
  }
  for (auto [result, output] : llvm::zip(node.getOutputs(), lowering.outputs)) {
    mlir::Value average = function.averageOf(result);
    if (average && output.tensor &&
        average.getType() == output.tensor.getType())
      output = StepValue::of(average);
    output.guards = lowering.guards;
    environments.back()[result] = output;
  }
  StepValue done = StepValue::live();
  done.guards = lowering.guards;
  environments.back()[node.getDone()] = done;
}

#undef DEBUG_TYPE
