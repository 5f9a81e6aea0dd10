//===- ParsedInput.h - A text as it was read --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_PARSEDINPUT_H
#define TRAINLINT_DRIVER_PARSEDINPUT_H

#include "Driver/DocumentKinds.h"
#include "Driver/PythonInput.h"
#include "Frontend/GCloud/CommandScript.h"
#include "Text/Notebook/Notebook.h"

namespace trainlint {

/// A document that holds jobs.
struct JobDocument {
  const yaml::Node *root;
  const DocumentKind *kind;
};

/// YAML or JSON: all of a text, or a block of a page.
struct ParsedData {
  std::shared_ptr<const yaml::ReadResult> read;
  llvm::SmallVector<JobDocument, 1> jobs;
};

/// The trees and scripts of a text, of which nothing is imported or reported
/// yet: the phase `parse`.
class ParsedInput {
public:
  enum class Extent : uint8_t {
    /// What may hold a job; a cheap look tells that of most texts.
    Jobs,
    /// All data, for editors.
    Everything,
  };

  /// The buffer lives as long as this; `file` is what it belongs to, where
  /// others may have read its tree. What tells jobs from other documents makes
  /// values in the context.
  ParsedInput(const SourceBuffer &buffer, InputKind kind,
              mlir::MLIRContext *context, Extent extent = Extent::Jobs,
              yaml::SecondOpinion second = yaml::SecondOpinion::None,
              LoadedFilePtr file = nullptr);

  const SourceBuffer &buffer() const { return source; }
  bool isScript() const { return script != shell::FileKind::Other; }
  bool isPython() const { return python != PythonForm::None; }
  bool isPage() const { return script == shell::FileKind::Markdown; }
  /// True if a kind was asked for that documents have.
  bool isForced() const { return forced; }
  /// True if a cheap look at the text does not rule out that it has a job.
  bool mayHoldJob() const { return !kinds.empty(); }
  /// False if some YAML or JSON is not well-formed.
  bool isWellFormed() const;

  llvm::ArrayRef<ParsedData> data() const { return allData; }
  /// The Python of the text; null if it has none that may hold training.
  const python::Module *module() const { return pythonModule.get(); }
  /// Why a notebook that may hold training cannot be read; nothing if it can.
  const std::optional<notebook::Problem> &problem() const {
    return notebookProblem;
  }
  /// The scripts that may have commands: those of scripts and of workflows.
  const gcloud::CommandScripts &scripts() const { return allScripts; }
  /// The comments of data, scripts and Python, in the order of the text.
  std::vector<SourceRange> comments() const;

private:
  void readWholePage(mlir::MLIRContext *context, yaml::SecondOpinion second);
  void readPython();
  void readData(mlir::MLIRContext *context, Extent extent,
                yaml::SecondOpinion second);

  const SourceBuffer &source;
  LoadedFilePtr file;
  InputKind kind;
  PythonForm python;
  shell::FileKind script;
  bool forced = false;
  /// Those that the text may hold.
  llvm::SmallVector<const DocumentKind *, 4> kinds;
  std::vector<ParsedData> allData;
  std::shared_ptr<const python::Module> pythonModule;
  std::optional<notebook::Problem> notebookProblem;
  gcloud::CommandScripts allScripts;
};

/// Puts comments in the order of the text, each once: a block of a page may be
/// data and a script.
void sortComments(std::vector<SourceRange> &comments);

/// What kind of script a text is; `Other` if it is none, but YAML, JSON or
/// Python.
shell::FileKind scriptKindOf(const SourceBuffer &buffer, InputKind kind);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_PARSEDINPUT_H
