//===- FlatGraph.cpp - A graph without calls ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/FlatGraph.h"
#include "Conversion/TensorFlowToStableHLO/CalledFunctions.h"
#include "Conversion/TensorFlowToStableHLO/FrameTurn.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/Debug.h"
#include <deque>

#define DEBUG_TYPE "tensorflow-to-stablehlo"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::FunctionOp;
using graph::NodeOp;
using mlir::Value;

/// Functions that call each other so deep are taken for a recursion.
static constexpr unsigned MaxDepth = 64;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace trainlint::tensorflow {

/// Puts the nodes of functions in place of their calls.
class CallFlattener {
public:
  CallFlattener(FlatGraph &flat, const graph::NodeReader &source,
                const HostDevicePartition &partition, FlatUse use)
      : flat(flat), source(source), partition(partition), use(use),
        functions(flat.model, source, partition), builder(flat.main) {}

  bool hasCalls();
  void run();

private:
  struct Call {
    NodeOp node;
    unsigned depth;
  };

  FunctionOp replacementOf(NodeOp node);
  bool canReplace(const Call &call, FunctionOp function);
  void replace(const Call &call, FunctionOp function);
  NodeOp makeNode(NodeOp at, StringRef op, StringRef name,
                  llvm::ArrayRef<Value> edges,
                  llvm::ArrayRef<mlir::Type> outputs);
  Value beginningOf(NodeOp call);

  FlatGraph &flat;
  const graph::NodeReader &source;
  const HostDevicePartition &partition;
  FlatUse use;
  CalledFunctions functions;
  mlir::OpBuilder builder;
  llvm::DenseMap<mlir::Operation *, size_t> sizes;
  size_t room = 0;
  std::deque<Call> pending;
};

} // namespace trainlint::tensorflow

/// The function whose nodes take the place of a node; null if it stays.
FunctionOp CallFlattener::replacementOf(NodeOp node) {
  if (partition.placementOf(node) != Placement::Computed)
    return {};
  if (FunctionOp called = functions.called(node))
    return called;
  FunctionOp body = functions.loopBody(node);
  if (!body || !functions.trains(body))
    return {};
  bool isOneTurn = use == FlatUse::Model || functions.takesBatches(body);
  return isOneTurn ? body : FunctionOp();
}

bool CallFlattener::hasCalls() {
  for (NodeOp node : flat.main.getNodes()) {
    if (replacementOf(node))
      return true;
  }
  return false;
}

bool CallFlattener::canReplace(const Call &call, FunctionOp function) {
  NodeOp node = call.node;
  graph::ReturnOp returned = function.getReturn();
  auto arguments = function.getBody().getArguments();
  if (call.depth == MaxDepth || !returned ||
      arguments.size() != node.getInputs().size() ||
      returned.getValues().size() < node.getOutputs().size())
    return false;
  auto [known, isNew] = sizes.try_emplace(function, 0);
  if (isNew)
    known->second = std::distance(function.getBody().front().begin(),
                                  function.getBody().front().end());
  if (known->second > room)
    return false;
  for (auto [output, value] :
       llvm::zip(node.getOutputs(), returned.getValues())) {
    if (llvm::isa<graph::ControlType>(value.getType()))
      return false;
    // A call that returns what it is given, which is what it returns.
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
    if (argument &&
        node.getInputs()[argument.getArgNumber()].getDefiningOp() == node)
      return false;
  }
  return true;
}

NodeOp CallFlattener::makeNode(NodeOp at, StringRef op, StringRef name,
                               llvm::ArrayRef<Value> edges,
                               llvm::ArrayRef<mlir::Type> outputs) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(at);
  mlir::OperationState state(at.getLoc(), NodeOp::getOperationName());
  state.addOperands(edges);
  state.addTypes(outputs);
  state.addTypes(graph::ControlType::get(builder.getContext()));
  state.addAttribute("op_name", builder.getStringAttr(op));
  state.addAttribute("node_name", builder.getStringAttr(name));
  return llvm::cast<NodeOp>(builder.create(state));
}

/// What all nodes of a call wait for: a function runs when all that its call is
/// given is there, on the branch that the call is on.
Value CallFlattener::beginningOf(NodeOp call) {
  llvm::SmallVector<Value> edges(call.getControlInputs());
  llvm::DenseSet<mlir::Operation *> seen;
  for (Value input : call.getInputs()) {
    auto producer = input.getDefiningOp<NodeOp>();
    if (!producer)
      continue;
    // One output of the two tells the branch.
    if (producer.is("Switch") || producer.is("RefSwitch"))
      producer = makeNode(call, "Identity", source.name(call), {input},
                          {input.getType()});
    if (seen.insert(producer).second)
      edges.push_back(producer.getDone());
  }
  return makeNode(call, "NoOp", source.name(call), edges, {}).getDone();
}

void CallFlattener::replace(const Call &call, FunctionOp function) {
  NodeOp node = call.node;
  std::string name = source.name(node);
  LLVM_DEBUG(llvm::dbgs() << "nodes in place of call `" << name << "`\n");
  room -= sizes.lookup(function);
  mlir::IRMapping mapping;
  for (auto [argument, input] :
       llvm::zip(function.getBody().getArguments(), node.getInputs()))
    mapping.map(argument, input);

  auto known = flat.callOf.find(node);
  std::optional<unsigned> outer;
  if (known != flat.callOf.end())
    outer = known->second;
  std::string path = outer ? flat.callNames[*outer] + "/" + name : name;
  auto number = unsigned(flat.callNames.size());
  flat.callNames.push_back(path);

  // In a graph values are used before they are defined.
  llvm::SmallVector<mlir::Operation *> clones;
  builder.setInsertionPoint(node);
  for (mlir::Operation &operation : function.getBody().front()) {
    if (!llvm::isa<graph::ReturnOp>(operation))
      clones.push_back(builder.clone(operation, mapping));
  }
  Value beginning = use == FlatUse::Training ? beginningOf(node) : Value();
  for (mlir::Operation *clone : clones) {
    for (mlir::OpOperand &operand : clone->getOpOperands())
      operand.set(mapping.lookupOrDefault(operand.get()));
    auto inner = llvm::dyn_cast<NodeOp>(clone);
    if (!inner)
      continue;
    if (beginning)
      inner->insertOperands(inner->getNumOperands(), beginning);
    flat.callOf[inner] = number;
    pending.push_back({inner, call.depth + 1});
  }

  // What it returns are its inputs, so that they follow what takes their place.
  llvm::SmallVector<Value> returned, edges, controls;
  for (Value value : function.getReturn().getValues()) {
    Value mapped = mapping.lookupOrDefault(value);
    bool isControl = llvm::isa<graph::ControlType>(mapped.getType());
    (isControl ? controls : returned).push_back(mapped);
  }
  llvm::append_range(edges, returned);
  llvm::append_range(edges, controls);
  if (beginning)
    edges.push_back(beginning);
  NodeOp end = makeNode(node, "NoOp", name, edges, {});
  if (outer)
    flat.callOf[end] = *outer;
  flat.callEnds.insert(end);
  for (auto [output, value] : llvm::zip(node.getOutputs(), returned))
    output.replaceAllUsesWith(value);
  node.getDone().replaceAllUsesWith(end.getDone());
  flat.callOf.erase(node);
  node.erase();
}

void CallFlattener::run() {
  // Functions that call others twice are as large as a power of two.
  constexpr size_t LeastRoom = 100000;
  size_t count = 0;
  for (FunctionOp function : flat.model.getFunctions()) {
    auto nodes = function.getNodes();
    count += std::distance(nodes.begin(), nodes.end());
  }
  room = std::max(LeastRoom, 8 * count);
  for (NodeOp node : flat.main.getNodes())
    pending.push_back({node, 0});
  while (!pending.empty()) {
    Call call = pending.front();
    pending.pop_front();
    FunctionOp function = replacementOf(call.node);
    if (function && canReplace(call, function))
      replace(call, function);
  }
}

static FunctionOp mainOf(graph::ModelOp model) {
  for (FunctionOp function : model.getFunctions()) {
    if (function.isMain())
      return function;
  }
  return {};
}

/// The loops of frames of which one turn is taken.
static std::vector<LoopFrame> stepLoopsOf(const FlatGraph &flat,
                                          const graph::NodeReader &source,
                                          const HostDevicePartition &partition,
                                          FlatUse use) {
  CalledFunctions functions(flat.getModel(), source, partition);
  std::vector<LoopFrame> loops =
      findLoopFrames(flat.getMain(), source, partition, functions);
  llvm::erase_if(loops, [&](const LoopFrame &loop) {
    return !loop.trains || (use != FlatUse::Model && !loop.takesBatches);
  });
  return loops;
}

FlatGraph::FlatGraph(graph::ModelOp original, const graph::NodeReader &source,
                     const HostDevicePartition &partition, FlatUse use)
    : model(original), main(mainOf(original)), source(&source) {
  if (!main || (!CallFlattener(*this, source, partition, use).hasCalls() &&
                stepLoopsOf(*this, source, partition, use).empty()))
    return;
  copy = original.clone();
  model = *copy;
  main = mainOf(model);
  CallFlattener(*this, source, partition, use).run();
  for (const LoopFrame &loop : stepLoopsOf(*this, source, partition, use))
    (void)takeOneTurn(loop);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

const llvm::StringMap<NodeOp> &FlatGraph::names() const {
  if (named)
    return *named;
  named.emplace();
  llvm::SmallVector<NodeOp> ofFunctions;
  FunctionOp function = main;
  for (NodeOp node : function.getNodes()) {
    if (callOf.contains(node))
      ofFunctions.push_back(node);
    else
      (*named)[source->name(node)] = node;
  }
  for (NodeOp node : ofFunctions) {
    std::string name = source->name(node);
    named->try_emplace(callNames[callOf.lookup(node)] + "/" + name, node);
    named->try_emplace(name, node);
  }
  return *named;
}

NodeOp FlatGraph::findNode(StringRef name) const {
  return main ? names().lookup(name) : NodeOp();
}

/// What a node gives, or the call that it ends.
static mlir::ValueRange tensorsOf(NodeOp node, bool isCallEnd) {
  return isCallEnd ? mlir::ValueRange(node.getInputs())
                   : mlir::ValueRange(node.getOutputs());
}

Value FlatGraph::findTensor(StringRef name) const {
  auto [nodeName, number] = name.rsplit(':');
  NodeOp node = findNode(nodeName);
  unsigned output = 0;
  if (!node || (!number.empty() && number.getAsInteger(10, output)))
    return {};
  mlir::ValueRange tensors = tensorsOf(node, isCallEnd(node));
  return output < tensors.size() ? tensors[output] : Value();
}

std::optional<size_t> FlatGraph::outputCount(StringRef name) const {
  NodeOp node = findNode(name);
  if (!node)
    return std::nullopt;
  return tensorsOf(node, isCallEnd(node)).size();
}

std::string FlatGraph::nearName(StringRef name,
                                llvm::ArrayRef<StringRef> others) const {
  if (!main)
    return {};
  llvm::SmallVector<StringRef> candidates(names().keys());
  llvm::append_range(candidates, others);
  llvm::sort(candidates);
  // Names without their scopes are what people remember.
  std::string inScope = ("/" + name).str();
  StringRef scoped;
  for (StringRef candidate : candidates) {
    if (!candidate.ends_with(inScope))
      continue;
    if (scoped.empty() || candidate.size() < scoped.size())
      scoped = candidate;
  }
  if (!scoped.empty())
    return scoped.str();
  std::optional<NearMatch> near = findNearMatch(name, candidates);
  return near ? near->word.str() : std::string();
}

#undef DEBUG_TYPE
