//===- trainlint-translate.cpp - Prints jobs and graphs as IR -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/DocumentKinds.h"
#include "Driver/GraphInput.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"
#include <deque>

using namespace trainlint;

/// The jobs of a file, as they were found: a job with findings is printed as
/// well.
static mlir::OwningOpRef<mlir::Operation *>
importFile(InputKind kind, llvm::SourceMgr &manager,
           mlir::MLIRContext *context) {
  context->loadDialect<job::JobDialect>();
  const llvm::MemoryBuffer *file =
      manager.getMemoryBuffer(manager.getMainFileID());
  std::unique_ptr<SourceBuffer> buffer =
      SourceBuffer::copy(file->getBufferIdentifier(), file->getBuffer());
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(context));
  ImportOptions options;
  options.kind = kind;
  SourceSet sources;
  ImportResult result =
      importJobs(*buffer, context, options, sources, module->getBody());
  if (!result.wellFormed)
    return nullptr;
  return mlir::OwningOpRef<mlir::Operation *>(module.release());
}

/// The graphs of a file, whole: each node has its name, attributes and
/// location. A file with a problem has no output.
static mlir::OwningOpRef<mlir::Operation *>
importGraphFile(llvm::SourceMgr &manager, mlir::MLIRContext *context) {
  context->loadDialect<graph::GraphDialect>();
  const llvm::MemoryBuffer *file =
      manager.getMemoryBuffer(manager.getMainFileID());
  SourceBuffer buffer(
      file->getBufferIdentifier().str(),
      llvm::MemoryBuffer::getMemBuffer(file->getMemBufferRef(),
                                       /*RequiresNullTerminator=*/false),
      detectGraph(file->getBuffer()).bufferKind());
  tensorflow::OpRegistry ops(Tables::builtIn());
  tensorflow::GraphImportOptions options;
  options.materialize = true;
  ImportedGraph imported = importGraphs(buffer, context, ops, options);
  if (!imported.wellFormed)
    return nullptr;
  return mlir::OwningOpRef<mlir::Operation *>(imported.module.release());
}

int main(int argc, char **argv) {
  auto addDialects = [](mlir::DialectRegistry &registry) {
    registry.insert<graph::GraphDialect, job::JobDialect>();
  };
  auto importer = [](InputKind kind) {
    return [kind](llvm::SourceMgr &manager, mlir::MLIRContext *context) {
      return importFile(kind, manager, context);
    };
  };
  // A registration has to last as long as the program.
  std::deque<std::string> names;
  std::deque<mlir::TranslateToMLIRRegistration> documents;
  for (const DocumentKind &kind : documentKinds()) {
    const std::string &name = names.emplace_back(("import-" + kind.name).str());
    const std::string &description =
        names.emplace_back(("import documents of `" + kind.name + "`").str());
    documents.emplace_back(name, description, importer(kind.kind), addDialects);
  }
  mlir::TranslateToMLIRRegistration commands(
      "import-commands", "import the jobs that commands submit",
      importer(InputKind::Commands), addDialects);
  mlir::TranslateToMLIRRegistration graphs(
      "import-graph", "import training graphs", importGraphFile, addDialects);
  return failed(mlir::mlirTranslateMain(argc, argv, "trainlint's importers"));
}
