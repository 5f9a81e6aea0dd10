//===- OnnxToStableHLO.cpp - ONNX models as StableHLO ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/OnnxToStableHLO/OnnxToStableHLO.h"
#include "Conversion/Common/InputTypes.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Ops/ONNX/Interpreter.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

namespace {
/// Gives the main graph its inputs and outputs.
class ModelLowering {
public:
  ModelLowering(graph::ModelOp model, const graph::NodeReader &source,
                const ForwardOptions &options, ForwardModule &module)
      : model(model), options(options), module(module),
        interpreter(model, source, module, options.form) {}

  LogicalResult run();

private:
  LogicalResult addInputs(graph::FunctionOp main);
  LogicalResult addOutputs(graph::FunctionOp main);

  graph::ModelOp model;
  const ForwardOptions &options;
  ForwardModule &module;
  Interpreter interpreter;
};
} // namespace

/// False if two inputs have other known first sizes, which are no batch then,
/// or if one has a name for its first size: what is known is meant so.
static bool isBatchFirst(graph::FunctionOp main) {
  std::optional<int64_t> first;
  for (mlir::BlockArgument argument : main.getBody().getArguments()) {
    auto type = llvm::dyn_cast<mlir::RankedTensorType>(argument.getType());
    if (!main.getDimensionName(argument.getArgNumber(), 0).empty())
      return false;
    if (!type || type.getRank() == 0 || type.isDynamicDim(0))
      continue;
    if (first && *first != type.getDimSize(0))
      return false;
    first = type.getDimSize(0);
  }
  return true;
}

/// The inputs of a model as its file has them.
static SmallVector<DeclaredInput> inputsOf(graph::FunctionOp main) {
  SmallVector<DeclaredInput> inputs;
  auto names = main.getArgNames();
  for (mlir::BlockArgument argument : main.getBody().getArguments()) {
    unsigned number = argument.getArgNumber();
    StringRef name =
        names && number < names->size()
            ? llvm::cast<mlir::StringAttr>((*names)[number]).getValue()
            : StringRef("input");
    DeclaredInput input = {name, argument.getType(), argument.getLoc(), {}};
    auto type = llvm::dyn_cast<mlir::RankedTensorType>(argument.getType());
    for (unsigned i = 0; type && i < type.getRank(); ++i)
      input.dimensions.push_back(main.getDimensionName(number, i));
    inputs.push_back(std::move(input));
  }
  return inputs;
}

LogicalResult ModelLowering::addInputs(graph::FunctionOp main) {
  SmallVector<DeclaredInput> inputs = inputsOf(main);
  if (failed(checkNames(inputs, options, model.getLoc())))
    return llvm::failure();
  LogicalResult result = llvm::success();
  ForwardOptions sizes = options;
  takeNamedSizes(inputs, main.getBatchName(), sizes);
  bool isBatch = isBatchFirst(main);
  for (auto [argument, declared] :
       llvm::zip_equal(main.getBody().getArguments(), inputs)) {
    llvm::FailureOr<mlir::RankedTensorType> type =
        resolveInput(declared, sizes, isBatch);
    if (failed(type)) {
      result = llvm::failure();
      continue;
    }
    Operand input;
    input.value = module.input(declared.name, *type);
    interpreter.write(argument, input);
  }
  return result;
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
    const Operand *found = interpreter.find(value);
    if (!found)
      return mlir::emitError(end.getLoc())
             << "output `" << name << "` is not computed by a lowered node";
    if (!found->isTensor())
      return diag::NodeNotLowered::output(end.getLoc(), name,
                                          programOutputProblem(*found));
    module.addOutput(name, interpreter.materialize(*found, end.getLoc()));
  }
  return llvm::success();
}

LogicalResult ModelLowering::run() {
  auto functions = model.getFunctions();
  if (functions.empty())
    return mlir::emitError(model.getLoc()) << "the model has no graph";
  graph::FunctionOp main = *functions.begin();
  bool isWhole = succeeded(addInputs(main));
  isWhole &= succeeded(interpreter.run(main));
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
