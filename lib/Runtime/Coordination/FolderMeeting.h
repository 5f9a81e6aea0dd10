//===- FolderMeeting.h - Processes that meet in a folder ------ -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TRAINLINT_RUNTIME_COORDINATION_FOLDERMEETING_H
#define TRAINLINT_RUNTIME_COORDINATION_FOLDERMEETING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <string>

namespace trainlint::coordination {

/// Brings the processes of one attempt of a job together in a folder that they
/// share, whatever earlier attempts left there: that is removed, or not looked
/// at. Gives a folder within it that is empty and of this attempt alone. Fails
/// with the numbers of those that did not come, or if two processes have the
/// same number.
llvm::Expected<std::string> meetInFolder(llvm::StringRef folder, int64_t index,
                                         int64_t count,
                                         std::chrono::milliseconds timeout);

} // namespace trainlint::coordination

#endif // TRAINLINT_RUNTIME_COORDINATION_FOLDERMEETING_H
