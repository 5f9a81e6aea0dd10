//===- Import.h - Jobs that commands submit ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_IMPORT_H
#define TRAINLINT_FRONTEND_GCLOUD_IMPORT_H

#include "Dialect/Job/IR/Job.h"
#include "Frontend/AIPlatform/Import.h"
#include "Frontend/Command/Regions.h"
#include "Frontend/Yaml/View.h"
#include "Tables/Tables.h"

namespace trainlint::gcloud {

/// What the import of commands needs beside the text.
struct ImportContext {
  const Tables *tables;
  /// Values of trainlint's own command line.
  llvm::ArrayRef<frontend::Override> overrides;
  /// The configuration file that a command names, or null.
  llvm::function_ref<const SourceBuffer *(llvm::StringRef path)> readConfig;
  /// Takes the trees of configuration files, whose nodes the jobs use.
  std::vector<std::unique_ptr<yaml::Stream>> *configs;
  /// Counts the values that are not known.
  unsigned *skippedValues;
};

/// A cheap look at a text: false if it holds no command that submits a job.
bool mayHoldCommand(llvm::StringRef text);

/// Reports what is wrong with the commands in the parts of one script, and
/// makes a `job.training` op of each. `stream` gets the nodes that stand for
/// the flags, and the comments. Returns how many commands there are.
unsigned importCommands(llvm::ArrayRef<shell::Part> parts,
                        const SourceBuffer &buffer, yaml::Stream &stream,
                        yaml::TreeView &tree, const ImportContext &context,
                        mlir::OpBuilder &builder);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_IMPORT_H
