//===- FakeExecutable.cpp - A program that tests describe -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands in for the compiler in tests of what surrounds it. A program is a text
// with lines such as these, others are passed over:
//
//   //fake input f32 2 3         an argument: element type and dimensions
//   //fake output f32 2 3        a result
//   //fake donate 0 1            argument 0 may become result 1
//   //fake arena 64              bytes to work in
//   //fake add 0 1 1.5           result 1 = argument 0 + 1.5
//   //fake all-reduce 0 0        sum over all processes; all-gather,
//                                reduce-scatter, all-to-all, permute (to the
//                                next process) and broadcast likewise
//   //fake process 0             result 0 = number of the process
//   //fake fail 1 some words     process 1 fails
//   //fake end 1                 process 1 ends here
//
// All numbers are f32. What it says is run in order.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Interface/Collectives.h"
#include "Backend/CPU/Interface/Executable.h"
#include "Runtime/Pjrt/ElementTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::cpu;
using llvm::StringRef;

Executable::~Executable() = default;

namespace {
struct Step {
  std::string word;
  std::vector<int64_t> numbers;
  std::string text;
  float value = 0;
};

class FakeExecutable : public Executable {
public:
  llvm::Error addLine(StringRef line);

  llvm::ArrayRef<BufferType> inputs() const override { return inputTypes; }
  llvm::ArrayRef<BufferType> outputs() const override { return outputTypes; }
  llvm::ArrayRef<Donation> donations() const override { return donationList; }
  int64_t arenaBytes() const override { return arena; }
  int64_t codeBytes() const override { return 100; }
  int64_t constantBytes() const override { return 0; }
  bool hasCollectives() const override { return collectives; }
  llvm::Error run(llvm::ArrayRef<const void *> in, llvm::ArrayRef<void *> out,
                  void *arena, const ExecutionContext &context) const override;
  StringRef dump(Form form) const override {
    return form == Form::Linalg ? "fake linalg" : "fake form";
  }
  StringRef fingerprint() const override { return "fa4e"; }

  int64_t processes = 1;
  int64_t partitions = 1;

private:
  llvm::Error runStep(const Step &step, llvm::ArrayRef<const void *> in,
                      llvm::ArrayRef<void *> out, int64_t number,
                      const ExecutionContext &context, bool &ended) const;
  llvm::Error runCollective(const Step &step, const CollectiveCall &call,
                            const void *in, void *out, int64_t count,
                            Collectives &collectives) const;

  std::vector<BufferType> inputTypes, outputTypes;
  std::vector<Donation> donationList;
  std::vector<Step> steps;
  int64_t arena = 0;
  bool collectives = false;
};
} // namespace

static void addFloats(void *accumulator, const void *value, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    static_cast<float *>(accumulator)[i] +=
        static_cast<const float *>(value)[i];
}

llvm::Error FakeExecutable::addLine(StringRef line) {
  llvm::SmallVector<StringRef> words;
  line.split(words, ' ', -1, /*KeepEmpty=*/false);
  if (words.empty())
    return llvm::createStringError("<program>:1:1: error: an empty line");
  Step step;
  step.word = words.front().str();
  step.text = line.substr(line.find(' ') + 1).str();
  for (StringRef word : llvm::drop_begin(words)) {
    int64_t number;
    double value;
    if (!word.getAsInteger(10, number))
      step.numbers.push_back(number);
    else if (!word.getAsDouble(value))
      step.value = value;
  }
  if (step.word == "input" || step.word == "output") {
    BufferType type{ElementType::F32,
                    {step.numbers.begin(), step.numbers.end()}};
    (step.word == "input" ? inputTypes : outputTypes).push_back(type);
    return llvm::Error::success();
  }
  if (step.word == "donate") {
    donationList.push_back({step.numbers[0], step.numbers[1], false});
    return llvm::Error::success();
  }
  if (step.word == "arena") {
    arena = step.numbers[0];
    return llvm::Error::success();
  }
  static constexpr StringRef Collective[] = {"all-reduce",     "all-gather",
                                             "reduce-scatter", "all-to-all",
                                             "permute",        "broadcast"};
  static constexpr StringRef Other[] = {"add", "process", "fail", "end"};
  if (llvm::is_contained(Collective, step.word))
    collectives = true;
  else if (!llvm::is_contained(Other, step.word))
    return llvm::createStringError(
        "<program>:1:1: error: the cpu device does not run `" + step.word +
        "`");
  steps.push_back(std::move(step));
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Executable>>
Executable::compile(StringRef text, const CompileOptions &options) {
  auto program = std::make_unique<FakeExecutable>();
  program->processes = options.replicas * options.partitions;
  program->partitions = options.partitions;
  for (StringRef line : llvm::split(text, '\n')) {
    line = line.trim();
    if (line.consume_front("//fake"))
      if (llvm::Error error = program->addLine(line.trim()))
        return error;
  }
  return program;
}

llvm::Error FakeExecutable::run(llvm::ArrayRef<const void *> in,
                                llvm::ArrayRef<void *> out, void *arena,
                                const ExecutionContext &context) const {
  if (this->arena != 0)
    std::memset(arena, 1, this->arena);
  bool ended = false;
  for (const auto &[number, step] : llvm::enumerate(steps)) {
    if (llvm::Error error = runStep(step, in, out, number, context, ended))
      return error;
    if (ended)
      break;
  }
  return llvm::Error::success();
}

llvm::Error FakeExecutable::runStep(const Step &step,
                                    llvm::ArrayRef<const void *> in,
                                    llvm::ArrayRef<void *> out, int64_t number,
                                    const ExecutionContext &context,
                                    bool &ended) const {
  int64_t process = context.replica * partitions + context.partition;
  if (step.word == "fail") {
    if (process != step.numbers[0])
      return llvm::Error::success();
    return llvm::createStringError(StringRef(step.text).split(' ').second);
  }
  if (step.word == "end") {
    ended = process == step.numbers[0];
    return llvm::Error::success();
  }
  if (step.word == "process") {
    *static_cast<float *>(out[step.numbers[0]]) = process;
    return llvm::Error::success();
  }
  const void *source = in[step.numbers[0]];
  void *target = out[step.numbers[1]];
  int64_t count = inputTypes[step.numbers[0]].elementCount();
  if (step.word == "add") {
    float value = step.numbers.size() > 2 ? step.numbers[2] : step.value;
    for (int64_t i = 0; i < count; ++i)
      static_cast<float *>(target)[i] =
          static_cast<const float *>(source)[i] + value;
    return llvm::Error::success();
  }
  std::vector<int64_t> group(processes);
  for (int64_t member = 0; member < processes; ++member)
    group[member] = member;
  CollectiveCall call{number, group, process, ElementType::F32};
  return runCollective(step, call, source, target, count, *context.collectives);
}

llvm::Error FakeExecutable::runCollective(const Step &step,
                                          const CollectiveCall &call,
                                          const void *in, void *out,
                                          int64_t count,
                                          Collectives &all) const {
  int64_t part = count / processes;
  if (step.word == "all-reduce")
    return all.allReduce(call, in, out, count, Reduction::Sum, addFloats);
  if (step.word == "all-gather")
    return all.allGather(call, in, out, count);
  if (step.word == "reduce-scatter")
    return all.reduceScatter(call, in, out, part, Reduction::Sum, addFloats);
  if (step.word == "all-to-all")
    return all.allToAll(call, in, out, part);
  if (step.word == "broadcast")
    return all.collectiveBroadcast(call, in, out, count);
  int64_t before = (call.rank + processes - 1) % processes;
  int64_t after = (call.rank + 1) % processes;
  return all.collectivePermute(call, in, out, count, before, after);
}
