//===- Template.h - Placeholders that a template fills in -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_TEMPLATE_H
#define TRAINLINT_TEXT_YAML_TEMPLATE_H

#include "Support/Placeholder.h"
#include "Support/SourceBuffer.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace trainlint::yaml {

struct Node;

/// True if a node is a placeholder that YAML happens to read as a collection:
/// `{{ x }}` or `[PLACEHOLDER]` without quotes.
bool isPlaceholder(const Node &node);

/// A text with the markers of a template language (`{{ x }}`, `{% if %}`,
/// `{# note #}`, `<% if %>`) put out of the way: a value has letters in its
/// place, everything else blanks. Offsets stay what they are.
struct TemplateMask {
  std::string text;
  /// Where the markers are, in order.
  llvm::SmallVector<SourceRange> markers;
  /// False if a marker may repeat, choose or bring lines, so that the structure
  /// of the masked text is not that of the file to be.
  bool onlyValues = true;
};

/// Nothing if a text has no markers.
std::optional<TemplateMask> maskTemplate(llvm::StringRef text);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_TEMPLATE_H
