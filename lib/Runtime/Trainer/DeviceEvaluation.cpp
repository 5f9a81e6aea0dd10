//===- DeviceEvaluation.cpp - Models measured on devices ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs have a fixed batch, and data sets any number of examples. The last
// batch is filled up with examples that were seen already: those have the
// weight 0, and their outputs are left out. Sums of batches are added up on the
// host in double precision. While a batch runs, the next one is uploaded.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/DeviceEvaluation.h"
#include "Runtime/Data/BatchQueue.h"
#include "Runtime/Trainer/StateParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::trainer;
using pjrt::abi::Buffer_Type;
using run::HostTensor;

llvm::Expected<std::unique_ptr<DeviceEvaluation>>
DeviceEvaluation::create(const pjrt::Client &client,
                         const EvaluationModule &module, DeviceGrid grid,
                         CompileProgram compile) {
  std::unique_ptr<DeviceEvaluation> out(new DeviceEvaluation(client, module));
  auto main = compile(module.mainText, grid);
  if (!main)
    return main.takeError();
  out->main = std::move(*main);
  auto places = placesOf(client, *out->main, grid);
  if (!places)
    return places.takeError();
  out->places = std::move(*places);
  if (module.isPrediction())
    return out;
  auto metrics = compile(module.metricsText, OneDevice);
  if (!metrics)
    return metrics.takeError();
  out->metrics = std::move(*metrics);
  return out;
}

DeviceEvaluation::~DeviceEvaluation() {
  for (Flight &flight : flights)
    llvm::consumeError(
        llvm::joinErrors(pjrt::awaitAll(flight.uploads),
                         pjrt::awaitAll(flight.results.complete)));
}

llvm::Error DeviceEvaluation::checkMemory() const {
  return pjrt::checkMemory(client.getPlugin(), *main);
}

data::DatasetOptions
DeviceEvaluation::datasetOptions(int64_t replicas, uint64_t seed,
                                 data::ImageScale scale,
                                 const data::PipelineOptions &pipeline) {
  data::DatasetOptions out{replicas,
                           seed,
                           /*isShuffled=*/false,
                           /*keepsRemainder=*/true,
                           scale,
                           pipeline};
  // Examples are in the order of their numbers, and as they are.
  out.pipeline.shuffleBuffer.reset();
  out.pipeline.interleave = 1;
  out.pipeline.images.isRandom = false;
  return out;
}

/// How many examples of a replica's part of a batch were not seen before.
static int64_t countingExamples(const data::Dataset &dataset, int64_t batch,
                                int64_t replica, int64_t inReplica) {
  int64_t first = batch * dataset.globalBatch() + replica * inReplica;
  return std::clamp<int64_t>(dataset.exampleCount() - first, 0, inReplica);
}

/// The weights of a batch, of which the first ones count.
static std::vector<char> weightsOf(Buffer_Type type, int64_t batch,
                                   int64_t counting) {
  auto fill = [&](auto one) {
    std::vector<decltype(one)> weights(batch, 0);
    std::fill_n(weights.begin(), counting, one);
    auto *bytes = reinterpret_cast<const char *>(weights.data());
    return std::vector<char>(bytes, bytes + weights.size() * sizeof(one));
  };
  return type == Buffer_Type::F64 ? fill(1.0) : fill(1.0F);
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

llvm::Error DeviceEvaluation::begin(data::HostBatch batch,
                                    const data::Dataset &dataset,
                                    const State &state, uint64_t seed) {
  Flight &flight = flights.emplace_back();
  flight.batch = std::move(batch);
  flight.seed = seedOfBatch(seed, flight.batch.step);
  std::vector<std::vector<const pjrt::Buffer *>> arguments;
  for (const auto &[number, device] : llvm::enumerate(main->getDevices())) {
    DevicePlace place = places[number];
    auto &own = flight.arguments.emplace_back();
    // Pointers to them are taken below.
    own.reserve(module.arguments.size());
    auto &list = arguments.emplace_back();
    auto add = [&](const pjrt::HostArray &array) -> llvm::Error {
      auto uploaded = client.upload(array, device);
      if (!uploaded)
        return uploaded.takeError();
      own.push_back(std::move(uploaded->buffer));
      flight.uploads.push_back(std::move(uploaded->doneWithHost));
      list.push_back(&own.back());
      return llvm::Error::success();
    };
    flight.weights.push_back(
        weightsOf(module.weightsType, module.batch(),
                  countingExamples(dataset, flight.batch.step, place.replica,
                                   module.batch())));
    for (const ModelProgram::Argument &argument : module.arguments) {
      llvm::Error error = llvm::Error::success();
      switch (argument.role) {
      case Role::State:
        list.push_back(state[number][argument.index]);
        break;
      case Role::Input:
        error = add(inputPartOf(
            module, argument.index,
            flight.batch.inputs[place.replica][argument.index].data(), place));
        break;
      case Role::Weights:
        error = add({flight.weights.back().data(),
                     {module.weightsType, {module.batch()}},
                     {}});
        break;
      case Role::Seed:
        error = add({flight.seed.data(), SeedShape, {}});
        break;
      }
      if (error)
        return error;
    }
  }
  auto results = main->run(arguments);
  if (!results)
    return results.takeError();
  flight.results = std::move(*results);
  return llvm::Error::success();
}

/// Waits for the oldest batch that is under way, and fetches what it gave.
llvm::Error DeviceEvaluation::land(const data::Dataset &dataset, Visit visit) {
  Flight flight = std::move(flights.front());
  flights.pop_front();
  if (llvm::Error error =
          llvm::joinErrors(pjrt::awaitAll(flight.uploads),
                           pjrt::awaitAll(flight.results.complete)))
    return error;
  for (const auto &[place, outputs] :
       llvm::zip_equal(places, flight.results.outputs)) {
    // The others have the same.
    if (place.partition != 0)
      continue;
    if (outputs.size() != module.results.size())
      return llvm::createStringError("the device gave another number of "
                                     "results than the program has");
    std::vector<HostTensor> tensors;
    for (const auto &[buffer, wanted] : llvm::zip(outputs, module.results)) {
      auto tensor = fetch(buffer, wanted);
      if (!tensor)
        return tensor.takeError();
      tensors.push_back(std::move(*tensor));
    }
    if (llvm::Error error =
            visit(tensors, countingExamples(dataset, flight.batch.step,
                                            place.replica, module.batch())))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error DeviceEvaluation::run(const data::Dataset &dataset,
                                  const State &state, uint64_t seed,
                                  Visit visit) {
  constexpr size_t MostFlights = 2;
  int64_t count =
      llvm::divideCeil(dataset.exampleCount(), dataset.globalBatch());
  data::BatchQueue batches(dataset, /*firstStep=*/0, /*ahead=*/MostFlights);
  for (int64_t number = 0; number < count; ++number) {
    auto batch = batches.next();
    if (!batch)
      return batch.takeError();
    if (llvm::Error error = begin(std::move(*batch), dataset, state, seed))
      return error;
    if (flights.size() < MostFlights)
      continue;
    if (llvm::Error error = land(dataset, visit))
      return error;
  }
  while (!flights.empty())
    if (llvm::Error error = land(dataset, visit))
      return error;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Metrics
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<double>>
DeviceEvaluation::metricsOf(llvm::ArrayRef<std::vector<double>> totals) {
  std::vector<HostTensor> tensors;
  for (const auto &[sum, total] : llvm::zip_equal(module.results, totals)) {
    auto conversion = data::Conversion::make(Buffer_Type::F64, sum.shape.type);
    if (!conversion)
      return conversion.takeError();
    HostTensor &tensor = tensors.emplace_back();
    tensor.shape = sum.shape;
    tensor.bytes.resize(sum.shape.byteSize());
    auto *numbers = reinterpret_cast<const char *>(total.data());
    if (llvm::Error error = conversion->apply(
            {numbers, total.size() * sizeof(double)}, tensor.bytes.data()))
      return error;
  }
  auto arguments = uploadState(client, *metrics, tensors);
  if (!arguments)
    return arguments.takeError();
  std::vector<std::vector<const pjrt::Buffer *>> pointers(1);
  for (const pjrt::Buffer &buffer : arguments->front())
    pointers[0].push_back(&buffer);
  auto results = metrics->run(pointers);
  if (!results)
    return results.takeError();
  if (llvm::Error error = pjrt::awaitAll(results->complete))
    return error;
  std::vector<double> values;
  for (const auto &[buffer, metric] :
       llvm::zip(results->outputs.front(), module.metrics)) {
    auto tensor = fetch(buffer, metric);
    if (!tensor)
      return tensor.takeError();
    auto numbers = numbersOf(*tensor);
    if (!numbers)
      return numbers.takeError();
    values.push_back(numbers->front());
  }
  return values;
}

llvm::Expected<EvaluationResult>
DeviceEvaluation::evaluate(const data::Dataset &dataset, const State &state,
                           uint64_t seed) {
  std::vector<std::vector<double>> totals(module.results.size());
  auto add = [&](llvm::ArrayRef<HostTensor> sums, int64_t) -> llvm::Error {
    for (const auto &[tensor, total] : llvm::zip_equal(sums, totals)) {
      auto numbers = numbersOf(tensor);
      if (!numbers)
        return numbers.takeError();
      total.resize(numbers->size());
      for (const auto &[number, sum] : llvm::zip_equal(*numbers, total))
        sum += number;
    }
    return llvm::Error::success();
  };
  if (llvm::Error error = run(dataset, state, seed, add))
    return error;
  auto values = metricsOf(totals);
  if (!values)
    return values.takeError();
  return EvaluationResult{dataset.exampleCount(), std::move(*values)};
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<HostTensor>>
DeviceEvaluation::predict(const data::Dataset &dataset, const State &state,
                          uint64_t seed) {
  std::vector<HostTensor> out;
  for (const NamedShape &output : module.results) {
    HostTensor &tensor = out.emplace_back();
    tensor.shape = output.shape;
    tensor.shape.dims.front() = dataset.exampleCount();
    if (!tensor.shape.checkedByteSize())
      return llvm::createStringError("the output `" + output.name +
                                     "` of all examples is too large");
    tensor.bytes.reserve(tensor.shape.byteSize());
  }
  auto append = [&](llvm::ArrayRef<HostTensor> outputs, int64_t examples) {
    for (const auto &[from, to] : llvm::zip_equal(outputs, out)) {
      size_t bytes = from.bytes.size() / module.batch() * examples;
      to.bytes.insert(to.bytes.end(), from.bytes.begin(),
                      from.bytes.begin() + bytes);
    }
    return llvm::Error::success();
  };
  if (llvm::Error error = run(dataset, state, seed, append))
    return error;
  return out;
}
