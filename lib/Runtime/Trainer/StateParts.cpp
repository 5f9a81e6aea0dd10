//===- StateParts.cpp - States that replicas keep in parts ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/StateParts.h"
#include "Dialect/StableHLO/Transforms/ShardState.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::trainer;
using run::HostTensor;

bool trainer::keepStateInParts(mlir::ModuleOp module, StepModule &step,
                               int64_t replicas, const llvm::StringSet<> &whole,
                               llvm::raw_ostream &err) {
  if (replicas == 1)
    return true;
  stablehlo::ShardOptions how;
  how.replicas = replicas;
  auto isWhole = [&](StringRef name) { return whole.contains(name); };
  how.isWhole = isWhole;
  auto names = stablehlo::shardState(module, how);
  if (names.empty()) {
    err << "trainlint-run: note: each replica keeps all of the state: the "
           "optimizer has none of "
        << how.smallest
        << " elements that is updated with sums over all replicas\n";
    return true;
  }
  std::optional<StepModule> changed = analyzeStepModule(module);
  if (!changed)
    return false;
  // It trains to the same numbers, and goes on from the same checkpoints.
  changed->hash = step.hash;
  step = std::move(*changed);
  return true;
}

llvm::Expected<std::unique_ptr<StateParts>>
StateParts::create(const StepModule &step, int64_t replicas,
                   CompileProgram compile) {
  std::unique_ptr<StateParts> out(new StateParts(step));
  for (const auto &[state, part] : step.parts) {
    auto &program = out->programs[part.gatherText];
    if (program)
      continue;
    auto compiled = compile(part.gatherText, replicas);
    if (!compiled)
      return compiled.takeError();
    program = std::move(*compiled);
  }
  return out;
}

pjrt::HostArray StateParts::partOf(size_t state, const HostTensor &whole,
                                   int64_t replica,
                                   std::vector<char> &filled) const {
  ArrayRef<char> bytes = whole.bytes;
  auto part = step.parts.find(state);
  if (part == step.parts.end())
    return {bytes.data(), whole.shape, {}};
  const pjrt::BufferShape &shape = part->second.shape;
  size_t size = shape.byteSize();
  bytes = bytes.drop_front(std::min(bytes.size(), size * replica));
  if (bytes.size() >= size)
    return {bytes.data(), shape, {}};
  filled.assign(size, 0);
  llvm::copy(bytes, filled.begin());
  return {filled.data(), shape, {}};
}

llvm::Expected<std::vector<pjrt::Buffer>>
StateParts::gather(size_t state, ArrayRef<const pjrt::Buffer *> parts) const {
  std::vector<std::vector<const pjrt::Buffer *>> arguments;
  for (const pjrt::Buffer *part : parts)
    arguments.push_back({part});
  const pjrt::Executable &program =
      *programs.at(step.parts.at(state).gatherText);
  auto results = program.run(arguments);
  if (!results)
    return results.takeError();
  if (llvm::Error error = pjrt::awaitAll(results->complete))
    return error;
  std::vector<pjrt::Buffer> out;
  for (auto &outputs : results->outputs) {
    if (outputs.size() != 1)
      return llvm::createStringError(
          "the device gave another number of results than one for `" +
          step.state[state].name + "`");
    out.push_back(std::move(outputs.front()));
  }
  return out;
}
