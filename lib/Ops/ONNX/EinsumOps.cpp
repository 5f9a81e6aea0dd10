//===- EinsumOps.cpp - Sums of products by an equation --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Einsum.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

static LogicalResult einsum(OpCall &call) {
  if (failed(call.expectInputs(std::max<unsigned>(call.inputs.size(), 1))))
    return llvm::failure();
  SmallVector<Value> operands;
  for (unsigned number = 0; number < call.inputs.size(); ++number) {
    Value operand = call.value(number);
    mlir::Type element = ProgramBuilder::elementOf(operand);
    if (element.isInteger(1))
      return call.fail("element type " + mismatch::typeText(element) +
                       " is not supported");
    if (element != call.element())
      return call.fail(mismatch::elements(call.element(), element));
    operands.push_back(operand);
  }
  Einsum sums(call.builder, call.word("equation", ""), operands);
  if (std::string problem = sums.read(); !problem.empty())
    return call.fail(problem);
  return call.setResult(sums.compute());
}

void onnx::addEinsumOps(OpTable &table) { table.add(einsum, {"Einsum"}); }
