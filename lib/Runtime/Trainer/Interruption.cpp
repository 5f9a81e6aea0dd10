//===- Interruption.cpp - Ending a run with Ctrl-C ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/Interruption.h"
#include "llvm/Support/Signals.h"
#include <csignal>

using namespace trainlint::trainer;

static volatile std::sig_atomic_t requested = 0;
static struct sigaction before[2];
static constexpr int Signals[2] = {SIGINT, SIGTERM};

Interruption::Interruption() {
  requested = 0;
  // LLVM takes the signals when it makes its first temporary file, and would
  // take them away from here. It does so only once.
  llvm::sys::SetInterruptFunction(nullptr);
  struct sigaction action = {};
  action.sa_handler = [](int) { requested = 1; };
  // The second one finds the default, which ends the program.
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  for (int index = 0; index < 2; ++index)
    sigaction(Signals[index], &action, &before[index]);
}

Interruption::~Interruption() {
  for (int index = 0; index < 2; ++index)
    sigaction(Signals[index], &before[index], nullptr);
}

bool Interruption::isRequested() { return requested != 0; }
