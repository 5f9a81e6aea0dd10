//===- CpuProcesses.h - Processes of a program as threads -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEST_TOOLS_CPUPROCESSES_H
#define TRAINLINT_TEST_TOOLS_CPUPROCESSES_H

#include "Backend/CPU/Interface/Executable.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace trainlint::cpu {

/// Buffers of one process.
class Process {
public:
  /// Inputs are filled from files of bytes, as far as there are any.
  static llvm::Expected<Process> create(const Executable &program,
                                        llvm::ArrayRef<std::string> files,
                                        bool donates);
  llvm::Error run(const Executable &program, const ExecutionContext &context);
  std::vector<llvm::StringRef> outputs() const;

private:
  struct Free {
    void operator()(char *bytes) const;
  };
  using Buffer = std::unique_ptr<char, Free>;
  static Buffer allocate(int64_t size);

  std::vector<Buffer> inputBuffers, outputBuffers;
  std::vector<int64_t> outputSizes;
  /// Where outputs are written: their buffers, or those of inputs.
  std::vector<char *> outputPlaces;
  Buffer arena;
};

/// Runs a program in threads, one for each process, which may use further ones.
/// With several processes files are taken in turn: those of process 0 first.
llvm::Expected<std::vector<Process>>
runProcesses(const Executable &program, int64_t replicas, int64_t partitions,
             llvm::ArrayRef<std::string> files, bool donates,
             int64_t threadsOfEach);

} // namespace trainlint::cpu

#endif // TRAINLINT_TEST_TOOLS_CPUPROCESSES_H
