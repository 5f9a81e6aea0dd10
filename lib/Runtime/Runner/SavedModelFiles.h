//===- SavedModelFiles.h - Copies of SavedModels ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_SAVEDMODELFILES_H
#define TRAINLINT_RUNTIME_RUNNER_SAVEDMODELFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace trainlint::run {

/// What the files with the variables of a SavedModel begin with.
std::string variablesOfSavedModel(llvm::StringRef folder);

/// Makes the folder for a copy of a SavedModel with that for its variables, and
/// finds out whether files can be written there. It may be the same folder, but
/// none in it.
llvm::Error prepareSavedModelFolder(llvm::StringRef from,
                                    llvm::StringRef folder);

/// Copies what a SavedModel is made of but for its variables: graph, metadata
/// and assets. The graph comes last, so that a folder which has it is whole.
/// Left out are links, and the fingerprint, which says what the old variables
/// were.
llvm::Error copySavedModel(llvm::StringRef from, llvm::StringRef to);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_SAVEDMODELFILES_H
