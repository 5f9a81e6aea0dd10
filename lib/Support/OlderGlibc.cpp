//===- OlderGlibc.cpp - What only newer C libraries have ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's archives call what the C library has since version 2.36. Programs that
// link the C library dynamically bring it themselves, so that they run on the
// systems of the machines that train, which are older.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <ctime>
#include <sys/random.h>

/// LLVM takes the seeds of its random numbers from here, and trainlint no key.
extern "C" [[gnu::visibility("hidden")]] uint32_t arc4random() {
  uint32_t number = 0;
  if (getrandom(&number, sizeof(number), 0) != sizeof(number))
    number = static_cast<uint32_t>(std::clock());
  return number;
}
