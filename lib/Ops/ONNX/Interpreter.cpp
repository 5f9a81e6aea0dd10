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
#include "Support/LLVM.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using graph::NodeOp;
using mlir::RankedTensorType;
using mlir::Value;

/// Functions and subgraphs in each other: more is a model that repeats itself.
static constexpr unsigned MostDepth = 64;

Interpreter::Interpreter(graph::ModelOp model, const graph::NodeReader &source,
                         ForwardModule &module, ModelForm form)
    : model(model), source(source), module(&module), form(form),
      opsets(model.getOpsetsAttr()) {}

Interpreter::Interpreter(graph::ModelOp model, const graph::NodeReader &source,
                         AbstractValues &values)
    : model(model), source(source), abstract(&values),
      opsets(model.getOpsetsAttr()) {}

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
// Values
//===----------------------------------------------------------------------===//

/// What of a value is kept when the abstract values are forgotten.
Interpreter::Known Interpreter::forget(Operand operand) {
  Known result;
  if (operand.value) {
    result.type = ProgramBuilder::typeOf(operand.value);
    const Literal *literal = abstract->literal(operand.value);
    if (literal && literalBudget > 0) {
      literalBudget -= literal->size();
      result.literal = std::make_shared<const Literal>(*literal);
    }
  }
  if (operand.items) {
    for (const Operand &item : *operand.items)
      result.items.push_back(forget(item));
  }
  operand.value = {};
  result.operand = std::move(operand);
  return result;
}

Operand Interpreter::remember(const Known &known, mlir::Location place) {
  Operand operand = known.operand;
  if (known.literal)
    operand.value = abstract->add(*known.literal, place);
  else if (known.type)
    operand.value = abstract->add(known.type, place);
  if (operand.items) {
    std::vector<Operand> items;
    for (const Known &item : known.items)
      items.push_back(remember(item, place));
    operand.items = std::make_shared<const std::vector<Operand>>(items);
  }
  return operand;
}

void Interpreter::define(Value value, Operand operand) {
  write(value, std::move(operand));
}

const Operand *Interpreter::find(Value value) const {
  auto found = values.find(value);
  return found == values.end() ? nullptr : &found->second;
}

/// The sizes that one type knows, and those that the other does; null if they
/// contradict each other.
static RankedTensorType meet(RankedTensorType given, RankedTensorType found) {
  if (given.getElementType() != found.getElementType() ||
      !mayEqual(given.getShape(), found.getShape()))
    return {};
  SmallVector<int64_t> sizes(given.getShape());
  for (auto [size, other] : llvm::zip(sizes, found.getShape()))
    size = isKnown(size) ? size : other;
  return given.clone(sizes);
}

void Interpreter::refineType(Value value, RankedTensorType type) {
  value.setType(type);
}

void Interpreter::write(Value value, Operand operand) {
  if (!abstract) {
    values[value] = std::move(operand);
    return;
  }
  Known result = forget(std::move(operand));
  // What the exporter wrote down holds as well. Where it contradicts what was
  // computed, neither is trusted: a wrong note is no reason for an error.
  auto given = llvm::dyn_cast<RankedTensorType>(value.getType());
  if (given && result.type && depth == 0) {
    RankedTensorType both = meet(given, result.type);
    if (!both) {
      result = Known();
      result.operand.isUnknown = true;
    } else {
      result.type = both;
    }
  } else if (given && !result.type && result.operand.isUnknown) {
    result.operand.isUnknown = false;
    result.type = given;
  }
  if (result.type && depth == 0)
    refineType(value, result.type);
  known[value] = std::move(result);
}

std::optional<Operand> Interpreter::read(Value value) {
  if (!abstract) {
    auto found = values.find(value);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
  auto found = known.find(value);
  if (found != known.end())
    return remember(found->second, value.getLoc());
  Operand operand;
  if (auto type = llvm::dyn_cast<RankedTensorType>(value.getType()))
    operand.value = abstract->add(type, value.getLoc());
  else
    operand.isUnknown = true;
  return operand;
}

LogicalResult Interpreter::addInitializer(graph::InitializerOp op) {
  // What is used by nothing may be of any type.
  if (op.getValue().use_empty())
    return llvm::success();
  Operand operand;
  operand.name = op.getName().str();
  // Weights are many, and their elements say nothing of types.
  if (abstract && !Literal::canHold(op.getValue().getType())) {
    auto type = llvm::dyn_cast<RankedTensorType>(op.getValue().getType());
    if (type)
      operand.value = abstract->add(type, op.getLoc());
    else
      operand.isUnknown = true;
    write(op.getValue(), std::move(operand));
    return llvm::success();
  }
  operand.elements = source.elements(op);
  if (!operand.elements && abstract) {
    operand.isUnknown = true;
  } else if (!operand.elements) {
    return mlir::emitError(op.getLoc())
           << "the elements of `" << op.getName() << "` of type "
           << op.getValue().getType() << " cannot be read as numbers";
  }
  write(op.getValue(), std::move(operand));
  return llvm::success();
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
  if (reason.empty())
    return diag::OpWithoutLowering::op(place, source.name(node),
                                       node.getOpName());
  return diag::NodeNotLowered::node(place, source.name(node), node.getOpName(),
                                    reason);
}

LogicalResult Interpreter::report(NodeOp node, OpCall &op) {
  if (op.refusal() != Refusal::Mismatch)
    return refuse(node, op.reason());
  std::string name = source.name(node);
  mlir::Location place = source.location(node, graph::NodePart::Op);
  Report report =
      name.empty()
          ? diag::OpInputShape::unnamed(place, node.getOpName(), op.reason())
          : diag::OpInputShape::node(place, node.getOpName(), name,
                                     op.reason());
  for (auto [number, input] : llvm::enumerate(op.inputs)) {
    mlir::Type type = input.value      ? input.value.getType()
                      : input.elements ? input.elements.getType()
                                       : mlir::Type();
    if (type)
      report.note(source.inputLocation(node, number),
                  "input " + llvm::Twine(number) + " is " +
                      mismatch::typeText(type));
  }
  return llvm::failure();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// The graphs that a node has.
class Interpreter::Subgraphs : public SubgraphRunner {
public:
  Subgraphs(Interpreter &interpreter, NodeOp node)
      : interpreter(interpreter), node(node) {
    if (interpreter.module)
      place = interpreter.module->builder().saveInsertionPoint();
  }
  ~Subgraphs() override {
    if (interpreter.module)
      interpreter.module->builder().restoreInsertionPoint(place);
  }

  unsigned inputCount(unsigned number) override {
    return node.getSubgraphs()[number].getNumArguments();
  }

  FailureOr<SmallVector<Operand>> run(unsigned number,
                                      ArrayRef<Operand> inputs) override {
    mlir::Block &block = node.getSubgraphs()[number].front();
    for (auto [argument, input] : llvm::zip(block.getArguments(), inputs))
      interpreter.write(argument, input);
    if (failed(interpreter.runBlock(block)))
      return llvm::failure();
    return interpreter.resultsOf(block);
  }

  void moveTo(mlir::Block *block) override {
    if (interpreter.module)
      interpreter.module->builder().setInsertionPointToEnd(block);
  }

private:
  Interpreter &interpreter;
  NodeOp node;
  mlir::OpBuilder::InsertPoint place;
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
  bool needsTypes = abstract && !definition.takesUnknown;
  bool isUnknown = needsTypes && llvm::any_of(op.inputs, [](const Operand &in) {
                     return in.isUnknown;
                   });
  if (isUnknown)
    return op.setUnknown();
  if (succeeded(definition.function(op)))
    return llvm::success();
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
  llvm::SaveAndRestore kept(arguments, attributes);
  llvm::SaveAndRestore sets(opsets);
  if (mlir::DictionaryAttr given = function.getFunctionAttributesAttr()) {
    if (auto own = given.getAs<mlir::DictionaryAttr>("opsets"))
      opsets = own;
  }
  mlir::Block &block = function.getBody().front();
  for (mlir::BlockArgument argument : block.getArguments()) {
    unsigned number = argument.getArgNumber();
    write(argument, number < inputs.size() ? inputs[number] : Operand());
  }
  if (failed(runBlock(block)))
    return llvm::failure();
  FailureOr<SmallVector<Operand>> results = resultsOf(block);
  if (failed(results))
    return llvm::failure();
  --depth;
  for (auto [output, result] : llvm::zip(node.getOutputs(), *results))
    write(output, result);
  ++depth;
  return llvm::success();
}

LogicalResult Interpreter::runNode(NodeOp node) {
  NodeTrace trace(node, source);
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
  StringRef op = node.getOpName();
  StringRef domain = node.getDomain().value_or("");
  bool isStandard = domain.empty() || domain == "ai.onnx";
  // What else an initializer is called is the same weight.
  bool isOtherName = isStandard && op == "Identity" && inputs.size() == 1 &&
                     !node.getOutputs().empty() &&
                     (inputs.front().elements || inputs.front().items);
  if (isOtherName) {
    write(node.getOutputs().front(), inputs.front());
    return llvm::success();
  }
  mlir::DictionaryAttr attributes = attributesOf(node);
  std::string name =
      (isStandard ? StringRef("ai.onnx") : domain).str() + "." + op.str();
  if (graph::FunctionOp function = model.getFunction(name);
      function && depth < MostDepth) {
    ++depth;
    auto leave = llvm::make_scope_exit([&] { --depth; });
    return runFunction(function, node, inputs, attributes);
  }
  const OpDefinition *definition = operators().find(domain, op);
  OpCall call(builderAt(source.location(node, graph::NodePart::Op)), module, op,
              source.name(node), attributes, std::move(inputs),
              versionOf(domain));
  call.form = form;
  call.outputs = node.getOutputs().size();
  // Outputs behind the last one that is used do not count.
  bool hasOptional =
      op != "Split" && op != "If" && op != "Loop" && op != "Scan";
  while (hasOptional && call.outputs > 1 &&
         node.getOutputs()[call.outputs - 1].use_empty())
    --call.outputs;
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
  for (auto [output, result] : llvm::zip(node.getOutputs(), call.results))
    write(output, result);
  return llvm::success();
}

FailureOr<SmallVector<Operand>> Interpreter::resultsOf(mlir::Block &block) {
  auto end = llvm::dyn_cast_or_null<graph::ReturnOp>(
      block.empty() ? nullptr : &block.back());
  SmallVector<Operand> results;
  if (!end)
    return results;
  for (Value value : end.getValues()) {
    std::optional<Operand> operand = read(value);
    if (!operand)
      return llvm::failure();
    results.push_back(std::move(*operand));
  }
  return results;
}

LogicalResult Interpreter::runBlock(mlir::Block &block) {
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  if (depth > MostDepth)
    return mlir::emitError(block.getParentOp()->getLoc())
           << "subgraphs are nested more than " << MostDepth << " deep";
  bool isWhole = true;
  for (auto op : block.getOps<graph::InitializerOp>())
    isWhole &= succeeded(addInitializer(op));
  for (NodeOp node : graph::nodesInOrder(block)) {
    if (module && module->countPart())
      return llvm::failure();
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
      continue;
    }
    if (std::string problem = module->checkPart(); !problem.empty())
      isWhole &= succeeded(refuse(node, problem));
  }
  return llvm::success(isWhole);
}
