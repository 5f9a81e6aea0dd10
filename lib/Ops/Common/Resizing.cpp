//===- Resizing.cpp - Programs that resize tensors ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Interpolation.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// How often each element stands in its place, one behind the other; none if
/// the places are others.
static std::optional<int64_t> copiesOf(ArrayRef<int64_t> places, int64_t size) {
  auto count = static_cast<int64_t>(places.size());
  int64_t copies = size > 0 && count % size == 0 ? count / size : 0;
  for (int64_t i = 0; copies > 0 && i < count; ++i) {
    if (places[i] != i / copies)
      return std::nullopt;
  }
  return copies > 0 ? std::optional(copies) : std::nullopt;
}

/// Copies each element so often, of each dimension.
static Value repeatInPlace(ProgramBuilder &b, Value x,
                           ArrayRef<int64_t> counts) {
  SmallVector<int64_t> wide;
  SmallVector<int64_t> kept;
  SmallVector<int64_t> result;
  for (auto [size, count] :
       llvm::zip_equal(ProgramBuilder::shapeOf(x), counts)) {
    kept.push_back(wide.size());
    wide.push_back(size);
    if (count != 1)
      wide.push_back(count);
    result.push_back(size * count);
  }
  return b.reshape(b.broadcast(x, wide, kept), result);
}

/// The elements of the places: each n-th one, or any.
static Value takePlaces(ProgramBuilder &b, Value x, int64_t dimension,
                        ArrayRef<int64_t> places) {
  auto count = static_cast<int64_t>(places.size());
  int64_t step = count > 1 ? places[1] - places[0] : 1;
  for (int64_t i = 0; i < count; ++i) {
    if (step < 1 || places[i] != places[0] + i * step)
      return b.take(x, places, dimension);
  }
  SmallVector<int64_t> starts(ProgramBuilder::shapeOf(x).size(), 0);
  SmallVector<int64_t> strides(starts.size(), 1);
  SmallVector<int64_t> limits(ProgramBuilder::shapeOf(x));
  starts[dimension] = places.front();
  limits[dimension] = places.back() + 1;
  strides[dimension] = step;
  return b.slice(x, starts, limits, strides);
}

static Value resizedToNearest(ProgramBuilder &b, Value x,
                              ArrayRef<ResizedAxis> axes,
                              const Interpolation &interpolation) {
  SmallVector<int64_t> counts(ProgramBuilder::shapeOf(x).size(), 1);
  for (const ResizedAxis &axis : axes) {
    SmallVector<int64_t> places = nearestPlaces(axis, interpolation);
    if (std::optional<int64_t> copies = copiesOf(places, axis.input))
      counts[axis.dimension] = *copies;
    else
      x = takePlaces(b, x, axis.dimension, places);
  }
  return repeatInPlace(b, x, counts);
}

/// A product with the shares of elements.
static Value mix(ProgramBuilder &b, Value x, const ResizedAxis &axis,
                 const Interpolation &interpolation) {
  auto type = RankedTensorType::get({axis.output, axis.input},
                                    ProgramBuilder::elementOf(x));
  Value matrix = b.reals(shares(axis, interpolation), type);
  Value product = b.dotGeneral(x, matrix, {axis.dimension}, {1});
  // The dimension is the last one by now.
  auto rank = static_cast<int64_t>(ProgramBuilder::shapeOf(x).size());
  SmallVector<int64_t> order;
  for (int64_t i = 0; i < rank; ++i)
    order.push_back(i < axis.dimension    ? i
                    : i == axis.dimension ? rank - 1
                                          : i - 1);
  return b.transpose(product, order);
}

/// Integers of the type, of floats that may be outside of it.
static Value toIntegers(ProgramBuilder &b, Value x, mlir::Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  bool isUnsigned = element.isUnsignedInteger();
  double least = isUnsigned ? 0 : -std::ldexp(1.0, width - 1);
  double greatest = std::ldexp(1.0, isUnsigned ? width : width - 1) - 1;
  if (width <= 32)
    x = b.minimum(b.maximum(x, b.like(x, least)), b.like(x, greatest));
  return b.convert(x, element);
}

/// True if each element stays where it is.
static bool isUnchanged(const ResizedAxis &axis,
                        const Interpolation &interpolation) {
  if (axis.input != axis.output || axis.scale.value_or(1) != 1)
    return false;
  if (interpolation.transformation == "tf_crop_and_resize")
    return axis.start == 0 && axis.end == 1;
  return interpolation.transformation != "tf_half_pixel_for_nn";
}

bool trainlint::isTooLarge(const ResizedAxis &axis,
                           const Interpolation &interpolation) {
  constexpr int64_t MostShares = 1 << 24;
  bool isMixed = interpolation.kind != Interpolation::Kind::Nearest;
  int64_t count = isMixed ? axis.input * axis.output : axis.output;
  return count > MostShares && !isUnchanged(axis, interpolation);
}

Value trainlint::resize(ProgramBuilder &b, Value x, ArrayRef<ResizedAxis> axes,
                        const Interpolation &interpolation) {
  SmallVector<ResizedAxis> changed;
  for (const ResizedAxis &axis : axes) {
    if (isUnchanged(axis, interpolation))
      continue;
    if (axis.output == 0)
      x = b.part(x, axis.dimension, 0, 0);
    else
      changed.push_back(axis);
  }
  if (changed.empty())
    return x;
  if (interpolation.kind == Interpolation::Kind::Nearest)
    return resizedToNearest(b, x, changed, interpolation);
  mlir::Type element = ProgramBuilder::elementOf(x);
  mlir::OpBuilder &builder = b.builder();
  unsigned width = element.getIntOrFloatBitWidth();
  bool isFloat = llvm::isa<mlir::FloatType>(element);
  bool isWide = isFloat ? width > 32 : width > 16;
  x = b.convert(x, isWide ? mlir::Type(builder.getF64Type())
                          : mlir::Type(builder.getF32Type()));
  for (const ResizedAxis &axis : changed)
    x = mix(b, x, axis, interpolation);
  return isFloat ? b.convert(x, element) : toIntegers(b, x, element);
}
