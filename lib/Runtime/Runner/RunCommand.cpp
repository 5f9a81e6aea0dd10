//===- RunCommand.cpp - What trainlint-run does ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/RunCommand.h"
#include "Runtime/Pjrt/Client.h"
#include "Runtime/Runner/Arguments.h"
#include "Runtime/Runner/ModelExport.h"
#include "Runtime/Runner/Module.h"
#include "Runtime/Runner/OperationTable.h"
#include "Runtime/Tensor/InputFile.h"
#include "Runtime/Tensor/Npy.h"
#include "Runtime/Tensor/PrintTensor.h"
#include "Runtime/Trainer/ModelUse.h"
#include "Runtime/Trainer/Trainer.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>

using namespace trainlint;
using namespace trainlint::run;

namespace {
enum ExitCode {
  ExitRan = 0,
  ExitFailed = 1,
  ExitUsage = 2,
  ExitInterrupted = 130,
};

/// Shows how long the steps took, if that is wanted.
class StepTimer {
public:
  StepTimer(llvm::raw_ostream &os, bool isWanted)
      : os(os), isWanted(isWanted), last(std::chrono::steady_clock::now()) {}

  /// A step ends, and the next begins.
  double end(StringRef step) {
    auto now = std::chrono::steady_clock::now();
    double milliseconds =
        std::chrono::duration<double, std::milli>(now - last).count();
    last = now;
    if (isWanted && !step.empty())
      os << llvm::formatv("{0,-10} {1,10:f3} ms\n", step, milliseconds);
    return milliseconds;
  }

private:
  llvm::raw_ostream &os;
  bool isWanted;
  std::chrono::steady_clock::time_point last;
};

/// One command and what it works with.
class Runner {
public:
  Runner(RunOptions options, llvm::raw_ostream &out, llvm::raw_ostream &err)
      : options(std::move(options)), out(out), err(err),
        timer(err, this->options.timing) {}

  int run();

private:
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readInput();
  int listDevices();
  int runModule();
  mlir::OwningOpRef<mlir::ModuleOp> readStep(mlir::MLIRContext &context,
                                             trainer::StepModule &step);
  bool makeStep(mlir::MLIRContext &context, trainer::TrainingModules &modules,
                GraphTraining &made);
  int showGraph(mlir::MLIRContext &context);
  int trainModule();
  bool takeGraph(const GraphTraining &graph);
  int useModel();
  mlir::OwningOpRef<mlir::ModuleOp>
  readEvaluation(mlir::MLIRContext &context,
                 std::optional<trainer::EvaluationModule> &form);
  int showProgram(const pjrt::Executable &program);
  llvm::Error openDevice();
  llvm::Expected<std::unique_ptr<pjrt::Executable>>
  compile(StringRef text, int64_t replicas, int64_t partitions);
  llvm::Error upload(const pjrt::Executable &program,
                     llvm::ArrayRef<std::vector<HostTensor>> arguments);
  llvm::Expected<pjrt::RunResults> execute(const pjrt::Executable &program);
  llvm::Error writeResults(const pjrt::Executable &program,
                           const pjrt::RunResults &results);
  llvm::Error writeFile(const HostTensor &tensor, size_t device, size_t devices,
                        size_t index, size_t count);

  /// Names out of damaged files may be anything.
  int fail(const llvm::Twine &message, ExitCode code) {
    err << "trainlint-run: " << printableLines(message.str()) << "\n";
    return code;
  }
  int fail(llvm::Error error, ExitCode code = ExitFailed) {
    return fail(llvm::toString(std::move(error)), code);
  }

  RunOptions options;
  llvm::raw_ostream &out;
  llvm::raw_ostream &err;
  StepTimer timer;
  // What is made later is freed first.
  std::unique_ptr<pjrt::KeyValueStore> store;
  std::unique_ptr<pjrt::Plugin> plugin;
  std::unique_ptr<pjrt::Client> client;
  std::vector<std::vector<pjrt::Buffer>> buffers;
};
} // namespace

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// The CPU's plugin, which lies beside this program or where packages put it.
static std::string findCpuPlugin() {
  static constexpr StringRef Name = "trainlint-pjrt-cpu.so";
  static int anchor;
  std::string program = llvm::sys::fs::getMainExecutable("", &anchor);
  StringRef folder = llvm::sys::path::parent_path(program);
  llvm::SmallString<128> beside(folder), installed(folder);
  llvm::sys::path::append(beside, Name);
  llvm::sys::path::append(installed, "..", "lib", "trainlint", Name);
  if (!llvm::sys::fs::exists(beside) && llvm::sys::fs::exists(installed))
    return std::string(installed);
  return std::string(beside);
}

llvm::Error Runner::openDevice() {
  bool isOwn = options.plugin.empty();
  if (isOwn && options.device != "cpu")
    return llvm::createStringError("a device of kind `" + options.device +
                                   "` needs its `--plugin`");
  auto loaded = pjrt::Plugin::load(isOwn ? findCpuPlugin() : options.plugin);
  if (!loaded)
    return loaded.takeError();
  plugin = std::move(*loaded);
  pjrt::ClientOptions how;
  how.values = options.pluginOptions;
  if (options.deviceCount)
    how.values.push_back({"device_count", *options.deviceCount});
  if (options.processCount > 1) {
    how.values.push_back({"process_index", options.processIndex});
    how.values.push_back({"process_count", options.processCount});
  }
  if (!options.cacheFolder.empty()) {
    if (!isOwn)
      return llvm::createStringError(
          "`--cache-dir` is for the CPU device, and `--plugin` is another one");
    how.values.push_back({"cache_folder", options.cacheFolder});
  }
  if (!options.store.empty()) {
    store = std::make_unique<pjrt::FolderStore>(options.store);
    how.store = store.get();
  }
  auto made = pjrt::Client::create(*plugin, how);
  if (!made)
    return made.takeError();
  client = std::move(*made);
  timer.end("device");
  return llvm::Error::success();
}

int Runner::listDevices() {
  if (llvm::Error error = openDevice())
    return fail(std::move(error));
  out << "platform " << client->getPlatform() << ", "
      << client->getPlatformVersion() << "\n"
      << "PJRT interface " << pjrt::abi::MajorVersion << "."
      << plugin->getMinorVersion() << "\n";
  for (const pjrt::NamedValue &attribute : plugin->getAttributes())
    out << attribute << "\n";
  for (const pjrt::Device &device : client->getDevices()) {
    out << "device " << device.id << ": " << device.kind;
    if (!device.isAddressable)
      out << ", of process " << device.processIndex;
    auto stats = pjrt::memoryStatsOf(*plugin, device);
    if (stats && stats->limit)
      out << ", " << *stats->limit << " bytes";
    llvm::consumeError(stats.takeError());
    for (const pjrt::NamedValue &attribute : device.attributes)
      out << ", " << attribute;
    out << "\n";
  }
  return ExitRan;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<pjrt::Executable>>
Runner::compile(StringRef text, int64_t replicas, int64_t partitions) {
  pjrt::CompileOptions how;
  how.replicas = replicas;
  how.partitions = partitions;
  how.overrides = options.compileOptions;
  // Only this project's plugin has forms in between.
  if (options.emit == "linalg" || options.emit == "llvm")
    how.overrides.push_back({"keep", options.emit});
  if (!options.operationTimes.empty())
    how.overrides.push_back({"timing", options.operationTimes});
  if (how.replicas * how.partitions >
      static_cast<int64_t>(client->getDevices().size()))
    return llvm::createStringError(llvm::formatv(
        "{0} replicas of {1} partitions need a device each, and there are {2}"
        "{3}",
        how.replicas, how.partitions, client->getDevices().size(),
        options.plugin.empty() ? "; `--device=cpu:N` makes more" : ""));
  auto assigned = client->chooseDevices(how.replicas, how.partitions);
  if (!assigned)
    return assigned.takeError();
  how.devices = std::move(*assigned);
  // What needs one device runs on one of this process.
  auto own = client->getAddressableDevices();
  bool isShared = own.size() != client->getDevices().size();
  if (isShared && how.replicas * how.partitions == 1 && !own.empty())
    how.devices = {own.front().id};
  how.useShardy = text.contains("sdy.");
  auto program = client->compile(text, how);
  timer.end("compile");
  return program;
}

/// Prints what the plugin made of the program.
int Runner::showProgram(const pjrt::Executable &program) {
  auto shown = program.getOptimizedProgram();
  if (!shown)
    return fail(shown.takeError());
  out << shown->second;
  if (!StringRef(shown->second).ends_with("\n"))
    out << "\n";
  return ExitRan;
}

llvm::Error Runner::upload(const pjrt::Executable &program,
                           llvm::ArrayRef<std::vector<HostTensor>> arguments) {
  std::vector<pjrt::Event> events;
  for (const auto &[list, device] :
       llvm::zip_equal(arguments, program.getDevices())) {
    std::vector<pjrt::Buffer> &onDevice = buffers.emplace_back();
    for (const HostTensor &tensor : list) {
      auto uploaded =
          client->upload({tensor.bytes.data(), tensor.shape, {}}, device);
      if (!uploaded)
        return llvm::joinErrors(uploaded.takeError(), pjrt::awaitAll(events));
      onDevice.push_back(std::move(uploaded->buffer));
      events.push_back(std::move(uploaded->doneWithHost));
    }
  }
  llvm::Error error = pjrt::awaitAll(events);
  timer.end("upload");
  return error;
}

llvm::Expected<pjrt::RunResults>
Runner::execute(const pjrt::Executable &program) {
  std::vector<std::vector<const pjrt::Buffer *>> arguments;
  std::vector<int64_t> kept;
  for (const std::vector<pjrt::Buffer> &list : buffers) {
    std::vector<const pjrt::Buffer *> &pointers = arguments.emplace_back();
    for (const pjrt::Buffer &buffer : list)
      pointers.push_back(&buffer);
  }
  // Arguments of a program that runs again must not be taken over.
  for (size_t index = 0; options.repeat > 1 && index < buffers[0].size();
       ++index)
    kept.push_back(index);
  std::vector<double> times;
  pjrt::RunResults results;
  for (int64_t round = 0; round < options.repeat; ++round) {
    timer.end("");
    auto run = program.run(arguments, kept);
    if (!run)
      return run.takeError();
    if (llvm::Error error = pjrt::awaitAll(run->complete))
      return error;
    times.push_back(timer.end(options.repeat == 1 ? "run" : ""));
    results = std::move(*run);
  }
  if (options.timing && options.repeat > 1) {
    llvm::sort(times);
    err << llvm::formatv("run        {0,10:f3} ms least, {1:f3} ms median, "
                         "{2:f3} ms most of {3}\n",
                         times.front(), times[times.size() / 2], times.back(),
                         times.size());
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Writes a result; several have their numbers before the file's extension.
llvm::Error Runner::writeFile(const HostTensor &tensor, size_t device,
                              size_t devices, size_t index, size_t count) {
  StringRef file = options.output;
  StringRef extension = llvm::sys::path::extension(file);
  std::string name = file.drop_back(extension.size()).str();
  if (devices > 1)
    name += llvm::formatv(".device{0}", device);
  if (count > 1)
    name += llvm::formatv(".{0}", index);
  name += extension;
  if (isRawInNpy(tensor.shape.type))
    err << "trainlint-run: note: `" << printable(name)
        << "` holds raw bytes of " << pjrt::elementName(tensor.shape.type)
        << ", which NumPy does not know\n";
  return writeFileAtomically(name, writeNpy(tensor));
}

llvm::Error Runner::writeResults(const pjrt::Executable &program,
                                 const pjrt::RunResults &results) {
  size_t devices = results.outputs.size();
  for (const auto &[number, list] : llvm::enumerate(results.outputs)) {
    if (devices > 1 && options.output.empty())
      out << "device " << program.getDevices()[number].id << "\n";
    for (const auto &[index, buffer] : llvm::enumerate(list)) {
      auto shape = buffer.getShape();
      if (!shape)
        return shape.takeError();
      auto bytes = buffer.toHost();
      if (!bytes)
        return bytes.takeError();
      HostTensor tensor{std::move(*shape), std::move(*bytes)};
      if (tensor.bytes.size() != static_cast<size_t>(tensor.shape.byteSize()))
        return llvm::createStringError(llvm::formatv(
            "result {0} is {1}, and the plugin gave {2} bytes of it", index,
            tensor.shape.text(), tensor.bytes.size()));
      if (!options.output.empty()) {
        if (llvm::Error error =
                writeFile(tensor, number, devices, index, list.size()))
          return error;
        continue;
      }
      out << "result " << index << ": " << tensor.shape.text() << "\n";
      printTensor(out, tensor);
    }
  }
  timer.end("results");
  return llvm::Error::success();
}

/// The program's text; its identifier is what messages call it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> Runner::readInput() {
  return readProgramText(options.module);
}

int Runner::runModule() {
  auto file = readInput();
  if (!file)
    return fail(file.takeError(), ExitUsage);
  StringRef name = (*file)->getBufferIdentifier();
  auto module = readModule((*file)->getBuffer(), name);
  if (!module) {
    err << printableLines(llvm::toString(module.takeError())) << "\n";
    return ExitUsage;
  }
  timer.end("read");
  if (options.emit == "stablehlo") {
    out << module->text;
    return ExitRan;
  }
  // What is wrong with the files shows before a device is taken.
  int64_t replicas = options.replicas.value_or(module->replicas);
  int64_t partitions = options.partitions.value_or(module->partitions);
  constexpr int64_t MostProcesses = 1 << 20;
  if (replicas > MostProcesses || partitions > MostProcesses / replicas)
    return fail(
        llvm::formatv("{0} replicas of {1} partitions are more than {2} "
                      "processes",
                      replicas, partitions, MostProcesses)
            .str(),
        ExitUsage);
  size_t processes = replicas * partitions;
  std::vector<std::vector<HostTensor>> arguments;
  if (options.emit.empty()) {
    auto made = makeArguments(options, module->inputs, processes);
    if (!made)
      return fail(made.takeError(), ExitUsage);
    arguments = std::move(*made);
    timer.end("arguments");
  }
  if (llvm::Error error = openDevice())
    return fail(std::move(error));
  // The text as the user wrote it, to which the plugin's messages point.
  auto program = compile((*file)->getBuffer(), replicas, partitions);
  if (!program)
    return fail(program.takeError());
  if (!options.emit.empty())
    return showProgram(**program);
  if (options.checkMemory)
    if (llvm::Error error = pjrt::checkMemory(*plugin, **program))
      return fail(std::move(error));
  size_t local = (*program)->getDevices().size();
  if (local > processes)
    return fail("the plugin runs the program on more devices than were asked "
                "for",
                ExitFailed);
  // Of a job of several processes this one has the first arguments, too.
  arguments.resize(local);
  if (llvm::Error error = upload(**program, arguments))
    return fail(std::move(error));
  auto results = execute(**program);
  if (!results)
    return fail(results.takeError());
  if (!options.operationTimes.empty())
    if (llvm::Error error = printOperationTable(**program, options.repeat, err))
      return fail(std::move(error));
  if (llvm::Error error = writeResults(**program, *results))
    return fail(std::move(error));
  return ExitRan;
}

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

/// Reads a step that is written as a program.
mlir::OwningOpRef<mlir::ModuleOp> Runner::readStep(mlir::MLIRContext &context,
                                                   trainer::StepModule &step) {
  auto file = readInput();
  if (!file) {
    (void)fail(file.takeError(), ExitUsage);
    return nullptr;
  }
  auto module = trainer::readStepModule(
      (*file)->getBuffer(), (*file)->getBufferIdentifier(), context, step);
  if (module)
    return std::move(*module);
  err << printableLines(llvm::toString(module.takeError())) << "\n";
  return nullptr;
}

/// Makes the step of a graph. What its job says of the training holds where no
/// option says otherwise.
bool Runner::makeStep(mlir::MLIRContext &context,
                      trainer::TrainingModules &modules, GraphTraining &made) {
  std::optional<GraphTraining> graph =
      prepareGraphTraining(options.module, *options.graph, context, out, err);
  if (!graph || !takeGraph(*graph))
    return false;
  trainer::TrainingOptions &training = *options.training;
  if (!options.steps)
    options.steps = graph->steps;
  if (!options.steps && options.emit != "stablehlo") {
    (void)fail("`--steps` is needed, as no job says how many there are",
               ExitUsage);
    return false;
  }
  training.steps = options.steps.value_or(0);
  if (!options.iterationsPerLoop && graph->iterationsPerLoop)
    training.iterationsPerLoop = *graph->iterationsPerLoop;
  if (!training.checkpointSteps)
    training.checkpointSteps = graph->checkpointSteps;
  std::optional<trainer::StepModule> read =
      trainer::analyzeStepModule(*graph->step);
  if (!read)
    return false;
  modules.stepForm = std::move(*read);
  if (graph->evaluation) {
    modules.evaluationForm =
        trainer::analyzeEvaluationModule(*graph->evaluation);
    if (!modules.evaluationForm)
      return false;
  }
  modules.step = *graph->step;
  modules.evaluation =
      graph->evaluation ? *graph->evaluation : mlir::ModuleOp();
  made = std::move(*graph);
  return true;
}

/// What a graph and its job say of devices and data.
bool Runner::takeGraph(const GraphTraining &graph) {
  trainer::TrainingOptions &training = *options.training;
  if (!options.isScaleGiven && graph.scale) {
    training.scale = *graph.scale;
    if (!training.data.empty())
      err << printableLine(options.module)
          << llvm::formatv(": note: bytes of images are divided by {0} and "
                           "{1} is added, as its input function does\n",
                           formatNumber(training.scale.divisor),
                           formatNumber(training.scale.shift));
  }
  training.replicas = graph.replicas;
  // The CPU has as many devices as are asked for.
  bool isOwn = options.plugin.empty() && !options.deviceCount;
  if (isOwn && graph.replicas % options.processCount != 0) {
    (void)fail(llvm::formatv("{0} replicas cannot be shared by {1} processes",
                             graph.replicas, options.processCount)
                   .str(),
               ExitUsage);
    return false;
  }
  if (isOwn)
    options.deviceCount = graph.replicas / options.processCount;
  return true;
}

/// Shows what comes out of a phase before the step.
int Runner::showGraph(mlir::MLIRContext &context) {
  std::optional<GraphTraining> graph =
      prepareGraphTraining(options.module, *options.graph, context, out, err);
  if (!graph)
    return ExitUsage;
  if (graph->step) {
    graph->step->print(out);
    out << "\n";
  }
  return ExitRan;
}

int Runner::trainModule() {
  auto context = trainer::makeStepContext();
  if (options.graph && options.graph->last != Phase::Step)
    return showGraph(*context);
  trainer::TrainingModules modules;
  GraphTraining graph;
  if (options.graph) {
    if (!makeStep(*context, modules, graph))
      return ExitUsage;
  } else {
    graph.step = readStep(*context, modules.stepForm);
    if (!graph.step)
      return ExitUsage;
    modules.step = *graph.step;
  }
  if (options.emit == "stablehlo") {
    modules.step.print(out);
    out << "\n";
    return ExitRan;
  }
  auto training = trainer::Training::prepare(
      std::move(modules), *options.training,
      options.deviceCount.value_or(1) * options.processCount, err);
  if (!training)
    return fail(training.takeError(), ExitUsage);
  if (options.emit == "devrt") {
    (*training)->getProgram().print(out);
    out << "\n";
    return ExitRan;
  }
  if (!options.emit.empty())
    return fail("`--emit=" + options.emit + "` shows a program that runs once",
                ExitUsage);
  std::unique_ptr<ModelExport> exporter;
  if (!options.exported.empty()) {
    auto made = ModelExport::prepare(options.exported, graph.graphFile,
                                     graph.modelStates);
    if (!made)
      return fail(made.takeError(), ExitUsage);
    exporter = std::move(*made);
  }
  if (llvm::Error error = openDevice())
    return fail(std::move(error));
  auto compileOn = [&](StringRef text, int64_t replicas) {
    return compile(text, replicas, /*partitions=*/1);
  };
  trainer::TrainingHost host{*client, compileOn, out, err, store.get()};
  if (exporter)
    host.exportState = [&](const auto &state) {
      return exporter->write(state);
    };
  if (!options.operationTimes.empty())
    host.atEnd = [&](const pjrt::Executable &step, int64_t steps) {
      return printOperationTable(step, steps, err);
    };
  auto end = (*training)->run(host);
  if (!end)
    return fail(end.takeError());
  return *end == trainer::TrainingEnd::Interrupted ? ExitInterrupted : ExitRan;
}

//===----------------------------------------------------------------------===//
// Evaluation and prediction
//===----------------------------------------------------------------------===//

/// Reads a module that evaluates or predicts and is written as a program.
mlir::OwningOpRef<mlir::ModuleOp>
Runner::readEvaluation(mlir::MLIRContext &context,
                       std::optional<trainer::EvaluationModule> &form) {
  auto file = readInput();
  if (!file) {
    (void)fail(file.takeError(), ExitUsage);
    return nullptr;
  }
  auto module = trainer::readModuleText(
      (*file)->getBuffer(), (*file)->getBufferIdentifier(), context,
      [&](mlir::ModuleOp module) {
        form = trainer::analyzeEvaluationModule(module);
        return form.has_value();
      });
  if (!module) {
    err << printableLines(llvm::toString(module.takeError())) << "\n";
    return nullptr;
  }
  if (form->isPrediction() == !options.evaluates)
    return std::move(*module);
  (void)fail("`" + options.module + "` is a module that " +
                 (options.evaluates ? "predicts, and `--evaluate`"
                                    : "evaluates, and `--predict`") +
                 " is given",
             ExitUsage);
  return nullptr;
}

/// Measures a model, or uses it, with the state that the options name.
int Runner::useModel() {
  auto context = trainer::makeStepContext();
  if (options.graph && options.graph->last != Phase::Step)
    return showGraph(*context);
  GraphTraining graph;
  std::optional<trainer::EvaluationModule> evaluation, prediction;
  if (options.graph) {
    auto made = prepareGraphTraining(options.module, *options.graph, *context,
                                     out, err);
    if (!made || !takeGraph(*made))
      return ExitUsage;
    graph = std::move(*made);
    if (graph.evaluation)
      evaluation = trainer::analyzeEvaluationModule(*graph.evaluation);
    if (graph.prediction)
      prediction = trainer::analyzeEvaluationModule(*graph.prediction);
    if (bool(graph.evaluation) != evaluation.has_value() ||
        bool(graph.prediction) != prediction.has_value())
      return ExitUsage;
  } else {
    auto &form = options.evaluates ? evaluation : prediction;
    (options.evaluates ? graph.evaluation : graph.prediction) =
        readEvaluation(*context, form);
    if (!form || !(graph.evaluation || graph.prediction))
      return ExitUsage;
  }
  if (options.emit == "stablehlo") {
    for (auto *module : {&graph.evaluation, &graph.prediction})
      if (*module)
        out << **module << "\n";
    return ExitRan;
  }
  if (!options.emit.empty())
    return fail("`--emit=" + options.emit + "` shows a program that runs once",
                ExitUsage);
  auto use = trainer::ModelUse::prepare(
      std::move(evaluation), std::move(prediction), *options.training,
      options.deviceCount.value_or(1) * options.processCount, err);
  if (!use)
    return fail(use.takeError(), ExitUsage);
  if (llvm::Error error = openDevice())
    return fail(std::move(error));
  auto compileOn = [&](StringRef text, int64_t replicas) {
    return compile(text, replicas, /*partitions=*/1);
  };
  if (llvm::Error error =
          (*use)->run({*client, compileOn, out, err, store.get()}))
    return fail(std::move(error));
  return ExitRan;
}

int Runner::run() {
  switch (options.task) {
  case RunOptions::Task::Help:
    printRunHelp(out);
    return ExitRan;
  case RunOptions::Task::Version:
    out << "trainlint-run " TRAINLINT_VERSION "\n";
    return ExitRan;
  case RunOptions::Task::ListDevices:
    return listDevices();
  case RunOptions::Task::Run:
    if (options.isUsed())
      return useModel();
    return options.training ? trainModule() : runModule();
  }
  return ExitUsage;
}

int run::main(llvm::ArrayRef<const char *> arguments, llvm::raw_ostream &out,
              llvm::raw_ostream &err) {
  auto options = parseRunOptions(arguments.drop_front());
  if (!options) {
    err << "trainlint-run: "
        << printableLines(llvm::toString(options.takeError()))
        << "\ntry `trainlint-run --help`\n";
    return ExitUsage;
  }
  return Runner(std::move(*options), out, err).run();
}
