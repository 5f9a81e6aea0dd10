//===- Executable.h - Compiled programs -------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_EXECUTABLE_H
#define TRAINLINT_RUNTIME_PJRT_EXECUTABLE_H

#include "Runtime/Pjrt/Buffer.h"
#include "Runtime/Pjrt/Device.h"

namespace trainlint::pjrt {

/// The memory that one process of a program takes on its device, in bytes.
struct ProgramMemory {
  int64_t code = 0;
  int64_t arguments = 0;
  int64_t outputs = 0;
  /// What arguments and outputs share.
  int64_t aliased = 0;
  int64_t temporary = 0;
  /// The most at any time, as the compiler knows it; 0 if it does not say.
  int64_t peak = 0;

  /// The peak, or the sum of the parts without it.
  int64_t needed() const;
};

/// The results of a run, in the order of the executable's devices.
struct RunResults {
  std::vector<std::vector<Buffer>> outputs;
  /// One for each device; it fails if the program fails there.
  std::vector<Event> complete;
};

/// A program on its devices.
class Executable {
public:
  /// Takes over a handle, and asks the plugin about the program.
  static llvm::Expected<std::unique_ptr<Executable>>
  adopt(const Plugin &plugin, abi::LoadedExecutable *handle);
  ~Executable();
  Executable(const Executable &) = delete;

  llvm::StringRef getName() const { return name; }
  size_t getNumOutputs() const { return numOutputs; }
  /// Empty if the plugin does not tell them.
  llvm::ArrayRef<BufferShape> getOutputShapes() const { return outputShapes; }
  /// The devices of this process that run the program, in order.
  llvm::ArrayRef<Device> getDevices() const { return devices; }

  /// Fails with UNIMPLEMENTED if the plugin does not tell.
  llvm::Expected<ProgramMemory> getMemory() const;

  /// The plugin's form of the program for storage. It is read by the same
  /// version of the same plugin.
  llvm::Expected<std::string> serialize() const;

  /// The program after the plugin's optimizations; the format is first:
  /// "hlo", "mlir".
  llvm::Expected<std::pair<std::string, std::string>>
  getOptimizedProgram() const;

  /// Costs that the plugin estimates, such as `flops`.
  llvm::Expected<std::vector<NamedValue>> getCosts() const;

  /// Begins a run: `arguments[device][index]`, one list for each of
  /// getDevices. Arguments that the program takes over are dead afterwards,
  /// except those whose indices are in `kept`.
  llvm::Expected<RunResults>
  run(llvm::ArrayRef<std::vector<const Buffer *>> arguments,
      llvm::ArrayRef<int64_t> kept = {}) const;

private:
  Executable(const Plugin &plugin, abi::LoadedExecutable *handle)
      : plugin(plugin), handle(handle) {}

  llvm::Error describe();
  llvm::Error listDevices();
  llvm::Error describeOutputs();

  const Plugin &plugin;
  abi::LoadedExecutable *handle;
  /// The description, which is an object of its own.
  abi::Executable *description = nullptr;
  std::string name;
  size_t numOutputs = 0;
  std::vector<BufferShape> outputShapes;
  std::vector<Device> devices;
};

/// Compares what a program needs with what its devices have left; the error
/// names device and bytes. Success if the plugin tells too little.
llvm::Error checkMemory(const Plugin &plugin, const Executable &program);

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_EXECUTABLE_H
