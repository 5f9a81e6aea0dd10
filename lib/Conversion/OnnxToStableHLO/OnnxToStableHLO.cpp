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
    Operand input;
    input.value = module.input(name, *type);
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
