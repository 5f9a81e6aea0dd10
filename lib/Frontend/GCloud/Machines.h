//===- Machines.h - VMs and nodes that commands create ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_MACHINES_H
#define TRAINLINT_FRONTEND_GCLOUD_MACHINES_H

#include "Frontend/GCloud/Environment.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::gcloud {

/// The commands of scripts that create VMs of Compute Engine, templates of
/// them, and nodes of GKE, with the policies that place these.
class Machines {
public:
  /// Takes a command; others than those named above are left alone. The script
  /// lives longer.
  void add(const Command &command, const ScriptContext &script,
           const Settings &settings);

  /// Makes a `job.training` op of each command whose machines have, or may
  /// have, accelerators.
  void import(mlir::OpBuilder &builder) const;

private:
  /// A command of a script.
  struct Step {
    Command command;
    const ScriptContext *script;
    /// The zone that was set before; null if none was.
    job::ValueAttr zone;
  };

  /// Policies by their names; null for a name that several have.
  using Policies = llvm::StringMap<const Step *>;

  void importMachines(const Step &step, const Policies &named,
                      mlir::OpBuilder &builder) const;
  /// None if a name is not known: it may be any.
  Policies namedPolicies() const;

  std::vector<Step> machines;
  /// The workload policies that the scripts make.
  std::vector<Step> policies;
};

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_MACHINES_H
