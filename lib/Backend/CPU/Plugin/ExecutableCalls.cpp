//===- ExecutableCalls.cpp - PJRT calls on executables --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PJRT functions on executables. Lists that the interface returns as
// pointers are kept in the handle of the executable, whose life they share.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Entry.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using llvm::Error;

static constexpr StringRef Format = "mlir";

static ExecutableHandle *newHandle(std::shared_ptr<LoadedExecutable> program) {
  auto *handle = new ExecutableHandle{std::move(program)};
  for (const pjrt::BufferShape &shape : handle->program->getOutputShapes()) {
    handle->outputTypes.push_back(shape.type);
    llvm::append_range(handle->outputDims, shape.dims);
    handle->outputRanks.push_back(shape.dims.size());
    handle->outputMemoryKinds.push_back(MemoryKind.data());
    handle->outputMemoryKindSizes.push_back(MemoryKind.size());
  }
  return handle;
}

static const cpu::Executable &programOf(abi::Executable *handle) {
  return unwrap(handle)->program->getExecutable();
}

//===----------------------------------------------------------------------===//
// Making programs
//===----------------------------------------------------------------------===//

static Error compile(abi::Client_Compile_Args &args) {
  if (Error error = checkSize(*args.program, "the program"))
    return error;
  StringRef format(args.program->format, args.program->format_size);
  StringRef code(args.program->code, args.program->code_size);
  if (format != Format)
    return failed(abi::Error_Code::UNIMPLEMENTED,
                  "the cpu device reads programs in the format `mlir`, not `" +
                      format + "`");
  // Bytecode begins with these four letters.
  if (code.starts_with("ML\xEFR"))
    return failed(abi::Error_Code::UNIMPLEMENTED,
                  "the cpu device reads StableHLO as text, not as bytecode");
  auto options = pjrt::parseCompileOptions(
      StringRef(args.compile_options, args.compile_options_size));
  if (!options)
    return failed(abi::Error_Code::INVALID_ARGUMENT,
                  llvm::toString(options.takeError()));
  auto program =
      LoadedExecutable::compile(*unwrap(args.client), code, *options);
  if (!program)
    return program.takeError();
  args.executable = wrap<abi::LoadedExecutable>(newHandle(std::move(*program)));
  return Error::success();
}

static Error serialize(abi::Executable_Serialize_Args &args) {
  auto *bytes = new std::string(unwrap(args.executable)->program->serialize());
  args.serialized_bytes = bytes->data();
  args.serialized_bytes_size = bytes->size();
  args.serialized_executable = wrap<abi::SerializedExecutable>(bytes);
  args.serialized_executable_deleter = [](abi::SerializedExecutable *handle) {
    delete unwrap(handle);
  };
  return Error::success();
}

static Error deserialize(abi::Executable_DeserializeAndLoad_Args &args) {
  auto program = LoadedExecutable::deserialize(
      *unwrap(args.client),
      StringRef(args.serialized_executable, args.serialized_executable_size));
  if (!program)
    return program.takeError();
  args.loaded_executable =
      wrap<abi::LoadedExecutable>(newHandle(std::move(*program)));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// What is known about a program
//===----------------------------------------------------------------------===//

static Error destroy(abi::Executable_Destroy_Args &args) {
  delete unwrap(args.executable);
  return Error::success();
}

static Error name(abi::Executable_Name_Args &args) {
  StringRef name = unwrap(args.executable)->program->getName();
  args.executable_name = name.data();
  args.executable_name_size = name.size();
  return Error::success();
}

static Error numReplicas(abi::Executable_NumReplicas_Args &args) {
  args.num_replicas = unwrap(args.executable)->program->getOptions().replicas;
  return Error::success();
}

static Error numPartitions(abi::Executable_NumPartitions_Args &args) {
  args.num_partitions =
      unwrap(args.executable)->program->getOptions().partitions;
  return Error::success();
}

static Error numOutputs(abi::Executable_NumOutputs_Args &args) {
  args.num_outputs = unwrap(args.executable)->outputTypes.size();
  return Error::success();
}

static Error codeSize(abi::Executable_SizeOfGeneratedCodeInBytes_Args &args) {
  args.size_in_bytes = programOf(args.executable).codeBytes();
  return Error::success();
}

static Error costs(abi::Executable_GetCostAnalysis_Args &args) {
  ExecutableHandle &handle = *unwrap(args.executable);
  std::lock_guard<std::mutex> lock(handle.mutex);
  WrittenCosts &own = handle.costs[std::this_thread::get_id()];
  own.costs.clear();
  // Nanoseconds and calls of each kind of operation, or of each operation.
  for (const cpu::OperationTime &time :
       programOf(args.executable).operationTimes())
    own.costs.push_back(
        {time.kind, std::vector<int64_t>{time.nanoseconds, time.calls}});
  own.written = writeNamedValues(own.costs);
  args.num_properties = own.written.size();
  args.properties = own.written.data();
  return Error::success();
}

static Error outputTypes(abi::Executable_OutputElementTypes_Args &args) {
  ExecutableHandle &handle = *unwrap(args.executable);
  args.output_types = handle.outputTypes.data();
  args.num_output_types = handle.outputTypes.size();
  return Error::success();
}

static Error outputDimensions(abi::Executable_OutputDimensions_Args &args) {
  ExecutableHandle &handle = *unwrap(args.executable);
  args.num_outputs = handle.outputRanks.size();
  args.dims = handle.outputDims.data();
  args.dim_sizes = handle.outputRanks.data();
  return Error::success();
}

static Error outputMemoryKinds(abi::Executable_OutputMemoryKinds_Args &args) {
  ExecutableHandle &handle = *unwrap(args.executable);
  args.num_outputs = handle.outputMemoryKinds.size();
  args.memory_kinds = handle.outputMemoryKinds.data();
  args.memory_kind_sizes = handle.outputMemoryKindSizes.data();
  return Error::success();
}

static Error optimizedProgram(abi::Executable_OptimizedProgram_Args &args) {
  if (Error error = checkSize(*args.program, "the program"))
    return error;
  StringRef text = unwrap(args.executable)->program->getText();
  abi::Program &out = *args.program;
  if (out.code && out.code_size < text.size())
    return failed(abi::Error_Code::INVALID_ARGUMENT,
                  "the text has " + llvm::Twine(text.size()) +
                      " bytes, and there is room for " +
                      llvm::Twine(out.code_size));
  if (out.code)
    std::memcpy(out.code, text.data(), text.size());
  out.code_size = text.size();
  out.format = Format.data();
  out.format_size = Format.size();
  return Error::success();
}

static Error fingerprint(abi::Executable_Fingerprint_Args &args) {
  StringRef text = programOf(args.executable).fingerprint();
  args.executable_fingerprint = text.data();
  args.executable_fingerprint_size = text.size();
  return Error::success();
}

static Error memoryStats(abi::Executable_GetCompiledMemoryStats_Args &args) {
  const LoadedExecutable &loaded = *unwrap(args.executable)->program;
  const cpu::Executable &program = loaded.getExecutable();
  int64_t arguments = 0, outputs = 0, shared = 0;
  for (const pjrt::BufferShape &shape : loaded.getInputShapes())
    arguments += shape.byteSize();
  for (const pjrt::BufferShape &shape : loaded.getOutputShapes())
    outputs += shape.byteSize();
  for (const cpu::Donation &donation : program.donations())
    shared += loaded.getInputShapes()[donation.input].byteSize();
  int64_t code = program.codeBytes() + program.constantBytes();
  args.generated_code_size_in_bytes = code;
  args.argument_size_in_bytes = arguments;
  args.output_size_in_bytes = outputs;
  args.alias_size_in_bytes = shared;
  args.temp_size_in_bytes = program.arenaBytes();
  args.host_generated_code_size_in_bytes = 0;
  args.host_argument_size_in_bytes = 0;
  args.host_output_size_in_bytes = 0;
  args.host_alias_size_in_bytes = 0;
  args.host_temp_size_in_bytes = 0;
  // Code and constants are the computer's, once for all devices.
  int64_t total = arguments + outputs - shared + program.arenaBytes();
  if (TRAINLINT_HAS_FIELD(args, peak_memory_in_bytes))
    args.peak_memory_in_bytes = total;
  if (TRAINLINT_HAS_FIELD(args, total_size_in_bytes))
    args.total_size_in_bytes = total;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Loaded programs
//===----------------------------------------------------------------------===//

static Error destroyLoaded(abi::LoadedExecutable_Destroy_Args &args) {
  delete unwrap(args.executable);
  return Error::success();
}

static Error getExecutable(abi::LoadedExecutable_GetExecutable_Args &args) {
  args.executable =
      wrap<abi::Executable>(newHandle(unwrap(args.loaded_executable)->program));
  return Error::success();
}

static Error
addressableDevices(abi::LoadedExecutable_AddressableDevices_Args &args) {
  auto devices = unwrap(args.executable)->program->getDevices();
  args.addressable_devices = wrapList<abi::Device>(devices.data());
  args.num_addressable_devices = devices.size();
  return Error::success();
}

static Error deleteLoaded(abi::LoadedExecutable_Delete_Args &args) {
  unwrap(args.executable)->program->unload();
  return Error::success();
}

static Error isDeleted(abi::LoadedExecutable_IsDeleted_Args &args) {
  args.is_deleted = unwrap(args.executable)->program->getIsUnloaded();
  return Error::success();
}

static Error loadedFingerprint(abi::LoadedExecutable_Fingerprint_Args &args) {
  StringRef text =
      unwrap(args.executable)->program->getExecutable().fingerprint();
  args.executable_fingerprint = text.data();
  args.executable_fingerprint_size = text.size();
  return Error::success();
}

static Error execute(abi::LoadedExecutable_Execute_Args &args) {
  if (args.options)
    if (Error error = checkSize(*args.options, "the options of the run"))
      return error;
  LoadedExecutable &program = *unwrap(args.executable)->program;
  if (args.options &&
      (args.options->num_send_ops != 0 || args.options->num_recv_ops != 0))
    return failed(abi::Error_Code::UNIMPLEMENTED,
                  "the cpu device does not send to the host while it runs");
  if (args.execute_device && program.getDevices().size() != 1)
    return failed(abi::Error_Code::UNIMPLEMENTED,
                  "the cpu device runs all processes of a program at once");
  std::vector<std::vector<BufferRef>> arguments(args.num_devices);
  for (size_t device = 0; device < args.num_devices; ++device)
    for (size_t index = 0; index < args.num_args; ++index)
      arguments[device].push_back(
          unwrap(args.argument_lists[device][index])->buffer);
  llvm::ArrayRef<int64_t> kept;
  if (args.options)
    kept = llvm::ArrayRef(args.options->non_donatable_input_indices,
                          args.options->num_non_donatable_input_indices);
  auto runs = program.run(std::move(arguments), kept);
  if (!runs)
    return runs.takeError();
  for (const auto &[device, run] : llvm::enumerate(*runs)) {
    for (const auto &[index, buffer] : llvm::enumerate(run.outputs))
      args.output_lists[device][index] = newBuffer(buffer);
    if (args.device_complete_events)
      args.device_complete_events[device] = newEvent(run.complete);
  }
  return Error::success();
}

void cpuplugin::addExecutableCalls(abi::Api &api) {
  api.Client_Compile = Entry<compile>::call;
  api.Executable_Serialize = Entry<serialize>::call;
  api.Executable_DeserializeAndLoad = Entry<deserialize>::call;
  api.Executable_Destroy = Entry<destroy>::call;
  api.Executable_Name = Entry<name>::call;
  api.Executable_NumReplicas = Entry<numReplicas>::call;
  api.Executable_NumPartitions = Entry<numPartitions>::call;
  api.Executable_NumOutputs = Entry<numOutputs>::call;
  api.Executable_SizeOfGeneratedCodeInBytes = Entry<codeSize>::call;
  api.Executable_GetCostAnalysis = Entry<costs>::call;
  api.Executable_OutputElementTypes = Entry<outputTypes>::call;
  api.Executable_OutputDimensions = Entry<outputDimensions>::call;
  api.Executable_OutputMemoryKinds = Entry<outputMemoryKinds>::call;
  api.Executable_OptimizedProgram = Entry<optimizedProgram>::call;
  api.Executable_Fingerprint = Entry<fingerprint>::call;
  api.Executable_GetCompiledMemoryStats = Entry<memoryStats>::call;
  api.LoadedExecutable_Destroy = Entry<destroyLoaded>::call;
  api.LoadedExecutable_GetExecutable = Entry<getExecutable>::call;
  api.LoadedExecutable_AddressableDevices = Entry<addressableDevices>::call;
  api.LoadedExecutable_Delete = Entry<deleteLoaded>::call;
  api.LoadedExecutable_IsDeleted = Entry<isDeleted>::call;
  api.LoadedExecutable_Fingerprint = Entry<loadedFingerprint>::call;
  api.LoadedExecutable_Execute = Entry<execute>::call;
}
