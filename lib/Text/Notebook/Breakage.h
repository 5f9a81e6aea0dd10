//===- Breakage.h - What broke the JSON of a notebook -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_NOTEBOOK_BREAKAGE_H
#define TRAINLINT_TEXT_NOTEBOOK_BREAKAGE_H

#include "Text/Json/Json.h"
#include "Text/Notebook/Notebook.h"

namespace trainlint::notebook {

/// What most likely made a text no JSON, given where that shows.
Problem explainBreakage(llvm::StringRef text, const json::Problem &found);

} // namespace trainlint::notebook

#endif // TRAINLINT_TEXT_NOTEBOOK_BREAKAGE_H
