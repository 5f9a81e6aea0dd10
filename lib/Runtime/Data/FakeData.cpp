//===- FakeData.cpp - Examples that are made up ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/FakeData.h"
#include "Runtime/Data/Permutation.h"
#include "Runtime/Tensor/Scalars.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::data;

std::vector<Column> data::makeFakeColumns(llvm::ArrayRef<InputSpec> inputs,
                                          int64_t examples, uint64_t seed) {
  std::vector<Column> out;
  for (const auto &[number, input] : llvm::enumerate(inputs)) {
    run::HostTensor tensor{input.shape, {}};
    tensor.shape.dims.front() = examples;
    tensor.bytes.resize(tensor.shape.byteSize());
    std::mt19937_64 random(mixBits(seed, number));
    pjrt::abi::Buffer_Type type = input.shape.type;
    size_t width = pjrt::elementBytes(type);
    bool hasClasses = input.classes && isInteger(type);
    for (size_t at = 0; at < tensor.bytes.size(); at += width) {
      char *element = tensor.bytes.data() + at;
      if (!hasClasses) {
        run::makeElement(random, type, element);
        continue;
      }
      uint64_t label = random() % *input.classes;
      std::memcpy(element, &label, width);
    }
    out.push_back(columnOf(input.name, "--fake-data", std::move(tensor)));
  }
  return out;
}
