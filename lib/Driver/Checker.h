//===- Checker.h - The check of one input after the other -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_CHECKER_H
#define TRAINLINT_DRIVER_CHECKER_H

#include "Driver/Compilation.h"
#include <memory>

namespace trainlint {

/// Checks inputs one after the other, in a context that is replaced after a few
/// hundred of them. Use one checker per thread.
class Checker {
public:
  using MakeContext = std::unique_ptr<CompilerContext> (*)();

  /// Contexts read no graphs unless somebody makes those that do. The last one
  /// is not taken apart if the process ends anyway.
  explicit Checker(MakeContext makeContext = nullptr, bool endsProcess = false)
      : makeContext(makeContext), endsProcess(endsProcess) {}
  ~Checker();

  /// The buffer has to outlive the result, whose findings point into it.
  /// `graph` is what `detectGraph` has found in it; it is asked if that is
  /// null. `file` is what the buffer belongs to, where others may read it.
  CheckResult check(const SourceBuffer &buffer, const CheckSettings &settings,
                    const GraphContent *graph = nullptr,
                    LoadedFilePtr file = nullptr);

private:
  MakeContext makeContext;
  bool endsProcess;
  std::unique_ptr<CompilerContext> context;
  unsigned inputs = 0;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_CHECKER_H
