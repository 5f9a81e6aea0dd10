//===- UserKey.h - Keys of the user's own -----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_USERKEY_H
#define TRAINLINT_SUPPORT_USERKEY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace trainlint {

constexpr size_t UserKeySize = 32;

/// Where a key of the user is: `trainlint/NAME` in the folder for
/// configurations, which is XDG_CONFIG_HOME or `.config` at home. Empty if
/// there is none.
std::string userKeyPath(llvm::StringRef name);

/// The key of a file, which is made of random bytes if it is not there. Nobody
/// else may read or write it, nor put another one in its place.
llvm::Expected<std::string> readUserKey(llvm::StringRef path);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_USERKEY_H
