//===- CpuProcesses.cpp - Processes of a program as threads ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tools/CpuProcesses.h"
#include "Backend/CPU/Interface/Collectives.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

namespace trainlint::cpu {

void Process::Free::operator()(char *bytes) const { std::free(bytes); }

Process::Buffer Process::allocate(int64_t size) {
  size = (std::max<int64_t>(size, 1) + 63) / 64 * 64;
  char *bytes = static_cast<char *>(std::aligned_alloc(64, size));
  // What was not written must not look like a result.
  memset(bytes, 0xa5, size);
  return Buffer(bytes);
}

Expected<Process> Process::create(const Executable &program,
                                  ArrayRef<std::string> files, bool donates) {
  Process process;
  for (auto [i, type] : llvm::enumerate(program.inputs())) {
    process.inputBuffers.push_back(allocate(type.byteSize()));
    if (i >= files.size())
      return llvm::createStringError("argument %zu is not given", i);
    auto file = llvm::MemoryBuffer::getFile(files[i]);
    if (!file || int64_t((*file)->getBufferSize()) != type.byteSize())
      return llvm::createStringError("%s does not hold %s", files[i].c_str(),
                                     type.text().c_str());
    llvm::copy((*file)->getBuffer(), process.inputBuffers.back().get());
  }
  for (const BufferType &type : program.outputs()) {
    process.outputBuffers.push_back(allocate(type.byteSize()));
    process.outputSizes.push_back(type.byteSize());
    process.outputPlaces.push_back(process.outputBuffers.back().get());
  }
  if (donates)
    for (const Donation &donation : program.donations())
      process.outputPlaces[donation.output] =
          process.inputBuffers[donation.input].get();
  process.arena = allocate(program.arenaBytes());
  return process;
}

Error Process::run(const Executable &program, const ExecutionContext &context) {
  std::vector<const void *> in;
  std::vector<void *> out(outputPlaces.begin(), outputPlaces.end());
  for (const Buffer &buffer : inputBuffers)
    in.push_back(buffer.get());
  return program.run(in, out, arena.get(), context);
}

std::vector<llvm::StringRef> Process::outputs() const {
  std::vector<llvm::StringRef> all;
  for (auto [buffer, size] : llvm::zip(outputPlaces, outputSizes))
    all.emplace_back(buffer, size);
  return all;
}

namespace {

/// All processes of a group copy their inputs to a table, wait for each other,
/// and read what they need.
class SharedCollectives : public Collectives {
public:
  Error allReduce(const CollectiveCall &call, const void *input, void *output,
                  int64_t count, Reduction, Combine combine) override {
    auto inputs = gather(call, input, count);
    reduce(inputs, 0, count, call.element, output, combine);
    return Error::success();
  }
  Error allGather(const CollectiveCall &call, const void *input, void *output,
                  int64_t count) override {
    char *out = static_cast<char *>(output);
    for (const std::string &bytes : gather(call, input, count))
      out = llvm::copy(bytes, out);
    return Error::success();
  }
  Error reduceScatter(const CollectiveCall &call, const void *input,
                      void *output, int64_t count, Reduction,
                      Combine combine) override {
    auto inputs = gather(call, input, count * call.group.size());
    reduce(inputs, call.rank * count, count, call.element, output, combine);
    return Error::success();
  }
  Error allToAll(const CollectiveCall &call, const void *input, void *output,
                 int64_t count) override {
    int64_t size = count * byteSize(call.element);
    char *out = static_cast<char *>(output);
    for (const std::string &bytes :
         gather(call, input, count * call.group.size()))
      out = llvm::copy(llvm::StringRef(bytes).substr(call.rank * size, size),
                       out);
    return Error::success();
  }
  Error collectivePermute(const CollectiveCall &call, const void *input,
                          void *output, int64_t count, int64_t source,
                          int64_t) override {
    auto inputs = gather(call, input, count);
    if (source >= 0)
      llvm::copy(inputs[source], static_cast<char *>(output));
    return Error::success();
  }
  Error collectiveBroadcast(const CollectiveCall &call, const void *input,
                            void *output, int64_t count) override {
    llvm::copy(gather(call, input, count).front(), static_cast<char *>(output));
    return Error::success();
  }

private:
  struct Meeting {
    std::vector<std::string> inputs;
    size_t arrived = 0, left = 0;
  };

  static void reduce(ArrayRef<std::string> inputs, int64_t first, int64_t count,
                     ElementType element, void *output, Combine combine) {
    int64_t size = byteSize(element);
    memcpy(output, inputs.front().data() + first * size, count * size);
    for (const std::string &bytes : inputs.drop_front())
      combine(output, bytes.data() + first * size, count);
  }

  std::vector<std::string> gather(const CollectiveCall &call, const void *input,
                                  int64_t count) {
    std::pair key(call.operation, call.group.vec());
    std::unique_lock lock(mutex);
    // Those of the last time have to leave first.
    changed.wait(lock, [&] { return meetings[key].left == 0; });
    Meeting &meeting = meetings[key];
    meeting.inputs.resize(call.group.size());
    meeting.inputs[call.rank].assign(static_cast<const char *>(input),
                                     count * byteSize(call.element));
    ++meeting.arrived;
    changed.notify_all();
    changed.wait(lock, [&] { return meeting.arrived == call.group.size(); });
    std::vector<std::string> inputs = meeting.inputs;
    if (++meeting.left == call.group.size())
      meeting = Meeting();
    changed.notify_all();
    return inputs;
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::pair<int64_t, std::vector<int64_t>>, Meeting> meetings;
};

} // namespace

Expected<std::vector<Process>>
runProcesses(const Executable &program, int64_t replicas, int64_t partitions,
             ArrayRef<std::string> files, bool donates, int64_t threadsOfEach) {
  std::vector<Process> processes;
  size_t inputs = program.inputs().size();
  for (int64_t i = 0; i < replicas * partitions; ++i) {
    size_t first = std::min(files.size(), i * inputs);
    auto process = Process::create(program, files.drop_front(first), donates);
    if (!process)
      return process.takeError();
    processes.push_back(std::move(*process));
  }
  SharedCollectives collectives;
  std::vector<std::thread> threads;
  std::vector<std::string> errors(processes.size());
  for (int64_t i = 0; i < replicas * partitions; ++i)
    threads.emplace_back([&, i] {
      ExecutionContext context{i / partitions, i % partitions, &collectives,
                               threadsOfEach};
      if (Error error = processes[i].run(program, context))
        errors[i] = llvm::toString(std::move(error));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &error : errors)
    if (!error.empty())
      return llvm::createStringError(error);
  return processes;
}

} // namespace trainlint::cpu
