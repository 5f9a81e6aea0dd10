//===- ApplyFixesToFixpoint.h - Fixes until nothing is left -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_APPLYFIXESTOFIXPOINT_H
#define TRAINLINT_DRIVER_APPLYFIXESTOFIXPOINT_H

#include "Driver/Checker.h"

namespace trainlint {

/// A text after fixes and what is still found in it.
struct FixedInput {
  std::unique_ptr<SourceBuffer> buffer;
  CheckResult result;
};

/// Applies the fixes of findings, checks the text again, and goes on while
/// there are new ones. A round that leaves text that cannot be read is taken
/// back. Nothing if there was nothing to apply.
std::optional<FixedInput> applyFixesToFixpoint(Checker &checker,
                                               const SourceBuffer &buffer,
                                               llvm::ArrayRef<Finding> findings,
                                               const CheckSettings &settings,
                                               bool unsafeToo);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_APPLYFIXESTOFIXPOINT_H
