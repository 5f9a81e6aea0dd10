//===- PinFiles.h - Files and commands that pin versions --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_PINFILES_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_PINFILES_H

#include "Frontend/Python/Trainers/Requirement.h"
#include "Support/SourceBuffer.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::python {

/// What a text requires, and where it says so.
using OnRequirement =
    llvm::function_ref<void(const Requirement &, SourceRange)>;
/// A file of more requirements that a text names.
using OnFile = llvm::function_ref<void(llvm::StringRef path)>;

/// What the commands of a shell hand to `pip install`, and the versions of the
/// environments that they choose.
void readShellPins(llvm::StringRef shell, OnRequirement onRequirement,
                   OnFile onFile);

/// The same of the words of one command, counted from 0.
void readCommandPins(
    llvm::ArrayRef<llvm::StringRef> words,
    llvm::function_ref<void(const Requirement &, size_t word)> onRequirement,
    OnFile onFile);

/// What a file of a project requires; its name says what kind of file it is.
void readPinFile(llvm::StringRef name, llvm::StringRef text,
                 OnRequirement onRequirement, OnFile onFile);

/// What an image for training has, if its name says so.
std::optional<Requirement> requirementOfImage(llvm::StringRef image);

/// The names of files that `readPinFile` reads.
llvm::ArrayRef<llvm::StringLiteral> pinFileNames();

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_PINFILES_H
