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
#include "Support/LLVM.h"
#include "llvm/ADT/DenseSet.h"
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
  out->grid = {replicas, module.partitions};
  auto step = compile(module.mainText, out->grid);
  if (!step)
    return step.takeError();
  out->step = std::move(*step);
  auto places = placesOf(client, *out->step, out->grid);
  if (!places)
    return places.takeError();
  out->places = std::move(*places);
  if (module.parts.empty())
    return out;
  auto isSplit = trainer::isSplit(client, out->grid);
  if (!isSplit)
    return isSplit.takeError();
  out->isSplit = *isSplit;
  if (*isSplit && !module.keepsTogether)
    return llvm::createStringError(
        "the partitions of a replica are in several processes, and no metric "
        "tells each of them what they share: all have to be in one process");
  auto parts = StateParts::create(
      module, out->grid, *isSplit ? 0 : out->getReplicas().size(), compile);
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
  // What was there before is freed first.
  state.clear();
  auto uploaded = uploadParts(client, module, step->getDevices(), places,
                              std::move(tensors));
  if (!uploaded)
    return uploaded.takeError();
  state = std::move(*uploaded);
  return llvm::Error::success();
}

/// Compares what other devices have of a state with what the first one has.
llvm::Error DeviceSteps::checkCopies(size_t index,
                                     ArrayRef<const pjrt::Buffer *> copies,
                                     const HostTensor &first) const {
  const NamedShape &wanted = module.state[index];
  for (auto [place, copy] : llvm::drop_begin(llvm::zip_equal(places, copies))) {
    auto other = fetch(*copy, wanted);
    if (!other)
      return other.takeError();
    if (other->bytes == first.bytes)
      continue;
    if (place.replica == places.front().replica)
      return llvm::createStringError(llvm::formatv(
          "partition {0} of replica {1} has another `{2}` than partition {3}",
          place.partition, place.replica, wanted.name,
          places.front().partition));
    return llvm::createStringError(llvm::formatv(
        "replica {0} has another `{1}` than replica {2}: the step does not "
        "bring them together",
        place.replica, wanted.name, places.front().replica));
  }
  return llvm::Error::success();
}

bool DeviceSteps::isGathered(size_t index) const {
  return module.isSharedByReplicas(index) ||
         (isSplit && module.parts.count(index) != 0);
}

llvm::Expected<NamedTensors> DeviceSteps::fetchState(
    bool checksReplicas,
    llvm::function_ref<bool(llvm::StringRef)> isWanted) const {
  NamedTensors out;
  for (const auto &[index, wanted] : llvm::enumerate(module.state)) {
    bool isTaken = !isWanted || isWanted(wanted.name);
    // What processes share is gathered by all, whoever wants it.
    if (!isTaken && !checksReplicas && !isGathered(index))
      continue;
    std::vector<const pjrt::Buffer *> copies;
    for (const auto &buffers : state)
      copies.push_back(&buffers[index]);
    std::vector<pjrt::Buffer> gathered;
    if (module.parts.count(index)) {
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
    if (checksReplicas)
      if (llvm::Error error = checkCopies(index, copies, *tensor))
        return error;
    if (isTaken)
      out[wanted.name] = std::move(*tensor);
  }
  return out;
}

bool DeviceSteps::sharesState() const {
  bool isShared = llvm::any_of(
      module.parts, [&](const auto &part) { return isGathered(part.first); });
  return isShared && places.size() < static_cast<size_t>(grid.count());
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

llvm::Error DeviceSteps::upload(data::HostBatch batch) {
  Flight &flight = flights.emplace_back();
  flight.batch = std::move(batch);
  for (const auto &[place, device] :
       llvm::zip_equal(places, step->getDevices())) {
    const auto &arrays = flight.batch.inputs[place.replica];
    auto &buffers = flight.inputs.emplace_back();
    for (const auto &[index, bytes] : llvm::enumerate(arrays)) {
      auto uploaded = client.upload(
          inputPartOf(module, index, bytes.data(), place), device);
      if (!uploaded)
        return uploaded.takeError();
      buffers.push_back(std::move(uploaded->buffer));
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
  for (size_t device = 0; device < state.size(); ++device) {
    if (module.takes(Role::Seed)) {
      auto uploaded = client.upload({bits.data(), SeedShape, {}},
                                    step->getDevices()[device]);
      if (!uploaded)
        return uploaded.takeError();
      flight.inputs[device].push_back(std::move(uploaded->buffer));
      flight.uploads.push_back(std::move(uploaded->doneWithHost));
    }
    auto &list = arguments.emplace_back();
    for (const ModelProgram::Argument &argument : module.arguments) {
      if (argument.role == Role::State)
        list.push_back(&state[device][argument.index]);
      else if (argument.role == Role::Input)
        list.push_back(&flight.inputs[device][argument.index]);
      else
        list.push_back(&flight.inputs[device].back());
    }
  }
  auto results = step->run(arguments);
  if (!results)
    return results.takeError();
  flight.complete = std::move(results->complete);
  watch(flight.complete);
  auto &metrics = told.emplace_back().second;
  told.back().first = flight.batch.step;
  for (size_t device = 0; device < state.size(); ++device) {
    auto &outputs = results->outputs[device];
    if (outputs.size() != module.state.size() + module.metrics.size())
      return llvm::createStringError("the device gave another number of "
                                     "results than the step has");
    auto middle = outputs.begin() + module.state.size();
    metrics.emplace_back(std::make_move_iterator(middle),
                         std::make_move_iterator(outputs.end()));
    outputs.erase(middle, outputs.end());
    state[device] = std::move(outputs);
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

/// The partitions of a replica tell the same.
llvm::Expected<double> DeviceSteps::metricOf(size_t metric,
                                             const DeviceBuffers &devices) {
  double sum = 0;
  llvm::SmallDenseSet<int64_t> counted;
  for (const auto &[place, buffers] : llvm::zip_equal(places, devices)) {
    if (!counted.insert(place.replica).second)
      continue;
    auto tensor = fetch(buffers[metric], module.metrics[metric]);
    if (!tensor)
      return tensor.takeError();
    auto values = numbersOf(*tensor);
    if (!values)
      return values.takeError();
    sum += values->front();
  }
  return sum / static_cast<double>(counted.size());
}

llvm::Expected<std::vector<StepMetrics>> DeviceSteps::takeMetrics() {
  while (!flights.empty())
    if (llvm::Error error = land())
      return error;
  std::vector<StepMetrics> out;
  for (auto &[number, devices] : told) {
    StepMetrics &metrics = out.emplace_back();
    metrics.step = number;
    for (size_t index = 0; index < module.metrics.size(); ++index) {
      auto value = metricOf(index, devices);
      if (!value)
        return value.takeError();
      metrics.values.push_back(*value);
    }
  }
  told.clear();
  return out;
}
