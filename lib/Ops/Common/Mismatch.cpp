//===- Mismatch.cpp - Shapes, types and values that disagree --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Mismatch.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using llvm::formatv;
using mismatch::Shape;

std::string mismatch::shapeText(Shape shape) {
  constexpr size_t Most = 16;
  if (shape.size() <= Most)
    return stablehlo::shapeText(shape);
  std::string text = stablehlo::shapeText(shape.take_front(Most));
  text.pop_back();
  return text + ", ...]";
}

std::string mismatch::attributeText(mlir::Attribute value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

//===----------------------------------------------------------------------===//
// Axes and ranks
//===----------------------------------------------------------------------===//

std::string mismatch::axis(int64_t axis, int64_t rank, StringRef name) {
  return formatv("`{0}` is {1}; the rank is {2}", name, axis, rank);
}

std::string mismatch::permutation(StringRef name, Shape order, int64_t rank) {
  return formatv("`{0}` {1} is not a permutation of {2}", name,
                 shapeText(order), pluralize(rank, "axis", "axes"));
}

std::string mismatch::resized(llvm::ArrayRef<int64_t> from,
                              llvm::ArrayRef<int64_t> to) {
  return formatv("the input shape {0} cannot be resized to {1}",
                 shapeText(from), shapeText(to));
}

std::string mismatch::resizedAxis(int64_t from, int64_t to) {
  return formatv("an axis of {0} is resized to {1}", from, to);
}

std::string mismatch::index(int64_t index, int64_t axis, int64_t size) {
  return formatv("index {0} is out of bounds for axis {1} of size {2}", index,
                 axis, size);
}

std::string mismatch::indices(mlir::Type element, StringRef what) {
  return formatv("{0} have element type {1}; i32 or i64 is required", what,
                 typeText(element));
}

std::string mismatch::word(StringRef name, StringRef found,
                           ArrayRef<StringRef> allowed) {
  SmallVector<std::string> words = llvm::map_to_vector(
      allowed, [](StringRef word) { return ("`" + word + "`").str(); });
  return formatv("`{0}` is `{1}`; {2} is required", name, found,
                 formatList(words, "or", words.size()));
}

std::string mismatch::rank(Shape shape, int64_t wanted, StringRef what) {
  return formatv("the {0} shape {1} has rank {2}; {3} is required", what,
                 shapeText(shape), shape.size(), wanted);
}

std::string mismatch::rankBelow(Shape shape, int64_t least, StringRef what) {
  return formatv("the {0} shape {1} has rank {2}; at least {3} is required",
                 what, shapeText(shape), shape.size(), least);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

std::string mismatch::shape(StringRef what, Shape found, Shape wanted) {
  return formatv("{0} has shape {1}; {2} is required", what, shapeText(found),
                 shapeText(wanted));
}

std::string mismatch::invalidShape(Shape shape) {
  return formatv("{0} is not a valid shape", shapeText(shape));
}

std::string mismatch::broadcast(llvm::ArrayRef<Shape> shapes) {
  SmallVector<std::string> texts = llvm::map_to_vector(shapes, shapeText);
  return "operand shapes " + formatList(texts, "and", texts.size()) +
         " cannot be broadcast";
}

std::string mismatch::broadcast(mlir::ValueRange values) {
  return broadcast(llvm::map_to_vector(values, [](mlir::Value value) -> Shape {
    return stablehlo::ProgramBuilder::shapeOf(value);
  }));
}

std::string mismatch::broadcastTo(Shape from, Shape to) {
  return formatv("shape {0} cannot be broadcast to {1}", shapeText(from),
                 shapeText(to));
}

std::string mismatch::reshape(Shape from, Shape to) {
  return formatv("shape {0} cannot be reshaped to {1}", shapeText(from),
                 shapeText(to));
}

std::string mismatch::concatenate(mlir::Type first, mlir::Type other,
                                  int64_t axis) {
  return formatv("{0} and {1} cannot be concatenated along axis {2}",
                 typeText(first), typeText(other), axis);
}

std::string mismatch::contraction(Shape left, Shape right, int64_t leftSize,
                                  int64_t rightSize) {
  return formatv("operand shapes {0} and {1} have contracting sizes {2} and "
                 "{3}",
                 shapeText(left), shapeText(right), leftSize, rightSize);
}

std::string mismatch::window(int64_t reach, int64_t paddedSize) {
  return formatv("a window of {0} exceeds the padded input size {1}", reach,
                 paddedSize);
}

std::string mismatch::sizes(StringRef name, StringRef found, int64_t count,
                            int64_t least) {
  return formatv("`{0}` is {1}; {2} of at least {3} {4} required", name, found,
                 count == 1 ? "a number" : pluralize(count, "number"), least,
                 count == 1 ? "is" : "are");
}

std::string mismatch::groups(int64_t channels, int64_t groups, StringRef what) {
  return formatv("{0} {1} cannot be split into {2}", channels, what,
                 pluralize(groups, "group"));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::string mismatch::types(mlir::Type first, mlir::Type second) {
  return formatv("operand types {0} and {1} differ", typeText(first),
                 typeText(second));
}

std::string mismatch::elements(mlir::Type first, mlir::Type second) {
  return formatv("operand element types {0} and {1} differ", typeText(first),
                 typeText(second));
}

std::string mismatch::notFloat(mlir::Type element) {
  return otherElement(element, "a float type");
}

std::string mismatch::otherElement(mlir::Type element, StringRef wanted) {
  return formatv("element type {0} is not supported; {1} is required",
                 typeText(element), wanted);
}
