//===- ImportPython.cpp - Python to jobs in the job dialect ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ImportPython.h"
#include "Driver/NamedFiles.h"
#include "Driver/TrainerRuns.h"
#include "Frontend/Python/Context/Context.h"
#include "Frontend/Python/Jobs/AiPlatformClients.h"
#include "Frontend/Python/Jobs/PipelineJobs.h"
#include "Frontend/Python/Jobs/TensorFlowCloud.h"
#include "Frontend/Python/Jobs/VertexJobs.h"
#include "Frontend/Python/Notebook/CheckCells.h"
#include "Frontend/Python/Notebook/ImportShell.h"
#include "Frontend/Python/Scripts/JobScripts.h"
#include "Frontend/Python/Scripts/SdkScripts.h"
#include "Support/Cancellation.h"
#include "Support/LLVM.h"
#include "Text/Python/Statements.h"
#include "Text/Yaml/Checks.h"

using namespace trainlint;

namespace {
/// The import of one module or notebook.
class PythonImporter {
public:
  PythonImporter(const ParsedInput &input, mlir::MLIRContext *context,
                 const ImportOptions &options, SourceSet &sources,
                 mlir::OpBuilder &builder, ImportResult &result)
      : input(input), buffer(input.buffer()), mlirContext(context),
        options(options), sources(sources), builder(builder), result(result),
        files(buffer, options, sources, result) {}

  void import();

private:
  python::Program::ReadFile fileReader();
  void importCommands(const python::Context &context,
                      python::TrainerScripts &scripts);
  void importWrittenFiles();
  void importWritten(yaml::ReadResult read);
  void check(const python::Context &context);
  void keepComments(const yaml::Stream &stream);

  const ParsedInput &input;
  const SourceBuffer &buffer;
  mlir::MLIRContext *mlirContext;
  const ImportOptions &options;
  SourceSet &sources;
  mlir::OpBuilder &builder;
  ImportResult &result;
  NamedFiles files;
};
} // namespace

/// True if a program calls what submits jobs, or what trains on accelerators.
/// Modules that only speak of it are none of our business.
static bool holdsTraining(const python::Program &program) {
  static constexpr llvm::StringLiteral Libraries[] = {
      "google.cloud.aiplatform",
      "google.cloud.aiplatform_v1",
      "google.cloud.aiplatform_v1beta1",
      "google_cloud_pipeline_components",
      "tensorflow_cloud",
      "torch_xla",
      "vertexai"};
  static constexpr llvm::StringLiteral Names[] = {
      "TPUClusterResolver", "TPUConfig", "TPUEstimator", "TPUStrategy",
      "TPUStrategyV2"};
  return llvm::any_of(program.calls(), [](const python::Call *call) {
    StringRef callee = call->callee;
    return llvm::any_of(Libraries,
                        [&](StringRef library) {
                          StringRef rest = callee;
                          return rest.consume_front(library) &&
                                 rest.starts_with(".");
                        }) ||
           llvm::is_contained(Names, callee.rsplit('.').second);
  });
}

python::Program::ReadFile PythonImporter::fileReader() {
  if (!options.readFile)
    return nullptr;
  return [this](StringRef path, StringRef from) {
    return files.readFrom(path, from);
  };
}

void PythonImporter::keepComments(const yaml::Stream &stream) {
  result.streams.push_back(&stream);
  llvm::append_range(result.comments, stream.comments);
}

/// The commands that the program gives to shells.
void PythonImporter::importCommands(const python::Context &context,
                                    python::TrainerScripts &scripts) {
  auto readFile = [&](StringRef path) -> gcloud::ConfigText {
    return files.read(path);
  };
  llvm::function_ref<gcloud::ConfigText(StringRef)> readConfig;
  if (options.readFile)
    readConfig = readFile;
  auto treeOf = [&](const gcloud::ConfigText &config) -> const yaml::Stream & {
    return files.treeOf(config);
  };
  result.commands = std::make_unique<yaml::Stream>();
  result.commands->hasAliases = true;
  yaml::TreeView tree(*result.commands, buffer, mlirContext);
  auto jobSubmitted = [&](job::TrainingOp job,
                          const gcloud::SentPackage &sent) {
    python::checkJobScripts(job, &sent, sent.place, scripts);
  };
  gcloud::ImportContext commands{
      options.tables, options.overrides,     options.defaults,   readConfig,
      treeOf,         &result.skippedValues, &result.openValues, jobSubmitted};
  auto checkJob = [&](job::TrainingOp job, bool isKept) {
    if (!options.checkJob)
      return;
    if (isKept)
      result.checkedJobs.insert(job);
    options.checkJob(job);
  };
  unsigned count = python::importShell(*result.shell, *result.commands, tree,
                                       context, commands, checkJob);
  result.isJob |= count > 0;
  python::checkShell(*result.shell, context, commands);
  keepComments(*result.commands);
  for (const auto &config : result.writtenConfigs) {
    if (config->problems.empty())
      keepComments(*config);
  }
}

/// A file that a cell writes is checked as one that lies on the disk.
void PythonImporter::importWritten(yaml::ReadResult read) {
  yaml::TreeView tree(*read.stream, buffer, mlirContext);
  if (!read.stream->problems.empty())
    return;
  bool holdsJob = false;
  for (const yaml::Document &document : read.stream->documents) {
    yaml::View root = tree.resolve(document.root);
    const DocumentKind *kind =
        root ? kindOfDocument(root, tree, InputKind::Auto) : nullptr;
    if (!kind)
      continue;
    if (!std::exchange(holdsJob, true))
      yaml::reportContent(read, tree);
    result.skippedValues += kind->import(root, tree, options, builder);
  }
  if (!holdsJob)
    return;
  result.isJob = true;
  keepComments(*read.stream);
  result.written.push_back(std::move(read));
}

void PythonImporter::importWrittenFiles() {
  for (yaml::ReadResult &read : python::readWrittenDocuments(
           *result.shell, *options.tables, mayHoldDocument, takesWord))
    importWritten(std::move(read));
}

/// The checks of each library.
void PythonImporter::check(const python::Context &context) {
  using Check = void (*)(const python::Context &);
  static constexpr Check Checks[] = {
      python::checkVertexCalls,       python::importVertexJobs,
      python::checkAiPlatformClients, python::checkPipelineJobs,
      python::checkTensorFlowCloud,   checkTrainers,
  };
  for (Check check : Checks) {
    if (isCancelled())
      return;
    check(context);
  }
}

/// A job is imported in each of its forms; the first one stands for it.
static void keepFirstForms(mlir::Block &jobs) {
  llvm::DenseSet<mlir::Location> seen;
  for (job::TrainingOp job :
       llvm::make_early_inc_range(jobs.getOps<job::TrainingOp>())) {
    bool isFromCall = job.getFromPythonAttr() != nullptr;
    if (isFromCall && !seen.insert(job.getLoc()).second)
      job.erase();
  }
}

void PythonImporter::import() {
  auto program =
      std::make_shared<python::Program>(*input.module(), fileReader());
  result.program = program;
  result.shell = std::make_shared<python::ProgramShell>(*program);
  result.values = std::make_unique<yaml::Stream>();
  result.values->hasAliases = true;
  yaml::TreeView tree(*result.values, buffer, mlirContext);
  python::TrainerScripts scripts(buffer, fileReader(), &result.shell->files());
  python::FormFindings found;
  TrainerRuns runs(mlirContext, options, sources, files, result);
  scripts.checkRun = [&](const python::TrainerScript &script,
                         job::TrainingOp job) {
    runs.check(script, job, found);
  };
  SmallVector<job::TrainingOp> vertexJobs;
  auto checkJob = [&](job::TrainingOp job) {
    if (job.getPlatform() == job::Platform::VertexAI)
      vertexJobs.push_back(job);
    if (!options.checkJob || !result.checkedJobs.insert(job).second)
      return;
    options.checkJob(job);
    // Those of Vertex AI are joined by the calls that name the scripts.
    Place place = sources.resolve(job.getLoc());
    if (job.getPlatform() == job::Platform::AIPlatform &&
        place.buffer == &buffer)
      python::checkJobScripts(job, /*package=*/nullptr, place.range.begin,
                              scripts);
  };
  python::Context context{*program,
                          sources,
                          *options.tables,
                          builder,
                          *result.values,
                          tree,
                          options.overrides,
                          options.defaults,
                          checkJob,
                          [this](StringRef path, StringRef from) {
                            return files.readKept(path, from);
                          },
                          result.skippedValues,
                          found,
                          /*runningJob=*/nullptr,
                          options.target};
  mlir::Block *jobs = builder.getInsertionBlock();
  size_t before = jobs->getOperations().size();
  if (input.module()->isNotebook)
    notebook::checkCells(*input.module(), mlirContext);
  importCommands(context, scripts);
  importWrittenFiles();
  check(context);
  python::checkSdkScripts(context, scripts, vertexJobs);
  keepFirstForms(*jobs);
  result.isJob |=
      jobs->getOperations().size() != before || holdsTraining(*program);
  result.findings = std::move(found.findings);
  result.failures = std::move(found.failures);
  llvm::append_range(result.comments, python::commentsOf(*input.module()));
  sortComments(result.comments);
  llvm::append_range(result.files, program->files());
  llvm::append_range(result.files, scripts.buffers());
}

void trainlint::importPython(const ParsedInput &input,
                             mlir::MLIRContext *context,
                             const ImportOptions &options, SourceSet &sources,
                             mlir::OpBuilder &builder, ImportResult &result) {
  PythonImporter(input, context, options, sources, builder, result).import();
}
