//===- XlaSpawn.h - Where PyTorch/XLA starts processes ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_XLASPAWN_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_XLASPAWN_H

#include "Frontend/Python/Values/Program.h"

namespace trainlint::python {

/// A call of `xmp.spawn` or of `torch_xla.launch`.
struct XlaSpawn {
  const Call *call;
  bool isLaunch;

  /// `xmp.spawn`, as the program spells it.
  llvm::StringRef name() const;
  /// What is started; null if it is not given.
  const Value *function() const { return call->value("fn", 0); }
  const Argument *arguments() const { return call->find("args", 1); }
  const Argument *processCount() const {
    return isLaunch ? nullptr : call->find("nprocs", 2);
  }
  const Argument *startMethod() const {
    return call->find("start_method", isLaunch ? 2 : 5);
  }
  /// True if the call certainly starts processes, and runs nothing in its own.
  bool startsProcesses() const;
  /// True if it certainly does so by the method `spawn`.
  bool startsAnew() const;
};

/// What a call starts; nothing if it is another call.
std::optional<XlaSpawn> asXlaSpawn(const Call &call);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_XLASPAWN_H
