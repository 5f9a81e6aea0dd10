//===- ArgumentWords.h - The words that the SDK takes -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTWORDS_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace trainlint::python {

/// The words that an argument of Vertex AI's SDK takes, whose functions mean
/// the same by one name; empty for one that takes other values.
llvm::ArrayRef<llvm::StringRef> wordsOfArgument(llvm::StringRef name);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTWORDS_H
