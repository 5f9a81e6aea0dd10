//===- Relevance.h - What may hold training ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PYTHON_RELEVANCE_H
#define TRAINLINT_TEXT_PYTHON_RELEVANCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace trainlint::python {

/// False if nothing that a text says can be a job, or a script that checks know
/// something about: it names none of the libraries and commands. One pass over
/// the text, so that a repository of thousands of modules costs little more
/// than reading it. The words hold in the JSON of a notebook as well.
bool mayHoldTraining(llvm::StringRef text);

/// The words that a text must hold one of.
llvm::ArrayRef<llvm::StringLiteral> trainingWords();

} // namespace trainlint::python

#endif // TRAINLINT_TEXT_PYTHON_RELEVANCE_H
