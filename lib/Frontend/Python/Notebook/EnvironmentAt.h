//===- EnvironmentAt.h - The environment of a program by place --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_ENVIRONMENTAT_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_ENVIRONMENTAT_H

#include "Frontend/Python/Notebook/ShellTextMaker.h"

namespace trainlint::python {

/// What `%env` and `os.environ` have set above a place.
class EnvironmentAt {
public:
  explicit EnvironmentAt(const Program &program);

  struct Setting {
    const EnvironmentWrite *write;
    /// True if the statement stands in another one, and may not run.
    bool isConditional;
  };
  /// The last statement above a place that sets a variable; null if there is
  /// none.
  const Setting *find(llvm::StringRef name, uint32_t place) const;
  /// The first one anywhere.
  const Setting *findFirst(llvm::StringRef name) const;

  /// Gives a shell the variables that its text names.
  void addVariables(uint32_t place, ShellTextMaker &maker) const;

private:
  llvm::StringMap<llvm::SmallVector<Setting, 1>> byName;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_ENVIRONMENTAT_H
