//===- ValueForms.h - Forms of values that gcloud reads ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_VALUEFORMS_H
#define TRAINLINT_FRONTEND_GCLOUD_VALUEFORMS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace trainlint::gcloud {

/// A whole number as Python reads it: blanks around it, a sign and underscores
/// between digits are no part of it. What does not fit 64 bits is the number
/// next to it that does.
std::optional<int64_t> wholeNumberOf(llvm::StringRef text);

/// `2h30m`, `PT2H`, `1d`. Some flags take a number of seconds as well.
bool isDuration(llvm::StringRef text, bool orSeconds);

/// False for a text that is certainly no date or time.
bool mayBeMoment(llvm::StringRef text);

/// `100`, `100GB`, `1.5TiB`.
bool isSize(llvm::StringRef text);

/// The e-mail address or the number of an account.
bool isAccount(llvm::StringRef text);

/// Names and values of labels have small letters, digits, `_` and `-`; letters
/// that have no case, too. Names begin with a letter.
bool isLabelKey(llvm::StringRef text);
bool isLabelValue(llvm::StringRef text);

/// The name of a bucket of Cloud Storage.
bool isBucketName(llvm::StringRef text);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_VALUEFORMS_H
