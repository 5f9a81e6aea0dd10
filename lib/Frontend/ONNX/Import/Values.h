//===- Values.h - ONNX's types and values in MLIR ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_IMPORT_VALUES_H
#define TRAINLINT_FRONTEND_ONNX_IMPORT_VALUES_H

#include "Dialect/Graph/IR/Graph.h"
#include "Frontend/ONNX/Attribute.h"
#include "Frontend/ONNX/TensorValue.h"
#include "Frontend/ONNX/TypeValue.h"

namespace trainlint::onnx {

/// Tensors of more elements are not copied into the IR.
inline constexpr uint64_t MaxElementsInIR = 64;

/// The type of an element: that of MLIR if it has one, else `!graph.element`;
/// `!graph.unknown` of types that are not known.
mlir::Type importElementType(mlir::MLIRContext *context, ElementType type);

/// The type of a value. Sequences, maps and optional values have no type in
/// MLIR and are `!graph.unknown`.
mlir::Type importType(mlir::MLIRContext *context, const TypeValue &type);

/// The type of a tensor that is given; sizes below 0 are unknown.
mlir::Type importTensorType(mlir::MLIRContext *context,
                            const TensorValue &tensor);

/// The elements of a small tensor, of others where they lie. Null with a
/// problem in the context if it is malformed.
mlir::Attribute importTensor(mlir::MLIRContext *mlir,
                             proto::ReadContext &context,
                             const TensorValue &tensor);

/// All elements of a tensor, however many there are; null if they cannot be
/// read, lie in another file, or are no numbers.
mlir::DenseElementsAttr importElements(mlir::MLIRContext *mlir,
                                       proto::ReadContext &context,
                                       const TensorValue &tensor);

/// The value of an attribute that holds no graph; `#graph.parameter` for one
/// that a function hands on. Null with a problem in the context.
mlir::Attribute importAttribute(mlir::MLIRContext *mlir,
                                proto::ReadContext &context,
                                const Attribute &attribute);

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_IMPORT_VALUES_H
