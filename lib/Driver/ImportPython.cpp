//===- ImportPython.cpp - Python to jobs in the job dialect ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ImportPython.h"
#include "Driver/NamedFiles.h"
#include "Frontend/Notebook/CheckCells.h"
#include "Frontend/Python/Context/Context.h"
#include "Frontend/Python/Jobs/AiPlatformClients.h"
#include "Frontend/Python/Jobs/PipelineJobs.h"
#include "Frontend/Python/Jobs/TensorFlowCloud.h"
#include "Frontend/Python/Jobs/VertexJobs.h"
#include "Frontend/Python/Trainers/Jax.h"
#include "Frontend/Python/Trainers/TorchXla.h"
#include "Support/Cancellation.h"
#include "Support/LLVM.h"
#include "Text/Python/Statements.h"

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
  std::unique_ptr<python::Program> follow();
  std::unique_ptr<SourceBuffer> readForChecks(StringRef path, StringRef from);
  void check(const python::Context &context);

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
      "jax.distributed",
      "jax.sharding",
      "torch_xla",
      "vertexai"};
  static constexpr llvm::StringLiteral Names[] = {
      "TPUClusterResolver", "TPUConfig", "TPUEstimator", "TPUStrategy",
      "TPUStrategyV2",      "make_mesh", "pmap"};
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

std::unique_ptr<python::Program> PythonImporter::follow() {
  python::Program::ReadFile read;
  if (options.readFile)
    read = [this](StringRef path, StringRef from) {
      return files.readFrom(path, from);
    };
  return std::make_unique<python::Program>(*input.module(), std::move(read));
}

/// Findings point into the files that checks read, and outlive the checks.
std::unique_ptr<SourceBuffer> PythonImporter::readForChecks(StringRef path,
                                                            StringRef from) {
  std::unique_ptr<SourceBuffer> file = files.readFrom(path, from);
  if (!file)
    return nullptr;
  result.files.push_back(std::move(file));
  return SourceBuffer::view(*result.files.back());
}

/// The checks of each library.
void PythonImporter::check(const python::Context &context) {
  if (input.module()->isNotebook)
    notebook::checkCells(*input.module(), mlirContext);
  using Check = void (*)(const python::Context &);
  static constexpr Check Checks[] = {
      python::checkVertexCalls,
      python::importVertexJobs,
      python::checkAiPlatformClients,
      python::checkPipelineJobs,
      python::checkTensorFlowCloud,
      python::checkTorchXla,
      python::checkJax,
  };
  for (Check check : Checks) {
    if (isCancelled())
      return;
    check(context);
  }
}

void PythonImporter::import() {
  std::unique_ptr<python::Program> program = follow();
  result.values = std::make_unique<yaml::Stream>();
  result.values->hasAliases = true;
  yaml::TreeView tree(*result.values, buffer, mlirContext);
  auto checkJob = [this](job::TrainingOp job) {
    if (options.checkJob && result.checkedJobs.insert(job).second)
      options.checkJob(job);
  };
  mlir::Block *jobs = builder.getInsertionBlock();
  size_t before = jobs->getOperations().size();
  python::FormFindings found;
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
                            return readForChecks(path, from);
                          },
                          result.skippedValues,
                          found,
                          /*runningJob=*/nullptr,
                          options.target};
  check(context);
  result.findings = std::move(found.findings);
  result.failures = std::move(found.failures);
  result.isJob =
      jobs->getOperations().size() != before || holdsTraining(*program);
  llvm::append_range(result.comments, python::commentsOf(*input.module()));
  sortComments(result.comments);
  llvm::append_range(result.files, program->files());
  result.program = std::move(program);
}

void trainlint::importPython(const ParsedInput &input,
                             mlir::MLIRContext *context,
                             const ImportOptions &options, SourceSet &sources,
                             mlir::OpBuilder &builder, ImportResult &result) {
  PythonImporter(input, context, options, sources, builder, result).import();
}
