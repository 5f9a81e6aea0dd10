//===- ValueInfo.h - What the tables say of a value -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_VALUEINFO_H
#define TRAINLINT_DIALECT_JOB_CHECKS_VALUEINFO_H

#include "Dialect/Job/Checks/Passes.h"
#include <string>
#include <vector>

namespace trainlint::job {

/// What there is to know about a value, for people to read.
struct ValueInfo {
  /// One line: "8 vCPUs, 30 GB".
  std::string summary;
  /// Sentences about what it goes with and where it is.
  std::vector<std::string> details;
  /// The tables that say so.
  std::vector<TableInfo> tables;
};

/// What the tables say of a value in a field of an op; nothing if they know it
/// not. `field` is the name of an attribute of the op.
std::optional<ValueInfo> infoOfValue(mlir::Operation *op, llvm::StringRef field,
                                     ValueAttr value,
                                     const CheckContext &context);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_VALUEINFO_H
