//===- MeshValues.h - Shapes and names of meshes ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_MESHVALUES_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_MESHVALUES_H

#include "Frontend/Python/Context/Context.h"

namespace trainlint::python {

/// The sizes of the dimensions of a mesh; -1 for those that are not known.
using MeshShape = llvm::SmallVector<int64_t, 4>;

/// The shape that a tuple, a list or a number says; nothing if nobody knows how
/// many dimensions there are.
std::optional<MeshShape> meshShapeOf(const Value *value);

/// How many devices it takes; nothing if a dimension is not known.
std::optional<int64_t> sizeOf(llvm::ArrayRef<int64_t> shape);

/// `(4, 2)`, with `?` for what is not known.
std::string printShape(llvm::ArrayRef<int64_t> shape);

/// The names of the dimensions; nothing if nobody knows how many there are. A
/// name that is not known is null.
using MeshNames = llvm::SmallVector<const Value *, 4>;
std::optional<MeshNames> meshNamesOf(const Value *value);

/// The first name that stands there twice; null if there is none.
const Value *duplicateIn(llvm::ArrayRef<const Value *> names);

/// The devices of the job that runs a program, or of `--target`, or those that
/// the program itself makes of a CPU.
struct MeshDevices {
  /// `v5litepod-8`.
  std::string name;
  std::optional<int64_t> all;
  std::optional<int64_t> ofHost;
  /// Where they are chosen; null if that is not known.
  mlir::LocationAttr location;
};
std::optional<MeshDevices> meshDevicesOf(const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_MESHVALUES_H
