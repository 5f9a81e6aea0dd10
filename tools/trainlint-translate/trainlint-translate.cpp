//===- trainlint-translate.cpp - Prints jobs and graphs as IR -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/LowerModel.h"
#include "Dialect/StableHLO/IR/RegisterDialects.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Driver/Graphs/ImportGraphs.h"
#include "Driver/ParsedInput.h"
#include "Ops/Inference/InferTypes.h"
#include "Support/CrashReport.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
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
  options.mayHoldSeveralJobs = true;
  SourceSet sources;
  ImportResult result = importJobs(ParsedInput(*buffer, kind, context), context,
                                   options, sources, module->getBody());
  if (!result.wellFormed)
    return nullptr;
  return mlir::OwningOpRef<mlir::Operation *>(module.release());
}

/// The graphs of a file, whole: each node has its name, attributes and
/// location. A file with a problem has no output.
static mlir::OwningOpRef<mlir::Operation *>
importGraphFile(llvm::SourceMgr &manager, mlir::MLIRContext *context) {
  // The attributes of its ops say how convolutions and the like go.
  context->loadDialect<graph::GraphDialect, stablehlo::StableHLODialect>();
  const llvm::MemoryBuffer *file =
      manager.getMemoryBuffer(manager.getMainFileID());
  GraphContent content = detectGraph(file->getBuffer());
  std::unique_ptr<SourceBuffer> buffer = makeGraphBuffer(
      file->getBufferIdentifier(), file->getMemBufferRef(), content);
  tensorflow::OpRegistry ops(Tables::builtIn());
  tensorflow::GraphImportOptions options;
  options.materialize = true;
  ImportedGraph imported =
      importGraphs(*buffer, content, context, ops, options);
  if (!imported.wellFormed)
    return nullptr;
  // A file of Keras states the types of its inputs only. What is wrong with the
  // model is for the checks to say.
  mlir::ScopedDiagnosticHandler quiet(
      context, [](mlir::Diagnostic &) { return llvm::success(); });
  for (auto model : imported.module->getOps<graph::ModelOp>()) {
    if (model.getFramework() == graph::Framework::Keras)
      inferTypes(model, *imported.source);
  }
  return mlir::OwningOpRef<mlir::Operation *>(imported.module.release());
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static llvm::cl::OptionCategory
    stepCategory("Options of --graph-to-step and --graph-to-model");

static llvm::cl::opt<std::string>
    trainOp("train-op", llvm::cl::desc("The node that runs a training step"),
            llvm::cl::value_desc("node"), llvm::cl::cat(stepCategory));

static llvm::cl::opt<std::string>
    loss("loss", llvm::cl::desc("The node whose value is the loss"),
         llvm::cl::value_desc("node"), llvm::cl::cat(stepCategory));

static llvm::cl::list<std::string>
    outputs("outputs", llvm::cl::desc("The tensors that a model gives"),
            llvm::cl::value_desc("node,node:1"), llvm::cl::CommaSeparated,
            llvm::cl::cat(stepCategory));

static llvm::cl::list<std::string>
    inputShapes("input-shape", llvm::cl::desc("The shape of an input"),
                llvm::cl::value_desc("node=128,784"),
                llvm::cl::cat(stepCategory));

static llvm::cl::opt<int64_t>
    batchSize("batch-size", llvm::cl::desc("The examples of one replica"),
              llvm::cl::cat(stepCategory));

static llvm::cl::opt<int64_t> foldedBatch(
    "folded-batch",
    llvm::cl::desc("Batch size for which shapes were folded into constants"),
    llvm::cl::cat(stepCategory));

static llvm::cl::opt<int64_t>
    replicas("replicas", llvm::cl::desc("How many replicas run the step"),
             llvm::cl::cat(stepCategory));

static llvm::cl::list<std::string>
    feeds("feed", llvm::cl::desc("Value of an input in each step"),
          llvm::cl::value_desc("input=0.5"), llvm::cl::cat(stepCategory));

static llvm::cl::list<std::string> initialValues(
    "initial", llvm::cl::desc("Initial value of the elements of a variable"),
    llvm::cl::value_desc("variable=0.1"), llvm::cl::cat(stepCategory));

static llvm::cl::opt<bool>
    isPrediction("outputs-only",
                 llvm::cl::desc("Leave out labels and losses of a model"),
                 llvm::cl::cat(stepCategory));

/// Reads the options above; none, with a message, if one is no value.
static std::optional<tensorflow::StepOptions> readStepOptions() {
  tensorflow::StepOptions options;
  options.trainOp = trainOp;
  options.loss = loss;
  options.outputs.assign(outputs.begin(), outputs.end());
  if (batchSize.getNumOccurrences() != 0)
    options.batchSize = batchSize;
  if (foldedBatch.getNumOccurrences() != 0)
    options.foldedBatch = foldedBatch;
  if (replicas.getNumOccurrences() != 0)
    options.replicas = replicas;
  if (options.batchSize.value_or(1) < 1 || options.replicas.value_or(1) < 1) {
    llvm::errs() << "--batch-size and --replicas take numbers from 1\n";
    return std::nullopt;
  }
  auto accept = [](llvm::StringRef option, llvm::Error error) {
    if (!error)
      return true;
    llvm::errs() << option << " " << llvm::toString(std::move(error)) << "\n";
    return false;
  };
  for (llvm::StringRef text : inputShapes)
    if (!accept("--input-shape", tensorflow::readInputShape(text, options)))
      return std::nullopt;
  for (llvm::StringRef text : feeds)
    if (!accept("--feed", tensorflow::readFeed(text, options)))
      return std::nullopt;
  for (llvm::StringRef text : initialValues)
    if (!accept("--initial", tensorflow::readInitialValue(text, options)))
      return std::nullopt;
  return options;
}

using LoweredGraph = llvm::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>;

/// The model of a training graph.
static LoweredGraph lowerModel(graph::ModelOp model,
                               const graph::NodeReader &source,
                               tensorflow::OpRegistry &ops,
                               const tensorflow::StepOptions &options) {
  llvm::FailureOr<tensorflow::LoweredModel> lowered =
      tensorflow::lowerModel(model, source, ops, options,
                             isPrediction || !options.outputs.empty()
                                 ? tensorflow::ModelUse::Prediction
                                 : tensorflow::ModelUse::Evaluation);
  if (failed(lowered))
    return llvm::failure();
  return std::move(lowered->module);
}

/// What `lower` makes of the first graph of a file.
static mlir::OwningOpRef<mlir::Operation *>
lowerGraphFile(decltype(lowerModel) *lower, llvm::SourceMgr &manager,
               mlir::MLIRContext *context) {
  context->loadDialect<graph::GraphDialect>();
  std::optional<tensorflow::StepOptions> options = readStepOptions();
  if (!options)
    return nullptr;
  const llvm::MemoryBuffer *file =
      manager.getMemoryBuffer(manager.getMainFileID());
  GraphContent content = detectGraph(file->getBuffer());
  std::unique_ptr<SourceBuffer> buffer = makeGraphBuffer(
      file->getBufferIdentifier(), file->getMemBufferRef(), content);
  tensorflow::OpRegistry ops(Tables::builtIn());
  ImportedGraph imported = importGraphs(*buffer, content, context, ops);
  if (!imported.wellFormed)
    return nullptr;
  for (graph::ModelOp model : imported.module->getOps<graph::ModelOp>()) {
    if (model.getFramework() != graph::Framework::TensorFlow) {
      mlir::emitError(model.getLoc())
          << "only graphs of TensorFlow have steps of their own";
      return nullptr;
    }
    inferTypes(model, *imported.source);
    LoweredGraph module = lower(model, *imported.source, ops, *options);
    if (failed(module))
      return nullptr;
    return mlir::OwningOpRef<mlir::Operation *>(module->release());
  }
  return nullptr;
}

int main(int argc, char **argv) {
  CrashReport crashReport(argc, argv);
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
  mlir::TranslateToMLIRRegistration python(
      "import-python", "import the jobs that a program submits",
      importer(InputKind::Python), addDialects);
  mlir::TranslateToMLIRRegistration notebook(
      "import-notebook", "import the jobs that a notebook submits",
      importer(InputKind::Notebook), addDialects);
  mlir::TranslateToMLIRRegistration graphs(
      "import-graph", "import training graphs", importGraphFile, addDialects);
  auto addStepDialects = [](mlir::DialectRegistry &registry) {
    registry.insert<graph::GraphDialect>();
    stablehlo::registerProgramDialects(registry);
  };
  auto graphLowering = [](decltype(lowerModel) *lower) {
    return [lower](llvm::SourceMgr &manager, mlir::MLIRContext *context) {
      return lowerGraphFile(lower, manager, context);
    };
  };
  mlir::TranslateToMLIRRegistration steps(
      "graph-to-step", "lower the training step of a TensorFlow graph",
      graphLowering(tensorflow::lowerTrainingStep), addStepDialects);
  mlir::TranslateToMLIRRegistration models(
      "graph-to-model", "lower the model of a TensorFlow graph, as it is used",
      graphLowering(lowerModel), addStepDialects);
  return failed(mlir::mlirTranslateMain(argc, argv, "trainlint's importers"));
}
