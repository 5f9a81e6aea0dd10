//===- DeviceState.cpp - What a model keeps, on devices -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/DeviceState.h"
#include "Runtime/Data/Conversion.h"
#include "Runtime/Data/Permutation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::trainer;
using pjrt::abi::Buffer_Type;
using run::HostTensor;

llvm::Expected<HostTensor> trainer::fetch(const pjrt::Buffer &buffer,
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

/// What a compiled `init` gives for a seed.
static llvm::Expected<std::vector<pjrt::Buffer>>
runInit(const pjrt::Client &client, const pjrt::Executable &init,
        bool takesSeed, uint64_t seed) {
  std::vector<pjrt::Buffer> buffers;
  std::vector<std::vector<const pjrt::Buffer *>> arguments(1);
  if (takesSeed) {
    auto uploaded = client.upload({&seed, {Buffer_Type::S64, {}}, {}},
                                  init.getDevices().front());
    if (!uploaded)
      return uploaded.takeError();
    if (llvm::Error error = uploaded->doneWithHost.await())
      return error;
    buffers.push_back(std::move(uploaded->buffer));
    arguments[0].push_back(&buffers[0]);
  }
  auto results = init.run(arguments);
  if (!results)
    return results.takeError();
  if (llvm::Error error = pjrt::awaitAll(results->complete))
    return error;
  return std::move(results->outputs.front());
}

llvm::Expected<std::vector<HostTensor>>
trainer::initialState(const pjrt::Client &client, const ModelProgram &program,
                      CompileProgram compile, uint64_t seed) {
  std::vector<HostTensor> state(program.state.size());
  std::vector<bool> isGiven(program.state.size());
  for (const ConstantState &constant : program.constants) {
    state[constant.state] = {program.state[constant.state].shape,
                             {constant.bytes.begin(), constant.bytes.end()}};
    isGiven[constant.state] = true;
  }
  if (program.initText.empty())
    return state;
  auto init = compile(program.initText, OneDevice);
  if (!init)
    return init.takeError();
  auto computed = runInit(client, **init, program.initTakesSeed, seed);
  if (!computed)
    return computed.takeError();
  auto next = computed->begin();
  for (const auto &[wanted, tensor, given] :
       llvm::zip_equal(program.state, state, isGiven)) {
    if (given)
      continue;
    if (next == computed->end())
      return llvm::createStringError("the device gave fewer results than "
                                     "`init` has");
    // The device keeps it no longer than the host has not got it.
    pjrt::Buffer buffer = std::move(*next++);
    auto fetched = fetch(buffer, wanted);
    if (!fetched)
      return fetched.takeError();
    tensor = std::move(*fetched);
  }
  return state;
}

llvm::Error trainer::uploadTo(const pjrt::Client &client,
                              const pjrt::Device &device,
                              const pjrt::HostArray &array,
                              std::vector<pjrt::Buffer> &replica,
                              std::vector<pjrt::Event> &events) {
  auto uploaded = client.upload(array, device);
  if (!uploaded)
    return llvm::joinErrors(uploaded.takeError(), pjrt::awaitAll(events));
  replica.push_back(std::move(uploaded->buffer));
  events.push_back(std::move(uploaded->doneWithHost));
  return llvm::Error::success();
}

llvm::Expected<DeviceBuffers>
trainer::uploadState(const pjrt::Client &client,
                     const pjrt::Executable &program,
                     llvm::ArrayRef<HostTensor> tensors) {
  DeviceBuffers state;
  std::vector<pjrt::Event> events;
  for (const pjrt::Device &device : program.getDevices()) {
    auto &replica = state.emplace_back();
    for (const HostTensor &tensor : tensors)
      if (llvm::Error error =
              uploadTo(client, device, {tensor.bytes.data(), tensor.shape, {}},
                       replica, events))
        return error;
  }
  if (llvm::Error error = pjrt::awaitAll(events))
    return error;
  return state;
}

llvm::Expected<std::vector<double>>
trainer::numbersOf(const HostTensor &tensor) {
  auto conversion = data::Conversion::make(tensor.shape.type, Buffer_Type::F64);
  if (!conversion)
    return conversion.takeError();
  int64_t count = 1;
  for (int64_t size : tensor.shape.dims)
    count *= size;
  std::vector<double> numbers(count);
  if (llvm::Error error = conversion->apply(
          tensor.bytes, reinterpret_cast<char *>(numbers.data())))
    return error;
  return numbers;
}

std::vector<char> trainer::seedOfBatch(uint64_t seed, int64_t number) {
  std::vector<char> bits(16);
  for (uint64_t half : {0, 1}) {
    uint64_t word = data::mixBits(seed, 2 * number + half);
    std::memcpy(bits.data() + 8 * half, &word, sizeof(word));
  }
  return bits;
}
