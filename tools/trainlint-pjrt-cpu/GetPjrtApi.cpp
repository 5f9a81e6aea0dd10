//===- GetPjrtApi.cpp - The CPU's device plugin ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Entry.h"

/// The one function that a device plugin shows.
extern "C" __attribute__((visibility("default")))
const trainlint::pjrt::abi::Api *
GetPjrtApi() {
  return trainlint::cpuplugin::functionTable();
}
