//===- Interpreter.cpp - Keras models run on types or as programs ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/Interpreter.h"
#include "Diagnostics/Messages/GraphNodes.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Diagnostics/Messages/OnnxGraphs.h"
#include "Dialect/Graph/IR/KerasNodes.h"
#include "Dialect/Graph/IR/NodeOrder.h"
#include "Ops/Common/NodeTrace.h"
#include "Ops/Common/ProgramInputs.h"
#include "Ops/Keras/InferTypes.h"
#include "Ops/Keras/Layers.h"
#include "Support/Cancellation.h"
#include "Support/MLIR.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/SaveAndRestore.h"

#define DEBUG_TYPE "keras-to-stablehlo"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;
using graph::NodeOp;

/// Models in each other: more is a file that says nonsense.
static constexpr unsigned MostDepth = 64;

/// Files of Keras 3 need not say their version. They have another name for the
/// shapes of inputs, and another class of policies.
static bool looksLikeKeras3(graph::ModelOp model,
                            const graph::NodeReader &source) {
  for (graph::FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      Settings settings(source.attributes(node));
      bool isInput = node.getOpName() == "InputLayer";
      auto policy =
          llvm::dyn_cast_or_null<mlir::DictionaryAttr>(settings.get("dtype"));
      if ((isInput && settings.get("batch_shape")) ||
          (policy && Settings(policy).word("class_name", "") == "DTypePolicy"))
        return true;
    }
  }
  return false;
}

static int64_t kerasVersionOf(graph::ModelOp model,
                              const graph::NodeReader &source) {
  StringRef version = model.getFrameworkVersion().value_or("");
  bool isThird = version.empty() ? looksLikeKeras3(model, source)
                                 : version.starts_with("3");
  return isThird ? 3 : 2;
}

mlir::Type keras::withDefaultElement(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::TensorType>(type);
  if (!tensor || !llvm::isa<graph::UnknownType>(tensor.getElementType()))
    return type;
  mlir::Type element = mlir::Float32Type::get(type.getContext());
  return tensor.cloneWith(std::nullopt, element);
}

Interpreter::Interpreter(graph::ModelOp model, const graph::NodeReader &source,
                         ForwardModule &module, ModelForm form)
    : model(model), source(source), form(form) {
  context.module = &module;
  context.kerasVersion = kerasVersionOf(model, source);
}

Interpreter::Interpreter(graph::ModelOp model, const graph::NodeReader &source,
                         AbstractValues &values)
    : model(model), source(source) {
  context.abstract = &values;
  context.kerasVersion = kerasVersionOf(model, source);
  constexpr int64_t RunsPerNode = 2;
  for (graph::FunctionOp function : model.getFunctions())
    runBudget += RunsPerNode * llvm::range_size(function.getNodes());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Of a value of which only the type is known, no more is kept than that:
/// abstract values are forgotten after each call.
class Interpreter::Frame {
public:
  explicit Frame(AbstractValues *abstract) : abstract(abstract) {}

  void write(Value value, Value made) {
    if (!abstract)
      values[value] = made;
    else if (made)
      types[value] = ProgramBuilder::typeOf(made);
  }
  /// Null for one that is unknown.
  Value read(Value value) {
    if (!abstract)
      return values.lookup(value);
    RankedTensorType type = types.lookup(value);
    return type ? abstract->add(type, value.getLoc()) : Value();
  }

private:
  AbstractValues *abstract;
  llvm::DenseMap<Value, Value> values;
  llvm::DenseMap<Value, RankedTensorType> types;
};

/// Nobody has a tensor with a larger size, and with smaller ones no calculation
/// of a window overflows: of such a tensor nothing is said.
static bool isAbsurd(Value value) {
  constexpr int64_t MostSize = int64_t(1) << 31;
  return value && llvm::any_of(ProgramBuilder::shapeOf(value),
                               [](int64_t size) { return size > MostSize; });
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

LogicalResult Interpreter::refuse(NodeOp node, StringRef path,
                                  StringRef reason) {
  mlir::Location place = source.location(node, graph::NodePart::Op);
  if (context.abstract) {
    notLowered.push_back({node, reason.str()});
    return llvm::success();
  }
  if (reason.empty())
    return diag::OpWithoutLowering::op(place, node.getOpName(), path);
  return diag::NodeNotLowered::node(place, node.getOpName(), path, reason);
}

LogicalResult Interpreter::report(NodeOp node, const LayerCall &call,
                                  bool isFirst) {
  if (context.abstract && !isFirst)
    return llvm::success();
  if (call.refusal() == Refusal::Unsupported ||
      call.refusal() == Refusal::UnknownClass)
    return refuse(node, call.path, call.reason());
  if (call.refusal() == Refusal::Window) {
    auto [reach, size] = call.windowSizes();
    Report report = diag::KerasWindow::tooLarge(
        source.location(node, graph::NodePart::Name), call.path, reach, size);
    report.help("use a smaller window, or `same` padding, with which it fits "
                "always");
    return report;
  }
  Report report =
      diag::OpInputShape::node(source.location(node, graph::NodePart::Op),
                               node.getOpName(), call.path, call.reason());
  for (auto [given, input] : llvm::zip(node.getInputs(), call.inputs)) {
    if (auto made = given.getDefiningOp<NodeOp>())
      report.note(source.location(made, graph::NodePart::Name),
                  "gives " + trainlint::mismatch::typeText(input.getType()));
  }
  return report;
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

FailureOr<std::string> Interpreter::pathOf(NodeOp node, const CallSite &site) {
  std::string name = source.name(node);
  bool isNamed = !name.empty();
  if (!isNamed)
    name = node.getOpName().str();
  std::string wanted = site.path + name, path = wanted;
  // Each goes on with the numbers where the last one of the name ended.
  unsigned &number = lastNumbers[wanted];
  for (bool isAgain = false;; isAgain = true) {
    auto [known, isNew] = layers.try_emplace(path, node);
    bool isShared = node->hasAttr(graph::CallAttribute);
    if (isNew || known->second == node ||
        (isShared && known->second->hasAttr(graph::CallAttribute)))
      return path;
    if (isNamed && !context.abstract)
      return diag::NodeNotLowered::node(
          source.location(node, graph::NodePart::Name), node.getOpName(), name,
          "duplicate layer name");
    // Its own number, if it was called before.
    unsigned own = isAgain ? 0 : numbers.lookup(node);
    if (own == 0)
      own = numbers[node] = ++number;
    path = wanted + "_" + std::to_string(own);
  }
}

FailureOr<Values> Interpreter::runInput(NodeOp node, const Values &inputs,
                                        StringRef path,
                                        mlir::DictionaryAttr settings) {
  // An input of a model in the model is what that is called with.
  if (!inputs.empty() && inputs.front())
    return inputs;
  mlir::Type type = node.getOutputs().front().getType();
  if (!settings.contains("dtype"))
    type = withDefaultElement(type);
  if (std::string problem = programInputProblem(type);
      context.abstract && !problem.empty())
    (void)refuse(node, path, problem);
  FailureOr<Value> input =
      makeInput(path, type, source.location(node, graph::NodePart::Op));
  if (failed(input))
    return llvm::failure();
  return Values{*input};
}

/// False if a call says that it is none of training.
static bool saysTraining(mlir::DictionaryAttr arguments) {
  mlir::Attribute training = arguments.get("training");
  if (auto flag = llvm::dyn_cast_or_null<mlir::BoolAttr>(training))
    return flag.getValue();
  return integerOf(training).value_or(1) != 0;
}

static mlir::DictionaryAttr argumentsOf(NodeOp node) {
  auto arguments =
      node->getAttrOfType<mlir::DictionaryAttr>(graph::ArgumentsAttribute);
  return arguments ? arguments : mlir::DictionaryAttr::get(node.getContext());
}

FailureOr<Values> Interpreter::runModel(NodeOp node, StringRef name,
                                        const std::string &path,
                                        const Values &inputs, CallSite site) {
  graph::FunctionOp inner = model.getFunction(name);
  if (!inner || site.depth >= MostDepth) {
    context.count.setUnknown();
    if (failed(refuse(node, path,
                      inner ? "models are nested more than " +
                                  std::to_string(MostDepth) + " deep"
                            : "undefined model `" + name.str() + "`")))
      return llvm::failure();
    return Values(node.getOutputs().size());
  }
  site.path = path + "/";
  ++site.depth;
  return runFunction(inner, inputs, std::move(site));
}

FailureOr<Values> Interpreter::runLayer(NodeOp node, const Values &inputs,
                                        const CallSite &site,
                                        const std::string &path,
                                        mlir::DictionaryAttr settings) {
  Values unknown(node.getOutputs().size());
  LayerCall call(context, node.getOpName(), path, settings, inputs,
                 context.abstract ? node.getLoc()
                                  : source.location(node, graph::NodePart::Op));
  call.arguments = Settings(argumentsOf(node));
  call.isTraining = site.isTraining && saysTraining(argumentsOf(node));
  call.isTrainable &= site.isTrainable;
  if (auto names =
          node->getAttrOfType<mlir::ArrayAttr>(graph::OperandNamesAttribute))
    for (auto word : names.getAsRange<mlir::StringAttr>())
      call.inputNames.push_back(word.getValue());
  llvm::SaveAndRestore<ModelRunner> keep(
      context.runModel, [&](StringRef name, const Values &steps) {
        CallSite inside = site;
        inside.isTraining = call.isTraining;
        inside.isTrainable = call.isTrainable;
        return runModel(node, name, path, steps, inside);
      });
  FailureOr<Values> made = llvm::failure();
  if (node->hasAttr(graph::CustomAttribute))
    (void)call.failUnsupported("it is a custom layer");
  else
    made = callLayer(call);
  if (succeeded(made) && call.refusal() == Refusal::None)
    return made;
  // What a model within needs was reported there.
  if (call.refusal() == Refusal::None)
    return llvm::failure();
  if (failed(made))
    context.count.setUnknown();
  if (failed(report(node, call, site.isFirst)))
    return llvm::failure();
  return succeeded(made) ? made : unknown;
}

/// Says how many weights a layer has, at the first of its calls.
void Interpreter::setWeights(NodeOp node, const WeightCount &count) {
  auto numbers = count.numbers();
  auto call = node->getAttrOfType<mlir::IntegerAttr>(graph::CallAttribute);
  if (numbers && (!call || call.getInt() == 0))
    node->setDiscardableAttr(
        graph::WeightsAttribute,
        mlir::DenseI64ArrayAttr::get(node.getContext(),
                                     {numbers->first, numbers->second}));
}

FailureOr<Values> Interpreter::runNode(NodeOp node, const Values &inputs,
                                       const CallSite &site) {
  NodeTrace trace(node, source);
  FailureOr<std::string> path = pathOf(node, site);
  if (failed(path))
    return llvm::failure();
  LLVM_DEBUG(llvm::dbgs() << (context.abstract ? "types of `" : "lowers `")
                          << *path << "` (" << node.getOpName() << ")\n");
  mlir::DictionaryAttr settings = source.attributes(node);
  if (ForwardModule *module = context.module) {
    module->beginPart();
    if (module->isFull())
      return refuse(node, *path, "the model has too many layers");
  }
  if (node.getOpName() == "InputLayer")
    return runInput(node, inputs, *path, settings);
  bool isUnknown = llvm::is_contained(inputs, Value()) ||
                   llvm::any_of(inputs, isAbsurd) || --runBudget < 0;
  if (context.abstract && isUnknown) {
    context.count.setUnknown();
    return Values(node.getOutputs().size());
  }
  if (inputs.empty()) {
    context.count.setUnknown();
    if (failed(refuse(node, *path, "it has no inputs")))
      return llvm::failure();
    return Values(node.getOutputs().size());
  }
  if (auto function =
          settings.getAs<graph::FunctionAttr>(graph::FunctionSetting)) {
    CallSite inside = site;
    inside.isTraining &= saysTraining(argumentsOf(node));
    inside.isTrainable &= Settings(settings).getBool("trainable", true);
    return runModel(node, function.getName(), *path, inputs, inside);
  }
  FailureOr<Values> made = runLayer(node, inputs, site, *path, settings);
  if (failed(made) || !context.module)
    return made;
  if (std::string problem = context.module->checkPart(); !problem.empty())
    return refuse(node, *path, problem);
  return made;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

FailureOr<Values> Interpreter::runFunction(graph::FunctionOp function,
                                           const Values &arguments,
                                           CallSite site) {
  site.isFirst = !context.abstract || typed.insert(function).second;
  Frame frame(context.abstract);
  auto write = [&](Value value, Value made) {
    frame.write(value, made);
    if (context.abstract && site.isFirst && made && !isAbsurd(made))
      value.setType(made.getType());
  };
  for (auto [argument, value] :
       llvm::zip(function.getBody().getArguments(), arguments))
    write(argument, value);
  bool isWhole = true;
  for (NodeOp node : graph::nodesInOrder(function)) {
    if (isCancelled())
      return llvm::failure();
    Values inputs;
    for (Value input : node.getInputs()) {
      auto undefined = input.getDefiningOp<graph::UndefinedOp>();
      if (undefined && context.module) {
        (void)refuse(
            node, source.name(node),
            ("undefined layer `" + undefined.getReference() + "`").str());
        isWhole = false;
      }
      inputs.push_back(frame.read(input));
    }
    // What is missing was reported where it should have been made.
    if (context.module && llvm::is_contained(inputs, Value()))
      continue;
    WeightCount others = std::exchange(context.count, WeightCount());
    FailureOr<Values> made = runNode(node, inputs, site);
    if (failed(made))
      context.count.setUnknown();
    if (context.abstract && site.isFirst)
      setWeights(node, context.count);
    context.count.add(others);
    if (failed(made)) {
      isWhole = false;
      // Models that hold each other twice would go on for long.
      if (context.module && context.module->isFull())
        break;
      continue;
    }
    for (auto [output, value] : llvm::zip(node.getOutputs(), *made))
      write(output, value);
    if (context.abstract)
      context.abstract->clear();
  }
  graph::ReturnOp end = function.getReturn();
  if (!end || (!isWhole && context.module))
    return llvm::failure();
  Values results;
  for (Value value : end.getValues()) {
    Value made = frame.read(value);
    if (!made && context.module)
      return mlir::emitError(end.getLoc())
             << "output `" << outputName(source, value, results.size())
             << "` is not computed by a lowered layer";
    results.push_back(made);
  }
  return results;
}

FailureOr<Values> Interpreter::run(graph::FunctionOp main,
                                   InputMaker givenMaker) {
  makeInput = givenMaker;
  Values arguments;
  auto names = main.getArgNames();
  for (mlir::BlockArgument argument : main.getBody().getArguments()) {
    StringRef name = "input";
    if (names && argument.getArgNumber() < names->size())
      name = llvm::cast<mlir::StringAttr>((*names)[argument.getArgNumber()])
                 .getValue();
    mlir::Type type = argument.getType();
    NodeOp first = *main.getNodes().begin();
    if (!source.attributes(first).contains("dtype"))
      type = withDefaultElement(type);
    FailureOr<Value> input = makeInput(name, type, argument.getLoc());
    if (failed(input))
      return llvm::failure();
    arguments.push_back(*input);
  }
  CallSite outermost;
  outermost.isTraining = form == ModelForm::Training;
  FailureOr<Values> results = runFunction(main, arguments, outermost);
  if (failed(results) || !context.module)
    return results;
  for (auto [number, value] : llvm::enumerate(main.getReturn().getValues())) {
    Value made = (*results)[number];
    std::string name = outputName(source, value, number);
    context.module->addOutput(name, made);
    // A step that does not count is no part of losses and metrics.
    if (Value mask = context.masks.lookup(made);
        mask && form != ModelForm::Inference)
      context.module->addMask(name, mask);
  }
  return results;
}

#undef DEBUG_TYPE
