//===- Scanner.h - YAML text to tokens --------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_SCANNER_H
#define TRAINLINT_TEXT_YAML_SCANNER_H

#include "Text/Yaml/Token.h"

namespace trainlint::yaml {

/// Splits a text into tokens. Accepts what libyaml accepts: the libraries that
/// read job configs in practice (PyYAML, ruamel.yaml, gcloud's) follow it. A
/// leading byte order mark is skipped. Stops at the first problem.
///
/// The text must be valid UTF-8 (see checkEncoding) and must be followed by a
/// NUL byte in memory, as the text of a SourceBuffer is.
TokenStream scan(llvm::StringRef text);

/// Finds the first byte that YAML text must not hold: broken UTF-8, a control
/// character, or another encoding. Returns true if the text is clean.
bool checkEncoding(llvm::StringRef text, Problem &problem);

/// The length of the byte order mark that a text begins with, 0 or 3.
unsigned byteOrderMarkLength(llvm::StringRef text);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_SCANNER_H
