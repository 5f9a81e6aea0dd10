//===- Interpreter.cpp - Models run on types or as programs ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Interpreter.h"
#include "Diagnostics/Messages/GraphNodes.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Dialect/Graph/IR/NodeOrder.h"
#include "Ops/Common/NodeTrace.h"
#include "Support/Cancellation.h"
#include "Support/MLIR.h"
#include "Support/Text.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/SaveAndRestore.h"

#define DEBUG_TYPE "onnx-to-stablehlo"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using graph::NodeOp;

/// Functions and subgraphs in each other: more is a model that repeats itself.
static constexpr unsigned MostDepth = 64;

Interpreter::Interpreter(graph::ModelOp model, const graph::NodeReader &source,
                         ForwardModule &module, ModelForm form)
    : model(model), source(source), module(&module), form(form),
      opsets(model.getOpsetsAttr()) {
  listFunctions();
}

Interpreter::Interpreter(graph::ModelOp model, const graph::NodeReader &source,
                         AbstractValues &values)
    : model(model), source(source), abstract(&values),
      opsets(model.getOpsetsAttr()) {
  listFunctions();
  constexpr int64_t RunsPerNode = 2;
  model.walk([&](NodeOp) { runBudget += RunsPerNode; });
}

void Interpreter::listFunctions() {
  for (graph::FunctionOp function : model.getFunctions()) {
    if (!function.isMain())
      functions.try_emplace(*function.getSymName(), function);
  }
}

ProgramBuilder Interpreter::builderAt(mlir::Location place) {
  if (abstract)
    return ProgramBuilder(*abstract, place);
  ProgramBuilder builder(module->builder(), place);
  builder.foldLiterals();
  return builder;
}

int64_t Interpreter::versionOf(StringRef domain) const {
  auto set = opsets ? opsets.getAs<mlir::IntegerAttr>(
                          domain.empty() ? StringRef("ai.onnx") : domain)
                    : mlir::IntegerAttr();
  return set ? set.getInt() : 1;
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

LogicalResult Interpreter::refuse(NodeOp node, StringRef reason) {
  if (abstract) {
    notLowered.push_back({node, reason.str()});
    return llvm::success();
  }
  mlir::Location place = source.location(node, graph::NodePart::Op);
  std::string name = graph::nameOf(node, source);
  if (reason.empty())
    return diag::OpWithoutLowering::op(place, node.getOpName(), name);
  return diag::NodeNotLowered::node(place, node.getOpName(), name, reason);
}

/// What is wrong with a node.
Report Interpreter::mismatch(NodeOp node, StringRef reason, bool onlyAtRun) {
  mlir::Location place = source.location(node, graph::NodePart::Op);
  StringRef op = node.getOpName();
  std::string name = source.name(node), output = source.outputName(node, 0);
  if (onlyAtRun)
    return name.empty()
               ? diag::OpInputShape::atRunOfOutput(place, op, output, reason)
               : diag::OpInputShape::atRun(place, op, name, reason);
  if (!name.empty())
    return diag::OpInputShape::node(place, op, name, reason);
  if (!output.empty())
    return diag::OpInputShape::ofOutput(place, op, output, reason);
  return diag::OpInputShape::unnamed(place, op, reason);
}

LogicalResult Interpreter::report(NodeOp node, OpCall &op) {
  bool onlyAtRun = op.refusal() == Refusal::AtRun;
  if (op.refusal() != Refusal::Mismatch && !(abstract && onlyAtRun))
    return refuse(node, op.reason());
  Report report = mismatch(node, op.reason(), onlyAtRun);
  for (auto [number, input] : llvm::enumerate(op.inputs)) {
    mlir::Type type = input.value      ? input.value.getType()
                      : input.elements ? input.elements.getType()
                                       : mlir::Type();
    if (!type)
      continue;
    // In a binary file, the names tell more than the places.
    std::string name = source.inputName(node, number);
    if (name.empty())
      name = "input " + std::to_string(number);
    else
      name = "`" + name + "`";
    report.note(source.inputLocation(node, number),
                name + " is " + trainlint::mismatch::typeText(type));
  }
  return llvm::failure();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static std::string tooDeep() {
  return ("graphs and functions are nested more than " +
          llvm::Twine(MostDepth) + " deep")
      .str();
}

/// What ends the nodes of a graph; null if nothing does.
static graph::ReturnOp endOf(mlir::Block &block) {
  return llvm::dyn_cast_or_null<graph::ReturnOp>(block.empty() ? nullptr
                                                               : &block.back());
}

/// The graphs that a node has.
class Interpreter::Subgraphs : public SubgraphRunner {
public:
  Subgraphs(Interpreter &interpreter, NodeOp node)
      : interpreter(interpreter), node(node) {}

  unsigned count() override { return node.getSubgraphs().size(); }

  unsigned inputCount(unsigned number) override {
    return node.getSubgraphs()[number].getNumArguments();
  }

  unsigned resultCount(unsigned number) override {
    mlir::Region &region = node.getSubgraphs()[number];
    graph::ReturnOp end = region.empty() ? nullptr : endOf(region.front());
    return end ? end.getValues().size() : 0;
  }

  FailureOr<SmallVector<Operand>> run(unsigned number,
                                      ArrayRef<Operand> inputs) override {
    mlir::Region &region = node.getSubgraphs()[number];
    if (region.empty())
      return SmallVector<Operand>();
    mlir::Block &block = region.front();
    if (interpreter.depth >= MostDepth) {
      if (failed(interpreter.refuse(node, tooDeep())))
        return llvm::failure();
      return unknownResults(number);
    }
    if (interpreter.isSpent())
      return unknownResults(number);
    for (auto [argument, input] : llvm::zip(block.getArguments(), inputs))
      interpreter.bind(argument, input);
    if (failed(interpreter.runBlock(block)))
      return llvm::failure();
    return interpreter.resultsOf(block);
  }

  void attempt(mlir::Block &block,
               llvm::function_ref<void()> function) override {
    mlir::ScopedDiagnosticHandler quiet(
        node.getContext(), [](mlir::Diagnostic &) { return llvm::success(); });
    if (!interpreter.module) {
      size_t before = interpreter.notLowered.size();
      function();
      interpreter.notLowered.truncate(before);
      return;
    }
    mlir::OpBuilder &builder = interpreter.module->builder();
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&block);
    function();
  }

  bool changesStates(llvm::function_ref<void()> function) override {
    if (!interpreter.module) {
      function();
      return false;
    }
    SmallVector<Value> before = interpreter.module->stateValues();
    function();
    return interpreter.module->restoreStates(before);
  }

private:
  SmallVector<Operand> unknownResults(unsigned number) {
    Operand unknown;
    unknown.isUnknown = true;
    return SmallVector<Operand>(resultCount(number), unknown);
  }

  Interpreter &interpreter;
  NodeOp node;
};

/// The attributes of a constant, with the elements that the graph does not hold
/// because there are many.
static mlir::DictionaryAttr readConstant(NodeOp node,
                                         const graph::NodeReader &source,
                                         mlir::DictionaryAttr attributes) {
  mlir::DenseElementsAttr elements = source.elementsOf(node, "value");
  if (!elements)
    return attributes;
  mlir::NamedAttrList whole(attributes);
  whole.set("value", elements);
  return whole.getDictionary(node.getContext());
}

/// The attributes of a node, with those of the function that is called in place
/// of the parameters that refer to them.
mlir::DictionaryAttr Interpreter::attributesOf(NodeOp node) {
  mlir::DictionaryAttr attributes = source.attributes(node);
  if (module && node.getOpName() == "Constant")
    attributes = readConstant(node, source, attributes);
  if (!arguments)
    return attributes;
  mlir::NamedAttrList resolved;
  for (mlir::NamedAttribute attribute : attributes) {
    auto parameter = llvm::dyn_cast<graph::ParameterAttr>(attribute.getValue());
    mlir::Attribute value =
        parameter ? arguments.get(parameter.getName()) : attribute.getValue();
    if (value)
      resolved.set(attribute.getName(), value);
  }
  return resolved.getDictionary(node.getContext());
}

LogicalResult Interpreter::call(NodeOp node, const OpDefinition &definition,
                                OpCall &op) {
  bool needsTypes = abstract && !definition.takesLists;
  bool isUnknown = needsTypes && llvm::any_of(op.inputs, [](const Operand &in) {
                     return in.isUnknown;
                   });
  for (auto [number, input] : llvm::enumerate(op.inputs)) {
    if (definition.takesLists || !input.isGiven() || input.isTensor() ||
        input.isUnknown)
      continue;
    (void)op.fail("input " + llvm::Twine(number) +
                  (input.items ? " is a sequence" : " is an empty optional") +
                  "; a tensor is required");
    LogicalResult reported = report(node, op);
    (void)op.setUnknown();
    return reported;
  }
  if (isUnknown)
    return op.setUnknown();
  if (succeeded(definition.function(op))) {
    // Of some, types are known all the same.
    if (abstract && op.refusal() != Refusal::None)
      return refuse(node, op.reason());
    return llvm::success();
  }
  // Something that a subgraph needs was reported there.
  if (op.refusal() == Refusal::None)
    return llvm::failure();
  LogicalResult reported = report(node, op);
  (void)op.setUnknown();
  return reported;
}

LogicalResult Interpreter::runFunction(graph::FunctionOp function, NodeOp node,
                                       ArrayRef<Operand> inputs,
                                       mlir::DictionaryAttr attributes) {
  mlir::DictionaryAttr given = function.getFunctionAttributesAttr();
  mlir::NamedAttrList whole;
  if (auto defaults = given ? given.getAs<mlir::DictionaryAttr>("defaults")
                            : mlir::DictionaryAttr()) {
    for (mlir::NamedAttribute attribute : defaults)
      whole.set(attribute.getName(), attribute.getValue());
  }
  for (mlir::NamedAttribute attribute : attributes)
    whole.set(attribute.getName(), attribute.getValue());
  llvm::SaveAndRestore kept(arguments, whole.getDictionary(node.getContext()));
  llvm::SaveAndRestore sets(opsets);
  if (auto own = given ? given.getAs<mlir::DictionaryAttr>("opsets")
                       : mlir::DictionaryAttr())
    opsets = own;
  mlir::Block &block = function.getBody().front();
  for (mlir::BlockArgument argument : block.getArguments()) {
    unsigned number = argument.getArgNumber();
    bind(argument, number < inputs.size() ? inputs[number] : Operand());
  }
  active.push_back(function);
  llvm::scope_exit leave([&] { active.pop_back(); });
  if (failed(runBlock(block)))
    return llvm::failure();
  FailureOr<SmallVector<Operand>> results = resultsOf(block);
  if (failed(results))
    return llvm::failure();
  for (auto [output, result] : llvm::zip(node.getOutputs(), *results))
    write(output, result);
  return llvm::success();
}

/// The function of the model that a node calls; null of an operator.
graph::FunctionOp Interpreter::calledFunction(NodeOp node) {
  StringRef domain = node.getDomain().value_or("");
  if (functions.empty())
    return {};
  std::string name =
      ((domain.empty() ? "ai.onnx" : domain) + "." + node.getOpName()).str();
  // Functions of one name are told apart by what the node says.
  if (auto overload =
          node->getAttrOfType<mlir::StringAttr>(graph::OverloadAttribute)) {
    if (graph::FunctionOp function =
            functions.lookup(name + ":" + overload.getValue().str()))
      return function;
  }
  return functions.lookup(name);
}

LogicalResult Interpreter::runCall(graph::FunctionOp function, NodeOp node,
                                   ArrayRef<Operand> inputs) {
  std::string name =
      "function `" + function.getSymName().value_or("").str() + "`";
  if (llvm::is_contained(active, function))
    return mismatch(node, name + " calls itself");
  if (function.getBody().empty() || depth >= MostDepth) {
    if (abstract)
      setUnknown(node);
    return refuse(node, tooDeep());
  }
  if (isSpent()) {
    setUnknown(node);
    return llvm::success();
  }
  mlir::Block &block = function.getBody().front();
  if (inputs.size() > block.getNumArguments())
    return mismatch(node, name + " takes " +
                              pluralize(block.getNumArguments(), "input") +
                              "; " + std::to_string(inputs.size()) +
                              (inputs.size() == 1 ? " is" : " are") + " given");
  graph::ReturnOp end = function.getReturn();
  size_t results = end ? end.getValues().size() : 0;
  if (node.getOutputs().size() > results)
    return mismatch(node, name + " gives " + pluralize(results, "output") +
                              "; the node has " +
                              std::to_string(node.getOutputs().size()));
  return runFunction(function, node, inputs, attributesOf(node));
}

FailureOr<SmallVector<Operand>> Interpreter::readInputs(NodeOp node) {
  SmallVector<Operand> inputs;
  for (Value input : node.getInputs()) {
    auto undefined = input.getDefiningOp<graph::UndefinedOp>();
    // An input without a name is left out.
    if (undefined && undefined.getReference().empty()) {
      inputs.push_back({});
      continue;
    }
    std::optional<Operand> operand = read(input);
    // What is missing was reported where it should have been made.
    if (!operand) {
      if (undefined)
        return mlir::emitError(undefined.getLoc())
               << "undefined input `" << undefined.getReference() << "`";
      return llvm::failure();
    }
    inputs.push_back(std::move(*operand));
  }
  return inputs;
}

LogicalResult Interpreter::runNode(NodeOp node) {
  NodeTrace trace(node, source);
  uint64_t readsBefore = dataReads;
  FailureOr<SmallVector<Operand>> inputs = readInputs(node);
  if (failed(inputs))
    return llvm::failure();
  StringRef domain = node.getDomain().value_or("");
  bool isStandard = domain.empty() || domain == "ai.onnx";
  // What else an initializer is called is the same weight.
  bool isOtherName = isStandard && node.getOpName() == "Identity" &&
                     inputs->size() == 1 && !node.getOutputs().empty() &&
                     (inputs->front().elements || inputs->front().items ||
                      inputs->front().isEmptyOptional);
  if (isOtherName) {
    write(node.getOutputs().front(), inputs->front());
    return llvm::success();
  }
  if (graph::FunctionOp function = calledFunction(node))
    return runCall(function, node, *inputs);
  return runOperator(node, std::move(*inputs), readsBefore);
}

LogicalResult Interpreter::runOperator(NodeOp node, SmallVector<Operand> inputs,
                                       uint64_t readsBefore) {
  StringRef op = node.getOpName();
  StringRef domain = node.getDomain().value_or("");
  const OpDefinition *definition = operators().find(domain, op);
  // Where only types are computed, names and places are read for findings.
  OpCall call(builderAt(abstract ? node.getLoc()
                                 : source.location(node, graph::NodePart::Op)),
              module, op, abstract ? std::string() : source.name(node),
              attributesOf(node), std::move(inputs), versionOf(domain));
  call.form = form;
  call.outputs = node.getOutputs().size();
  // Outputs behind the last one that is used do not count.
  bool hasOptional = op != "Split" && node->getNumRegions() == 0;
  while (hasOptional && call.outputs > 1 &&
         node.getOutputs()[call.outputs - 1].use_empty())
    --call.outputs;
  LLVM_DEBUG(llvm::dbgs() << (abstract ? "types of `" : "lowers `")
                          << source.name(node) << "` (" << op << "), opset "
                          << call.version << "\n");
  Subgraphs subgraphs(*this, node);
  if (node->getNumRegions() > 0)
    call.subgraphs = &subgraphs;
  if (!definition || !definition->function) {
    if (failed(refuse(node, definition ? definition->refusal : "")))
      return llvm::failure();
    (void)call.setUnknown();
  } else if (failed(this->call(node, *definition, call))) {
    return llvm::failure();
  }
  if (module && call.results.size() < call.outputs)
    return refuse(node, pluralize(call.outputs, "output") + " are used; only " +
                            std::to_string(call.results.size()) +
                            (call.results.size() == 1 ? " is" : " are") +
                            " supported");
  // What its subgraphs read counts as well.
  bool isOfData = dataReads != readsBefore && op != "Shape" && op != "Size";
  for (auto [output, result] : llvm::zip(node.getOutputs(), call.results)) {
    result.isOfData |= isOfData;
    if (module && !takeItems(result))
      return refuse(node, "the sequences of the model have too many items");
    write(output, result);
  }
  return llvm::success();
}

FailureOr<SmallVector<Operand>> Interpreter::resultsOf(mlir::Block &block) {
  graph::ReturnOp end = endOf(block);
  SmallVector<Operand> results;
  if (!end)
    return results;
  for (Value value : end.getValues()) {
    std::optional<Operand> operand = read(value);
    if (!operand) {
      if (auto undefined = value.getDefiningOp<graph::UndefinedOp>())
        return mlir::emitError(undefined.getLoc())
               << "undefined output `" << undefined.getReference() << "`";
      return llvm::failure();
    }
    results.push_back(std::move(*operand));
  }
  return results;
}

/// The nodes of a graph that runs often are put in order once.
ArrayRef<NodeOp> Interpreter::orderOf(mlir::Block &block) {
  auto [order, isNew] = orders.try_emplace(&block);
  if (isNew)
    order->second = graph::nodesInOrder(block);
  return order->second;
}

LogicalResult Interpreter::runBlock(mlir::Block &block) {
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  bool isWhole = true;
  for (auto op : block.getOps<graph::InitializerOp>()) {
    --runBudget;
    isWhole &= succeeded(addInitializer(op));
  }
  // A graph inside makes other orders, which moves this one.
  std::vector<NodeOp> order(orderOf(block));
  auto nodes = block.getOps<NodeOp>();
  if (module && order.size() != size_t(llvm::range_size(nodes)))
    return mlir::emitError(block.getParentOp()->getLoc())
           << "nodes of the graph need each other's outputs";
  for (NodeOp node : order) {
    if ((module && module->countPart()) || isCancelled())
      return llvm::failure();
    --runBudget;
    if (isSpent())
      setUnknown(node);
    else
      isWhole &= succeeded(runNode(node));
  }
  return llvm::success(isWhole);
}

LogicalResult Interpreter::run(graph::FunctionOp main) {
  bool isWhole = true;
  for (auto op : main.getBody().getOps<graph::InitializerOp>())
    isWhole &= succeeded(addInitializer(op));
  for (NodeOp node : graph::nodesInOrder(main)) {
    if (isCancelled())
      return llvm::failure();
    if (abstract) {
      isWhole &= succeeded(runNode(node));
      abstract->clear();
      continue;
    }
    module->beginPart();
    if (module->isFull())
      return llvm::failure();
    if (failed(runNode(node))) {
      isWhole = false;
      if (module->isFull())
        return refuse(node, "the model has too many operations");
      continue;
    }
    if (std::string problem = module->checkPart(); !problem.empty())
      isWhole &= succeeded(refuse(node, problem));
  }
  return llvm::success(isWhole);
}

#undef DEBUG_TYPE
