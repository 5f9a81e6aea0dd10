//===- Executable.cpp - Compiled programs ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/Executable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <atomic>

using namespace trainlint::pjrt;
using abi::Slot;

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<Executable>>
Executable::adopt(const Plugin &plugin, abi::LoadedExecutable *handle) {
  std::unique_ptr<Executable> out(new Executable(plugin, handle));
  if (llvm::Error error = out->describe())
    return error;
  return out;
}

Executable::~Executable() {
  if (description) {
    auto args = abi::make<abi::Executable_Destroy_Args>();
    args.executable = description;
    plugin.release<Slot::Executable_Destroy>(args);
  }
  auto args = abi::make<abi::LoadedExecutable_Destroy_Args>();
  args.executable = handle;
  plugin.release<Slot::LoadedExecutable_Destroy>(args);
}

/// The arguments of a function on the description of a program.
template <typename Args>
static Args on(abi::Executable *description) {
  auto args = abi::make<Args>();
  args.executable = description;
  return args;
}

llvm::Error Executable::describe() {
  auto get = abi::make<abi::LoadedExecutable_GetExecutable_Args>();
  get.loaded_executable = handle;
  if (llvm::Error error =
          plugin.call<Slot::LoadedExecutable_GetExecutable>(get))
    return error;
  if (!get.executable)
    return plugin.noResult("LoadedExecutable_GetExecutable", "executable");
  description = get.executable;

  if (plugin.has(Slot::Executable_Name)) {
    auto args = on<abi::Executable_Name_Args>(description);
    if (llvm::Error error = plugin.call<Slot::Executable_Name>(args))
      return error;
    name = textOf(args.executable_name, args.executable_name_size);
  }
  auto outputs = on<abi::Executable_NumOutputs_Args>(description);
  if (llvm::Error error = plugin.call<Slot::Executable_NumOutputs>(outputs))
    return error;
  numOutputs = outputs.num_outputs;
  if (llvm::Error error = describeOutputs())
    return error;
  return listDevices();
}

llvm::Error Executable::listDevices() {
  auto args = abi::make<abi::LoadedExecutable_AddressableDevices_Args>();
  args.executable = handle;
  if (llvm::Error error =
          plugin.call<Slot::LoadedExecutable_AddressableDevices>(args))
    return error;
  if (!args.addressable_devices || args.num_addressable_devices == 0)
    return plugin.noResult("LoadedExecutable_AddressableDevices", "device");
  return describeDevices(
      plugin,
      llvm::ArrayRef(args.addressable_devices, args.num_addressable_devices),
      devices);
}

/// Types and dimensions are two functions, and plugins may lack both: the
/// buffers of a run tell them, too.
llvm::Error Executable::describeOutputs() {
  if (!plugin.has(Slot::Executable_OutputElementTypes) ||
      !plugin.has(Slot::Executable_OutputDimensions))
    return llvm::Error::success();
  auto types = on<abi::Executable_OutputElementTypes_Args>(description);
  auto dims = on<abi::Executable_OutputDimensions_Args>(description);
  llvm::Error error = plugin.call<Slot::Executable_OutputElementTypes>(types);
  if (!error)
    error = plugin.call<Slot::Executable_OutputDimensions>(dims);
  if (error) {
    if (codeOf(error) != abi::Error_Code::UNIMPLEMENTED)
      return error;
    llvm::consumeError(std::move(error));
    return llvm::Error::success();
  }
  if (types.num_output_types != numOutputs || dims.num_outputs != numOutputs ||
      (numOutputs != 0 && (!types.output_types || !dims.dim_sizes)))
    return plugin.noResult("Executable_OutputDimensions",
                           "shape for each output");
  const int64_t *next = dims.dims;
  for (size_t index = 0; index < numOutputs; ++index) {
    size_t rank = dims.dim_sizes[index];
    if (rank != 0 && !next)
      return plugin.noResult("Executable_OutputDimensions", "dimensions");
    BufferShape &shape = outputShapes.emplace_back();
    shape.type = types.output_types[index];
    shape.dims.assign(next, next + rank);
    next += rank;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// What the plugin knows of a program
//===----------------------------------------------------------------------===//

int64_t ProgramMemory::needed() const {
  if (peak > 0)
    return peak;
  return code + arguments + outputs - aliased + temporary;
}

llvm::Expected<ProgramMemory> Executable::getMemory() const {
  auto args = on<abi::Executable_GetCompiledMemoryStats_Args>(description);
  if (llvm::Error error =
          plugin.call<Slot::Executable_GetCompiledMemoryStats>(args))
    return error;
  ProgramMemory out;
  out.code = args.generated_code_size_in_bytes;
  out.arguments = args.argument_size_in_bytes;
  out.outputs = args.output_size_in_bytes;
  out.aliased = args.alias_size_in_bytes;
  out.temporary = args.temp_size_in_bytes;
  out.peak = args.peak_memory_in_bytes;
  return out;
}

llvm::Expected<std::string> Executable::serialize() const {
  auto args = on<abi::Executable_Serialize_Args>(description);
  if (llvm::Error error = plugin.call<Slot::Executable_Serialize>(args))
    return error;
  std::string out;
  bool isGiven = args.serialized_bytes != nullptr;
  if (isGiven)
    out.assign(args.serialized_bytes, args.serialized_bytes_size);
  if (args.serialized_executable && args.serialized_executable_deleter)
    args.serialized_executable_deleter(args.serialized_executable);
  if (!isGiven)
    return plugin.noResult("Executable_Serialize", "bytes");
  return out;
}

llvm::Expected<std::pair<std::string, std::string>>
Executable::getOptimizedProgram() const {
  auto program = abi::make<abi::Program>();
  auto args = on<abi::Executable_OptimizedProgram_Args>(description);
  args.program = &program;
  // The first call tells the size, the second copies.
  if (llvm::Error error = plugin.call<Slot::Executable_OptimizedProgram>(args))
    return error;
  std::string code(program.code_size, '\0');
  program.code = code.data();
  if (llvm::Error error = plugin.call<Slot::Executable_OptimizedProgram>(args))
    return error;
  if (program.code_size < code.size())
    code.resize(program.code_size);
  return std::make_pair(textOf(program.format, program.format_size),
                        std::move(code));
}

llvm::Expected<std::vector<NamedValue>> Executable::getCosts() const {
  auto args = on<abi::Executable_GetCostAnalysis_Args>(description);
  if (llvm::Error error = plugin.call<Slot::Executable_GetCostAnalysis>(args))
    return error;
  return readNamedValues(args.properties, args.num_properties,
                         "Executable_GetCostAnalysis");
}

llvm::Error trainlint::pjrt::checkMemory(const Plugin &plugin,
                                         const Executable &program) {
  llvm::Expected<ProgramMemory> memory = program.getMemory();
  if (!memory) {
    llvm::consumeError(memory.takeError());
    return llvm::Error::success();
  }
  for (const Device &device : program.getDevices()) {
    llvm::Expected<DeviceMemoryStats> stats = memoryStatsOf(plugin, device);
    if (!stats) {
      llvm::consumeError(stats.takeError());
      continue;
    }
    if (!stats->limit || *stats->limit <= 0)
      continue;
    int64_t left = *stats->limit - stats->inUse;
    // Arguments may be on the device already, and are counted there then.
    int64_t more = memory->needed() - std::min(memory->arguments, stats->inUse);
    if (more <= left)
      continue;
    return llvm::createStringError(llvm::formatv(
        "the program needs {0} bytes on device {1} ({2}), which has {3} of "
        "{4} bytes left: {5} for arguments, {6} for outputs of which {7} are "
        "shared with arguments, {8} for what it works with, {9} for code",
        memory->needed(), device.id, device.kind, left, *stats->limit,
        memory->arguments, memory->outputs, memory->aliased, memory->temporary,
        memory->code));
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Programs on several devices tell their runs apart by a number.
static int nextLaunch() {
  static std::atomic<unsigned> counter{0};
  return static_cast<int>(counter++ % 0x7fffffff) + 1;
}

static llvm::Error
checkArguments(const Executable &program,
               llvm::ArrayRef<std::vector<const Buffer *>> arguments) {
  size_t devices = program.getDevices().size();
  if (arguments.size() != devices)
    return llvm::createStringError(
        llvm::formatv("arguments are given for {0} devices, and the program "
                      "runs on {1}",
                      arguments.size(), devices));
  for (const std::vector<const Buffer *> &list : arguments) {
    if (list.size() != arguments.front().size())
      return llvm::createStringError(
          llvm::formatv("one device has {0} arguments and another {1}",
                        list.size(), arguments.front().size()));
    for (const Buffer *buffer : list)
      if (!buffer || !*buffer)
        return llvm::createStringError("an argument has no buffer");
  }
  return llvm::Error::success();
}

llvm::Expected<RunResults>
Executable::run(llvm::ArrayRef<std::vector<const Buffer *>> arguments,
                llvm::ArrayRef<int64_t> kept) const {
  if (llvm::Error error = checkArguments(*this, arguments))
    return error;
  size_t count = devices.size();
  std::vector<std::vector<abi::Buffer *>> inputs(count), outputs(count);
  std::vector<abi::Buffer *const *> inputLists;
  std::vector<abi::Buffer **> outputLists;
  for (size_t device = 0; device < count; ++device) {
    for (const Buffer *buffer : arguments[device])
      inputs[device].push_back(buffer->getHandle());
    outputs[device].assign(numOutputs, nullptr);
    inputLists.push_back(inputs[device].data());
    outputLists.push_back(outputs[device].data());
  }
  std::vector<abi::Event *> complete(count, nullptr);

  auto options = abi::make<abi::ExecuteOptions>();
  options.launch_id = count > 1 ? nextLaunch() : 0;
  options.non_donatable_input_indices = kept.data();
  options.num_non_donatable_input_indices = kept.size();
  auto args = abi::make<abi::LoadedExecutable_Execute_Args>();
  args.executable = handle;
  args.options = &options;
  args.argument_lists = inputLists.data();
  args.num_devices = count;
  args.num_args = inputs.front().size();
  args.output_lists = outputLists.data();
  args.device_complete_events = complete.data();
  llvm::Error error = plugin.call<Slot::LoadedExecutable_Execute>(args);

  // What a failing call left behind is freed with the results.
  RunResults results;
  bool isWhole = true;
  for (size_t device = 0; device < count; ++device) {
    std::vector<Buffer> &list = results.outputs.emplace_back();
    for (abi::Buffer *buffer : outputs[device]) {
      isWhole &= buffer != nullptr;
      list.emplace_back(plugin, buffer);
    }
    isWhole &= complete[device] != nullptr;
    results.complete.emplace_back(plugin, complete[device]);
  }
  if (error)
    return error;
  if (!isWhole)
    return plugin.noResult("LoadedExecutable_Execute",
                           "buffer for each output");
  return results;
}
