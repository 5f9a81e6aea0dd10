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

namespace trainlint::data {

struct DatasetOptions {
  int64_t replicas = 1;
  uint64_t seed = 0;
  /// Each epoch has its own order; without it, that of the files.
  bool isShuffled = true;
  /// The examples that do not fill a batch at the end of an epoch begin a batch
  /// that the next epoch fills. Without it they are left out.
  bool keepsRemainder = false;
  ImageScale scale = {};
};

/// The arrays of one step.
struct HostBatch {
  /// The number of the step, from 0.
  int64_t step = 0;
  /// The bytes of each input, as `inputs[replica][input]`.
  std::vector<std::vector<std::vector<char>>> inputs;
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

  /// Fails if an example does not fit the step's types or classes.
  llvm::Expected<HostBatch> batch(int64_t step) const;

private:
  Dataset(std::vector<Column> columns, std::vector<InputSpec> inputs,
          const DatasetOptions &options)
      : columns(std::move(columns)), inputs(std::move(inputs)),
        options(options) {}

  std::vector<Column> columns;
  std::vector<InputSpec> inputs;
  std::vector<Binding> bindings;
  DatasetOptions options;
  int64_t examples = 0;
  int64_t batchSize = 0;
  /// The examples of an epoch that are used.
  int64_t epochSize = 0;
};

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_DATASET_H
