//===- ElementTypes.h - Element types that operators take -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_ELEMENTTYPES_H
#define TRAINLINT_OPS_ONNX_ELEMENTTYPES_H

#include "Ops/ONNX/OpCall.h"

namespace trainlint::onnx {

constexpr unsigned Numeric = stablehlo::kInteger | stablehlo::kFloat;
constexpr unsigned SignedNumeric = stablehlo::kSigned | stablehlo::kFloat;
constexpr unsigned AnyElement = Numeric | stablehlo::kBoolean;

/// Fails unless the elements of an input are of one of the kinds
/// (`stablehlo::ElementKind`). Strings, complex numbers and what has less than
/// eight bits may be right, but nothing is computed with them.
llvm::LogicalResult expectElements(OpCall &call, unsigned input,
                                   unsigned kinds);

/// An operator that applies a function to the elements of its input, which are
/// of some kinds.
template <mlir::Value (*Apply)(OpCall &, mlir::Value),
          unsigned Kinds = stablehlo::kFloat>
llvm::LogicalResult elementwise(OpCall &call) {
  if (llvm::failed(call.expectInputs(1)) ||
      llvm::failed(expectElements(call, 0, Kinds)))
    return llvm::failure();
  return call.setResult(Apply(call, call.value(0)));
}

/// A function that needs no attributes, for `elementwise`.
template <mlir::Value (*Function)(stablehlo::ProgramBuilder &, mlir::Value)>
mlir::Value plain(OpCall &call, mlir::Value x) {
  return Function(call.builder, x);
}

/// The element type that an attribute has the number of. Null if the attribute
/// is not there.
llvm::FailureOr<mlir::Type> elementAttribute(OpCall &call, llvm::StringRef key);

/// Fails for a shape that an input or an attribute gives, in which sizes may be
/// unknown.
llvm::LogicalResult expectShape(OpCall &call, llvm::ArrayRef<int64_t> shape);

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_ELEMENTTYPES_H
