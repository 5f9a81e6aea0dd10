//===- ArgumentHelp.h - What arguments of the SDK mean ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTHELP_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTHELP_H

#include "llvm/ADT/StringRef.h"

namespace trainlint::python {

/// A sentence on an argument of Vertex AI's SDK, without a full stop; empty for
/// one of which nothing is said.
llvm::StringRef helpOfArgument(llvm::StringRef name);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTHELP_H
