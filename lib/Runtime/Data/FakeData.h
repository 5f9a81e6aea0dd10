//===- FakeData.h - Examples that are made up -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_FAKEDATA_H
#define TRAINLINT_RUNTIME_DATA_FAKEDATA_H

#include "Runtime/Data/Binding.h"

namespace trainlint::data {

/// Makes up a column for each input, which follows from the seed: numbers
/// between -1 and 1, and integers below the number of classes of the input, or
/// below 10.
std::vector<Column> makeFakeColumns(llvm::ArrayRef<InputSpec> inputs,
                                    int64_t examples, uint64_t seed);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_FAKEDATA_H
