//===- Runner.h - One command of trainlint-run ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_RUNNER_H
#define TRAINLINT_RUNTIME_RUNNER_RUNNER_H

#include "Runtime/Coordination/JobMember.h"
#include "Runtime/Pjrt/Client.h"
#include "Runtime/Runner/RunOptions.h"
#include "Runtime/Trainer/Trainer.h"
#include "Support/Printable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

namespace trainlint::run {

struct ModuleSummary;

enum ExitCode {
  ExitRan = 0,
  ExitFailed = 1,
  ExitUsage = 2,
  /// Another process of the job was lost, and the job may be started anew.
  ExitRestart = coordination::RestartExitCode,
  ExitInterrupted = 130,
};

/// Shows how long the steps took, if that is wanted.
class StepTimer {
public:
  StepTimer(llvm::raw_ostream &os, bool isWanted)
      : os(os), isWanted(isWanted), last(std::chrono::steady_clock::now()) {}

  /// A step ends, and the next begins.
  double end(llvm::StringRef step) {
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
  llvm::Error joinJob();
  llvm::Error openStore();
  int runTask();
  int endInJob(int code);
  bool endsBefore(int64_t step, bool isInterrupted);
  /// Where the processes of the job compare what they do; null for one process.
  pjrt::KeyValueStore *getStore() {
    return member ? &member->getClient() : store.get();
  }
  void addPlace(pjrt::ClientOptions &how) const;
  int runModule();
  mlir::OwningOpRef<mlir::ModuleOp> readStep(mlir::MLIRContext &context,
                                             trainer::StepModule &step);
  bool makeStep(mlir::MLIRContext &context, trainer::TrainingModules &modules,
                GraphTraining &made);
  int showGraph(mlir::MLIRContext &context);
  int showLaunch(mlir::MLIRContext &context);
  int trainModule();
  bool divide(llvm::ArrayRef<mlir::ModuleOp> modules);
  bool takeGraph(const GraphTraining &graph);
  bool shardStep(trainer::TrainingModules &modules, const GraphTraining &graph);
  int useModel();
  mlir::OwningOpRef<mlir::ModuleOp>
  readEvaluation(mlir::MLIRContext &context,
                 std::optional<trainer::EvaluationModule> &form);
  int showProgram(const pjrt::Executable &program);
  /// What was asked for of the times of operations, after so many runs.
  llvm::Error tellTimes(const pjrt::Executable &program, int64_t runs);
  llvm::Error openDevice();
  llvm::Expected<std::unique_ptr<pjrt::Executable>>
  compile(llvm::StringRef text, trainer::DeviceGrid grid, bool isDivided);
  llvm::Error upload(const pjrt::Executable &program,
                     llvm::ArrayRef<std::vector<pjrt::HostArray>> arrays);
  llvm::Expected<pjrt::RunResults> execute(const pjrt::Executable &program);
  llvm::Error writeResults(const pjrt::Executable &program,
                           const pjrt::RunResults &results);
  llvm::Error writeResult(const HostTensor &tensor, size_t list, size_t lists,
                          size_t index, size_t count);
  llvm::Error writeJoined(const ModuleSummary &module,
                          const pjrt::RunResults &results);
  llvm::Error writeFile(const HostTensor &tensor, size_t device, size_t devices,
                        size_t index, size_t count);

  /// Names out of damaged files may be anything.
  int fail(const llvm::Twine &message, ExitCode code) {
    if (lastFailure.empty())
      lastFailure = message.str();
    err << "trainlint-run: " << printableLines(message.str()) << "\n";
    return code;
  }
  int fail(llvm::Error error, ExitCode code = ExitFailed) {
    isTrouble |= isDeviceError(error);
    return fail(llvm::toString(std::move(error)), code);
  }
  static bool isDeviceError(const llvm::Error &error);

  RunOptions options;
  llvm::raw_ostream &out;
  llvm::raw_ostream &err;
  StepTimer timer;
  /// Why it failed first, and whether that may be due to another process.
  std::string lastFailure;
  bool isTrouble = false;
  /// True if this process was told to end, and not only others.
  bool isInterrupted = false;
  // What is made later is freed first.
  std::unique_ptr<coordination::JobMember> member;
  std::unique_ptr<pjrt::KeyValueStore> store;
  std::unique_ptr<pjrt::Plugin> plugin;
  std::unique_ptr<pjrt::Client> client;
  std::vector<std::vector<pjrt::Buffer>> buffers;
};

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_RUNNER_H
