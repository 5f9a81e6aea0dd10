//===- CloudTpu.h - TPUs that commands create -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_CLOUDTPU_H
#define TRAINLINT_FRONTEND_GCLOUD_CLOUDTPU_H

#include "Frontend/GCloud/Environment.h"
#include "mlir/IR/Builders.h"

namespace trainlint::gcloud {

/// The commands of scripts that create TPUs, the VMs that feed them, and
/// those that start programs on them. What belongs to which TPU is known when
/// all of them were read.
class CloudTpu {
public:
  /// Takes a command; others than those named above are left alone. The script
  /// lives longer.
  void add(Command command, const ScriptContext &script,
           const Settings &settings);

  /// Makes a `job.training` op of each TPU.
  void import(mlir::OpBuilder &builder);

private:
  /// A command of a script.
  struct Step {
    Command command;
    const ScriptContext *script;
    /// The zone that was set before, or the environment that was activated;
    /// null if none was.
    job::ValueAttr setting;
  };

  void importTpu(const Step &tpu, mlir::OpBuilder &builder);
  void importHosts(mlir::OpBuilder &builder);
  bool isLaunchedOn(const Step &launch, const Step &tpu) const;

  std::vector<Step> tpus;
  std::vector<Step> groups;
  std::vector<Step> resizes;
  std::vector<Step> templates;
  std::vector<Step> launches;
  /// The one TPU Node of all, to which its VMs belong; null if there is
  /// none, or several.
  const Step *onlyNode = nullptr;
};

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_CLOUDTPU_H
