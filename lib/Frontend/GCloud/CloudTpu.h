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

/// The commands of one script that create TPUs, the VMs that feed them, and
/// those that start programs on them. What belongs to which TPU is known when
/// the whole script was read.
class CloudTpu {
public:
  explicit CloudTpu(const ScriptContext &script) : script(script) {}

  /// Takes a command; others than those named above are left alone.
  void add(Command command, const Settings &settings);

  /// Makes a `job.training` op of each TPU.
  void import(mlir::OpBuilder &builder);

private:
  struct Resource {
    Command command;
    /// The zone that was set before; null if none was.
    const shell::Word *defaultZone;
  };

  struct Launch {
    Command command;
    /// The environment that was activated before; null if none was.
    const shell::Word *environment;
  };

  job::ValueAttr acceleratorOf(const Command &command) const;
  void importTpu(const Resource &tpu, mlir::OpBuilder &builder);
  void importSlice(const Command &command, mlir::OpBuilder &builder);
  void importHosts(mlir::OpBuilder &builder);
  void importLaunch(const Launch &started, mlir::OpBuilder &builder);
  bool isLaunchedOn(const Command &launch, const Resource &tpu) const;

  /// A field of a command, or what may stand for it; null if nothing does.
  job::ValueAttr field(const Command &command, llvm::StringRef name) const;
  job::ValueAttr zoneOf(const Resource &resource) const;
  job::ValueAttr nameOf(const Command &tpu) const;

  const ScriptContext &script;
  std::vector<Resource> tpus;
  std::vector<Resource> groups;
  std::vector<Command> resizes;
  std::vector<Command> templates;
  std::vector<Launch> launches;
  /// The one TPU Node of the script, to which its VMs belong; null if there is
  /// none, or several.
  const Resource *onlyNode = nullptr;
};

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_CLOUDTPU_H
