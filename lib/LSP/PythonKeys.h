//===- PythonKeys.h - Keys of dicts that are jobs ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_PYTHONKEYS_H
#define TRAINLINT_LSP_PYTHONKEYS_H

#include "LSP/Completion.h"
#include "LSP/GraphFeatures.h"

namespace trainlint::lsp {

/// What there is to say of the key at an offset of a dict that becomes a job of
/// Vertex AI or a part of one, such as `machine_spec` of a worker pool; nothing
/// if there is none.
std::optional<PlaceInfo> keyInfoAt(const Analysis &analysis, uint32_t offset);

/// Adds the keys that may stand in place of the one at an offset. `before` and
/// `behind` are written around each.
void addKeys(const Analysis &analysis, uint32_t offset, llvm::StringRef before,
             llvm::StringRef behind, std::vector<CompletionItem> &items);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_PYTHONKEYS_H
