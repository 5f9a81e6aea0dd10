//===- ExampleOrder.cpp - The order of examples in epochs -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/ExampleOrder.h"
#include <algorithm>

using namespace trainlint;
using namespace trainlint::data;

void ExampleOrder::begin(int64_t wanted) {
  epoch = wanted;
  if (!options.isShuffled)
    return;
  if (!options.shuffleBuffer) {
    permutation.emplace(examples, options.seed, epoch);
    return;
  }
  buffer.clear();
  place = 0;
  next = 0;
}

int64_t ExampleOrder::takeFromBuffer() {
  auto size = static_cast<size_t>(*options.shuffleBuffer);
  while (buffer.size() < size && next < examples)
    buffer.push_back(next++);
  uint64_t bits = mixBits(mixBits(options.seed, epoch), place++);
  int64_t &chosen = buffer[bits % buffer.size()];
  int64_t out = chosen;
  // The next call fills the room.
  chosen = buffer.back();
  buffer.pop_back();
  return out;
}

int64_t ExampleOrder::at(int64_t wantedEpoch, int64_t wanted) {
  bool isBuffered = options.isShuffled && options.shuffleBuffer;
  if (wantedEpoch != epoch || (isBuffered && wanted < place - 1))
    begin(wantedEpoch);
  int64_t number = wanted;
  if (isBuffered) {
    while (place <= wanted)
      taken = takeFromBuffer();
    number = taken;
  } else if (options.isShuffled) {
    return permutation->at(wanted);
  }
  return files.empty() ? number : files[number];
}

std::vector<int64_t> data::interleaveFiles(llvm::ArrayRef<int64_t> sizes,
                                           int64_t cycle) {
  // What is left of the files that are taken in turn.
  struct Part {
    int64_t next, end;
  };
  std::vector<Part> files;
  int64_t total = 0;
  for (int64_t size : sizes) {
    files.push_back({total, total + size});
    total += size;
  }
  std::vector<Part> turn(std::min<int64_t>(cycle, files.size()), Part{0, 0});
  size_t unused = 0;
  std::vector<int64_t> order;
  order.reserve(total);
  while (order.size() < static_cast<size_t>(total))
    for (Part &part : turn) {
      while (part.next == part.end && unused < files.size())
        part = files[unused++];
      if (part.next != part.end)
        order.push_back(part.next++);
    }
  return order;
}
