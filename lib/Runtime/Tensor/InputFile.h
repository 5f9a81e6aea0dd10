//===- InputFile.h - Files with data ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TENSOR_INPUTFILE_H
#define TRAINLINT_RUNTIME_TENSOR_INPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace trainlint::run {

/// The bytes of memory that this computer has.
uint64_t memoryOfComputer();

/// The contents of a file or a pipe that the command line names. What is larger
/// than the computer's memory is refused. Large files are mapped, and have no
/// null behind them. The error names the file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readNamedFile(llvm::StringRef path);

/// The same for a file that was found in a folder, which must be a regular one:
/// nobody said that a pipe is meant.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFoundFile(llvm::StringRef path);

/// The text of a program that the command line names, with a null behind it;
/// `-` is standard input.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readProgramText(llvm::StringRef path);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_TENSOR_INPUTFILE_H
