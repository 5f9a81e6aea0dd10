//===- StateParts.cpp - States of which devices keep parts ----------------===//
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

//===----------------------------------------------------------------------===//
// To devices
//===----------------------------------------------------------------------===//

/// The part of a replica, which follows that of the one before in memory.
static pjrt::HostArray replicaPartOf(const pjrt::BufferShape &shape,
                                     ArrayRef<char> whole, int64_t replica,
                                     std::vector<char> &filled) {
  size_t size = shape.byteSize();
  ArrayRef<char> bytes =
      whole.drop_front(std::min(whole.size(), size * replica));
  if (bytes.size() >= size)
    return {bytes.data(), shape, {}};
  filled.assign(size, 0);
  llvm::copy(bytes, filled.begin());
  return {filled.data(), shape, {}};
}

pjrt::HostArray trainer::partOf(const ModelProgram &program, size_t state,
                                const HostTensor &whole, DevicePlace place,
                                std::vector<char> &filled) {
  auto part = program.parts.find(state);
  if (part == program.parts.end())
    return {whole.bytes.data(), whole.shape, {}};
  if (const auto &tiles = part->second.tiles)
    return tileOf(whole.bytes.data(), whole.shape, *tiles, place.partition);
  return replicaPartOf(part->second.shape, whole.bytes, place.replica, filled);
}

pjrt::HostArray trainer::inputPartOf(const ModelProgram &program, size_t input,
                                     const char *bytes, DevicePlace place) {
  const pjrt::BufferShape &shape = program.inputs[input].shape;
  auto tiles = program.inputTiles.find(input);
  if (tiles == program.inputTiles.end())
    return {bytes, shape, {}};
  return tileOf(bytes, shape, tiles->second, place.partition);
}

llvm::Expected<DeviceBuffers>
trainer::uploadParts(const pjrt::Client &client, const ModelProgram &program,
                     ArrayRef<pjrt::Device> devices,
                     ArrayRef<DevicePlace> places,
                     std::vector<HostTensor> state) {
  DeviceBuffers out(devices.size());
  for (auto &&[index, tensor] : llvm::enumerate(state)) {
    std::vector<pjrt::Event> events;
    // Devices read them until the events are.
    std::vector<std::vector<char>> filled(devices.size());
    for (auto [place, device, buffers, bytes] :
         llvm::zip_equal(places, devices, out, filled))
      if (llvm::Error error = uploadTo(
              client, device, partOf(program, index, tensor, place, bytes),
              buffers, events))
        return error;
    if (llvm::Error error = pjrt::awaitAll(events))
      return error;
    tensor = {};
  }
  return out;
}

//===----------------------------------------------------------------------===//
// From devices
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<StateParts>>
StateParts::create(const ModelProgram &model, DeviceGrid grid,
                   int64_t ownReplicas, CompileProgram compile) {
  std::unique_ptr<StateParts> out(new StateParts(model));
  // A replica has all tiles, and brings them together alone.
  DeviceGrid own = grid;
  if (ownReplicas > 0)
    own = {ownReplicas, grid.partitions, /*isOwn=*/true};
  for (const auto &[state, part] : model.parts) {
    auto &program = out->programs[part.gatherText];
    if (program)
      continue;
    auto compiled = compile(part.gatherText, part.tiles ? own : grid);
    if (!compiled)
      return compiled.takeError();
    program = std::move(*compiled);
  }
  return out;
}

llvm::Expected<std::vector<pjrt::Buffer>>
StateParts::gather(size_t state, ArrayRef<const pjrt::Buffer *> parts) const {
  std::vector<std::vector<const pjrt::Buffer *>> arguments;
  for (const pjrt::Buffer *part : parts)
    arguments.push_back({part});
  const pjrt::Executable &gathering =
      *programs.at(program.parts.at(state).gatherText);
  auto results = gathering.run(arguments);
  if (!results)
    return results.takeError();
  if (llvm::Error error = pjrt::awaitAll(results->complete))
    return error;
  std::vector<pjrt::Buffer> out;
  for (auto &outputs : results->outputs) {
    if (outputs.size() != 1)
      return llvm::createStringError(
          "the device gave another number of results than one for `" +
          program.state[state].name + "`");
    out.push_back(std::move(outputs.front()));
  }
  return out;
}
