//===- trainlint-opt.cpp - Runs checks on trainlint's dialects ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An mlir-opt with the dialects and checks of trainlint, and with those that
// frameworks put around StableHLO. A job or a graph in another format is
// imported first, so that a check can be run alone on what a user writes.
//
//===----------------------------------------------------------------------===//

#include "Conversion/ForwardToEvaluation/ForwardToEvaluation.h"
#include "Conversion/ForwardToStep/ForwardToStep.h"
#include "Conversion/GraphToForward/GraphToForward.h"
#include "Conversion/TensorFlowToStableHLO/FindUnlowered.h"
#include "Dialect/DevRT/IR/DevRT.h"
#include "Dialect/Graph/Checks/Passes.h"
#include "Dialect/Job/Checks/Passes.h"
#include "Dialect/StableHLO/IR/RegisterDialects.h"
#include "Dialect/StableHLO/Partition/Passes.h"
#include "Dialect/StableHLO/Transforms/Passes.h"
#include "Driver/Graphs/ImportGraphs.h"
#include "Driver/ParsedInput.h"
#include "Ops/Inference/InferTypes.h"
#include "Ops/Inference/NamedSizes.h"
#include "Support/CrashReport.h"
#include "Tables/TableText.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace trainlint;
using llvm::failed;
using llvm::LogicalResult;
using llvm::StringRef;

static llvm::cl::opt<std::string>
    asOf("as-of", llvm::cl::desc("Evaluate dated rules as of a day"),
         llvm::cl::value_desc("date"));

static llvm::cl::opt<std::string>
    target("target", llvm::cl::desc("The device that graphs are checked for"),
           llvm::cl::value_desc("device"));

static llvm::cl::opt<bool>
    softPlacement("soft-placement",
                  llvm::cl::desc("Let nodes move from a device to the host"));

static bool isYaml(StringRef file) {
  StringRef extension = llvm::sys::path::extension(file);
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

/// True for a graph that has to be imported; MLIR is read as it is.
static bool isImportedGraph(StringRef file) {
  return isGraphName(file) && llvm::sys::path::extension(file) != ".mlir";
}

/// True for a graph by its name, and for a model in JSON by its content.
static bool holdsGraph(StringRef file, const GraphContent &content) {
  return isImportedGraph(file) ||
         (llvm::sys::path::extension(file) == ".json" && content.isReadable);
}

/// Runs the pipeline of the command line on the jobs of a module.
static LogicalResult runPipeline(mlir::ModuleOp module,
                                 const mlir::MlirOptMainConfig &config) {
  mlir::PassManager manager(module.getContext(),
                            mlir::ModuleOp::getOperationName(),
                            mlir::PassManager::Nesting::Implicit);
  // What --mlir-print-ir-after-all, --mlir-timing and the like ask for.
  mlir::applyDefaultTimingPassManagerCLOptions(manager);
  if (failed(mlir::applyPassManagerCLOptions(manager)) ||
      failed(config.setupPassPipeline(manager)))
    return llvm::failure();
  return manager.run(module);
}

/// Imports a file that is not MLIR and runs the pipeline on it. The checks of
/// graphs read `graphContext`.
static LogicalResult runOnImported(StringRef input, StringRef output,
                                   mlir::DialectRegistry &registry,
                                   graph::CheckContext &graphContext) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      mlir::openInputFile(input, &message);
  std::unique_ptr<llvm::ToolOutputFile> out =
      mlir::openOutputFile(output, &message);
  if (!file || !out) {
    llvm::errs() << message << "\n";
    return llvm::failure();
  }
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  GraphContent content = detectGraph(file->getBuffer());
  bool isGraph = holdsGraph(input, content);
  auto buffer = std::make_unique<SourceBuffer>(
      input.str(), llvm::MemoryBuffer::getMemBufferCopy(file->getBuffer()),
      isGraph ? content.bufferKind() : BufferKind::Text);
  llvm::SourceMgr manager;
  manager.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  context.printOpOnDiagnostic(false);

  auto runAll = [&] {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
    SourceSet sources;
    ImportedGraph graphs;
    if (isGraph) {
      graphs = importGraphs(*buffer, content, &context, *graphContext.ops);
      graphContext.source = graphs.source.get();
      module = std::move(graphs.module);
    } else {
      ParsedInput parsed(*buffer, InputKind::Auto, &context,
                         ParsedInput::Extent::Jobs,
                         yaml::SecondOpinion::YamlCpp);
      ImportOptions options;
      options.mayHoldSeveralJobs = true;
      importJobs(parsed, &context, options, sources, module->getBody());
    }
    LogicalResult result = runPipeline(*module, config);
    if (!config.shouldVerifyDiagnostics())
      module->print(out->os());
    return result;
  };
  if (config.shouldVerifyDiagnostics()) {
    mlir::SourceMgrDiagnosticVerifierHandler handler(
        manager, &context, config.verifyDiagnosticsLevel());
    // What was expected decides, not whether there were errors.
    (void)runAll();
    return handler.verify();
  }
  mlir::SourceMgrDiagnosticHandler handler(manager, &context);
  LogicalResult result = runAll();
  out->keep();
  return result;
}

int main(int argc, char **argv) {
  CrashReport crashReport(argc, argv);
  job::CheckContext context;
  job::registerChecks(context);
  graph::CheckContext graphContext;
  graph::NodeReader ownSource;
  tensorflow::OpRegistry ops(*graphContext.tables);
  graphContext.source = &ownSource;
  graphContext.ops = &ops;
  graphContext.inferTypes = inferTypes;
  graphContext.findUnlowered = tensorflow::findUnlowered;
  graph::registerChecks(graphContext);
  stablehlo::registerStableHLOPasses();
  stablehlo::registerStableHLOPartitionPasses();
  registerGraphToForwardPass(graphContext.source);
  registerNameSizesPass(graphContext.source);
  registerMakeStepPass();
  registerMakeEvaluationPasses();
  mlir::DialectRegistry registry;
  registry.insert<devrt::DevRTDialect, graph::GraphDialect, job::JobDialect>();
  stablehlo::registerProgramDialects(registry);
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "trainlint's dialects and checks", registry);
  if (!asOf.empty()) {
    std::optional<DateParts> date = parseDate(asOf);
    if (!date) {
      llvm::errs() << "--as-of takes a date such as 2021-01-26\n";
      return 1;
    }
    context.asOf = absl::CivilDay(date->year, date->month, date->day);
  }
  if (!target.empty()) {
    auto parsed = graph::parseTarget(target, *graphContext.tables);
    if (!parsed) {
      llvm::errs() << "--target takes a device such as tpu-v3-8\n";
      return 1;
    }
    graphContext.target = *parsed;
  }
  graphContext.values.softPlacement = softPlacement;
  if (isYaml(input) || isImportedGraph(input))
    return failed(runOnImported(input, output, registry, graphContext)) ? 1 : 0;
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}
