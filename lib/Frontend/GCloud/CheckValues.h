//===- CheckValues.h - Values that a flag does not take ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_CHECKVALUES_H
#define TRAINLINT_FRONTEND_GCLOUD_CHECKVALUES_H

#include "Frontend/GCloud/ScriptContext.h"

namespace trainlint::gcloud {

/// Reports a value that gcloud refuses to read, or one that is missing.
void checkValue(const Flag &flag, const Command &command,
                const ScriptContext &script);

/// "--name", as the flag is written.
std::string spelled(const Flag &flag);

/// True if a word is one of those that a flag or key takes in the track of the
/// command: `a|b@alpha`.
bool isChoice(llvm::StringRef word, const CommandFlags::Row &row,
              const Command &command);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_CHECKVALUES_H
