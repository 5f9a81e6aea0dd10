//===- Library.cpp - oneDNN -----------------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Cpu/Library.h"
#include "Runtime/Cpu/LibraryLoader.h"
#include "Runtime/Cpu/Running.h"
#include <dlfcn.h>

namespace trainlint::cpu {

/// Fills the table; false if a function is missing.
static bool findFunctions(void *handle, OneDnn &library) {
  bool complete = true;
#define TRAINLINT_FIND(NAME)                                                   \
  library.NAME =                                                               \
      reinterpret_cast<decltype(library.NAME)>(dlsym(handle, "dnnl_" #NAME));  \
  complete &= library.NAME != nullptr;
  TRAINLINT_DNNL_FUNCTIONS(TRAINLINT_FIND)
#undef TRAINLINT_FIND
  library.setThreads =
      reinterpret_cast<void (*)(int)>(dlsym(handle, "omp_set_num_threads"));
  return complete;
}

static const OneDnn *load() {
  static OneDnn library;
  std::string name = "libdnnl.so." + std::to_string(DNNL_VERSION_MAJOR);
  void *handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle || !findFunctions(handle, library))
    return nullptr;
  if (library.engine_create(&library.engine, dnnl_cpu, 0) != dnnl_success)
    return nullptr;
  return &library;
}

const OneDnn *oneDnn() {
  static const OneDnn *library = load();
  return library;
}

bool hasLibrary() { return oneDnn() != nullptr; }

void limitThreads(int64_t threads) {
  static thread_local int64_t current = -1;
  if (current == threads)
    return;
  current = threads;
  if (oneDnn()->setThreads)
    oneDnn()->setThreads(int(threads));
}

dnnl_stream_t threadStream() {
  static thread_local dnnl_stream_t stream = [] {
    dnnl_stream_t created = nullptr;
    oneDnn()->stream_create(&created, oneDnn()->engine,
                            dnnl_stream_default_flags);
    return created;
  }();
  return stream;
}

static void multiply(Running *running, int64_t shapeAddress, int64_t left,
                     int64_t right, int64_t result) {
  const auto &shape = *reinterpret_cast<const MatrixShape *>(shapeAddress);
  limitThreads(running->context.threads);
  int64_t m = shape.rows, n = shape.columns, k = shape.sums;
  const float *a = reinterpret_cast<const float *>(left);
  const float *b = reinterpret_cast<const float *>(right);
  float *c = reinterpret_cast<float *>(result);
  for (int64_t i = 0; i < shape.batch; ++i)
    oneDnn()->sgemm(shape.leftTransposed ? 'T' : 'N',
                    shape.rightTransposed ? 'T' : 'N', m, n, k, 1,
                    a + i * m * k, shape.leftTransposed ? m : k, b + i * k * n,
                    shape.rightTransposed ? k : n, 0, c + i * m * n, n);
}

llvm::ArrayRef<RuntimeFunction> libraryFunctions() {
  static const RuntimeFunction functions[] = {
      {"trainlint_cpu_multiply", reinterpret_cast<void *>(multiply)},
      {"trainlint_cpu_convolve", reinterpret_cast<void *>(convolve)},
  };
  return functions;
}

} // namespace trainlint::cpu
