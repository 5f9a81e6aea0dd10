//===- Values.h - Types and attributes of TensorFlow in MLIR ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_VALUES_H
#define TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_VALUES_H

#include "Dialect/Graph/IR/Graph.h"
#include "Frontend/TensorFlow/AttrValue.h"

namespace trainlint::tensorflow {

/// Makes MLIR's types of TensorFlow's; each is made once.
class TypeImporter {
public:
  explicit TypeImporter(mlir::MLIRContext *context) : context(context) {}

  /// The type of an element: that of MLIR if it has one, else
  /// `!graph.element`. Of a reference a `!graph.ref` of it, of `Invalid` and of
  /// numbers that no type has `!graph.unknown`.
  mlir::Type element(DataType type);

  /// The type of a value of unknown shape.
  mlir::Type tensor(DataType type);
  /// The type of a value with a shape; unknown sizes and shapes are kept so.
  mlir::Type tensor(DataType type, const Shape &shape);

  mlir::MLIRContext *getContext() const { return context; }

private:
  mlir::Type makeElement(DataType type);

  mlir::MLIRContext *context;
  llvm::DenseMap<int32_t, mlir::Type> elements;
  llvm::DenseMap<int32_t, mlir::Type> tensors;
};

/// The element type in TensorFlow of a type that `TypeImporter` made; `Invalid`
/// of others, and of `!graph.unknown`.
DataType dataTypeOf(mlir::Type element);

/// The most elements of a constant that become part of the IR; of a larger one
/// only its place in the file.
inline constexpr uint64_t MaxElementsInIR = 64;

/// The attribute of a value; null if it is malformed, which is then in
/// `context`.
mlir::Attribute importValue(proto::ReadContext &context, const AttrValue &value,
                            TypeImporter &types);

/// The elements of a tensor, all of them; null if it is malformed, or has other
/// elements than numbers and booleans.
mlir::DenseElementsAttr importNumbers(proto::ReadContext &context,
                                      const AttrValue &value,
                                      TypeImporter &types);

/// The dictionary of attributes; null if one is malformed.
mlir::DictionaryAttr importAttributes(proto::ReadContext &context,
                                      llvm::ArrayRef<Attr> attrs,
                                      TypeImporter &types);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_VALUES_H
