//===- HostTensor.h - An array in the host's memory -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TENSOR_HOSTTENSOR_H
#define TRAINLINT_RUNTIME_TENSOR_HOSTTENSOR_H

#include "Runtime/Pjrt/ElementTypes.h"
#include <vector>

namespace trainlint::run {

/// A dense, row-major array with its bytes.
struct HostTensor {
  pjrt::BufferShape shape;
  std::vector<char> bytes;
};

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_TENSOR_HOSTTENSOR_H
