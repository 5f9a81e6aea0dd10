//===- ScriptContext.h - What the import of a script needs ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_SCRIPTCONTEXT_H
#define TRAINLINT_FRONTEND_GCLOUD_SCRIPTCONTEXT_H

#include "Dialect/Job/IR/Job.h"
#include "Frontend/GCloud/Command.h"
#include "Frontend/Import/Override.h"
#include "Support/Placeholder.h"
#include "Text/Shell/Variables.h"
#include "Text/Yaml/View.h"

namespace trainlint::gcloud {

/// A configuration file that a command names.
struct ConfigText {
  ConfigText(const SourceBuffer *buffer,
             std::shared_ptr<const MappedText> block = nullptr)
      : buffer(buffer), block(std::move(block)) {}

  /// Null if it cannot be read.
  const SourceBuffer *buffer;
  /// The part of the buffer that is the file, such as the cell of a notebook
  /// that writes it; null if all of it is.
  std::shared_ptr<const MappedText> block;
};

/// What a command says of the program that its job runs.
struct SentPackage {
  /// What `--package-path` says, or `local-package-path` of the first pool;
  /// empty if the command has neither.
  std::string path;
  mlir::LocationAttr location;
  /// Where the command stands.
  uint32_t place = 0;
  /// Of a local package the module, or the file in it, that the pool runs.
  job::ValueAttr module;
  job::ValueAttr script;
  /// `--command` and `--args` of Vertex AI, which all pools have. False if not
  /// all of the arguments are known.
  llvm::SmallVector<job::ValueAttr> command;
  llvm::SmallVector<job::ValueAttr> args;
  bool knowsArgs = true;
};

/// What the import of commands needs beside the text.
struct ImportContext {
  const Tables *tables;
  /// Values of trainlint's own command line.
  llvm::ArrayRef<frontend::Override> overrides;
  /// Values for fields that neither the flags nor the file give.
  llvm::ArrayRef<frontend::Override> defaults;
  llvm::function_ref<ConfigText(llvm::StringRef path)> readConfig;
  /// The tree of such a file, which lives as long as the jobs. Its nodes know
  /// the buffer.
  llvm::function_ref<const yaml::Stream &(const ConfigText &)> treeOf;
  /// Counts the values that are not known.
  unsigned *skippedValues;
  /// Takes the places of values that the reader fills in, as far as no job has
  /// them.
  std::vector<mlir::Location> *openValues;
  /// Is told of each job that a command submits; null if nobody asks.
  llvm::function_ref<void(job::TrainingOp, const SentPackage &)> jobSubmitted =
      nullptr;
};

/// One script: its text, its variables, and where its values stand.
struct ScriptContext {
  const shell::Variables &variables;
  const SourceBuffer &buffer;
  yaml::Stream &stream;
  yaml::TreeView &tree;
  const ImportContext &import;

  const Tables &tables() const { return *import.tables; }
  mlir::MLIRContext *getContext() const { return tree.getContext(); }

  mlir::Location at(SourceRange range) const;
  /// Where a value stands, through the variable that holds it.
  mlir::Location at(const shell::Value &value) const;

  /// The value of a flag that has one. A value that is the name of the flag, as
  /// in `--zone=zone`, is left for the reader to fill in.
  shell::Value valueOf(const Flag &flag) const;

  /// The value of the flag that sets a field, as text; null if no flag does, or
  /// if it is empty.
  job::ValueAttr text(const Command &command, llvm::StringRef field) const;
  /// The same as a whole number; unknown if it is none, which was reported.
  job::ValueAttr integer(const Command &command, llvm::StringRef field) const;
  /// The word that names what a command makes; null if there is none.
  job::ValueAttr argument(const Command &command) const;
  /// A word as text; null if there is no word.
  job::ValueAttr word(const shell::Word *word) const;
  /// What was set before; null if nothing was.
  job::ValueAttr text(const std::optional<shell::Value> &setting) const {
    return setting ? text(*setting) : job::ValueAttr();
  }
  /// A text of the script; not known if the reader has to fill it in.
  job::ValueAttr text(const shell::Value &value) const;
  /// True if the reader has to fill a text in: a placeholder word, unless it is
  /// the name of an accelerator or a type of TPU in capitals.
  bool isLeftOpen(llvm::StringRef text) const;
  /// A value that a text may bring, but that is not known.
  job::ValueAttr unknown(llvm::StringRef text, SourceRange range) const;

private:
  job::ValueAttr make(const shell::Value &value, mlir::Attribute data) const;
};

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_SCRIPTCONTEXT_H
