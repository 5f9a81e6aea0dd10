//===- Threads.cpp - Threads of one run -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/Threads.h"
#include "llvm/Support/MathExtras.h"
#include <sched.h>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace trainlint::cpu {

/// Calls the function once by each thread, with its number and how many there
/// are. Without OpenMP there is one.
static void byEach(int64_t threads,
                   llvm::function_ref<void(int64_t, int64_t)> function) {
#ifdef _OPENMP
#pragma omp parallel num_threads(threads)
  function(omp_get_thread_num(), omp_get_num_threads());
#else
  function(0, 1);
#endif
}

int64_t gatherThreads(const ExecutionContext &context) {
#ifndef _OPENMP
  return 1;
#endif
  if (context.threads <= 1)
    return 1;
  static thread_local int64_t placed = 1;
  if (placed >= context.threads || context.processors.empty())
    return context.threads;
  placed = context.threads;
  byEach(context.threads, [&](int64_t number, int64_t) {
    cpu_set_t processor;
    CPU_ZERO(&processor);
    CPU_SET(context.processors[number % context.processors.size()], &processor);
    sched_setaffinity(0, sizeof(processor), &processor);
  });
  return context.threads;
}

void inParts(const ExecutionContext &context, int64_t count,
             llvm::function_ref<void(int64_t, int64_t)> part) {
  int64_t threads = std::min(gatherThreads(context), count);
  if (threads <= 1)
    return part(0, count);
  byEach(threads, [&](int64_t number, int64_t members) {
    // Parts of many steps begin with a whole cache line.
    int64_t step = llvm::divideCeil(count, members);
    constexpr int64_t line = 16;
    if (step >= 4 * line)
      step = llvm::alignTo(step, line);
    int64_t from = std::min(number * step, count);
    int64_t to = std::min(from + step, count);
    if (from < to)
      part(from, to);
  });
}

void runParallelLoop(ExecutionState *state,
                     void (*part)(void *, int64_t, int64_t), void *arguments,
                     int64_t count) {
  inParts(state->context, count,
          [&](int64_t from, int64_t to) { part(arguments, from, to); });
}

} // namespace trainlint::cpu
