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

/// Fails unless the first inputs are there, and all are tensors.
llvm::LogicalResult expectTensors(OpCall &call, unsigned count);

/// Fails unless the elements of an input are of one of the kinds
/// (`stablehlo::ElementKind`). Strings, complex numbers and what has less than
/// eight bits may be right, but nothing is computed with them.
llvm::LogicalResult expectElements(OpCall &call, unsigned input,
                                   unsigned kinds);

/// The element type that an attribute has the number of. Null if the attribute
/// is not there.
llvm::FailureOr<mlir::Type> elementAttribute(OpCall &call, llvm::StringRef key);

/// The type of an input, where its elements are of no concern.
mlir::RankedTensorType typeOf(const OpCall &call, unsigned input);

/// A value of which only the type is known. Only if types are computed.
mlir::Value ofType(OpCall &call, llvm::ArrayRef<int64_t> shape,
                   mlir::Type element);

/// Fails for a shape that an input or an attribute gives, in which sizes may be
/// unknown.
llvm::LogicalResult expectShape(OpCall &call, llvm::ArrayRef<int64_t> shape);

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_ELEMENTTYPES_H
