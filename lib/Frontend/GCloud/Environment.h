//===- Environment.h - Commands that prepare a submission -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_ENVIRONMENT_H
#define TRAINLINT_FRONTEND_GCLOUD_ENVIRONMENT_H

#include "Frontend/GCloud/ScriptContext.h"

namespace trainlint::gcloud {

/// The environment that `conda activate` sets, as a property.
inline constexpr llvm::StringLiteral CondaEnvironment = "conda environment";

/// `gcloud config set PROPERTY VALUE`, or `conda activate VALUE`.
struct Setting {
  llvm::StringRef property;
  const shell::Word *value;
};

/// The properties that were set so far, and what they were set to.
using Settings = llvm::StringMap<std::optional<shell::Value>>;

std::optional<Setting> settingOf(const shell::Command &command);

/// Checks `gcloud projects add-iam-policy-binding`: the service account of the
/// TPUs needs the role of the service's agent. Returns true if the command is
/// one of these.
bool checkPolicyBinding(const Command &command, const ScriptContext &script);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_ENVIRONMENT_H
