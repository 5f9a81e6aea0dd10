//===- Template.h - Placeholders that a template fills in -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_YAML_TEMPLATE_H
#define TRAINLINT_FRONTEND_YAML_TEMPLATE_H

#include "llvm/ADT/StringRef.h"

namespace trainlint::yaml {

struct Node;

/// True if a value holds a placeholder, so that it is not known: `${X}`, `$X`,
/// `$(X)`, `{{ x }}`, `{x}`, `<placeholder>`, `[PLACEHOLDER]`, `@X@`, `%(x)s`.
bool hasPlaceholder(llvm::StringRef value);

/// True if a node is a placeholder that YAML happens to read as a collection:
/// `{{ x }}` or `[PLACEHOLDER]` without quotes.
bool isPlaceholder(const Node &node);

/// The placeholder marker of a template language that keeps `line` from being
/// YAML (`{{`, `{%`), or an empty text.
llvm::StringRef templateMarker(llvm::StringRef line);

} // namespace trainlint::yaml

#endif // TRAINLINT_FRONTEND_YAML_TEMPLATE_H
