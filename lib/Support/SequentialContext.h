//===- SequentialContext.h - A context for one thread -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_SEQUENTIALCONTEXT_H
#define TRAINLINT_SUPPORT_SEQUENTIALCONTEXT_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"

namespace trainlint {

/// A context that one thread uses. A context of MLIR that is made without
/// threads starts none, but takes locks for all that it makes unique until it
/// is told again.
class SequentialContext final : public mlir::MLIRContext {
public:
  explicit SequentialContext(
      const mlir::DialectRegistry &registry = mlir::DialectRegistry())
      : mlir::MLIRContext(registry, Threading::DISABLED) {
    disableMultithreading();
  }
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_SEQUENTIALCONTEXT_H
