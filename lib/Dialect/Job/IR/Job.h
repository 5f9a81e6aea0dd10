//===- Job.h - The job dialect ----------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_IR_JOB_H
#define TRAINLINT_DIALECT_JOB_IR_JOB_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include <optional>

#include "Dialect/Job/IR/JobDialect.h.inc"
#include "Dialect/Job/IR/JobEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Dialect/Job/IR/JobAttributes.h.inc"

namespace trainlint::job {
class LaunchOp;
class ParameterOp;
class PoolOp;
class StudyOp;
} // namespace trainlint::job

#define GET_OP_CLASSES
#include "Dialect/Job/IR/JobOps.h.inc"

namespace trainlint::job {

/// Parses a value: `"text"`, `4`, `?"${X}"` or `[...]`, with `at loc(...)`
/// behind it or located where it stands. Returns null after an error.
ValueAttr parseValue(mlir::AsmParser &parser);
void printValue(mlir::AsmPrinter &printer, ValueAttr value);

/// The items of a known list; empty if the value is absent or no list.
llvm::SmallVector<ValueAttr> itemsOf(ValueAttr value);

/// A known value of text, or nothing: the attribute is absent or unknown.
inline std::optional<llvm::StringRef> knownString(ValueAttr value) {
  return value ? value.getString() : std::nullopt;
}
/// A known integer, or nothing.
inline std::optional<int64_t> knownInteger(ValueAttr value) {
  return value ? value.getInteger() : std::nullopt;
}

/// True for the names that documentation leaves to the reader: `tpu-name`.
inline bool isExampleName(llvm::StringRef name) {
  return name.ends_with("-name") || name.ends_with("_name");
}

/// The kinds of workload that stand for nodes which a command makes, and for a
/// template of VMs.
inline constexpr llvm::StringLiteral NodePoolKind = "NodePool";
inline constexpr llvm::StringLiteral InstanceTemplateKind = "InstanceTemplate";

/// What the labels of accelerators are called on nodes of GKE. A pool has the
/// name of the one that it chooses its nodes by.
inline constexpr llvm::StringLiteral TpuLabel =
    "cloud.google.com/gke-tpu-accelerator";
inline constexpr llvm::StringLiteral GpuLabel =
    "cloud.google.com/gke-accelerator";
inline constexpr llvm::StringLiteral TopologyLabel =
    "cloud.google.com/gke-tpu-topology";

/// What the resources are called that pods ask for.
inline constexpr llvm::StringLiteral TpuResource = "google.com/tpu";
inline constexpr llvm::StringLiteral GpuResource = "nvidia.com/gpu";

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_IR_JOB_H
