//===- RuleIds.h - The rules by name ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every new rule changes this enum, so only those who name a rule include it.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIAGNOSTICS_RULEIDS_H
#define TRAINLINT_DIAGNOSTICS_RULEIDS_H

#include "Diagnostics/RuleCatalog.h"

namespace trainlint {

/// The rules in the order of their codes.
enum class RuleId : uint16_t {
#include "Diagnostics/RuleEnum.inc"
};

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_RULEIDS_H
