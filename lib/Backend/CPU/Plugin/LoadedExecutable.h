//===- LoadedExecutable.h - Executables on virtual devices ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_LOADEDEXECUTABLE_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_LOADEDEXECUTABLE_H

#include "Backend/CPU/Interface/Executable.h"
#include "Backend/CPU/Plugin/VirtualClient.h"
#include "Runtime/Pjrt/CompileOptions.h"

namespace trainlint::cpuplugin {

/// What one process of a run reads, and what becomes of it.
struct ProcessRun {
  std::vector<BufferRef> inputs;
  std::vector<BufferRef> outputs;
  CompletionRef complete;
};

/// A compiled program, the devices that run it, and what is known about it.
class LoadedExecutable : public std::enable_shared_from_this<LoadedExecutable> {
public:
  /// Compiles StableHLO text. `options` are those of the interface, of which
  /// the override `keep` names a form that getText gives: "stablehlo",
  /// "linalg" or "llvm".
  static llvm::Expected<std::shared_ptr<LoadedExecutable>>
  compile(VirtualClient &client, llvm::StringRef text,
          const pjrt::CompileOptions &options);

  /// Text and options, from which `compile` makes the same program again.
  std::string serialize() const;
  static llvm::Expected<std::shared_ptr<LoadedExecutable>>
  deserialize(VirtualClient &client, llvm::StringRef bytes);

  const cpu::Executable &getExecutable() const { return *program; }
  const pjrt::CompileOptions &getOptions() const { return options; }
  /// The device of each process that runs here.
  llvm::ArrayRef<VirtualDevice *> getDevices() const { return devices; }
  llvm::ArrayRef<pjrt::BufferShape> getInputShapes() const { return inputs; }
  llvm::ArrayRef<pjrt::BufferShape> getOutputShapes() const { return outputs; }
  llvm::StringRef getName() const { return name; }
  llvm::StringRef getText() const;

  /// Begins a run. `arguments` has a list for each process here; those whose
  /// indices are in `kept` survive. Fails if arguments do not fit.
  llvm::Expected<std::vector<ProcessRun>>
  run(std::vector<std::vector<BufferRef>> arguments,
      llvm::ArrayRef<int64_t> kept);

  /// After it, runs fail.
  void unload() { isUnloaded = true; }
  bool getIsUnloaded() const { return isUnloaded; }

private:
  LoadedExecutable(VirtualClient &client) : client(client) {}

  llvm::Error
  checkArguments(llvm::ArrayRef<std::vector<BufferRef>> arguments) const;
  struct Launch;
  void runProcess(const Launch &launch, size_t local);
  llvm::Error compute(const Launch &launch, size_t local,
                      std::vector<StorageRef> &results);

  VirtualClient &client;
  std::string text;
  std::string name;
  pjrt::CompileOptions options;
  std::optional<cpu::Form> kept;
  std::unique_ptr<cpu::Executable> program;
  /// Of all processes, those of other clients included.
  std::vector<VirtualDevice *> assigned;
  /// The devices of this client among them, and the numbers of their processes.
  std::vector<VirtualDevice *> devices;
  std::vector<size_t> processes;
  std::vector<pjrt::BufferShape> inputs;
  std::vector<pjrt::BufferShape> outputs;
  /// What a process works in, kept between runs; used on its device's thread.
  std::vector<StorageRef> arenas;
  std::atomic<bool> isUnloaded{false};
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_LOADEDEXECUTABLE_H
