//===- Parser.h - YAML tokens to a tree -------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_PARSER_H
#define TRAINLINT_TEXT_YAML_PARSER_H

#include "Text/Yaml/Tree.h"

namespace trainlint::yaml {

/// Deeper nesting is refused, so that everything that walks a tree may recurse.
constexpr unsigned DeepestNesting = 200;

/// Builds the documents of `tokens`. Scalars have no value yet. Reports text
/// that is not well-formed, nesting that is too deep, and aliases without an
/// anchor.
void parse(llvm::StringRef text, TokenStream tokens, Stream &out);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_PARSER_H
