//===- PythonArguments.h - Arguments of the SDK -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_PYTHONARGUMENTS_H
#define TRAINLINT_LSP_PYTHONARGUMENTS_H

#include "LSP/Completion.h"
#include "LSP/GraphFeatures.h"

namespace trainlint::lsp {

/// What there is to say of the name of an argument at an offset; nothing if
/// there is none of a function of Vertex AI's SDK.
std::optional<PlaceInfo> argumentInfoAt(const Analysis &analysis,
                                        uint32_t offset);

/// Adds the arguments that a call may still be given in place of the one that
/// begins at an offset.
void addArguments(const Analysis &analysis, uint32_t offset,
                  std::vector<CompletionItem> &items);

/// Adds what the argument whose value stands at an offset takes, whatever job
/// it is of: the words of the SDK, and regions.
void addArgumentValues(const Analysis &analysis, uint32_t offset,
                       std::vector<CompletionItem> &items);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_PYTHONARGUMENTS_H
