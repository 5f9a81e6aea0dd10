//===- ProgramInputs.cpp - Types that a program can be given --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/ProgramInputs.h"
#include "Dialect/Graph/IR/Graph.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace trainlint;

std::string trainlint::programInputProblem(mlir::Type declared) {
  auto tensor = llvm::dyn_cast<mlir::TensorType>(declared);
  if (!tensor)
    return "it is not declared as a tensor; sequences, optionals and maps are "
           "no inputs of a program";
  mlir::Type element = tensor.getElementType();
  if (element.isIntOrFloat() || llvm::isa<graph::UnknownType>(element))
    return "";
  std::string name = graph::elementTypeName(element);
  if (name == "string")
    return "it is text, which no device takes; the host makes numbers of it";
  return "element type " + name + " is not supported";
}
