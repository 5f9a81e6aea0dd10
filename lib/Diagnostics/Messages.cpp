//===- Messages.cpp - What the messages of all rules say ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/MessageHeaders.inc"
#include "Diagnostics/RuleIds.h"

namespace trainlint::diag {
#include "Diagnostics/MessageBodies.inc"
} // namespace trainlint::diag
