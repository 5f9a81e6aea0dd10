//===- RunCommand.cpp - What trainlint-run does ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/RunCommand.h"
#include "Runtime/Runner/Arguments.h"
#include "Runtime/Runner/Module.h"
#include "Runtime/Runner/OperationTable.h"
#include "Runtime/Runner/OperationTrace.h"
#include "Runtime/Runner/Runner.h"
#include "Runtime/Tensor/InputFile.h"
#include "Runtime/Tensor/Npy.h"
#include "Runtime/Tensor/PrintTensor.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <sys/auxv.h>

using namespace trainlint;
using namespace trainlint::run;

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// The CPU's plugin, which lies beside this program or where packages put it.
static std::string findCpuPlugin() {
  static constexpr StringRef Name = "trainlint-pjrt-cpu.so";
  static int anchor;
  // Where the system does not show its processes, it says how this one began.
  auto *started = reinterpret_cast<const char *>(getauxval(AT_EXECFN));
  std::string program =
      llvm::sys::fs::getMainExecutable(started ? started : "", &anchor);
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
  if (options.job && !member)
    if (llvm::Error error = joinJob())
      return error;
  pjrt::ClientOptions how;
  how.values = options.pluginOptions;
  if (options.deviceCount)
    how.values.push_back({"device_count", *options.deviceCount});
  addPlace(how);
  if (!options.cacheFolder.empty()) {
    if (!isOwn)
      return llvm::createStringError(
          "`--cache-dir` is for the CPU device, and `--plugin` is another one");
    how.values.push_back({"cache_folder", options.cacheFolder});
  }
  if (!options.store.empty())
    if (llvm::Error error = openStore())
      return error;
  how.store = getStore();
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
  if (member)
    out << "process " << options.processIndex << " of " << options.processCount
        << ", run " << member->getClient().getRun() << ", attempt "
        << member->getClient().getAttempt() << "\n";
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

llvm::Error Runner::tellTimes(const pjrt::Executable &program, int64_t runs) {
  return options.trace.empty() ? printOperationTable(program, runs, err)
                               : writeOperationTrace(program, options.trace);
}

llvm::Expected<std::unique_ptr<pjrt::Executable>>
Runner::compile(StringRef text, trainer::DeviceGrid grid, bool isDivided) {
  pjrt::CompileOptions how;
  how.replicas = grid.replicas;
  how.partitions = grid.partitions;
  how.useSpmd = isDivided;
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
  auto assigned = trainer::assignDevices(*client, grid);
  if (!assigned)
    return assigned.takeError();
  how.devices = std::move(*assigned);
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

llvm::Error
Runner::upload(const pjrt::Executable &program,
               llvm::ArrayRef<std::vector<pjrt::HostArray>> arrays) {
  std::vector<pjrt::Event> events;
  for (const auto &[list, device] :
       llvm::zip_equal(arrays, program.getDevices())) {
    std::vector<pjrt::Buffer> &onDevice = buffers.emplace_back();
    for (const pjrt::HostArray &array : list) {
      auto uploaded = client->upload(array, device);
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

static llvm::Expected<HostTensor> readResult(const pjrt::Buffer &buffer,
                                             size_t index) {
  auto shape = buffer.getShape();
  if (!shape)
    return shape.takeError();
  auto bytes = buffer.toHost();
  if (!bytes)
    return bytes.takeError();
  HostTensor tensor{std::move(*shape), std::move(*bytes)};
  if (tensor.bytes.size() != static_cast<size_t>(tensor.shape.byteSize()))
    return llvm::createStringError(
        llvm::formatv("result {0} is {1}, and the plugin gave {2} bytes of it",
                      index, tensor.shape.text(), tensor.bytes.size()));
  return tensor;
}

llvm::Error Runner::writeResult(const HostTensor &tensor, size_t list,
                                size_t lists, size_t index, size_t count) {
  if (!options.output.empty())
    return writeFile(tensor, list, lists, index, count);
  out << "result " << index << ": " << tensor.shape.text() << "\n";
  printTensor(out, tensor);
  return llvm::Error::success();
}

llvm::Error Runner::writeResults(const pjrt::Executable &program,
                                 const pjrt::RunResults &results) {
  size_t devices = results.outputs.size();
  for (const auto &[number, list] : llvm::enumerate(results.outputs)) {
    if (devices > 1 && options.output.empty())
      out << "device " << program.getDevices()[number].id << "\n";
    for (const auto &[index, buffer] : llvm::enumerate(list)) {
      auto tensor = readResult(buffer, index);
      if (!tensor)
        return tensor.takeError();
      if (llvm::Error error =
              writeResult(*tensor, number, devices, index, list.size()))
        return error;
    }
  }
  timer.end("results");
  return llvm::Error::success();
}

/// Puts the parts of the partitions of each replica together.
llvm::Error Runner::writeJoined(const ModuleSummary &module,
                                const pjrt::RunResults &results) {
  size_t partitions = module.partitions, replicas = module.replicas;
  for (size_t replica = 0; replica < replicas; ++replica) {
    if (replicas > 1 && options.output.empty())
      out << "replica " << replica << "\n";
    for (const auto &[index, division] : llvm::enumerate(module.outputParts)) {
      HostTensor whole{division.whole,
                       std::vector<char>(division.whole.byteSize())};
      for (size_t partition = 0; partition < partitions; ++partition) {
        const auto &list = results.outputs[replica * partitions + partition];
        if (index >= list.size())
          return llvm::createStringError("the plugin gave too few results");
        auto part = readResult(list[index], index);
        if (!part)
          return part.takeError();
        if (part->shape != division.part)
          return llvm::createStringError(llvm::formatv(
              "the part of result {0} is {1}, and the plugin gave {2}", index,
              division.part.text(), part->shape.text()));
        putPart(*part, division, partition, whole);
      }
      if (llvm::Error error = writeResult(whole, replica, replicas, index,
                                          module.outputParts.size()))
        return error;
    }
  }
  timer.end("results");
  return llvm::Error::success();
}

/// What each device takes: the arguments of its process, or its tiles of those
/// of its replica.
static std::vector<std::vector<pjrt::HostArray>>
arraysOf(const ModuleSummary &module,
         ArrayRef<std::vector<HostTensor>> arguments, size_t devices) {
  std::vector<std::vector<pjrt::HostArray>> out(devices);
  for (auto [number, list] : llvm::enumerate(out)) {
    if (!module.isDivided) {
      for (const HostTensor &tensor : arguments[number])
        list.push_back({tensor.bytes.data(), tensor.shape, {}});
      continue;
    }
    for (auto [tensor, sharding] : llvm::zip_equal(
             arguments[number / module.partitions], module.inputShardings))
      list.push_back(trainer::tileOf(tensor.bytes.data(), tensor.shape,
                                     sharding, number % module.partitions));
  }
  return out;
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
  auto module = readModule((*file)->getBuffer(), name, options.replicas,
                           options.partitions);
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
  int64_t replicas = module->replicas, partitions = module->partitions;
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
    auto made = makeArguments(options, module->inputs,
                              module->isDivided ? replicas : processes);
    if (!made)
      return fail(made.takeError(), ExitUsage);
    arguments = std::move(*made);
    timer.end("arguments");
  }
  if (llvm::Error error = openDevice())
    return fail(std::move(error));
  // The text as the user wrote it, to which the plugin's messages point.
  auto program =
      compile((*file)->getBuffer(), {replicas, partitions}, module->isDivided);
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
  if (local < processes && module->isDivided)
    return fail("the processes of a job do not divide a program by its "
                "shardings",
                ExitFailed);
  // Of a job of several processes this one has the first arguments, too.
  if (llvm::Error error =
          upload(**program, arraysOf(*module, arguments, local)))
    return fail(std::move(error));
  auto results = execute(**program);
  if (!results)
    return fail(results.takeError());
  if (!options.operationTimes.empty())
    if (llvm::Error error = tellTimes(**program, options.repeat))
      return fail(std::move(error));
  if (llvm::Error error = module->isDivided ? writeJoined(*module, *results)
                                            : writeResults(**program, *results))
    return fail(std::move(error));
  return ExitRan;
}

int Runner::runTask() {
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

int Runner::run() {
  // Before anything is read, so that all hear of a file that one of them lacks.
  bool isJoined = options.job && options.emit.empty() &&
                  (options.task == RunOptions::Task::Run ||
                   options.task == RunOptions::Task::ListDevices);
  if (isJoined)
    if (llvm::Error error = joinJob()) {
      bool isLater = error.isA<coordination::NotTogether>();
      return fail(std::move(error), isLater ? ExitRestart : ExitFailed);
    }
  int code = runTask();
  return member ? endInJob(code) : code;
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
