//===- TypeSupport.cpp - Questions about types ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Support/ElementCount.h"
#include "Support/MLIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace trainlint::stablehlo {

using llvm::dyn_cast;
using mlir::quant::QuantizedType;
using mlir::quant::UniformQuantizedPerAxisType;
using mlir::quant::UniformQuantizedType;

mlir::InFlightDiagnostic emitAt(std::optional<mlir::Location> loc) {
  return loc ? mlir::emitError(*loc) : mlir::InFlightDiagnostic();
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

static bool isIntegerWidth(unsigned width) {
  return llvm::is_contained({2u, 4u, 8u, 16u, 32u, 64u}, width);
}

static bool isFloatElement(Type type) {
  return isa<mlir::Float4E2M1FNType, mlir::Float6E2M3FNType,
             mlir::Float6E3M2FNType, mlir::Float8E3M4Type, mlir::Float8E4M3Type,
             mlir::Float8E4M3FNType, mlir::Float8E4M3FNUZType,
             mlir::Float8E4M3B11FNUZType, mlir::Float8E5M2Type,
             mlir::Float8E5M2FNUZType, mlir::Float8E8M0FNUType,
             mlir::BFloat16Type, mlir::Float16Type, mlir::Float32Type,
             mlir::Float64Type>(type);
}

static unsigned kindOf(Type type) {
  if (auto integer = dyn_cast<mlir::IntegerType>(type)) {
    if (integer.isSignless() && integer.getWidth() == 1)
      return kBoolean;
    if (integer.isSigned() || !isIntegerWidth(integer.getWidth()))
      return 0;
    return integer.isSignless() ? kSigned : kUnsigned;
  }
  if (isFloatElement(type))
    return kFloat;
  if (auto complex = dyn_cast<mlir::ComplexType>(type)) {
    Type part = complex.getElementType();
    return part.isF32() || part.isF64() ? unsigned(kComplex) : 0;
  }
  if (isa<UniformQuantizedType>(type))
    return kPerTensor;
  if (isa<UniformQuantizedPerAxisType>(type))
    return kPerAxis;
  return type.isIndex() ? unsigned(kIndex) : 0;
}

bool isElementOf(Type element, unsigned kinds) {
  return (kindOf(element) & kinds) != 0;
}

bool isTensorOf(Type type, unsigned kinds, std::optional<int64_t> rank) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isElementOf(tensor.getElementType(), kinds) &&
         (!rank || tensor.getRank() == *rank);
}

bool isValueType(Type type) {
  if (auto tuple = dyn_cast<mlir::TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isValueType);
  if (auto buffer = dyn_cast<mlir::MemRefType>(type))
    return isElementOf(buffer.getElementType(), kAnyElement | kQuantized);
  return isTensorOf(type, kAnyElement | kQuantized) ||
         isa<TokenType, FutureType>(type);
}

bool isQuantized(Type element) { return isElementOf(element, kQuantized); }

bool isPerAxisQuantized(Type element) { return isElementOf(element, kPerAxis); }

Type storageOf(Type element) {
  auto quantized = dyn_cast<QuantizedType>(element);
  return quantized ? quantized.getStorageType() : element;
}

Type expressedOf(Type element) {
  auto quantized = dyn_cast<QuantizedType>(element);
  return quantized ? quantized.getExpressedType() : element;
}

unsigned bitsOf(Type element) {
  if (auto complex = dyn_cast<mlir::ComplexType>(element))
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  Type storage = storageOf(element);
  // Sizes of dimensions have 64 bits wherever they are kept.
  return storage.isIndex() ? 64 : storage.getIntOrFloatBitWidth();
}

bool sameBaseline(Type left, Type right) {
  if (left == right)
    return true;
  auto leftQuantized = dyn_cast<QuantizedType>(left);
  auto rightQuantized = dyn_cast<QuantizedType>(right);
  if (!leftQuantized || !rightQuantized)
    return false;
  auto range = [](QuantizedType type) {
    return std::tuple(type.getStorageType(), type.getExpressedType(),
                      type.getStorageTypeMin(), type.getStorageTypeMax(),
                      type.isSigned());
  };
  auto axis = [](QuantizedType type) {
    auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(type);
    return perAxis ? perAxis.getQuantizedDimension() : -1;
  };
  return range(leftQuantized) == range(rightQuantized) &&
         axis(leftQuantized) == axis(rightQuantized);
}

bool isPromotable(Type from, Type to) {
  if (isQuantized(from) && isQuantized(to))
    return expressedOf(from) == expressedOf(to) && bitsOf(from) <= bitsOf(to);
  unsigned kind = kindOf(from);
  return kind != 0 && kind == kindOf(to) && bitsOf(from) <= bitsOf(to);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

bool mayEqual(ArrayRef<int64_t> left, ArrayRef<int64_t> right) {
  return left.size() == right.size() &&
         llvm::all_of(llvm::zip(left, right), [](auto pair) {
           return mayEqual(std::get<0>(pair), std::get<1>(pair));
         });
}

ArrayRef<int64_t> boundsOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto bounds = tensor ? dyn_cast_or_null<BoundsAttr>(tensor.getEncoding())
                       : BoundsAttr();
  return bounds ? bounds.getBounds() : ArrayRef<int64_t>();
}

/// Whether a size that is known exceeds a bound of the other type.
static bool exceeds(RankedTensorType sizes, ArrayRef<int64_t> bounds) {
  return llvm::any_of(llvm::zip(sizes.getShape(), bounds), [](auto pair) {
    auto [size, bound] = pair;
    return isKnown(size) && isKnown(bound) && size > bound;
  });
}

bool sameShape(Type left, Type right) {
  auto leftTensor = cast<RankedTensorType>(left);
  auto rightTensor = cast<RankedTensorType>(right);
  return mayEqual(leftTensor.getShape(), rightTensor.getShape()) &&
         !exceeds(leftTensor, boundsOf(right)) &&
         !exceeds(rightTensor, boundsOf(left));
}

bool areCompatible(Type left, Type right) {
  if (left == right)
    return true;
  if (isa<RankedTensorType>(left) && isa<RankedTensorType>(right))
    return sameBaseline(elementOf(left), elementOf(right)) &&
           sameShape(left, right);
  auto leftTuple = dyn_cast<mlir::TupleType>(left);
  auto rightTuple = dyn_cast<mlir::TupleType>(right);
  return leftTuple && rightTuple &&
         areCompatible(leftTuple.getTypes(), rightTuple.getTypes());
}

bool areCompatible(mlir::TypeRange left, mlir::TypeRange right) {
  return left.size() == right.size() &&
         llvm::all_of(llvm::zip(left, right), [](auto pair) {
           return areCompatible(std::get<0>(pair), std::get<1>(pair));
         });
}

bool hasKnownShape(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  int64_t unknown = tensor.getNumDynamicDims();
  return unknown <= 1 && unknown == llvm::count_if(boundsOf(tensor), isKnown);
}

RankedTensorType tensorOf(ArrayRef<int64_t> shape, Type element,
                          ArrayRef<int64_t> bounds) {
  llvm::SmallVector<int64_t> kept(bounds);
  kept.resize(shape.size(), mlir::ShapedType::kDynamic);
  for (auto [size, bound] : llvm::zip(shape, kept)) {
    if (isKnown(size))
      bound = mlir::ShapedType::kDynamic;
  }
  if (llvm::none_of(kept, isKnown))
    return RankedTensorType::get(shape, element);
  return RankedTensorType::get(shape, element,
                               BoundsAttr::get(element.getContext(), kept));
}

//===----------------------------------------------------------------------===//
// Lists of dimensions
//===----------------------------------------------------------------------===//

int64_t elementCount(ArrayRef<int64_t> sizes) {
  return trainlint::elementCount(sizes).value_or(mlir::ShapedType::kDynamic);
}

std::optional<int64_t> firstDuplicate(ArrayRef<int64_t> items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (llvm::is_contained(items.take_front(i), items[i]))
      return items[i];
  }
  return std::nullopt;
}

std::optional<int64_t> firstOutside(ArrayRef<int64_t> items, int64_t limit) {
  for (int64_t item : items) {
    if (item < 0 || item >= limit)
      return item;
  }
  return std::nullopt;
}

std::string numbered(llvm::StringRef constraint) {
  return constraint.empty() ? std::string() : (" (" + constraint + ")").str();
}

std::string shapeText(ArrayRef<int64_t> sizes) {
  std::string text = "[";
  llvm::raw_string_ostream out(text);
  llvm::interleaveComma(sizes, out, [&](int64_t size) {
    if (isKnown(size))
      out << size;
    else
      out << "?";
  });
  return text + "]";
}

std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

} // namespace trainlint::stablehlo
