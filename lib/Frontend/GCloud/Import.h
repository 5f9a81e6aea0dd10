//===- Import.h - Jobs that commands submit ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_IMPORT_H
#define TRAINLINT_FRONTEND_GCLOUD_IMPORT_H

#include "Frontend/GCloud/CloudTpu.h"
#include "Frontend/GCloud/CommandScript.h"
#include "Frontend/GCloud/Machines.h"
#include "Frontend/GCloud/Resources.h"
#include "mlir/IR/Builders.h"

namespace trainlint::gcloud {

/// A cheap look at a text: false if it holds no command that submits a job.
bool mayHoldCommand(llvm::StringRef text);

/// The commands of scripts that run one after the other, each in a shell of its
/// own: they share the configuration of gcloud and the resources that it makes.
class CommandSession {
public:
  /// What is given lives longer. `stream` gets the nodes that stand for the
  /// flags, and the comments.
  CommandSession(const SourceBuffer &buffer, yaml::Stream &stream,
                 yaml::TreeView &tree, mlir::OpBuilder &builder,
                 Settings settings = {})
      : buffer(buffer), stream(stream), tree(tree), builder(builder),
        settings(std::move(settings)) {}

  /// Reports what is wrong with the commands that one shell runs, and makes a
  /// `job.training` op of each job that they submit. Returns how many commands
  /// there are. What is given lives until the end.
  unsigned add(const CommandScript &commands, const ImportContext &context);

  /// Takes over what another session sets and makes that may have been: of that
  /// nothing but the kind is certain.
  void addUncertain(const CommandSession &other);

  /// What `gcloud config set` and the like have set so far.
  const Settings &currentSettings() const { return settings; }

  /// Makes a `job.training` op of each TPU that the commands create and of each
  /// VM and node pool with accelerators, and checks what they make together.
  void finish();

private:
  const SourceBuffer &buffer;
  yaml::Stream &stream;
  yaml::TreeView &tree;
  mlir::OpBuilder &builder;
  /// Of the scripts with commands.
  std::vector<std::unique_ptr<ScriptContext>> scripts;
  Settings settings;
  CloudTpu tpus;
  Machines machines;
  Resources resources;
};

/// Reports what is wrong with the commands that one shell runs, and makes a
/// `job.training` op of each job that they submit and of each TPU that they
/// create. `stream` gets the nodes that stand for the flags, and the comments.
/// Returns how many commands there are.
unsigned importCommands(const CommandScript &commands,
                        const SourceBuffer &buffer, yaml::Stream &stream,
                        yaml::TreeView &tree, const ImportContext &context,
                        mlir::OpBuilder &builder);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_IMPORT_H
