//===- Context.h - What the checks of a program are given -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_CONTEXT_CONTEXT_H
#define TRAINLINT_FRONTEND_PYTHON_CONTEXT_CONTEXT_H

#include "Device/Target.h"
#include "Diagnostics/Report.h"
#include "Dialect/Job/IR/Job.h"
#include "Frontend/Import/Override.h"
#include "Frontend/Python/Values/Forms.h"
#include "Tables/Tables.h"
#include "Text/Yaml/View.h"
#include "mlir/IR/Builders.h"

namespace trainlint::python {

/// What front ends are given beside the program itself.
struct Context {
  const Program &program;
  SourceSet &sources;
  const Tables &tables;
  /// Jobs are added where it stands.
  mlir::OpBuilder &builder;
  /// Nodes that stand for values are made in the stream, and seen by the tree.
  yaml::Stream &stream;
  yaml::TreeView &tree;
  /// Values of trainlint's own command line, and for fields that are left out.
  llvm::ArrayRef<frontend::Override> overrides;
  llvm::ArrayRef<frontend::Override> defaults;
  /// Runs the checks of a job; to be called from within `forEachForm`.
  std::function<void(job::TrainingOp)> checkJob;
  /// Reads a file that the program names, relative to it; null if there is
  /// none. The files are kept with `program.files()`.
  Program::ReadFile readFile;
  /// Counts the values that are not known.
  unsigned &skippedValues;
  /// What `forEachForm` found.
  FormFindings &found;
  /// The job that runs the program, and its devices or those of `--target`;
  /// null if nobody knows them.
  job::TrainingOp runningJob = nullptr;
  const graph::Target *target = nullptr;

  const SourceBuffer &buffer() const { return *program.module().buffer; }
  mlir::MLIRContext *mlirContext() const { return builder.getContext(); }

  mlir::Location at(Place place) const;
  mlir::Location at(Node node) const { return at({&buffer(), node.place()}); }
  /// Where the value of an argument is written, through the argument that it is
  /// used in.
  mlir::Location at(const Argument &argument) const;
  /// Where a value is written that is used at another place; the use, if the
  /// value stands nowhere.
  mlir::Location at(const Value &value, Place use) const;

  void forEachForm(const Call &call,
                   llvm::function_ref<void(const Call &)> judge) const {
    python::forEachForm(call, program, mlirContext(), sources, found, judge);
  }
};

/// Lays a value without choices out as YAML, so that the readers of documents
/// read it. What is not known becomes a placeholder. `use` is where the value
/// is used.
yaml::Node *makeNode(const Value &value, Place use, const Context &context);

/// Reports a fix that writes another text for a value: nothing is offered where
/// the place of the value does not hold its characters.
Report &fixText(Report &report, bool safe, const Value &value,
                llvm::StringRef text, const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_CONTEXT_CONTEXT_H
