//===- DictFlag.h - Values such as count=4,type=x ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_DICTFLAG_H
#define TRAINLINT_FRONTEND_GCLOUD_DICTFLAG_H

#include "Frontend/GCloud/ScriptContext.h"

namespace trainlint::gcloud {

/// A part of a dictionary, which a comma ends.
struct DictionaryEntry {
  std::string key;
  SourceRange keyRange;
  /// Absent if the part has no `=`.
  std::optional<shell::Value> value;
};

/// The parts of a flag's value. As gcloud does, `^;^` in front of it makes `;`
/// end the parts. A value that stands in a variable is read where it stands.
llvm::SmallVector<DictionaryEntry, 4>
readDictionary(const Flag &flag, const ScriptContext &script);

/// The keys that a dictionary takes.
llvm::SmallVector<llvm::StringRef> keysOf(const Flag &flag,
                                          const Tables &tables);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_DICTFLAG_H
