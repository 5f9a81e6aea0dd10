//===- Import.h - Jobs that commands submit ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_IMPORT_H
#define TRAINLINT_FRONTEND_GCLOUD_IMPORT_H

#include "Frontend/GCloud/CommandScript.h"
#include "Frontend/GCloud/ScriptContext.h"
#include "mlir/IR/Builders.h"

namespace trainlint::gcloud {

/// A cheap look at a text: false if it holds no command that submits a job.
bool mayHoldCommand(llvm::StringRef text);

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
