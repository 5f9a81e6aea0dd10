//===- KerasToStableHLO.cpp - Keras models as StableHLO -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/KerasToStableHLO.h"
#include "Conversion/ForwardInputs/InputTypes.h"
#include "Conversion/KerasToStableHLO/LayerCall.h"
#include "Dialect/Graph/IR/NodeOrder.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;
using graph::NodeOp;
using llvm::FailureOr;
using llvm::LogicalResult;
using llvm::SmallVector;
using llvm::StringRef;
using mlir::Value;

namespace {
/// Walks over the layers of a model and of those in it.
class ModelLegalisation {
public:
  ModelLegalisation(graph::ModelOp model, const graph::NodeSource &source,
                    const ForwardOptions &options, ForwardModule &module)
      : model(model), source(source), options(options), module(module) {
    StringRef version = model.getFrameworkVersion().value_or("");
    kerasVersion = version.starts_with("3") ? 3 : 2;
  }

  LogicalResult run();

private:
  FailureOr<Values> runFunction(graph::FunctionOp function,
                                const Values &arguments,
                                const std::string &path, unsigned depth);
  /// What a node gives; nothing if that or one of its inputs is not known.
  FailureOr<Values> runNode(NodeOp node, const Values &inputs,
                            const std::string &path, unsigned depth);
  FailureOr<Value> makeInput(StringRef name, mlir::Type type,
                             mlir::Location loc);

  graph::ModelOp model;
  const graph::NodeSource &source;
  const ForwardOptions &options;
  ForwardModule &module;
  int64_t kerasVersion = 2;
};
} // namespace

FailureOr<Value> ModelLegalisation::makeInput(StringRef name, mlir::Type type,
                                              mlir::Location loc) {
  FailureOr<mlir::RankedTensorType> resolved =
      resolveInput(name, type, options, loc);
  if (failed(resolved))
    return llvm::failure();
  return module.input(name, *resolved);
}

FailureOr<Values> ModelLegalisation::runNode(NodeOp node, const Values &inputs,
                                             const std::string &path,
                                             unsigned depth) {
  // No model is so deep, but a file may say so.
  constexpr unsigned MostDepth = 64;
  mlir::Location place = source.location(node, graph::NodePart::Op);
  StringRef className = node.getOpName();
  std::string name = path + source.name(node);
  mlir::DictionaryAttr settings = source.attributes(node);
  if (className == "InputLayer") {
    if (!inputs.empty())
      return inputs;
    FailureOr<Value> input =
        makeInput(name, node.getOutputs().front().getType(), place);
    if (failed(input))
      return llvm::failure();
    return Values{*input};
  }
  if (inputs.empty())
    return mlir::emitError(place)
           << className << " `" << name << "` is called with nothing";
  if (auto function = settings.getAs<graph::FunctionAttr>("function")) {
    graph::FunctionOp inner = model.getFunction(function.getName());
    if (!inner || depth >= MostDepth)
      return mlir::emitError(place)
             << "the layers of `" << name << "` are not known";
    return runFunction(inner, inputs, name + "/", depth + 1);
  }
  Legalise legalise =
      node->hasAttr("graph.custom") ? nullptr : findLegalisation(className);
  if (!legalise)
    return mlir::emitError(place) << className << " `" << name
                                  << "` cannot be legalised: layers of its "
                                     "class are not known to training";
  LayerCall call(module, className, name, settings, inputs, kerasVersion,
                 place);
  return legalise(call);
}

FailureOr<Values> ModelLegalisation::runFunction(graph::FunctionOp function,
                                                 const Values &arguments,
                                                 const std::string &path,
                                                 unsigned depth) {
  llvm::DenseMap<Value, Value> values;
  for (auto [argument, value] :
       llvm::zip(function.getBody().getArguments(), arguments))
    values[argument] = value;
  bool isWhole = true;
  for (NodeOp node : graph::nodesInOrder(function)) {
    Values inputs;
    for (Value input : node.getInputs()) {
      if (auto undefined = input.getDefiningOp<graph::UndefinedOp>()) {
        mlir::emitError(source.location(node, graph::NodePart::Name))
            << "`" << undefined.getReference() << "` is in no layer";
        isWhole = false;
      }
      inputs.push_back(values.lookup(input));
    }
    // What is missing was reported where it should have been made.
    if (llvm::is_contained(inputs, Value()))
      continue;
    FailureOr<Values> made = runNode(node, inputs, path, depth);
    if (failed(made)) {
      isWhole = false;
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
             << "an output of the model is not known";
    results.push_back(made);
  }
  return results;
}

/// The name of the layer that makes an output.
static std::string outputName(const graph::NodeSource &source, Value value,
                              size_t number) {
  if (auto node = value.getDefiningOp<NodeOp>()) {
    std::string name = source.name(node);
    unsigned result = llvm::cast<mlir::OpResult>(value).getResultNumber();
    return result == 0 ? name : name + ":" + std::to_string(result);
  }
  return "output_" + std::to_string(number);
}

LogicalResult ModelLegalisation::run() {
  auto functions = model.getFunctions();
  if (functions.empty() || !(*functions.begin()).getReturn())
    return mlir::emitError(model.getLoc())
           << "the layers of the model are not in its file";
  graph::FunctionOp main = *functions.begin();
  Values arguments;
  auto names = main.getArgNames();
  for (mlir::BlockArgument argument : main.getBody().getArguments()) {
    StringRef name = "input";
    if (names && argument.getArgNumber() < names->size())
      name = llvm::cast<mlir::StringAttr>((*names)[argument.getArgNumber()])
                 .getValue();
    FailureOr<Value> input =
        makeInput(name, argument.getType(), argument.getLoc());
    if (failed(input))
      return llvm::failure();
    arguments.push_back(*input);
  }
  FailureOr<Values> results = runFunction(main, arguments, "", 0);
  if (failed(results))
    return llvm::failure();
  for (auto [number, value] : llvm::enumerate(main.getReturn().getValues()))
    module.addOutput(outputName(source, value, number), (*results)[number]);
  return llvm::success();
}

LogicalResult trainlint::legaliseKeras(graph::ModelOp model,
                                       const graph::NodeSource &source,
                                       const ForwardOptions &options,
                                       mlir::ModuleOp module) {
  // Built aside, so that nothing is left of what fails.
  mlir::OwningOpRef<mlir::ModuleOp> built =
      mlir::ModuleOp::create(model.getLoc());
  {
    ForwardModule forward(*built, model.getLoc());
    if (failed(ModelLegalisation(model, source, options, forward).run()))
      return llvm::failure();
    forward.finish();
  }
  module.getBody()->getOperations().splice(module.getBody()->end(),
                                           built->getBody()->getOperations());
  return llvm::success();
}
