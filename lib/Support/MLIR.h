//===- MLIR.h - Names of MLIR that most of its users use --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Support/LLVM.h with the names that sources about ops and their types use on
// every page. It declares them and includes nothing of MLIR, so that it costs
// nothing and needs no library. Where `Value` is a value of Python, of a shell
// or of JSON, MLIR's is spelled out.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_MLIR_H
#define TRAINLINT_SUPPORT_MLIR_H

#include "Support/LLVM.h"

namespace mlir {
class Location;
class OpBuilder;
class Operation;
class RankedTensorType;
class ShapedType;
class Type;
class Value;
} // namespace mlir

namespace trainlint {

using mlir::Location;
using mlir::OpBuilder;
using mlir::Operation;
using mlir::RankedTensorType;
using mlir::ShapedType;
using mlir::Type;
using mlir::Value;

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_MLIR_H
