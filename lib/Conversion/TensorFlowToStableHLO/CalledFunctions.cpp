//===- CalledFunctions.cpp - What functions of a graph do -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/CalledFunctions.h"
#include "Dialect/Graph/Checks/Computation.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::FunctionOp;
using graph::NodeOp;

FunctionOp CalledFunctions::functionOf(mlir::Attribute called) {
  auto name = llvm::dyn_cast_or_null<graph::FunctionAttr>(called);
  return name ? functions.lookup(name.getName()) : FunctionOp();
}

FunctionOp CalledFunctions::called(NodeOp node) {
  StringRef op = node.getOpName();
  llvm::ArrayRef<llvm::StringLiteral> attributes =
      graph::functionAttributes(op);
  if (attributes.empty())
    return operators().find(op) ? FunctionOp() : functions.lookup(op);
  return attributes.front() == "f" ? functionOf(source.attribute(node, "f"))
                                   : FunctionOp();
}

FunctionOp CalledFunctions::loopBody(NodeOp node) {
  bool isLoop = node.is("While") || node.is("StatelessWhile");
  return isLoop ? functionOf(source.attribute(node, "body")) : FunctionOp();
}

bool CalledFunctions::doesItself(NodeOp node, const Known &what) {
  if (&what == &trainingFunctions)
    return graph::isOptimizerUpdate(node.getOpName());
  return partition.placementOf(node) == Placement::Input;
}

bool CalledFunctions::does(FunctionOp function, Known &what) {
  auto [known, isNew] = what.try_emplace(function, false);
  if (!isNew)
    return known->second;
  bool found = false;
  for (NodeOp node : function.getNodes())
    found = found || does(node, what);
  return what[function] = found;
}

bool CalledFunctions::does(mlir::Attribute called, Known &what) {
  if (auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(called))
    return llvm::any_of(list,
                        [&](mlir::Attribute each) { return does(each, what); });
  FunctionOp function = functionOf(called);
  return function && does(function, what);
}

bool CalledFunctions::does(NodeOp node, Known &what) {
  if (doesItself(node, what))
    return true;
  StringRef op = node.getOpName();
  llvm::ArrayRef<llvm::StringLiteral> attributes =
      graph::functionAttributes(op);
  if (attributes.empty()) {
    FunctionOp called = functions.lookup(op);
    return called && does(called, what);
  }
  return llvm::any_of(attributes, [&](StringRef attribute) {
    return does(source.attribute(node, attribute), what);
  });
}
