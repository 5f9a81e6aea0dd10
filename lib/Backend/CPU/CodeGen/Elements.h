//===- Elements.h - How elements are stored and computed --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers hold elements in bytes of their own (see
// Backend/CPU/Interface/BufferType.h); arithmetic has fewer types. `stored` is
// the type of a buffer's elements, `computed` that of a value in a register:
//
//   StableHLO            stored         computed
//   i1                   i8             i1
//   i4, ui4, ...         i8             i4 (without sign)
//   i32, ui32, ...       i32            i32
//   f8E5M2, f4E2M1FN     i8             f32
//   bf16, f16            bf16, f16      f32
//   f32, f64             f32, f64       f32, f64
//   complex<f32>         complex<f32>   complex<f32>
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_CODEGEN_ELEMENTS_H
#define TRAINLINT_BACKEND_CPU_CODEGEN_ELEMENTS_H

#include "Backend/CPU/Interface/BufferType.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace trainlint::cpu {

/// The element type, or nothing if buffers cannot hold it.
std::optional<ElementType> elementTypeOf(mlir::Type element);

mlir::Type storedType(mlir::Type element);
mlir::Type computedType(mlir::Type element);

/// A floating-point type of less than 32 bits, which is computed in f32.
bool isNarrowFloat(mlir::Type element);

bool isUnsignedOrBool(mlir::Type element);

/// The buffer of a tensor of known shape.
mlir::MemRefType bufferType(mlir::RankedTensorType tensor);

/// What is loaded from a buffer of elements, as it is computed with.
mlir::Value unpack(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value stored, mlir::Type element);

/// A computed value as a buffer holds it, rounded to nearest even.
mlir::Value pack(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value computed, mlir::Type element);

/// The value that the element type has for a computed value: rounds values of
/// narrow types, which an f32 holds more precisely.
mlir::Value roundTo(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value computed, mlir::Type element);

/// A constant of a computed type from a number that all of them can hold.
mlir::Value number(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Type computed, double value);

/// A constant of a computed type for an element of an attribute: an integer of
/// the width of the element, a float, or a complex number.
mlir::Value constantOf(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type element, mlir::Attribute value);

/// The bytes of a constant as a buffer holds them.
void appendBytes(mlir::DenseElementsAttr constant, std::string &bytes);

/// Calls a function of the runtime or of the C library, which is declared first
/// if need be; returns what it returns.
mlir::ValueRange callRuntime(mlir::OpBuilder &builder, mlir::Location loc,
                             llvm::StringRef name, mlir::ValueRange arguments,
                             mlir::TypeRange results = {});
mlir::Value callRuntime(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef name, mlir::ValueRange arguments,
                        mlir::Type result);

/// Calls the function of the C library for numbers of the type of the operands,
/// whose name for an f32 ends in `f`.
mlir::Value callLibrary(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef name, mlir::ValueRange operands);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_ELEMENTS_H
