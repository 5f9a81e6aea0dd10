//===- TypeSupport.h - Questions about types --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_TYPESUPPORT_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_TYPESUPPORT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeRange.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace trainlint::stablehlo {

/// Starts an error about whatever is being verified.
using Emit = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// Starts an error at a location, or one that is dropped if there is none.
mlir::InFlightDiagnostic emitAt(std::optional<mlir::Location> loc);

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

/// Kinds of element types, to be combined.
enum ElementKind : unsigned {
  kBoolean = 1,
  kSigned = 2,
  kUnsigned = 4,
  kInteger = kSigned | kUnsigned,
  kFloat = 8,
  kComplex = 16,
  kAnyElement = kBoolean | kInteger | kFloat | kComplex,
  kPerTensor = 32,
  kPerAxis = 64,
  kQuantized = kPerTensor | kPerAxis,
  kIndex = 128,
};

/// Whether a type is an element type of one of the kinds. Signed integers are
/// spelled without a sign, as `i32`.
bool isElementOf(mlir::Type element, unsigned kinds);

/// Whether a type is a ranked tensor with such elements, of the given rank.
bool isTensorOf(mlir::Type type, unsigned kinds,
                std::optional<int64_t> rank = std::nullopt);

/// Whether a value may have the type: tensors, tokens, tuples of such, buffers
/// and futures.
bool isValueType(mlir::Type type);

bool isQuantized(mlir::Type element);
bool isPerAxisQuantized(mlir::Type element);

/// The type that quantized elements are stored in or stand for; other types as
/// they are.
mlir::Type storageOf(mlir::Type element);
mlir::Type expressedOf(mlir::Type element);

/// Bits that an element takes; those of both parts of complex numbers.
unsigned bitsOf(mlir::Type element);

/// Whether element types are the same but for scales and zero points.
bool sameBaseline(mlir::Type left, mlir::Type right);

/// Whether a reduction may turn elements of one type into another, wider one of
/// the same kind.
bool isPromotable(mlir::Type from, mlir::Type to);

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The type of a value that the definition of its op makes a ranked tensor.
inline mlir::RankedTensorType tensorTypeOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

inline bool isKnown(int64_t size) { return !mlir::ShapedType::isDynamic(size); }

/// Whether sizes may be equal: those that are unknown may.
inline bool mayEqual(int64_t left, int64_t right) {
  return left == right || !isKnown(left) || !isKnown(right);
}
bool mayEqual(llvm::ArrayRef<int64_t> left, llvm::ArrayRef<int64_t> right);

/// Whether shapes may be equal, bounds included.
bool sameShape(mlir::Type left, mlir::Type right);

/// Whether types are the same but for unknown sizes, bounds that fit and
/// parameters of quantization.
bool areCompatible(mlir::Type left, mlir::Type right);
bool areCompatible(mlir::TypeRange left, mlir::TypeRange right);

/// Largest sizes of the dimensions, kDynamic where there is none; empty if the
/// type has no bounds.
llvm::ArrayRef<int64_t> boundsOf(mlir::Type type);

/// Whether at most one size of a tensor is unknown, and that one bounded.
bool hasKnownShape(mlir::Type type);

/// A tensor type; bounds are kept for dimensions of unknown size.
mlir::RankedTensorType tensorOf(llvm::ArrayRef<int64_t> shape,
                                mlir::Type element,
                                llvm::ArrayRef<int64_t> bounds = {});

/// Elements of a tensor.
inline mlir::Type elementOf(mlir::Type type) {
  return mlir::getElementTypeOrSelf(type);
}

//===----------------------------------------------------------------------===//
// Lists of dimensions
//===----------------------------------------------------------------------===//

/// The count of Support/ElementCount.h as a size, which may be unknown.
int64_t elementCount(llvm::ArrayRef<int64_t> sizes);

/// The first item that is in the list twice.
std::optional<int64_t> firstDuplicate(llvm::ArrayRef<int64_t> items);

/// The first item that is not in [0, limit).
std::optional<int64_t> firstOutside(llvm::ArrayRef<int64_t> items,
                                    int64_t limit);

/// ` (C3)`, or nothing for what the specification does not number.
std::string numbered(llvm::StringRef constraint);

/// Text such as `[1, ?, 3]`, where `?` is an unknown size.
std::string shapeText(llvm::ArrayRef<int64_t> sizes);

/// A type in the syntax of MLIR, such as `tensor<2x3xf32>`.
std::string typeText(mlir::Type type);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_TYPESUPPORT_H
