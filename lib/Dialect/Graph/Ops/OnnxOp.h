//===- OnnxOp.h - What ONNX's operators take and give -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_OPS_ONNXOP_H
#define TRAINLINT_DIALECT_GRAPH_OPS_ONNXOP_H

#include "Tables/Tables.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::onnx {

/// The domain of the operators of ONNX itself, which files mostly leave empty.
inline constexpr llvm::StringLiteral MainDomain = "ai.onnx";

enum class OpStatus : uint8_t {
  /// The opset has it.
  Known,
  /// No opset has it.
  Unknown,
  /// Only later opsets have it.
  TooNew,
  /// This opset has it no longer.
  Deprecated,
};

/// An operator as a model means it.
struct FoundOp {
  OpStatus status = OpStatus::Unknown;
  /// Null for an unknown one.
  const OnnxOps::Row *row = nullptr;
  /// The opset in which this version of it came; for one that is too
  /// new, the first that has it.
  int64_t since = 0;
  /// True if the row has the schema of this version.
  bool hasSchema = false;
};

/// An input or an output.
struct Port {
  llvm::StringRef name;
  llvm::StringRef type;
  bool isOptional = false;
  bool isVariadic = false;
};

struct AttributeSchema {
  llvm::StringRef name;
  /// `int`, `floats` and so on.
  llvm::StringRef type;
  bool isRequired = false;
};

/// True for a domain whose operators the table lists.
bool isListedDomain(llvm::StringRef domain, const OnnxOps &table);

/// The newest opset of a domain that the table knows.
int64_t newestSet(llvm::StringRef domain, const OnnxOps &table);

/// Finds an operator of a domain as the opset with a number has it.
FoundOp findOp(llvm::StringRef domain, llvm::StringRef op, int64_t set,
               const OnnxOps &table);

/// The inputs or outputs that a row spells out.
llvm::SmallVector<Port, 8> parsePorts(llvm::StringRef text);

llvm::SmallVector<AttributeSchema, 8> parseAttributes(llvm::StringRef text);

} // namespace trainlint::onnx

#endif // TRAINLINT_DIALECT_GRAPH_OPS_ONNXOP_H
