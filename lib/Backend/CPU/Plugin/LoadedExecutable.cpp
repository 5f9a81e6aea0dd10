//===- LoadedExecutable.cpp - Executables on virtual devices --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run is a launch of one process for each device. Readers of the arguments
// are announced before anything is queued, in the order of the calls, and each
// process then runs on the thread of its device once its inputs are ready. A
// donated argument that nobody else reads is overwritten in place; otherwise
// the output gets memory of its own.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/LoadedExecutable.h"
#include "Backend/CPU/Plugin/ProcessCollectives.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;
using pjrt::BufferShape;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// The devices of all processes.
static llvm::Expected<std::vector<VirtualDevice *>>
assignDevices(const VirtualClient &client,
              const pjrt::CompileOptions &options) {
  int64_t available = client.getDevices().size();
  if (options.replicas < 1 || options.partitions < 1 ||
      options.replicas > available || options.partitions > available ||
      options.replicas * options.partitions > available)
    return invalid(llvm::formatv("{0} replicas of {1} partitions need a device "
                                 "each, and there are {2}",
                                 options.replicas, options.partitions,
                                 available)
                       .str());
  size_t processes = options.replicas * options.partitions;
  std::vector<int64_t> ids = options.devices;
  if (ids.empty())
    ids = client.chooseDevices(options.replicas, options.partitions);
  if (ids.size() != processes)
    return invalid(llvm::formatv("{0} devices are assigned to {1} processes",
                                 ids.size(), processes)
                       .str());
  std::vector<VirtualDevice *> out;
  for (int64_t id : ids) {
    VirtualDevice *device = client.getDevice(id);
    if (!device)
      return invalid("there is no device " + llvm::Twine(id));
    if (llvm::is_contained(out, device))
      return invalid("device " + llvm::Twine(id) +
                     " is assigned to two processes");
    out.push_back(device);
  }
  return out;
}

namespace {
/// What the compiler is asked for beside machine code.
struct Extras {
  std::optional<cpu::Form> form;
  bool timesOperations = false, timesTypes = false, timesEach = false;
};
} // namespace

static llvm::Expected<Extras>
readExtras(llvm::ArrayRef<pjrt::NamedValue> overrides) {
  Extras out;
  for (const pjrt::NamedValue &value : overrides) {
    const auto *word = std::get_if<std::string>(&value.value);
    if (value.name == "timing" && word &&
        (*word == "ops" || *word == "types" || *word == "each")) {
      out.timesOperations = true;
      out.timesTypes = *word != "ops";
      out.timesEach = *word == "each";
      continue;
    }
    if (value.name != "keep" || !word)
      return invalid("unknown option `" + value.name +
                     "` of the compiler; the cpu device takes keep=stablehlo, "
                     "keep=linalg, keep=llvm, timing=ops, timing=types and "
                     "timing=each");
    if (*word == "stablehlo")
      out.form = cpu::Form::StableHLO;
    else if (*word == "linalg")
      out.form = cpu::Form::Linalg;
    else if (*word == "llvm")
      out.form = cpu::Form::LLVM;
    else
      return invalid(
          "the option `keep` takes stablehlo, linalg or llvm, not `" + *word +
          "`");
  }
  return out;
}

/// The word behind `module @`, by which people know a program.
static std::string nameOfModule(StringRef text) {
  size_t begin = text.find("module @");
  if (begin == StringRef::npos)
    return "main";
  return text.substr(begin + 8)
      .take_while([](char c) {
        return llvm::isAlnum(c) || c == '_' || c == '.' || c == '-' || c == '$';
      })
      .str();
}

static llvm::Expected<std::vector<BufferShape>>
shapesOf(llvm::ArrayRef<cpu::BufferType> types) {
  std::vector<BufferShape> out;
  for (const cpu::BufferType &type : types) {
    StringRef name = cpu::nameOf(type.element);
    // Both sides name element types as StableHLO does.
    std::optional<abi::Buffer_Type> element = pjrt::elementNamed(name);
    if (!element)
      return failed(abi::Error_Code::UNIMPLEMENTED,
                    "the interface has no arrays of " + name);
    out.push_back({*element, {type.dimensions.begin(), type.dimensions.end()}});
  }
  return out;
}

llvm::Expected<std::shared_ptr<LoadedExecutable>>
LoadedExecutable::compile(VirtualClient &client, StringRef text,
                          const pjrt::CompileOptions &options) {
  std::shared_ptr<LoadedExecutable> out(new LoadedExecutable(client));
  auto devices = assignDevices(client, options);
  if (!devices)
    return devices.takeError();
  auto extras = readExtras(options.overrides);
  if (!extras)
    return extras.takeError();
  out->assigned = std::move(*devices);
  for (auto [process, device] : llvm::enumerate(out->assigned)) {
    if (!device->getLocal())
      continue;
    out->devices.push_back(device);
    out->processes.push_back(process);
  }
  if (out->devices.empty())
    return invalid("no device of this process runs the program");
  out->kept = extras->form;
  out->text = text.str();
  out->name = nameOfModule(text);
  out->options = options;

  cpu::CompileOptions how;
  how.replicas = options.replicas;
  how.partitions = options.partitions;
  how.dividesByShardings = options.useSpmd && options.partitions > 1;
  how.cacheFolder = client.getCacheFolder();
  how.threads = client.countProcessors();
  how.keepStableHLO = out->kept == cpu::Form::StableHLO;
  how.keepLinalg = out->kept == cpu::Form::Linalg;
  how.keepLLVM = out->kept == cpu::Form::LLVM;
  how.timesOperations = extras->timesOperations;
  how.timesTypes = extras->timesTypes;
  how.timesEach = extras->timesEach;
  auto program = cpu::Executable::compile(text, how);
  if (!program) {
    Failure failure = failureOf(program.takeError());
    // What is wrong is the text that was given.
    return invalid(failure.message);
  }
  out->program = std::move(*program);
  for (auto [types, shapes] :
       {std::pair(out->program->inputs(), &out->inputs),
        std::pair(out->program->outputs(), &out->outputs)}) {
    auto read = shapesOf(types);
    if (!read)
      return read.takeError();
    *shapes = std::move(*read);
  }
  out->arenas.resize(out->devices.size());
  return out;
}

StringRef LoadedExecutable::getText() const {
  return kept ? program->dump(*kept) : StringRef(text);
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

static constexpr StringRef StoredHead = "trainlint cpu program 1\n";

std::string LoadedExecutable::serialize() const {
  // The options were read from bytes, so they can be written.
  std::string written = llvm::cantFail(pjrt::serialize(options));
  return (StoredHead + llvm::Twine(written.size()) + "\n" + written + text)
      .str();
}

llvm::Expected<std::shared_ptr<LoadedExecutable>>
LoadedExecutable::deserialize(VirtualClient &client, StringRef bytes) {
  size_t size;
  if (!bytes.consume_front(StoredHead) || bytes.consumeInteger(10, size) ||
      !bytes.consume_front("\n") || size > bytes.size())
    return invalid("the bytes are no program that the cpu device stored");
  auto options = pjrt::parseCompileOptions(bytes.take_front(size));
  if (!options)
    return invalid(llvm::toString(options.takeError()));
  return compile(client, bytes.drop_front(size), *options);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// One run of all processes. Its arguments are announced as read.
struct LoadedExecutable::Launch {
  std::vector<ProcessRun> processes;
  /// The output that takes over an input, or -1.
  std::vector<int64_t> donatedTo;
  std::unique_ptr<Rendezvous> rendezvous;
  /// Ends before the rendezvous; null if all processes are here.
  std::unique_ptr<JobRuns::Run> shared;
};

llvm::Error LoadedExecutable::checkArguments(
    llvm::ArrayRef<std::vector<BufferRef>> arguments) const {
  if (isUnloaded)
    return failed(abi::Error_Code::FAILED_PRECONDITION,
                  "the program was deleted before");
  if (arguments.size() != devices.size())
    return invalid(llvm::formatv("the program runs on {0} devices, and {1} "
                                 "lists of arguments are given",
                                 devices.size(), arguments.size())
                       .str());
  for (const auto &[process, list] : llvm::enumerate(arguments)) {
    if (list.size() != inputs.size())
      return invalid(llvm::formatv("the program takes {0} arguments, and {1} "
                                   "are given",
                                   inputs.size(), list.size())
                         .str());
    for (const auto &[index, buffer] : llvm::enumerate(list)) {
      if (buffer->getShape() != inputs[index])
        return invalid(llvm::formatv("argument {0} is {1}, and the program "
                                     "takes {2}",
                                     index, buffer->getShape().text(),
                                     inputs[index].text())
                           .str());
      if (&buffer->getDevice() != devices[process])
        return invalid(llvm::formatv("argument {0} is on device {1}, and the "
                                     "program runs on device {2}",
                                     index, buffer->getDevice().getId(),
                                     devices[process]->getId())
                           .str());
    }
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<ProcessRun>>
LoadedExecutable::run(std::vector<std::vector<BufferRef>> arguments,
                      llvm::ArrayRef<int64_t> keptInputs) {
  if (llvm::Error error = checkArguments(arguments))
    return error;
  auto launch = std::make_shared<Launch>();
  launch->donatedTo.assign(inputs.size(), -1);
  for (const cpu::Donation &donation : program->donations())
    if (!llvm::is_contained(keptInputs, donation.input))
      launch->donatedTo[donation.input] = donation.output;
  if (program->hasCollectives())
    launch->rendezvous = std::make_unique<Rendezvous>(devices.size());

  // Two launches reach all devices in the same order.
  std::lock_guard lock(client.getLaunchMutex());
  if (launch->rendezvous && devices.size() != assigned.size()) {
    std::vector<int64_t> owners;
    for (const VirtualDevice *device : assigned)
      owners.push_back(device->getOwner());
    launch->shared = std::make_unique<JobRuns::Run>(
        *client.getJob(), *launch->rendezvous, std::move(owners));
  }
  std::vector<std::pair<BufferRef, bool>> announced;
  for (const std::vector<BufferRef> &list : arguments)
    for (const auto &[index, buffer] : llvm::enumerate(list)) {
      bool donates = launch->donatedTo[index] >= 0;
      if (llvm::Error error = buffer->beginUse(donates)) {
        for (auto &[used, donated] : announced)
          used->cancelUse(donated);
        Failure failure = failureOf(std::move(error));
        // Others would wait for what does not begin.
        for (size_t process : processes)
          if (launch->shared)
            launch->rendezvous->leave(process, failure);
        return failed(failure);
      }
      announced.push_back({buffer, donates});
    }

  for (const auto &[local, device] : llvm::enumerate(devices)) {
    ProcessRun &run = launch->processes.emplace_back();
    run.inputs = std::move(arguments[local]);
    for (const BufferShape &shape : outputs)
      run.outputs.push_back(std::make_shared<DeviceBuffer>(*device, shape));
    run.complete = std::make_shared<Completion>();
  }
  std::vector<ProcessRun> out = launch->processes;
  for (ProcessRun &run : out)
    run.inputs.clear();
  for (size_t local = 0; local < devices.size(); ++local)
    devices[local]->getQueue().add([self = shared_from_this(), launch, local] {
      self->runProcess(*launch, local);
    });
  return out;
}

void LoadedExecutable::runProcess(const Launch &launch, size_t local) {
  const ProcessRun &run = launch.processes[local];
  std::vector<StorageRef> results;
  std::optional<Failure> failure;
  if (llvm::Error error = compute(launch, local, results))
    failure = failureOf(std::move(error));
  if (launch.rendezvous)
    launch.rendezvous->leave(processes[local], failure);
  for (const auto &[index, buffer] : llvm::enumerate(run.outputs)) {
    if (!failure)
      buffer->fill(std::move(results[index]));
    buffer->getReady().finish(failure);
  }
  run.complete->finish(failure);
}

llvm::Error LoadedExecutable::compute(const Launch &launch, size_t local,
                                      std::vector<StorageRef> &results) {
  const ProcessRun &run = launch.processes[local];
  std::optional<Failure> failure;
  std::vector<StorageRef> held;
  std::vector<const void *> inputData;
  results.resize(outputs.size());
  for (const auto &[index, buffer] : llvm::enumerate(run.inputs)) {
    std::optional<Failure> reason = buffer->getReady().await();
    if (reason && !failure)
      failure = Failure{reason->code, llvm::formatv("argument {0} failed: {1}",
                                                    index, reason->message)};
    int64_t output = launch.donatedTo[index];
    DeviceBuffer::Held use = buffer->endUse(output >= 0);
    inputData.push_back(use.memory.data());
    if (use.mayOverwrite)
      results[output] = std::move(use.memory);
    else
      held.push_back(std::move(use.memory));
  }
  if (failure)
    return failed(*failure);

  DeviceMemory &memory = devices[local]->getMemory();
  std::vector<void *> outputData;
  for (const auto &[index, result] : llvm::enumerate(results)) {
    if (!result) {
      auto fresh = memory.allocate(outputs[index].byteSize());
      if (!fresh)
        return fresh.takeError();
      result = std::move(*fresh);
    }
    outputData.push_back(result.data());
  }
  StorageRef &arena = arenas[local];
  if (!arena && program->arenaBytes() != 0) {
    auto fresh = memory.allocate(program->arenaBytes());
    if (!fresh)
      return fresh.takeError();
    arena = std::move(*fresh);
  }

  cpu::ExecutionContext context;
  size_t process = processes[local];
  context.replica = process / options.partitions;
  context.partition = process % options.partitions;
  context.processors = devices[local]->getProcessors();
  context.threads = context.processors.size();
  std::optional<ProcessCollectives> collectives;
  if (launch.rendezvous)
    context.collectives = &collectives.emplace(*launch.rendezvous, process);
  return program->run(inputData, outputData, arena.data(), context);
}
