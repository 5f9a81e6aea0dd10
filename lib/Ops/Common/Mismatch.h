//===- Mismatch.h - Shapes, types and values that disagree ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lowerings of all frameworks say in the same words. Each text names
// the shapes, types or values that disagree, and stands behind the name of the
// node and a colon.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_COMMON_MISMATCH_H
#define TRAINLINT_OPS_COMMON_MISMATCH_H

#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/ValueRange.h"

namespace trainlint::mismatch {

using Shape = llvm::ArrayRef<int64_t>;
/// `[2, 3]`, where `?` is an unknown size; the start of a long list.
std::string shapeText(Shape shape);

using stablehlo::typeText;
std::string attributeText(mlir::Attribute value);

/// `axis` is 5; the rank is 4.
std::string axis(int64_t axis, int64_t rank, llvm::StringRef name = "axis");
std::string resized(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);
/// Of an axis that is too large for it.
std::string resizedAxis(int64_t from, int64_t to);
/// `perm` [0, 0] is not a permutation of the 2 axes.
std::string permutation(llvm::StringRef name, Shape order, int64_t rank);
/// Index 5 is out of bounds for axis 0 of size 4.
std::string index(int64_t index, int64_t axis, int64_t size);

/// Indices have element type f32; i32 or i64 is required.
std::string indices(mlir::Type element, llvm::StringRef what = "indices");
/// `mode` is `fast`; `constant` or `edge` is required.
std::string word(llvm::StringRef name, llvm::StringRef found,
                 llvm::ArrayRef<llvm::StringRef> allowed);

/// The input shape [2, 3] has rank 2; 4 is required.
std::string rank(Shape shape, int64_t wanted, llvm::StringRef what = "input");
/// The same where more dimensions are fine.
std::string rankBelow(Shape shape, int64_t least,
                      llvm::StringRef what = "input");
/// Bias has shape [3]; [4] is required.
std::string shape(llvm::StringRef what, Shape found, Shape wanted);
/// [-1, 2] is not a valid shape.
std::string invalidShape(Shape shape);

/// Operand shapes [2, 3] and [4, 5] cannot be broadcast.
std::string broadcast(llvm::ArrayRef<Shape> shapes);
std::string broadcast(mlir::ValueRange values);
/// Shape [2, 3] cannot be broadcast to [4, 5].
std::string broadcastTo(Shape from, Shape to);
/// 6 elements of shape [2, 3] cannot be reshaped to [4].
std::string reshape(Shape from, Shape to);
/// Types A and B cannot be concatenated along axis 1.
std::string concatenate(mlir::Type first, mlir::Type other, int64_t axis);
/// Operand shapes [2, 3] and [4, 5] have contracting sizes 3 and 4.
std::string contraction(Shape left, Shape right, int64_t leftSize,
                        int64_t rightSize);
/// A window of 5 exceeds the padded input size 4.
std::string window(int64_t reach, int64_t paddedSize);
/// `strides` is [0, 1]; 2 numbers of at least 1 are required.
std::string sizes(llvm::StringRef name, llvm::StringRef found, int64_t count,
                  int64_t least);
/// 6 channels cannot be split into 4 groups.
std::string groups(int64_t channels, int64_t groups,
                   llvm::StringRef what = "channels");

/// Operand types A and B differ.
std::string types(mlir::Type first, mlir::Type second);
/// Operand element types f32 and i32 differ.
std::string elements(mlir::Type first, mlir::Type second);
/// Element type i32 is not supported; a float type is required.
std::string notFloat(mlir::Type element);
/// The same with what is required.
std::string otherElement(mlir::Type element, llvm::StringRef wanted);

} // namespace trainlint::mismatch

#endif // TRAINLINT_OPS_COMMON_MISMATCH_H
