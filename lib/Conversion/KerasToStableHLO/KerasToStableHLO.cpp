//===- KerasToStableHLO.cpp - Keras models as StableHLO -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/KerasToStableHLO.h"
#include "Conversion/Common/InputTypes.h"
#include "Conversion/KerasToStableHLO/KerasLowering.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Dialect/Graph/IR/NodeOrder.h"
#include "Frontend/Keras/Import/ImportModel.h"
#include "Ops/Common/NodeTrace.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;
using graph::NodeOp;

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

/// The type of an input without a `dtype`: what Keras takes then.
static mlir::Type withDefaultElement(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::TensorType>(type);
  if (!tensor || !llvm::isa<graph::UnknownType>(tensor.getElementType()))
    return type;
  mlir::Type element = mlir::Float32Type::get(type.getContext());
  return tensor.cloneWith(std::nullopt, element);
}

namespace {
/// Walks over the layers of a model and of those in it.
class ModelLowering {
public:
  ModelLowering(graph::ModelOp model, const graph::NodeReader &source,
                const ForwardOptions &options, ForwardModule &module)
      : model(model), source(source), options(options), module(module) {
    StringRef version = model.getFrameworkVersion().value_or("");
    bool isThird = version.empty() ? looksLikeKeras3(model, source)
                                   : version.starts_with("3");
    kerasVersion = isThird ? 3 : 2;
  }

  LogicalResult run();

private:
  /// Where a layer is called.
  struct CallContext {
    /// The names of the models around it, each with a slash.
    std::string path;
    unsigned depth = 0;
    bool isTraining = true;
  };

  FailureOr<Values> runFunction(graph::FunctionOp function,
                                const Values &arguments,
                                const CallContext &context);
  /// What a node gives; nothing if that or one of its inputs is not known.
  FailureOr<Values> runNode(NodeOp node, const Values &inputs,
                            const CallContext &context);
  /// The name of a layer with those of the models around it; fails if another
  /// layer has it.
  FailureOr<std::string> pathOf(NodeOp node, const CallContext &context);
  FailureOr<Value> makeInput(StringRef name, mlir::Type type,
                             mlir::Location loc);

  graph::ModelOp model;
  const graph::NodeReader &source;
  const ForwardOptions &options;
  ForwardModule &module;
  int64_t kerasVersion = 2;
  /// Layers by their paths.
  llvm::StringMap<NodeOp> layers;
};
} // namespace

FailureOr<std::string> ModelLowering::pathOf(NodeOp node,
                                             const CallContext &context) {
  std::string name = source.name(node);
  bool isNamed = !name.empty();
  if (!isNamed)
    name = node.getOpName().str();
  std::string path = context.path + name;
  for (unsigned number = 1;; ++number) {
    auto [known, isNew] = layers.try_emplace(path, node);
    bool isShared = node->hasAttr(CallAttribute);
    if (isNew || known->second == node ||
        (isShared && known->second->hasAttr(CallAttribute)))
      return path;
    if (isNamed)
      return diag::NodeNotLowered::node(
          source.location(node, graph::NodePart::Name), name, node.getOpName(),
          "duplicate layer name");
    path = context.path + name + "_" + std::to_string(number);
  }
}

FailureOr<Value> ModelLowering::makeInput(StringRef name, mlir::Type type,
                                          mlir::Location loc) {
  FailureOr<mlir::RankedTensorType> resolved =
      resolveInput(name, type, options, loc);
  if (failed(resolved))
    return llvm::failure();
  return module.input(name, *resolved);
}

/// False if a call says that it is none of training.
static bool saysTraining(mlir::DictionaryAttr arguments) {
  mlir::Attribute training = arguments.get("training");
  if (auto flag = llvm::dyn_cast_or_null<mlir::BoolAttr>(training))
    return flag.getValue();
  return integerOf(training).value_or(1) != 0;
}

FailureOr<Values> ModelLowering::runNode(NodeOp node, const Values &inputs,
                                         const CallContext &context) {
  NodeTrace trace(node, source);
  // No model is so deep, but a file may say so.
  constexpr unsigned MostDepth = 64;
  mlir::Location place = source.location(node, graph::NodePart::Op);
  StringRef className = node.getOpName();
  FailureOr<std::string> path = pathOf(node, context);
  if (failed(path))
    return llvm::failure();
  const std::string &name = *path;
  mlir::DictionaryAttr settings = source.attributes(node);
  module.beginPart();
  if (module.isFull())
    return diag::NodeNotLowered::node(place, name, className,
                                      "the model has too many layers");
  if (className == "InputLayer") {
    if (!inputs.empty())
      return inputs;
    mlir::Type type = node.getOutputs().front().getType();
    if (!settings.contains("dtype"))
      type = withDefaultElement(type);
    FailureOr<Value> input = makeInput(name, type, place);
    if (failed(input))
      return llvm::failure();
    return Values{*input};
  }
  if (inputs.empty())
    return diag::NodeNotLowered::node(place, name, className,
                                      "it has no inputs");
  auto arguments =
      node->getAttrOfType<mlir::DictionaryAttr>(ArgumentsAttribute);
  if (!arguments)
    arguments = mlir::DictionaryAttr::get(node.getContext());
  bool isTraining = context.isTraining && saysTraining(arguments);
  if (auto function = settings.getAs<graph::FunctionAttr>("function")) {
    graph::FunctionOp inner = model.getFunction(function.getName());
    if (!inner || context.depth >= MostDepth)
      return diag::NodeNotLowered::node(
          place, name, className,
          inner ? "models are nested more than " + std::to_string(MostDepth) +
                      " deep"
                : "undefined model `" + function.getName().str() + "`");
    return runFunction(inner, inputs,
                       {name + "/", context.depth + 1, isTraining});
  }
  KerasLowering call(module, className, name, settings, inputs, kerasVersion,
                     place);
  call.arguments = Settings(arguments);
  call.isTraining = isTraining;
  if (auto names = node->getAttrOfType<mlir::ArrayAttr>(OperandNamesAttribute))
    for (auto word : names.getAsRange<mlir::StringAttr>())
      call.inputNames.push_back(word.getValue());
  if (node->hasAttr(CustomAttribute))
    return call.fail("it is a custom layer");
  FailureOr<Values> made = lowerLayer(call);
  if (failed(made))
    return llvm::failure();
  if (std::string problem = module.checkPart(); !problem.empty())
    return call.fail(problem);
  return made;
}

/// The name of the layer that makes an output.
static std::string outputName(const graph::NodeReader &source, Value value,
                              size_t number) {
  if (auto node = value.getDefiningOp<NodeOp>()) {
    std::string name = source.name(node);
    unsigned result = llvm::cast<mlir::OpResult>(value).getResultNumber();
    return result == 0 ? name : name + ":" + std::to_string(result);
  }
  return "output_" + std::to_string(number);
}

FailureOr<Values> ModelLowering::runFunction(graph::FunctionOp function,
                                             const Values &arguments,
                                             const CallContext &context) {
  llvm::DenseMap<Value, Value> values;
  for (auto [argument, value] :
       llvm::zip(function.getBody().getArguments(), arguments))
    values[argument] = value;
  bool isWhole = true;
  for (NodeOp node : graph::nodesInOrder(function)) {
    Values inputs;
    for (Value input : node.getInputs()) {
      if (auto undefined = input.getDefiningOp<graph::UndefinedOp>()) {
        (void)diag::NodeNotLowered::node(
            source.location(node, graph::NodePart::Name), source.name(node),
            node.getOpName(),
            ("undefined layer `" + undefined.getReference() + "`").str());
        isWhole = false;
      }
      inputs.push_back(values.lookup(input));
    }
    // What is missing was reported where it should have been made.
    if (llvm::is_contained(inputs, Value()))
      continue;
    FailureOr<Values> made = runNode(node, inputs, context);
    if (failed(made)) {
      isWhole = false;
      // Models that hold each other twice would go on for long.
      if (module.isFull())
        break;
      continue;
    }
    for (auto [output, value] : llvm::zip(node.getOutputs(), *made))
      values[output] = value;
  }
  graph::ReturnOp end = function.getReturn();
  if (!isWhole || !end)
    return llvm::failure();
  Values results;
  for (Value value : end.getValues()) {
    Value made = values.lookup(value);
    if (!made)
      return mlir::emitError(end.getLoc())
             << "output `" << outputName(source, value, results.size())
             << "` is not computed by a lowered layer";
    results.push_back(made);
  }
  return results;
}

LogicalResult ModelLowering::run() {
  auto functions = model.getFunctions();
  if (functions.empty() || !(*functions.begin()).getReturn())
    return mlir::emitError(model.getLoc())
           << "the file does not contain the layers of the model";
  graph::FunctionOp main = *functions.begin();
  Values arguments;
  auto names = main.getArgNames();
  for (mlir::BlockArgument argument : main.getBody().getArguments()) {
    StringRef name = "input";
    if (names && argument.getArgNumber() < names->size())
      name = llvm::cast<mlir::StringAttr>((*names)[argument.getArgNumber()])
                 .getValue();
    mlir::Type type = argument.getType();
    auto first = *main.getNodes().begin();
    if (!source.attributes(first).contains("dtype"))
      type = withDefaultElement(type);
    FailureOr<Value> input = makeInput(name, type, argument.getLoc());
    if (failed(input))
      return llvm::failure();
    arguments.push_back(*input);
  }
  CallContext outermost;
  outermost.isTraining = options.form == ModelForm::Training;
  FailureOr<Values> results = runFunction(main, arguments, outermost);
  if (failed(results))
    return llvm::failure();
  for (auto [number, value] : llvm::enumerate(main.getReturn().getValues()))
    module.addOutput(outputName(source, value, number), (*results)[number]);
  return llvm::success();
}

LogicalResult trainlint::lowerKeras(graph::ModelOp model,
                                    const graph::NodeReader &source,
                                    const ForwardOptions &options,
                                    mlir::ModuleOp module) {
  // Built aside, so that nothing is left of what fails.
  mlir::OwningOpRef<mlir::ModuleOp> built =
      mlir::ModuleOp::create(model.getLoc());
  {
    ForwardModule forward(*built, model.getLoc());
    if (failed(ModelLowering(model, source, options, forward).run()))
      return llvm::failure();
    forward.finish();
  }
  module.getBody()->getOperations().splice(module.getBody()->end(),
                                           built->getBody()->getOperations());
  return llvm::success();
}
