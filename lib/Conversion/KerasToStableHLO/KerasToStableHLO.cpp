//===- KerasToStableHLO.cpp - Keras models as StableHLO -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/KerasToStableHLO.h"
#include "Conversion/Common/InputTypes.h"
#include "Ops/Keras/Interpreter.h"
#include "Support/MLIR.h"
#include <list>

using namespace trainlint;
using namespace trainlint::stablehlo;

LogicalResult trainlint::lowerKeras(graph::ModelOp model,
                                    const graph::NodeReader &source,
                                    const ForwardOptions &options,
                                    mlir::ModuleOp module) {
  auto functions = model.getFunctions();
  if (functions.empty() || !(*functions.begin()).getReturn())
    return mlir::emitError(model.getLoc())
           << "the file does not contain the layers of the model";
  // Built aside, so that nothing is left of what fails.
  mlir::OwningOpRef<mlir::ModuleOp> built =
      mlir::ModuleOp::create(model.getLoc());
  {
    ForwardModule forward(*built, model.getLoc());
    SmallVector<DeclaredInput> inputs;
    auto makeInput = [&](StringRef name, Type type,
                         Location place) -> FailureOr<Value> {
      inputs.push_back({name, type, place, {}});
      FailureOr<RankedTensorType> resolved =
          resolveInput(inputs.back(), options);
      if (failed(resolved))
        return llvm::failure();
      return forward.input(name, *resolved);
    };
    keras::Interpreter interpreter(model, source, forward, options.form);
    graph::FunctionOp main = *functions.begin();
    if (failed(interpreter.run(main, makeInput)))
      return llvm::failure();
    // Those that nothing is computed of may be named as well.
    std::list<std::string> layers;
    for (graph::NodeOp node : main.getNodes()) {
      if (node.is("InputLayer"))
        inputs.push_back({layers.emplace_back(source.name(node)),
                          Type(),
                          node.getLoc(),
                          {}});
    }
    if (failed(checkNames(inputs, options, model.getLoc())))
      return llvm::failure();
    forward.finish();
  }
  module.getBody()->getOperations().splice(module.getBody()->end(),
                                           built->getBody()->getOperations());
  return llvm::success();
}
