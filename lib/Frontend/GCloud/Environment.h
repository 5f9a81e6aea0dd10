//===- Environment.h - Commands that prepare a submission -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_ENVIRONMENT_H
#define TRAINLINT_FRONTEND_GCLOUD_ENVIRONMENT_H

#include "Frontend/Command/Variables.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::gcloud {

/// `gcloud config set PROPERTY VALUE`.
struct Setting {
  llvm::StringRef property;
  const shell::Word *value;
};

std::optional<Setting> settingOf(const shell::Command &command);

/// Checks `gcloud projects add-iam-policy-binding`: the service account of the
/// TPUs needs the role of the service's agent. Returns true if the command is
/// one of these.
bool checkPolicyBinding(
    const shell::Command &command, const shell::Variables &variables,
    llvm::function_ref<mlir::Location(const shell::Value &)> at);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_ENVIRONMENT_H
