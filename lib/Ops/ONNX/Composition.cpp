//===- Composition.cpp - Operators of ONNX made of others -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Composition.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// Of what a fused operator is made: newer than the fusions themselves.
static constexpr int64_t PartVersion = 21;

FailureOr<Operand> onnx::apply(OpCall &call, StringRef op,
                               SmallVector<Operand> inputs,
                               mlir::DictionaryAttr attributes) {
  const OpDefinition *definition = operators().find("", op);
  if (!definition || !definition->function)
    return call.failUnsupported("`" + op + "` is not supported");
  for (const Operand &input : inputs) {
    if (input.isUnknown)
      return input;
  }
  llvm::SaveAndRestore keptName(call.op, op);
  llvm::SaveAndRestore keptInputs(call.inputs, std::move(inputs));
  llvm::SaveAndRestore keptAttributes(call.attributes, attributes);
  llvm::SaveAndRestore keptVersion(call.version, PartVersion);
  llvm::SaveAndRestore<size_t> keptOutputs(call.outputs, 1);
  llvm::SaveAndRestore keptResults(call.results, SmallVector<Operand>());
  if (failed(definition->function(call)))
    return llvm::failure();
  return call.results.front();
}

FailureOr<Operand> onnx::rowsAt(OpCall &call, const Operand &table,
                                const Operand &indices) {
  mlir::Builder &b = call.builder.builder();
  return apply(
      call, "Gather", {table, indices},
      b.getDictionaryAttr(b.getNamedAttr("axis", b.getI64IntegerAttr(0))));
}

Normalized onnx::normalizeLast(ProgramBuilder &b, Value x, double epsilon,
                               bool isSimplified) {
  mlir::Type element = ProgramBuilder::elementOf(x);
  if (element.isF16() || element.isBF16())
    x = b.convert(x, b.builder().getF32Type());
  Shape shape = ProgramBuilder::shapeOf(x);
  int64_t last = shape.size() - 1;
  SmallVector<int64_t> kept = llvm::to_vector(llvm::seq<int64_t>(0, last));
  SmallVector<int64_t> reduced(shape);
  reduced.back() = 1;
  Normalized result;
  Value centered = x;
  if (!isSimplified) {
    Value mean = b.mean(x, {last});
    result.mean = b.reshape(mean, reduced);
    centered = b.subtract(x, b.broadcast(mean, shape, kept));
  }
  Value variance = b.mean(b.multiply(centered, centered), {last});
  Value factor = b.rsqrt(b.add(variance, b.like(variance, epsilon)));
  result.inverseDeviation = b.reshape(factor, reduced);
  if (isSimplified)
    result.mean = b.like(result.inverseDeviation, 0);
  result.value = b.convert(
      b.multiply(centered, b.broadcast(factor, shape, kept)), element);
  return result;
}

Value onnx::columns(ProgramBuilder &b, Value x, int64_t begin, int64_t size) {
  int64_t last = ProgramBuilder::typeOf(x).getRank() - 1;
  return b.part(x, last, begin, begin + size);
}
