//===- Signatures.h - What functions of libraries take ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_SIGNATURES_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_SIGNATURES_H

#include "Frontend/Python/Values/Calls.h"

namespace trainlint::python {

/// The arguments of a function.
struct Signature {
  /// As its library has it: `CustomJob.run`.
  llvm::StringRef function;
  /// In the order of their positions; the first `required` ones must be given.
  llvm::SmallVector<llvm::StringRef> positional;
  size_t required = 0;
  llvm::SmallVector<llvm::StringRef> keywords;

  bool takes(llvm::StringRef argument) const;
  /// The position of an argument; -1 if it has none.
  int positionOf(llvm::StringRef argument) const;
};

/// The function of Vertex AI's SDK with a name such as `CustomJob.run`; null
/// for others.
const Signature *sdkSignature(llvm::StringRef function);
llvm::ArrayRef<Signature> sdkSignatures();

/// An argument of a call by its name, wherever the signature puts it; null if
/// it is not given.
const Argument *argumentOf(const Call &call, const Signature &signature,
                           llvm::StringRef name);

/// The value of it; null if it is not given.
const Value *valueOf(const Call &call, const Signature &signature,
                     llvm::StringRef name);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_SIGNATURES_H
