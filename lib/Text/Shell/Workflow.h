//===- Workflow.h - Shell text in YAML files --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_SHELL_WORKFLOW_H
#define TRAINLINT_TEXT_SHELL_WORKFLOW_H

#include "Text/Shell/Regions.h"

namespace trainlint::yaml {
struct Stream;
} // namespace trainlint::yaml

namespace trainlint::shell {

/// The scalars of a YAML text that hold commands, such as the `run:` of a
/// workflow. Each of them has a shell of its own, with the variables that
/// `env:`, `variables:` or `substitutions:` set around it.
std::vector<ShellText> workflowTexts(const yaml::Stream &stream,
                                     llvm::StringRef text);

} // namespace trainlint::shell

#endif // TRAINLINT_TEXT_SHELL_WORKFLOW_H
