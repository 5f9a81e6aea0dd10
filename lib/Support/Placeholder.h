//===- Placeholder.h - Values that are not known yet ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs fill in `${ZONE}` and `{{ zone }}`; people fill in `<zone>`,
// `your-zone` and `ZONE`. Nothing is known of either value, wherever it stands:
// this is the one list of what counts as a placeholder. What a word may be
// depends on where it stands: `my-job` is a name like any other, but there is
// no zone that is called `my-zone`.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_PLACEHOLDER_H
#define TRAINLINT_SUPPORT_PLACEHOLDER_H

#include "llvm/ADT/StringRef.h"

namespace trainlint {

/// A placeholder, for what is not known.
inline constexpr llvm::StringLiteral UnknownText = "${}";

/// True if a value holds a placeholder, so that it is not known: `${X}`, `$X`,
/// `$(X)`, `{{ x }}`, `{x}`, `<placeholder>`, `[PLACEHOLDER]`, `@X@`, `%(x)s`,
/// `%X%` in capitals, `__X__`.
bool hasPlaceholder(llvm::StringRef value);

/// True if a program fills in what a value holds, rather than its reader.
bool isFilledByProgram(llvm::StringRef value);

/// `[A-Z][A-Z0-9_ -]*` of two letters and more: `ZONE`, `MACHINE_TYPE`.
bool isInCapitals(llvm::StringRef text);

/// True if a name that people choose is left for the reader to fill in, as a
/// whole or in a part of its path: `your-bucket`, `<job>`, `...`, `TODO`,
/// `gs://BUCKET`, `???`.
bool isPlaceholderName(llvm::StringRef text);

/// The same of a word on a command line, where a word in capitals stands for
/// what the reader fills in: `--zone=ZONE`.
bool isPlaceholderWord(llvm::StringRef text);

/// The same of a value that the provider defines, such as a zone or a machine
/// type: beside such names also `my-zone`, `choose-gcp-region`, `example` and
/// the name of the field that holds it. `field` is in any spelling: `tpu_zone`,
/// `machineType`, `machine-type`.
bool isPlaceholderValue(llvm::StringRef text, llvm::StringRef field);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_PLACEHOLDER_H
