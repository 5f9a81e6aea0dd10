//===- PhaseTrace.h - What a crash interrupts -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_PHASETRACE_H
#define TRAINLINT_SUPPORT_PHASETRACE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/PrettyStackTrace.h"

namespace trainlint {

/// While it lives, the report of a crash says what was done: "while importing
/// `model.onnx`". Costs nothing unless there is a crash.
class PhaseTrace : public llvm::PrettyStackTraceEntry {
public:
  /// Both live as long as this. `doing` is such as "importing".
  PhaseTrace(llvm::StringRef doing, llvm::StringRef subject)
      : doing(doing), subject(subject) {}

  void print(llvm::raw_ostream &os) const override;

private:
  llvm::StringRef doing;
  llvm::StringRef subject;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_PHASETRACE_H
