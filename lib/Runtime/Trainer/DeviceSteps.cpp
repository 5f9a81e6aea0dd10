//===- DeviceSteps.cpp - Steps on the devices -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Software pipelining of depth two: while a step runs, the next one is queued
// and its batch uploaded, so a device does not wait for the host. Inputs stay
// alive until the step that reads them is complete; the state stays on the
// devices from step to step. Metrics are fetched only when asked for.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/DeviceSteps.h"
#include "Runtime/Data/Permutation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::trainer;
using pjrt::abi::Buffer_Type;
using run::HostTensor;

/// A step that runs and one that waits keep a device busy.
static constexpr size_t MostFlights = 2;

llvm::Expected<std::unique_ptr<DeviceSteps>>
DeviceSteps::create(const pjrt::Client &client, const StepModule &module,
                    int64_t replicas, Compile compile) {
  std::unique_ptr<DeviceSteps> out(new DeviceSteps(client, module));
  auto init = compile(module.initText, 1);
  if (!init)
    return init.takeError();
  out->init = std::move(*init);
  auto step = compile(module.stepText, replicas);
  if (!step)
    return step.takeError();
  out->step = std::move(*step);
  if (llvm::Error error = out->numberReplicas(replicas))
    return error;
  return out;
}

/// Finds out which replicas are on the devices of this process.
llvm::Error DeviceSteps::numberReplicas(int64_t replicas) {
  auto chosen = client.chooseDevices(replicas, /*partitions=*/1);
  if (!chosen)
    return chosen.takeError();
  std::vector<int64_t> assigned = std::move(*chosen);
  // Without a choice of the plugin's own they are in the order of devices.
  for (const pjrt::Device &device : client.getDevices())
    if (assigned.size() < static_cast<size_t>(replicas))
      assigned.push_back(device.id);
  for (const pjrt::Device &device : step->getDevices()) {
    auto place = llvm::find(assigned, device.id);
    if (place == assigned.end())
      return llvm::createStringError(llvm::formatv(
          "device {0} has no replica, and the plugin runs one on it",
          device.id));
    replicaOf.push_back(place - assigned.begin());
  }
  return llvm::Error::success();
}

DeviceSteps::~DeviceSteps() {
  while (!flights.empty())
    llvm::consumeError(land());
}

llvm::Error DeviceSteps::checkMemory() const {
  return pjrt::checkMemory(client.getPlugin(), *step);
}

//===----------------------------------------------------------------------===//
// The state
//===----------------------------------------------------------------------===//

/// Brings an array to the host; the error names it.
static llvm::Expected<HostTensor> fetch(const pjrt::Buffer &buffer,
                                        const NamedShape &wanted) {
  auto shape = buffer.getShape();
  if (!shape)
    return shape.takeError();
  auto bytes = buffer.toHost();
  if (!bytes)
    return bytes.takeError();
  if (*shape != wanted.shape ||
      bytes->size() != static_cast<size_t>(shape->byteSize()))
    return llvm::createStringError(llvm::formatv(
        "the device gave {0} with {1} bytes for `{2}`, which is {3}",
        shape->text(), bytes->size(), wanted.name, wanted.shape.text()));
  return HostTensor{std::move(*shape), std::move(*bytes)};
}

llvm::Expected<std::vector<HostTensor>>
DeviceSteps::initialState(uint64_t seed) {
  std::vector<pjrt::Buffer> buffers;
  std::vector<std::vector<const pjrt::Buffer *>> arguments(1);
  if (module.initTakesSeed) {
    auto uploaded = client.upload({&seed, {Buffer_Type::S64, {}}, {}},
                                  init->getDevices().front());
    if (!uploaded)
      return uploaded.takeError();
    if (llvm::Error error = uploaded->doneWithHost.await())
      return error;
    buffers.push_back(std::move(uploaded->buffer));
    arguments[0].push_back(&buffers[0]);
  }
  auto results = init->run(arguments);
  if (!results)
    return results.takeError();
  if (llvm::Error error = pjrt::awaitAll(results->complete))
    return error;
  std::vector<HostTensor> out;
  for (const auto &[buffer, wanted] :
       llvm::zip(results->outputs.front(), module.state)) {
    auto tensor = fetch(buffer, wanted);
    if (!tensor)
      return tensor.takeError();
    out.push_back(std::move(*tensor));
  }
  return out;
}

llvm::Error DeviceSteps::setState(llvm::ArrayRef<HostTensor> tensors) {
  state.clear();
  std::vector<pjrt::Event> events;
  for (const pjrt::Device &device : step->getDevices()) {
    auto &replica = state.emplace_back();
    for (const HostTensor &tensor : tensors) {
      auto uploaded =
          client.upload({tensor.bytes.data(), tensor.shape, {}}, device);
      if (!uploaded)
        return llvm::joinErrors(uploaded.takeError(), pjrt::awaitAll(events));
      replica.push_back(std::move(uploaded->buffer));
      events.push_back(std::move(uploaded->doneWithHost));
    }
  }
  return pjrt::awaitAll(events);
}

llvm::Expected<std::vector<HostTensor>>
DeviceSteps::fetchState(bool checksReplicas) const {
  std::vector<HostTensor> out;
  for (const auto &[index, wanted] : llvm::enumerate(module.state)) {
    auto tensor = fetch(state.front()[index], wanted);
    if (!tensor)
      return tensor.takeError();
    for (size_t replica = 1; checksReplicas && replica < state.size();
         ++replica) {
      auto other = fetch(state[replica][index], wanted);
      if (!other)
        return other.takeError();
      if (other->bytes != tensor->bytes)
        return llvm::createStringError(llvm::formatv(
            "replica {0} has another `{1}` than replica {2}: the step does not "
            "bring them together",
            replicaOf[replica], wanted.name, replicaOf.front()));
    }
    out.push_back(std::move(*tensor));
  }
  return out;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

llvm::Error DeviceSteps::upload(data::HostBatch batch) {
  Flight &flight = flights.emplace_back();
  flight.batch = std::move(batch);
  for (const auto &[number, device] :
       llvm::zip_equal(replicaOf, step->getDevices())) {
    const auto &arrays = flight.batch.inputs[number];
    auto &replica = flight.inputs.emplace_back();
    for (const auto &[bytes, input] : llvm::zip_equal(arrays, module.inputs)) {
      auto uploaded = client.upload({bytes.data(), input.shape, {}}, device);
      if (!uploaded)
        return uploaded.takeError();
      replica.push_back(std::move(uploaded->buffer));
      flight.uploads.push_back(std::move(uploaded->doneWithHost));
    }
  }
  return llvm::Error::success();
}

/// Waits for the oldest step that is under way, and frees what it had.
llvm::Error DeviceSteps::land() {
  Flight &flight = flights.front();
  llvm::Error error = llvm::joinErrors(pjrt::awaitAll(flight.uploads),
                                       pjrt::awaitAll(flight.complete));
  flights.pop_front();
  return error;
}

llvm::Error DeviceSteps::execute(uint64_t seed) {
  while (flights.size() > MostFlights)
    if (llvm::Error error = land())
      return error;
  Flight &flight = flights.back();
  // The host's memory of the seeds lives as long as that of the batch.
  flight.batch.inputs.emplace_back();
  std::vector<char> &bits = flight.batch.inputs.back().emplace_back(16);
  for (uint64_t half : {0, 1}) {
    uint64_t word = data::mixBits(seed, 2 * flight.batch.step + half);
    std::memcpy(bits.data() + 8 * half, &word, sizeof(word));
  }
  std::vector<std::vector<const pjrt::Buffer *>> arguments;
  for (size_t replica = 0; replica < state.size(); ++replica) {
    bool hasSeed = llvm::any_of(module.arguments, [](const auto &argument) {
      return argument.role == Role::Seed;
    });
    if (hasSeed) {
      auto uploaded = client.upload({bits.data(), {Buffer_Type::U64, {2}}, {}},
                                    step->getDevices()[replica]);
      if (!uploaded)
        return uploaded.takeError();
      flight.inputs[replica].push_back(std::move(uploaded->buffer));
      flight.uploads.push_back(std::move(uploaded->doneWithHost));
    }
    auto &list = arguments.emplace_back();
    for (const StepModule::Argument &argument : module.arguments) {
      if (argument.role == Role::State)
        list.push_back(&state[replica][argument.index]);
      else if (argument.role == Role::Input)
        list.push_back(&flight.inputs[replica][argument.index]);
      else
        list.push_back(&flight.inputs[replica].back());
    }
  }
  auto results = step->run(arguments);
  if (!results)
    return results.takeError();
  flight.complete = std::move(results->complete);
  auto &metrics = told.emplace_back().second;
  told.back().first = flight.batch.step;
  for (size_t replica = 0; replica < state.size(); ++replica) {
    auto &outputs = results->outputs[replica];
    if (outputs.size() != module.state.size() + module.metrics.size())
      return llvm::createStringError("the device gave another number of "
                                     "results than the step has");
    auto middle = outputs.begin() + module.state.size();
    metrics.emplace_back(std::make_move_iterator(middle),
                         std::make_move_iterator(outputs.end()));
    outputs.erase(middle, outputs.end());
    state[replica] = std::move(outputs);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Metrics
//===----------------------------------------------------------------------===//

llvm::Expected<double>
DeviceSteps::metricOf(size_t metric,
                      std::vector<std::vector<pjrt::Buffer>> &replicas) {
  Buffer_Type type = module.metrics[metric].shape.type;
  double sum = 0;
  for (const auto &buffers : replicas) {
    auto tensor = fetch(buffers[metric], module.metrics[metric]);
    if (!tensor)
      return tensor.takeError();
    double value;
    auto conversion = data::Conversion::make(type, Buffer_Type::F64);
    if (!conversion)
      return conversion.takeError();
    if (llvm::Error error =
            conversion->apply(tensor->bytes, reinterpret_cast<char *>(&value)))
      return error;
    sum += value;
  }
  return sum / static_cast<double>(replicas.size());
}

llvm::Expected<std::vector<StepMetrics>> DeviceSteps::takeMetrics() {
  while (!flights.empty())
    if (llvm::Error error = land())
      return error;
  std::vector<StepMetrics> out;
  for (auto &[number, replicas] : told) {
    StepMetrics &metrics = out.emplace_back();
    metrics.step = number;
    for (size_t index = 0; index < module.metrics.size(); ++index) {
      auto value = metricOf(index, replicas);
      if (!value)
        return value.takeError();
      metrics.values.push_back(*value);
    }
  }
  told.clear();
  return out;
}
