//===- Literal.h - Tensors that are known when building ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_LITERAL_H
#define TRAINLINT_OPS_TENSORFLOW_LITERAL_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace trainlint::tensorflow {

/// A tensor with its elements, which are `reals` of a floating-point type and
/// `integers` of any other.
struct Literal {
  llvm::SmallVector<int64_t> shape;
  mlir::Type element;
  std::vector<int64_t> integers;
  std::vector<double> reals;

  bool isReal() const { return llvm::isa<mlir::FloatType>(element); }
  int64_t count() const {
    int64_t count = 1;
    for (int64_t size : shape)
      count *= size;
    return count;
  }
  int64_t rank() const { return shape.size(); }

  static Literal of(mlir::DenseElementsAttr constant);
  /// Rounds to the element type.
  mlir::DenseElementsAttr toAttribute() const;
  /// A tensor of another shape whose elements are those of this one at the
  /// numbers that `from` gives for the indices of each.
  Literal
  gather(llvm::ArrayRef<int64_t> newShape,
         llvm::function_ref<int64_t(llvm::ArrayRef<int64_t>)> from) const;
  /// Appends an element of another tensor of the same type.
  void append(const Literal &other, int64_t number);
};

/// The number of an element by its indices.
int64_t numberOf(llvm::ArrayRef<int64_t> indices,
                 llvm::ArrayRef<int64_t> shape);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_LITERAL_H
