//===- Dataset.cpp - Batches of examples in their order -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Dataset.h"
#include "Runtime/Data/Permutation.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::data;

llvm::Expected<Dataset> Dataset::create(std::vector<Column> columns,
                                        std::vector<InputSpec> inputs,
                                        const DatasetOptions &options) {
  Dataset out(std::move(columns), std::move(inputs), options);
  // A step without inputs sees an endless row of nothing.
  if (out.inputs.empty()) {
    out.examples = out.batchSize = out.epochSize = 1;
    return out;
  }
  auto bindings = bindInputs(out.inputs, out.columns, options.scale);
  if (!bindings)
    return bindings.takeError();
  out.bindings = std::move(*bindings);
  out.examples = out.columns[out.bindings.front().column].exampleCount();
  out.batchSize = out.inputs.front().batch() * options.replicas;
  bool isEnough = out.examples >= (options.keepsRemainder ? 1 : out.batchSize);
  if (!isEnough || out.batchSize == 0)
    return llvm::createStringError(llvm::formatv(
        "the data has {0} examples, and a step takes {1}: {2} on each of {3} "
        "replicas{4}",
        out.examples, out.batchSize, out.inputs.front().batch(),
        options.replicas,
        out.examples == 0 ? "" : "; `--keep-remainder` repeats the data"));
  out.epochSize = options.keepsRemainder
                      ? out.examples
                      : out.examples / out.batchSize * out.batchSize;
  return out;
}

int64_t Dataset::epochOf(int64_t step) const {
  return step * batchSize / epochSize;
}

llvm::Expected<HostBatch> Dataset::batch(int64_t step) const {
  HostBatch out;
  out.step = step;
  int64_t place = step * batchSize;
  std::optional<Permutation> order;
  int64_t orderedEpoch = -1;
  for (int64_t replica = 0; replica < options.replicas; ++replica) {
    auto &arrays = out.inputs.emplace_back();
    for (const InputSpec &input : inputs)
      arrays.emplace_back(input.shape.byteSize());
    if (inputs.empty())
      continue;
    for (int64_t row = 0; row < inputs.front().batch(); ++row, ++place) {
      int64_t epoch = place / epochSize, example = place % epochSize;
      if (options.isShuffled) {
        if (epoch != orderedEpoch)
          order.emplace(examples, options.seed, epoch);
        orderedEpoch = epoch;
        example = order->at(example);
      }
      for (size_t index = 0; index < inputs.size(); ++index) {
        size_t bytes = inputs[index].exampleShape().byteSize();
        if (llvm::Error error = writeExample(
                bindings[index], inputs[index], columns[bindings[index].column],
                example, arrays[index].data() + row * bytes))
          return error;
      }
    }
  }
  return out;
}
