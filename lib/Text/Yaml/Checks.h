//===- Checks.h - Reporting what YAML text gets wrong -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_CHECKS_H
#define TRAINLINT_TEXT_YAML_CHECKS_H

#include "Text/Yaml/Reader.h"
#include "Text/Yaml/View.h"
#include "llvm/Support/LogicalResult.h"

namespace trainlint::yaml {

/// Reports the problems of a text: syntax, keys that are given twice, merge
/// keys without a mapping, and places that yaml-cpp reads differently. Fails if
/// the text is not well-formed.
llvm::LogicalResult reportProblems(const ReadResult &result, TreeView &tree);

/// The parts of it: one problem of syntax, and what is wrong in well-formed
/// text.
void reportSyntax(const Problem &problem, TreeView &tree);
void reportContent(const ReadResult &result, TreeView &tree);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_CHECKS_H
