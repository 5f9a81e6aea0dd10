//===- ParsedInput.cpp - A text as it was read ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ParsedInput.h"
#include "Driver/OpenNotebook.h"
#include "Frontend/GCloud/Import.h"
#include "Text/Python/Relevance.h"
#include "Text/Python/Statements.h"
#include "Text/Shell/Workflow.h"

using namespace trainlint;

shell::FileKind trainlint::scriptKindOf(const SourceBuffer &buffer,
                                        InputKind kind) {
  if (pythonFormOf(buffer, kind) != PythonForm::None)
    return shell::FileKind::Other;
  if (kind != InputKind::Auto && kind != InputKind::Commands)
    return shell::FileKind::Other;
  shell::FileKind found = shell::kindOf(buffer.name(), buffer.text());
  // What is given as commands is a script whatever it is called.
  bool isOther = found == shell::FileKind::Other;
  return isOther && kind == InputKind::Commands ? shell::FileKind::Shell
                                                : found;
}

ParsedInput::ParsedInput(const SourceBuffer &buffer, InputKind kind,
                         mlir::MLIRContext *context, Extent extent,
                         yaml::SecondOpinion second, LoadedFilePtr file)
    : source(buffer), file(std::move(file)), kind(kind),
      python(pythonFormOf(buffer, kind)), script(scriptKindOf(buffer, kind)) {
  llvm::StringRef text = buffer.text();
  if (isPython()) {
    readPython();
    return;
  }
  if (!isScript()) {
    readData(context, extent, second);
    return;
  }
  if (gcloud::mayHoldCommand(text))
    allScripts = gcloud::readScripts(shell::shellTexts(script, text), text);
  if (isPage() && kind == InputKind::Auto)
    readWholePage(context, second);
}

void ParsedInput::readWholePage(mlir::MLIRContext *context,
                                yaml::SecondOpinion second) {
  for (yaml::ReadResult &read : readPage(source, context, second)) {
    ParsedData &data = allData.emplace_back();
    data.read = std::make_shared<yaml::ReadResult>(std::move(read));
    yaml::TreeView tree(*data.read->stream, source, context);
    for (const yaml::Document &document : data.read->stream->documents) {
      yaml::View root = tree.resolve(document.root);
      if (const DocumentKind *of = kindOfDocument(root, tree, InputKind::Auto))
        data.jobs.push_back({document.root, of});
    }
  }
}

void ParsedInput::readPython() {
  bool isNotebook = python == PythonForm::Notebook;
  if (isOfCells(source.text())) {
    pythonModule = readOpenNotebook(source);
    return;
  }
  // Most of a repository's modules have nothing to do with training.
  if (!python::mayHoldTraining(source.text()))
    return;
  if (!isNotebook && file) {
    pythonModule = {file, &file->python().module()};
    return;
  }
  if (!isNotebook) {
    pythonModule = python::readScript(source);
    return;
  }
  notebook::Notebook read = notebook::read(source);
  pythonModule = std::move(read.module);
  notebookProblem = std::move(read.problem);
}

void ParsedInput::readData(mlir::MLIRContext *context, Extent extent,
                           yaml::SecondOpinion second) {
  llvm::StringRef text = source.text(), name = source.name();
  for (const DocumentKind &candidate : documentKinds()) {
    forced |= candidate.kind == kind;
    if (kind == InputKind::Auto ? candidate.mayHold(text)
                                : candidate.kind == kind)
      kinds.push_back(&candidate);
  }
  // Other texts than YAML can be read as one long value.
  bool mayBeWorkflow = kind == InputKind::Auto &&
                       (name.ends_with(".yaml") || name.ends_with(".yml")) &&
                       gcloud::mayHoldCommand(text);
  if (kinds.empty() && !mayBeWorkflow && extent == Extent::Jobs)
    return;

  ParsedData &data = allData.emplace_back();
  if (file && second == yaml::SecondOpinion::None)
    data.read = std::shared_ptr<const yaml::ReadResult>(file, &file->yaml());
  else
    data.read = std::make_shared<yaml::ReadResult>(yaml::read(text, second));
  const yaml::Stream &stream = *data.read->stream;
  yaml::TreeView tree(stream, source, context);
  for (const yaml::Document &document : stream.documents) {
    yaml::View root = tree.resolve(document.root);
    if (!root)
      continue;
    const auto *of = llvm::find_if(kinds, [&](const DocumentKind *candidate) {
      return forced || candidate->accepts(root, tree);
    });
    if (of != kinds.end())
      data.jobs.push_back({document.root, *of});
  }
  if (data.jobs.empty() && mayBeWorkflow && isWellFormed())
    allScripts = gcloud::readScripts(shell::workflowTexts(stream, text), text);
}

bool ParsedInput::isWellFormed() const {
  return !notebookProblem && llvm::all_of(allData, [](const ParsedData &data) {
    return data.read->stream->problems.empty();
  });
}

std::vector<SourceRange> ParsedInput::comments() const {
  std::vector<SourceRange> all;
  for (const ParsedData &data : allData)
    llvm::append_range(all, data.read->stream->comments);
  if (pythonModule)
    llvm::append_range(all, python::commentsOf(*pythonModule));
  for (const auto &script : allScripts)
    llvm::append_range(all, script->words().comments);
  sortComments(all);
  return all;
}

void trainlint::sortComments(std::vector<SourceRange> &comments) {
  llvm::sort(comments,
             [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
  comments.erase(llvm::unique(comments), comments.end());
}
