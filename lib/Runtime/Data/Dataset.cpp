//===- Dataset.cpp - Batches of examples in their order -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Dataset.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
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
  if (llvm::Error error =
          chooseColumns(out.inputs, out.columns, options.pipeline.columns))
    return error;
  auto bindings = bindInputs(out.inputs, out.columns, options.scale,
                             options.pipeline.images);
  if (!bindings)
    return bindings.takeError();
  out.bindings = std::move(*bindings);
  out.planReads();
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
  if (llvm::Error error = out.checkOrder())
    return error;
  if (llvm::Error error = out.checkText())
    return error;
  return out;
}

int64_t Dataset::epochOf(int64_t step) const {
  return step * batchSize / epochSize;
}

void Dataset::planReads() {
  for (const Binding &binding : bindings) {
    const Column &column = columns[binding.column];
    auto read = llvm::find_if(reads, [&](const TableRead &known) {
      return known.table == column.table.get();
    });
    if (read == reads.end())
      read = reads.insert(read, {column.table.get(), {}});
    places.push_back({static_cast<size_t>(read - reads.begin()),
                      read->fields.size(), column.fields.size()});
    for (unsigned field : column.fields)
      read->fields.push_back({field, binding.from});
    if (column.table->isStreamed())
      streamed = column.table.get();
  }
}

/// Decides how examples follow one another.
llvm::Error Dataset::checkOrder() {
  PipelineOptions &how = options.pipeline;
  // What one can hold of any examples but large images.
  constexpr int64_t StreamBuffer = 1024;
  if (streamed && options.isShuffled && !how.shuffleBuffer)
    how.shuffleBuffer = StreamBuffer;
  if (how.interleave == 1)
    return llvm::Error::success();
  if (options.isShuffled && !how.shuffleBuffer)
    return llvm::createStringError(
        "`--interleave` needs `--shuffle-buffer` or `--no-shuffle`: otherwise "
        "examples are in a random order, whatever file they are in");
  llvm::SmallVector<int64_t> sizes;
  for (const TableRead &read : reads) {
    llvm::SmallVector<int64_t> own = read.table->fileSizes();
    if (!sizes.empty() && own != sizes)
      return llvm::createStringError(
          "`--interleave` is for examples that are in one file each, and the "
          "inputs are in different ones");
    sizes = std::move(own);
  }
  if (sizes.size() < 2)
    return llvm::createStringError("`--interleave` is for examples in several "
                                   "files, and these are in one");
  fileOrder = interleaveFiles(sizes, how.interleave);
  return llvm::Error::success();
}

/// Reads all text that is in memory, so that what is wrong with it is told
/// before a device is taken.
llvm::Error Dataset::checkText() const {
  Row row;
  for (const auto &[binding, place] : llvm::zip_equal(bindings, places)) {
    const Column &column = columns[binding.column];
    if (column.kind != ValueKind::Text || !column.table->isInMemory())
      continue;
    llvm::ArrayRef<FieldUse> fields = llvm::ArrayRef(reads[place.read].fields)
                                          .slice(place.first, place.count);
    for (int64_t example = 0; example < examples; ++example)
      if (llvm::Error error = column.table->read(example, fields, row))
        return error;
  }
  return llvm::Error::success();
}

llvm::Error
Dataset::writeReplica(const StepExamples &wanted, size_t begin, size_t count,
                      std::vector<std::vector<char>> &arrays) const {
  std::vector<Row> rows(reads.size());
  for (size_t number = 0; number < count; ++number) {
    DrawnExample example = wanted.examples[begin + number];
    for (const auto &[read, row] : llvm::zip_equal(reads, rows)) {
      StringRef taken;
      if (read.table == streamed && !wanted.taken.empty())
        taken = wanted.taken[begin + number];
      llvm::Error error =
          taken.empty()
              ? read.table->read(example.number, read.fields, row)
              : read.table->readTaken(example.number, taken, read.fields, row);
      if (error)
        return error;
    }
    for (const auto &[index, input] : llvm::enumerate(inputs)) {
      auto [read, first, parts] = places[index];
      llvm::ArrayRef<StringRef> values =
          llvm::ArrayRef(rows[read].values).slice(first, parts);
      // Parts of a value lie behind one another.
      StringRef value(values.front().data(),
                      values.back().end() - values.front().begin());
      size_t bytes = input.exampleShape().byteSize();
      if (llvm::Error error = writeExample(
              bindings[index], input, columns[bindings[index].column],
              options.pipeline.images, example, value,
              arrays[index].data() + number * bytes))
        return error;
    }
  }
  return llvm::Error::success();
}

llvm::Expected<HostBatch>
Dataset::batch(const StepExamples &examples,
               llvm::ArrayRef<int64_t> replicas) const {
  HostBatch out;
  out.step = examples.step;
  out.inputs.resize(options.replicas);
  size_t share = examples.examples.size() / options.replicas;
  for (int64_t replica = 0; replica < options.replicas; ++replica) {
    if (!replicas.empty() && !llvm::is_contained(replicas, replica))
      continue;
    auto &arrays = out.inputs[replica];
    for (const InputSpec &input : inputs)
      arrays.emplace_back(input.shape.byteSize());
    if (llvm::Error error =
            writeReplica(examples, replica * share, share, arrays))
      return error;
  }
  return out;
}

llvm::Expected<HostBatch>
Dataset::batch(int64_t step, llvm::ArrayRef<int64_t> replicas) const {
  auto examples = StepWalk(*this, replicas.vec()).begin(step);
  if (!examples)
    return examples.takeError();
  return batch(*examples, replicas);
}

//===----------------------------------------------------------------------===//
// Steps in their order
//===----------------------------------------------------------------------===//

StepWalk::StepWalk(const Dataset &dataset, std::vector<int64_t> replicas)
    : dataset(dataset), replicas(std::move(replicas)),
      order({dataset.options.seed, dataset.options.isShuffled,
             dataset.options.pipeline.shuffleBuffer},
            dataset.examples, dataset.fileOrder),
      streamOrder(order) {}

/// Takes an example of the stream, and what is before it of the epoch.
llvm::Expected<std::string> StepWalk::take(int64_t epoch, int64_t place,
                                           int64_t example) {
  if (epoch != streamEpoch || place < streamPlace) {
    stream = dataset.streamed->stream();
    streamEpoch = epoch;
    streamPlace = 0;
  }
  for (; streamPlace < place; ++streamPlace)
    if (auto passed = stream->take(streamOrder.at(epoch, streamPlace)); !passed)
      return passed.takeError();
  ++streamPlace;
  return stream->take(example);
}

llvm::Expected<StepExamples> StepWalk::begin(int64_t step) {
  StepExamples out;
  out.step = step;
  if (dataset.inputs.empty())
    return out;
  int64_t share = dataset.batchSize / dataset.options.replicas;
  for (int64_t row = 0; row < dataset.batchSize; ++row) {
    int64_t at = step * dataset.batchSize + row;
    int64_t epoch = at / dataset.epochSize, place = at % dataset.epochSize;
    DrawnExample example;
    example.number = order.at(epoch, place);
    // Apart from the bits that order the examples.
    constexpr uint64_t Images = 0x696D61676573;
    example.random =
        mixBits(mixBits(dataset.options.seed ^ Images, epoch), example.number);
    out.examples.push_back(example);
    if (!dataset.streamed)
      continue;
    auto taken = take(epoch, place, example.number);
    if (!taken)
      return taken.takeError();
    bool isOwn = replicas.empty() || llvm::is_contained(replicas, row / share);
    out.taken.push_back(isOwn ? std::move(*taken) : std::string());
  }
  return out;
}
