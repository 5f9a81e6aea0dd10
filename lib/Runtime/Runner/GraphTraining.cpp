//===- GraphTraining.cpp - Trainings of jobs and their graphs -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/GraphTraining.h"
#include "Driver/Graphs/PrintPhases.h"
#include "Driver/Settings.h"
#include "Output/Writer.h"
#include "Runtime/Runner/MakeGraphStep.h"
#include "Runtime/Runner/PrintFindings.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "Support/Printable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::run;

bool run::isGraphOrJob(StringRef path) {
  return isYamlOrJsonName(path) ||
         (isGraphName(path) && llvm::sys::path::extension(path) != ".mlir");
}

namespace {
/// The files, and what is made of them one after the other.
class Preparation {
public:
  Preparation(const GraphTrainingOptions &options, mlir::MLIRContext &context,
              llvm::raw_ostream &out, llvm::raw_ostream &err)
      : options(options), context(context), compilerContext(context), out(out),
        err(err), finder(options.config, options.isIsolated, err, noteSink()),
        factory(commonOptions, noteSink()) {}

  bool findSettings(StringRef input);
  bool readFiles(StringRef input);
  bool readTrainingSettings();
  bool check();
  bool readJob();
  bool makeStep();
  bool shareDevices(int64_t devices);
  bool writeLaunch(job::TrainingOp job);
  bool checkLaunch();

  GraphTraining training;

private:
  NoteSink noteSink() {
    return [this](llvm::StringRef path, llvm::StringRef why) {
      err << printableLine(path) << ": note: " << printable(why) << "\n";
    };
  }
  bool fail(const llvm::Twine &message) {
    err << "trainlint-run: " << printableLines(message.str()) << "\n";
    return false;
  }
  const Tables &tables() const {
    const Tables *own = settings->check.context.tables;
    return own ? *own : Tables::builtIn();
  }
  void warnOfParameterServers(job::TrainingOp job);

  const GraphTrainingOptions &options;
  mlir::MLIRContext &context;
  GraphContext compilerContext;
  llvm::raw_ostream &out;
  llvm::raw_ostream &err;
  /// What is asked of checks beside the configuration.
  trainlint::RunOptions commonOptions;
  ConfigFinder finder;
  SettingsFactory factory;
  const ConfigFile *config = nullptr;
  const InputSettings *settings = nullptr;
  CheckSettings how;
  std::unique_ptr<llvm::MemoryBuffer> file;
  std::unique_ptr<SourceBuffer> buffer;
  /// Of the job, or of the graph if there is none.
  std::optional<Compilation> compilation;
  /// What was found in the job and its graph.
  std::vector<RuleId> rulesOfJob;
  std::optional<int64_t> batchSize;
  TrainingSettings given;
};
} // namespace

/// What is checked, and how, is said by the configuration as for `trainlint`.
bool Preparation::findSettings(StringRef input) {
  auto found = finder.find(llvm::sys::path::parent_path(input));
  if (!found)
    return fail(llvm::toString(found.takeError()));
  config = *found;
  if (!options.graph.empty())
    commonOptions.graphPath = options.graph;
  Input described;
  described.path = input.str();
  described.config = config;
  auto made = factory.settingsFor(described);
  if (!made)
    return fail(llvm::toString(made.takeError()));
  settings = *made;
  return true;
}

bool Preparation::readFiles(StringRef input) {
  auto read = readProgramText(input);
  if (!read)
    return fail(llvm::toString(read.takeError()));
  file = std::move(*read);
  how = settings->check;
  how.context.tables = &tables();
  GraphContent content;
  if (options.graph.empty() && mayBeGraph(input))
    content = detectGraph(file->getBuffer());
  if (content.isReadable || (options.graph.empty() && isGraphName(input))) {
    buffer = makeGraphBuffer(input, file->getMemBufferRef(), content);
    how.graph.graph = nullptr;
    how.import.kind = InputKind::Graph;
  } else {
    bool isShown = options.last <= Phase::Check;
    if (!how.graph.graph && !isShown)
      return fail("no graph of `" + input +
                  "` is known: `--graph` or `graphs` of `.trainlint.yaml` "
                  "names it");
    buffer = std::make_unique<SourceBuffer>(input.str(), std::move(file));
  }
  compilation.emplace(compilerContext, *buffer, how, &content);
  return true;
}

/// The configuration first, then the command line.
bool Preparation::readTrainingSettings() {
  if (config) {
    for (const auto &[name, value] : config->training)
      if (std::string problem = given.set(name, value); !problem.empty())
        return fail("`" + config->buffer->name() + "`: " + problem);
  }
  for (const auto &[name, value] : options.settings)
    if (std::string problem = given.set(name, value); !problem.empty())
      return fail(problem);
  return true;
}

/// Runs the checks, and writes what they find but for infos.
bool Preparation::check() {
  // The checks add types to what was imported.
  if (options.last == Phase::Parse)
    printParsed(*compilation, out);
  if (options.last == Phase::Import)
    printImported(*compilation, out);
  if (options.last < Phase::Check)
    return true;
  CheckResult result = compilation->check();
  if (!result.failures.empty())
    return fail(result.failures.front());
  if (result.content == InputContent::Other)
    return fail("`" + buffer->name() + "` is not a training job");
  llvm::erase_if(result.findings, [](const Finding &finding) {
    return finding.severity == Severity::Info;
  });
  for (const Finding &finding : result.findings)
    rulesOfJob.push_back(finding.rule);
  std::unique_ptr<Writer> writer =
      createWriter(OutputFormat::Text, err, WriterOptions());
  writer->write(buffer->name(), result.findings);
  if (options.last == Phase::Check)
    printImported(*compilation, out);
  bool hasErrors = llvm::any_of(result.findings, [](const Finding &finding) {
    return finding.severity == Severity::Error;
  });
  return !hasErrors || fail("what has errors is not trained");
}

/// Each replica has as many of the job's devices as it has partitions. One
/// device is that of this computer, which has more if that is asked for.
bool Preparation::shareDevices(int64_t devices) {
  training.replicas = std::max<int64_t>(devices / training.partitions, 1);
  if (devices <= 1 || devices % training.partitions == 0)
    return true;
  return fail(llvm::formatv("the {0} devices of the job cannot be shared by "
                            "replicas of {1} partitions",
                            devices, training.partitions));
}

/// Takes the devices and the values of training from the job.
bool Preparation::readJob() {
  batchSize = options.batchSize;
  training.partitions = options.partitions;
  training.replicas =
      options.replicas.value_or(given.count("replicas").value_or(1));
  if (compilation->isGraph()) {
    if (options.launch)
      return fail("`" + buffer->name() +
                  "` is a graph, and only a job names machines to launch it "
                  "on: give the job, and the graph with `--graph`");
    if (!batchSize)
      batchSize = given.count("batch_size");
    return true;
  }
  auto all = llvm::to_vector(compilation->jobs().getOps<job::TrainingOp>());
  if (all.size() != 1)
    return fail("`" + buffer->name() + "` holds " + llvm::Twine(all.size()) +
                " jobs, and one is trained at a time");
  const GraphUse &use = compilation->graphUses().front();
  if (!options.replicas && !shareDevices(use.target.devices.value_or(1)))
    return false;
  auto valueOf = [](const auto &located) -> std::optional<int64_t> {
    return located ? std::optional(located->value) : std::nullopt;
  };
  const graph::TrainingValues &values = use.values;
  training.steps = valueOf(values.steps);
  training.iterationsPerLoop = valueOf(values.iterationsPerLoop);
  if (!training.iterationsPerLoop)
    training.iterationsPerLoop = valueOf(values.stepsPerExecution);
  training.checkpointSteps = valueOf(values.checkpointSteps);
  if (!batchSize)
    batchSize = valueOf(values.batchSize);
  if (!batchSize)
    batchSize = given.count("batch_size");
  warnOfParameterServers(all.front());
  return !options.launch || writeLaunch(all.front());
}

/// The machines decide how many replicas there are.
bool Preparation::writeLaunch(job::TrainingOp job) {
  auto machines = launch::launchMachinesOf(job, tables());
  if (!machines)
    return fail("`" + buffer->name() + "` cannot be launched: " +
                llvm::toString(machines.takeError()));
  auto file = launch::writeLaunchFile(*options.launch, *machines, tables());
  if (!file)
    return fail("`" + buffer->name() +
                "` cannot be launched: " + llvm::toString(file.takeError()));
  if (!options.replicas)
    training.replicas = machines->countReplicas(options.partitions);
  for (const std::string &note : file->notes)
    err << printableLine(buffer->name()) << ": note: " << printable(note)
        << "\n";
  training.launchFile = std::move(*file);
  return true;
}

/// Checks what was written as `trainlint` would. A finding of the job itself
/// may come again; others there have to be none.
bool Preparation::checkLaunch() {
  const launch::LaunchFile &file = *training.launchFile;
  SourceBuffer text(file.name, llvm::MemoryBuffer::getMemBufferCopy(file.text));
  CheckSettings settings = how;
  settings.import.kind = InputKind::Auto;
  settings.graph = {};
  CheckResult result = Compilation(compilerContext, text, settings).check();
  if (!result.failures.empty())
    return fail(result.failures.front());
  llvm::erase_if(result.findings, [this](const Finding &finding) {
    return finding.severity == Severity::Info ||
           llvm::is_contained(rulesOfJob, finding.rule);
  });
  createWriter(OutputFormat::Text, err, WriterOptions())
      ->write(text.name(), result.findings);
  return result.findings.empty() ||
         fail("`" + buffer->name() +
              "` cannot be launched: what would launch it has findings");
}

/// Whoever wrote the job meant its parameters to be kept there.
void Preparation::warnOfParameterServers(job::TrainingOp training) {
  job::PoolOp servers = training.getPool(job::Role::ParameterServer);
  if (!servers)
    return;
  PrintFindings printing(&context, *buffer, err);
  mlir::emitWarning(servers.getLoc())
      << "the parameter servers are left out: every replica keeps all "
         "parameters, and gradients are summed by an all-reduce";
}

bool Preparation::makeStep() {
  if (batchSize && *batchSize % training.replicas != 0)
    return fail("a batch of " + llvm::Twine(*batchSize) +
                " cannot be shared by " + llvm::Twine(training.replicas) +
                " replicas");
  StepRequest request = {options, tables(), given, batchSize,
                         training.replicas};
  GraphStep made = makeGraphStep(*graphOf(*compilation), request, context, err);
  training.step = std::move(made.module);
  training.graphFile = compilation->graph()->buffer().name().str();
  training.modelStates = std::move(made.modelStates);
  training.restoredKeys = std::move(made.restoredKeys);
  training.means = std::move(made.means);
  training.evaluation = std::move(made.evaluation);
  training.prediction = std::move(made.prediction);
  training.scale = made.scale;
  return made.isWhole;
}

std::optional<GraphTraining>
run::prepareGraphTraining(StringRef input, const GraphTrainingOptions &options,
                          mlir::MLIRContext &context, llvm::raw_ostream &out,
                          llvm::raw_ostream &err) {
  context.loadDialect<job::JobDialect>();
  Preparation preparation(options, context, out, err);
  bool isReady = preparation.findSettings(input) &&
                 preparation.readFiles(input) &&
                 preparation.readTrainingSettings() && preparation.check();
  if (isReady && options.last > Phase::Check)
    isReady = preparation.readJob() && preparation.makeStep() &&
              (!options.launch || preparation.checkLaunch());
  if (!isReady)
    return std::nullopt;
  return std::move(preparation.training);
}
