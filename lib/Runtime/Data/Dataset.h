//===- Dataset.h - Batches of examples in their order -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_DATASET_H
#define TRAINLINT_RUNTIME_DATA_DATASET_H

#include "Runtime/Data/Binding.h"
#include "Runtime/Data/ColumnChoice.h"
#include "Runtime/Data/ExampleOrder.h"

namespace trainlint::data {

/// How examples come from their files to the devices.
struct PipelineOptions {
  std::optional<int64_t> shuffleBuffer;
  /// How many files are read in turn.
  int64_t interleave = 1;
  /// How many threads make batches.
  unsigned threads = 1;
  ImageOptions images;
  /// The columns of inputs whose names do not tell them.
  std::vector<ColumnChoice> columns;
};

struct DatasetOptions {
  int64_t replicas = 1;
  uint64_t seed = 0;
  /// Each epoch has its own order; without it, that of the files.
  bool isShuffled = true;
  /// The examples that do not fill a batch at the end of an epoch begin a batch
  /// that the next epoch fills. Without it they are left out.
  bool keepsRemainder = false;
  ImageScale scale = {};
  PipelineOptions pipeline = {};
};

/// The arrays of one step.
struct HostBatch {
  /// The number of the step, from 0.
  int64_t step = 0;
  /// The bytes of each input, as `inputs[replica][input]`; none for replicas
  /// that other processes have.
  std::vector<std::vector<std::vector<char>>> inputs;
};

/// The examples of one step, and what had to be read of them in their order.
struct StepExamples {
  int64_t step = 0;
  std::vector<DrawnExample> examples;
  /// What was taken of streams, by the places of the examples; empty without.
  std::vector<std::string> taken;
};

/// Examples that are repeated without end. What a step sees follows from its
/// number and the seed alone, so that a run can go on at any step. It is not
/// changed by reading, and threads may share it.
class Dataset {
public:
  /// Fails if the columns do not fit the inputs, or have fewer examples than a
  /// batch of all replicas.
  static llvm::Expected<Dataset> create(std::vector<Column> columns,
                                        std::vector<InputSpec> inputs,
                                        const DatasetOptions &options);

  int64_t exampleCount() const { return examples; }
  /// The examples that a step takes, on all replicas.
  int64_t globalBatch() const { return batchSize; }
  /// The epoch in which a step begins, from 0.
  int64_t epochOf(int64_t step) const;
  unsigned threads() const { return options.pipeline.threads; }

  /// Reads the examples of a step, of some replicas or of all. Fails if one
  /// does not fit the step's types or classes, or cannot be read.
  llvm::Expected<HostBatch> batch(int64_t step,
                                  llvm::ArrayRef<int64_t> replicas = {}) const;
  llvm::Expected<HostBatch> batch(const StepExamples &examples,
                                  llvm::ArrayRef<int64_t> replicas = {}) const;

private:
  friend class StepWalk;

  Dataset(std::vector<Column> columns, std::vector<InputSpec> inputs,
          const DatasetOptions &options)
      : columns(std::move(columns)), inputs(std::move(inputs)),
        options(options) {}

  /// What is read of an example at once, for all inputs.
  struct TableRead {
    const ExampleTable *table;
    llvm::SmallVector<FieldUse> fields;
  };
  /// Where the value of an input is among what is read.
  struct ValuePlace {
    size_t read, first, count;
  };

  void planReads();
  llvm::Error checkOrder();
  llvm::Error checkText() const;
  llvm::Error writeReplica(const StepExamples &wanted, size_t begin,
                           size_t count,
                           std::vector<std::vector<char>> &arrays) const;

  std::vector<Column> columns;
  std::vector<InputSpec> inputs;
  std::vector<Binding> bindings;
  std::vector<TableRead> reads;
  std::vector<ValuePlace> places;
  DatasetOptions options;
  /// The order of the files; empty for that of the numbers.
  std::vector<int64_t> fileOrder;
  /// The table that is read from a stream; null if there is none.
  const ExampleTable *streamed = nullptr;
  int64_t examples = 0;
  int64_t batchSize = 0;
  /// The examples of an epoch that are used.
  int64_t epochSize = 0;
};

/// Walks from step to step of a dataset, which outlives it: what depends on the
/// order happens here, and one thread at a time.
class StepWalk {
public:
  /// Only examples of some replicas are taken of streams, or of all.
  explicit StepWalk(const Dataset &dataset, std::vector<int64_t> replicas = {});

  /// The examples of a step. Any may be asked for; of streams and with a
  /// shuffle buffer, the one behind the last is found at once.
  llvm::Expected<StepExamples> begin(int64_t step);

private:
  llvm::Expected<std::string> take(int64_t epoch, int64_t place,
                                   int64_t example);

  const Dataset &dataset;
  std::vector<int64_t> replicas;
  ExampleOrder order;
  // The order that leads to a place of an epoch, and what was taken there.
  ExampleOrder streamOrder;
  std::unique_ptr<ExampleStream> stream;
  int64_t streamEpoch = -1;
  int64_t streamPlace = 0;
};

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_DATASET_H
