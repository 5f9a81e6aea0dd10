//===- CopiedText.h - Characters that web pages set -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_COPIEDTEXT_H
#define TRAINLINT_FRONTEND_GCLOUD_COPIEDTEXT_H

#include "Frontend/GCloud/ScriptContext.h"

namespace trainlint::gcloud {

/// Reports the dashes, quotes and spaces of a web page in the words of a
/// command: one finding, which fixes all of them.
void reportCopiedText(llvm::ArrayRef<shell::CopiedCharacter> copied,
                      const ScriptContext &script);

/// The characters of a script in what it assigns to variables.
std::vector<shell::CopiedCharacter>
copiedInAssignments(const shell::Script &words);

/// The characters of a script that stand in a range.
llvm::ArrayRef<shell::CopiedCharacter> copiedIn(const shell::Script &words,
                                                SourceRange range);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_COPIEDTEXT_H
