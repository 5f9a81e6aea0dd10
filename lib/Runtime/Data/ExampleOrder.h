//===- ExampleOrder.h - The order of examples in epochs ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_EXAMPLEORDER_H
#define TRAINLINT_RUNTIME_DATA_EXAMPLEORDER_H

#include "Runtime/Data/Permutation.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <optional>
#include <vector>

namespace trainlint::data {

/// How the examples of an epoch follow one another.
struct OrderOptions {
  uint64_t seed = 0;
  /// Each epoch has its own order; without it, that of the files.
  bool isShuffled = true;
  /// The next example is one of so many that follow in the order of the files,
  /// and not of all.
  std::optional<int64_t> shuffleBuffer;
};

/// The order of all epochs, which follows from the seed. Any place can be asked
/// for; with a shuffle buffer, places that follow one another are found faster.
class ExampleOrder {
public:
  /// `files` is the order of the files, which outlives this; in the order of
  /// their numbers if it is empty.
  ExampleOrder(const OrderOptions &options, int64_t examples,
               llvm::ArrayRef<int64_t> files = {})
      : options(options), examples(examples), files(files) {}

  /// The number of the example at a place of an epoch.
  int64_t at(int64_t epoch, int64_t place);

private:
  void begin(int64_t epoch);
  int64_t takeFromBuffer();

  OrderOptions options;
  int64_t examples;
  llvm::ArrayRef<int64_t> files;

  int64_t epoch = -1;
  std::optional<Permutation> permutation;
  // The buffer, the place behind the one that was taken last, and the first
  // example that has not been in the buffer.
  std::vector<int64_t> buffer;
  int64_t place = 0;
  int64_t next = 0;
  int64_t taken = 0;
};

/// The order in which one example of each of `cycle` files is taken in turn; a
/// file that ends gives way to the next one. `sizes` are the examples of each
/// file, whose numbers follow one another.
std::vector<int64_t> interleaveFiles(llvm::ArrayRef<int64_t> sizes,
                                     int64_t cycle);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_EXAMPLEORDER_H
