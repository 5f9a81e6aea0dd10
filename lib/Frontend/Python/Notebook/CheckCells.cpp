//===- CheckCells.cpp - Rules on the cells of a notebook ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/CheckCells.h"
#include "Diagnostics/Messages/Notebooks.h"
#include "Diagnostics/SourceSet.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::notebook;

static Report reportKind(const Problem &problem, mlir::Location place) {
  switch (problem.kind) {
  case Problem::Kind::Empty:
    return diag::NotebookJson::empty(place);
  case Problem::Kind::NotJson:
    return diag::NotebookJson::problem(place, problem.text);
  case Problem::Kind::MergeMark:
    return diag::NotebookJson::mergeMark(place, problem.text);
  case Problem::Kind::Shape:
    return diag::NotebookJson::shape(place, problem.text);
  }
  llvm_unreachable("unknown kind");
}

void notebook::reportProblem(const Problem &problem, const SourceBuffer &buffer,
                             mlir::MLIRContext *context) {
  Report report =
      reportKind(problem, makeLocation(context, buffer, problem.place));
  if (!problem.help.empty())
    report.help(problem.help);
}

void notebook::checkCells(const python::Module &module,
                          mlir::MLIRContext *context) {
  if (module.isShell)
    return;
  for (const auto &cell : module.cells) {
    auto locate = [&](SourceRange range) {
      return makeLocation(context, *module.buffer, cell->placeOf(range));
    };
    checkMagics(*cell, locate);
    checkShellLines(*cell, locate);
  }
}
