//===- CostOracle.cpp - What reading an input may cost --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostOracle.h"
#include "llvm/Support/Compiler.h"
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace trainlint::test;

/// AddressSanitizer costs several times the time and the memory, and keeps what
/// is freed for a while.
static constexpr bool IsSanitized = LLVM_ADDRESS_SANITIZER_BUILD;
static constexpr uint64_t SanitizedTimes = 12;
static constexpr uint64_t SanitizedMemory = 4;
static constexpr uint64_t SanitizedMebibytes = 512;

CostOracle::CostOracle(const CostBudget &given) : budget(given) {
  if (!IsSanitized)
    return;
  budget.milliseconds *= SanitizedTimes;
  budget.nanosecondsPerByte *= SanitizedTimes;
  budget.mebibytes += SanitizedMebibytes;
  budget.bytesPerByte *= SanitizedMemory;
}

static uint64_t cpuNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return uint64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

/// Bytes of the process that are in memory. The file is opened once, as this is
/// asked for every copy.
static uint64_t residentBytes() {
  static int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[128] = {};
  unsigned long size = 0, resident = 0;
  if (pread(file, text, sizeof text - 1, 0) <= 0 ||
      sscanf(text, "%lu %lu", &size, &resident) != 2)
    return 0;
  return uint64_t(resident) * sysconf(_SC_PAGESIZE);
}

/// The most that were in memory since the peak was reset.
static uint64_t peakBytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return uint64_t(usage.ru_maxrss) * 1024;
}

static void resetPeak() {
  if (FILE *file = fopen("/proc/self/clear_refs", "w")) {
    fputs("5", file);
    fclose(file);
  }
}

static std::string overBudget(uint64_t used, const char *unit,
                              uint64_t inputBytes, uint64_t allowed) {
  return std::to_string(used) + " " + unit + " for " +
         std::to_string(inputBytes) + " bytes, which may take " +
         std::to_string(allowed) + " " + unit;
}

std::string CostOracle::measure(uint64_t inputBytes,
                                llvm::function_ref<void()> read) {
  uint64_t allowedTime =
      budget.milliseconds * 1000000 + budget.nanosecondsPerByte * inputBytes;
  uint64_t allowedMemory =
      (budget.mebibytes << 20) + budget.bytesPerByte * inputBytes;
  uint64_t before = residentBytes();
  // The peak of an earlier input would hide that of this one. A reset walks
  // through all pages, so it is left out where there is little to hide.
  if (peakBytes() > before + allowedMemory / 2)
    resetPeak();
  uint64_t start = cpuNanoseconds();
  read();
  uint64_t time = cpuNanoseconds() - start;
  uint64_t peak = peakBytes();
  // Not asked for again: what was freed may still be in memory.
  if (peak > before + allowedMemory)
    return overBudget((peak - before) >> 20, "MiB", inputBytes,
                      allowedMemory >> 20);
  if (time <= allowedTime)
    return "";
  start = cpuNanoseconds();
  read();
  time = cpuNanoseconds() - start;
  if (time <= allowedTime)
    return "";
  return overBudget(time / 1000000, "ms", inputBytes, allowedTime / 1000000);
}
