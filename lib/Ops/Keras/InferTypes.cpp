//===- InferTypes.cpp - Types that follow from a Keras model --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/InferTypes.h"
#include "Ops/Keras/Interpreter.h"
#include "Support/MLIR.h"

using namespace trainlint;

void keras::inferTypes(graph::ModelOp model, const graph::NodeReader &source) {
  auto functions = model.getFunctions();
  if (functions.empty() || (*functions.begin()).getNodes().empty())
    return;
  stablehlo::AbstractValues values(model.getContext());
  Interpreter interpreter(model, source, values);
  auto makeInput = [&](StringRef, Type type,
                       Location place) -> FailureOr<Value> {
    auto known = llvm::dyn_cast<RankedTensorType>(type);
    bool isUsable =
        known && !llvm::isa<graph::UnknownType>(known.getElementType());
    return isUsable ? values.add(known, place) : Value();
  };
  (void)interpreter.run(*functions.begin(), makeInput);
  for (const Unlowered &found : interpreter.unlowered()) {
    graph::NodeOp node = found.node;
    node->setDiscardableAttr(
        graph::NoLoweringAttribute,
        mlir::StringAttr::get(model.getContext(), found.reason));
  }
}

std::string keras::outputName(const graph::NodeReader &source, Value value,
                              size_t number) {
  if (auto node = value.getDefiningOp<graph::NodeOp>()) {
    std::string name = source.name(node);
    unsigned result = llvm::cast<mlir::OpResult>(value).getResultNumber();
    return result == 0 ? name : name + ":" + std::to_string(result);
  }
  return "output_" + std::to_string(number);
}
