//===- InferTypes.cpp - Types that follow from a model --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/InferTypes.h"
#include "Ops/Common/ProgramInputs.h"
#include "Support/MLIR.h"

using namespace trainlint;

/// Keeps why no program can have some of the values of the main graph.
static void setProblems(mlir::Operation *op,
                        llvm::ArrayRef<std::string> problems) {
  if (llvm::all_of(problems, [](StringRef text) { return text.empty(); }))
    return;
  mlir::Builder b(op->getContext());
  auto texts = llvm::map_to_vector(problems, [&](StringRef text) {
    return mlir::Attribute(b.getStringAttr(text));
  });
  op->setDiscardableAttr(graph::ValuesNotLoweredAttribute,
                         b.getArrayAttr(texts));
}

void onnx::inferTypes(graph::ModelOp model, const graph::NodeReader &source) {
  auto functions = model.getFunctions();
  if (functions.empty())
    return;
  graph::FunctionOp main = *functions.begin();
  stablehlo::AbstractValues values(model.getContext());
  Interpreter interpreter(model, source, values);
  (void)interpreter.run(main);
  for (const Unlowered &found : interpreter.unlowered()) {
    graph::NodeOp node = found.node;
    node->setDiscardableAttr(
        graph::NoLoweringAttribute,
        mlir::StringAttr::get(model.getContext(), found.reason));
  }
  setProblems(main, llvm::map_to_vector(main.getBody().getArgumentTypes(),
                                        [](mlir::Type type) {
                                          return programInputProblem(type);
                                        }));
  if (graph::ReturnOp end = main.getReturn())
    setProblems(end, llvm::map_to_vector(end.getValues(), [&](Value value) {
                  std::optional<Operand> known = interpreter.read(value);
                  return known ? programOutputProblem(*known) : std::string();
                }));
}
