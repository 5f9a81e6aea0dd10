//===- OnnxToStableHLO.cpp - ONNX models as StableHLO ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/OnnxToStableHLO/OnnxToStableHLO.h"
#include "Conversion/Common/InputTypes.h"
#include "Conversion/Common/NodeTrace.h"
#include "Conversion/OnnxToStableHLO/OnnxLowering.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Dialect/Graph/IR/NodeOrder.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using graph::NodeOp;
using mlir::Value;

namespace {
/// Walks over the nodes of the main graph.
class ModelLowering {
public:
  ModelLowering(graph::ModelOp model, const graph::NodeReader &source,
                const ForwardOptions &options, ForwardModule &module)
      : model(model), source(source), options(options), module(module) {
    if (mlir::DictionaryAttr sets = model.getOpsetsAttr()) {
      if (auto set = sets.getAs<mlir::IntegerAttr>("ai.onnx"))
        version = set.getInt();
    }
  }

  LogicalResult run();

private:
  LogicalResult addInputs(graph::FunctionOp main);
  LogicalResult addInitializers(graph::FunctionOp main);
  LogicalResult runNode(NodeOp node);
  LogicalResult addOutputs(graph::FunctionOp main);

  graph::ModelOp model;
  const graph::NodeReader &source;
  const ForwardOptions &options;
  ForwardModule &module;
  int64_t version = 1;
  llvm::DenseMap<Value, Input> values;
};
} // namespace

/// False if two inputs have other known first sizes, which are no batch then.
static bool agreeOnFirst(graph::FunctionOp main) {
  std::optional<int64_t> first;
  for (mlir::BlockArgument argument : main.getBody().getArguments()) {
    auto type = llvm::dyn_cast<mlir::RankedTensorType>(argument.getType());
    if (!type || type.getRank() == 0 || type.isDynamicDim(0))
      continue;
    if (first && *first != type.getDimSize(0))
      return false;
    first = type.getDimSize(0);
  }
  return true;
}

LogicalResult ModelLowering::addInputs(graph::FunctionOp main) {
  LogicalResult result = llvm::success();
  auto names = main.getArgNames();
  bool isBatch = agreeOnFirst(main);
  for (mlir::BlockArgument argument : main.getBody().getArguments()) {
    unsigned number = argument.getArgNumber();
    StringRef name =
        names && number < names->size()
            ? llvm::cast<mlir::StringAttr>((*names)[number]).getValue()
            : StringRef("input");
    llvm::FailureOr<mlir::RankedTensorType> type = resolveInput(
        name, argument.getType(), options, argument.getLoc(), isBatch);
    if (failed(type)) {
      result = llvm::failure();
      continue;
    }
    Input input;
    input.value = module.input(name, *type);
    values[argument] = input;
  }
  return result;
}

LogicalResult ModelLowering::addInitializers(graph::FunctionOp main) {
  LogicalResult result = llvm::success();
  for (auto op : main.getBody().getOps<graph::InitializerOp>()) {
    // What is used by nothing may be of any type.
    if (op.getValue().use_empty())
      continue;
    mlir::DenseElementsAttr elements = source.elements(op);
    if (!elements) {
      mlir::emitError(op.getLoc())
          << "the elements of `" << op.getName() << "` of type "
          << op.getValue().getType() << " cannot be read as numbers";
      result = llvm::failure();
      continue;
    }
    values[op.getValue()] = {Value(), elements, op.getName().str()};
  }
  return result;
}

LogicalResult ModelLowering::runNode(NodeOp node) {
  NodeTrace trace(node, source);
  SmallVector<Input> inputs;
  for (Value input : node.getInputs()) {
    auto undefined = input.getDefiningOp<graph::UndefinedOp>();
    // An input without a name is left out.
    if (undefined && undefined.getReference().empty()) {
      inputs.push_back({});
      continue;
    }
    auto found = values.find(input);
    // What is missing was reported where it should have been made.
    if (found == values.end()) {
      if (undefined)
        return mlir::emitError(undefined.getLoc())
               << "undefined input `" << undefined.getReference() << "`";
      return llvm::failure();
    }
    inputs.push_back(found->second);
  }
  mlir::Location place = source.location(node, graph::NodePart::Op);
  StringRef op = node.getOpName();
  bool isStandard =
      node.getDomain().value_or("").empty() || node.getDomain() == "ai.onnx";
  // What else an initializer is called is the same weight.
  bool isOtherName = isStandard && op == "Identity" && inputs.size() == 1 &&
                     inputs.front().elements && !node.getOutputs().empty();
  if (isOtherName) {
    values[node.getOutputs().front()] = inputs.front();
    return llvm::success();
  }
  LoweringFunction lower = isStandard ? findLowering(op) : nullptr;
  OnnxLowering call(module, op, source.name(node), source.attributes(node),
                    std::move(inputs), version, place);
  // Outputs behind the last one that is used do not count.
  for (auto [number, output] : llvm::enumerate(node.getOutputs())) {
    if (!output.use_empty())
      call.outputs = number + 1;
  }
  if (op == "Split")
    call.outputs = node.getOutputs().size();
  module.beginPart();
  if (module.isFull())
    return llvm::failure();
  if (!isStandard || !foldIntegers(call)) {
    if (!lower)
      return diag::OpWithoutLowering::op(place, call.name, op);
    if (failed(lower(call)))
      return llvm::failure();
  }
  if (std::string problem = module.checkPart(); !problem.empty())
    return call.fail(problem);
  for (auto [output, value] : llvm::zip(node.getOutputs(), call.results)) {
    Input made;
    made.value = value;
    values[output] = made;
  }
  return llvm::success();
}

LogicalResult ModelLowering::addOutputs(graph::FunctionOp main) {
  graph::ReturnOp end = main.getReturn();
  if (!end)
    return mlir::emitError(model.getLoc()) << "the model has no output";
  auto names = main.getResultNames();
  for (auto [number, value] : llvm::enumerate(end.getValues())) {
    StringRef name =
        names && number < names->size()
            ? llvm::cast<mlir::StringAttr>((*names)[number]).getValue()
            : StringRef("output");
    auto found = values.find(value);
    if (found == values.end() || !found->second.value)
      return mlir::emitError(end.getLoc())
             << "output `" << name << "` is not computed by a lowered node";
    module.addOutput(name, found->second.value);
  }
  return llvm::success();
}

LogicalResult ModelLowering::run() {
  auto functions = model.getFunctions();
  if (functions.empty())
    return mlir::emitError(model.getLoc()) << "the model has no graph";
  graph::FunctionOp main = *functions.begin();
  LogicalResult inputs = addInputs(main);
  LogicalResult initializers = addInitializers(main);
  bool isWhole = succeeded(inputs) && succeeded(initializers);
  for (NodeOp node : graph::nodesInOrder(main))
    isWhole &= succeeded(runNode(node));
  return llvm::success(isWhole && succeeded(addOutputs(main)));
}

LogicalResult trainlint::lowerOnnx(graph::ModelOp model,
                                   const graph::NodeReader &source,
                                   const ForwardOptions &options,
                                   mlir::ModuleOp module) {
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
