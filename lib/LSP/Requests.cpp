//===- Requests.cpp - Requests about documents ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Dispatcher.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;

Dispatcher::Result Dispatcher::diagnostic(const Object &params) {
  const OpenDocument *open = documentOf(params);
  if (!open)
    return Object{{"kind", "full"}, {"items", Array{}}};
  if (params.getString("previousResultId") == open->resultId)
    return Object{{"kind", "unchanged"}, {"resultId", open->resultId}};
  return Object{{"kind", "full"},
                {"resultId", open->resultId},
                {"items", Array(open->diagnostics)}};
}
