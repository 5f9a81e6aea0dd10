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
#include "Runtime/Trainer/DeviceState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::trainer;
using run::HostTensor;

/// A step that runs and one that waits keep a device busy.
static constexpr size_t MostFlights = 2;

llvm::Expected<std::unique_ptr<DeviceSteps>>
DeviceSteps::create(const pjrt::Client &client, const StepModule &module,
                    int64_t replicas, Compile compile) {
  std::unique_ptr<DeviceSteps> out(new DeviceSteps(client, module));
  auto step = compile(module.mainText, replicas);
  if (!step)
    return step.takeError();
  out->step = std::move(*step);
  auto numbers = numberReplicas(client, *out->step, replicas);
  if (!numbers)
    return numbers.takeError();
  out->replicaOf = std::move(*numbers);
  out->replicaCount = replicas;
  if (module.parts.empty())
    return out;
  auto parts = StateParts::create(module, replicas, compile);
  if (!parts)
    return parts.takeError();
  out->parts = std::move(*parts);
  return out;
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

llvm::Error DeviceSteps::setState(std::vector<HostTensor> tensors) {
  state.clear();
  state.resize(replicaOf.size());
  for (auto &&[index, tensor] : llvm::enumerate(tensors)) {
    std::vector<pjrt::Event> events;
    // Devices read them until the events are.
    std::vector<std::vector<char>> filled(replicaOf.size());
    for (auto [number, device, replica, bytes] :
         llvm::zip_equal(replicaOf, step->getDevices(), state, filled)) {
      pjrt::HostArray array{tensor.bytes.data(), tensor.shape, {}};
      if (parts)
        array = parts->partOf(index, tensor, number, bytes);
      if (llvm::Error error = uploadTo(client, device, array, replica, events))
        return error;
    }
    if (llvm::Error error = pjrt::awaitAll(events))
      return error;
    // The host never has all of it beside the devices.
    tensor = {};
  }
  return llvm::Error::success();
}

llvm::Expected<NamedTensors> DeviceSteps::fetchState(
    bool checksReplicas,
    llvm::function_ref<bool(llvm::StringRef)> isWanted) const {
  NamedTensors out;
  for (const auto &[index, wanted] : llvm::enumerate(module.state)) {
    bool isTaken = !isWanted || isWanted(wanted.name);
    // Parts are gathered by all, whoever wants them.
    bool isInParts = module.parts.count(index);
    if (!isTaken && !checksReplicas && !isInParts)
      continue;
    std::vector<const pjrt::Buffer *> copies;
    for (const auto &replica : state)
      copies.push_back(&replica[index]);
    std::vector<pjrt::Buffer> gathered;
    if (isInParts) {
      auto made = parts->gather(index, copies);
      if (!made)
        return made.takeError();
      gathered = std::move(*made);
      for (auto [copy, whole] : llvm::zip_equal(copies, gathered))
        copy = &whole;
    }
    if (!isTaken && !checksReplicas)
      continue;
    auto tensor = fetch(*copies.front(), wanted);
    if (!tensor)
      return tensor.takeError();
    for (size_t replica = 1; checksReplicas && replica < state.size();
         ++replica) {
      auto other = fetch(*copies[replica], wanted);
      if (!other)
        return other.takeError();
      if (other->bytes != tensor->bytes)
        return llvm::createStringError(llvm::formatv(
            "replica {0} has another `{1}` than replica {2}: the step does not "
            "bring them together",
            replicaOf[replica], wanted.name, replicaOf.front()));
    }
    if (isTaken)
      out[wanted.name] = std::move(*tensor);
  }
  return out;
}

bool DeviceSteps::sharesState() const {
  return parts && replicaOf.size() < static_cast<size_t>(replicaCount);
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
  std::vector<char> &bits = flight.batch.inputs.back().emplace_back(
      seedOfBatch(seed, flight.batch.step));
  std::vector<std::vector<const pjrt::Buffer *>> arguments;
  for (size_t replica = 0; replica < state.size(); ++replica) {
    if (module.takes(Role::Seed)) {
      auto uploaded = client.upload({bits.data(), SeedShape, {}},
                                    step->getDevices()[replica]);
      if (!uploaded)
        return uploaded.takeError();
      flight.inputs[replica].push_back(std::move(uploaded->buffer));
      flight.uploads.push_back(std::move(uploaded->doneWithHost));
    }
    auto &list = arguments.emplace_back();
    for (const ModelProgram::Argument &argument : module.arguments) {
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
  watch(flight.complete);
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

/// Notes when steps are done.
void DeviceSteps::watch(llvm::ArrayRef<pjrt::Event> events) {
  for (const pjrt::Event &event : events) {
    {
      std::lock_guard<std::mutex> lock(work->mutex);
      ++work->running;
    }
    auto end = [work = work](llvm::Error error) {
      // Whoever waits for the step is told.
      llvm::consumeError(std::move(error));
      std::lock_guard<std::mutex> lock(work->mutex);
      --work->running;
      work->lastEnd = Clock::now();
    };
    if (llvm::Error error = event.onReady(end))
      end(std::move(error));
  }
}

std::optional<DeviceSteps::Clock::time_point> DeviceSteps::idleSince() const {
  std::lock_guard<std::mutex> lock(work->mutex);
  if (work->running != 0)
    return std::nullopt;
  return work->lastEnd;
}

//===----------------------------------------------------------------------===//
// Metrics
//===----------------------------------------------------------------------===//

llvm::Expected<double>
DeviceSteps::metricOf(size_t metric,
                      std::vector<std::vector<pjrt::Buffer>> &replicas) {
  double sum = 0;
  for (const auto &buffers : replicas) {
    auto tensor = fetch(buffers[metric], module.metrics[metric]);
    if (!tensor)
      return tensor.takeError();
    auto values = numbersOf(*tensor);
    if (!values)
      return values.takeError();
    sum += values->front();
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
