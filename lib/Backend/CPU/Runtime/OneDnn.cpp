//===- OneDnn.cpp - oneDNN ------------------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/OneDnn.h"
#include "Backend/CPU/Interface/RuntimeCalls.h"
#include "Backend/CPU/Runtime/ExecutionState.h"
#include "Backend/CPU/Runtime/OneDnnLoader.h"
#include "Backend/CPU/Runtime/Threads.h"
#include <dlfcn.h>

namespace trainlint::cpu {

/// Fills the table; false if a function is missing.
static bool findFunctions(void *handle, OneDnnApi &library) {
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

static const OneDnnApi *load() {
  static OneDnnApi library;
  std::string name = "libdnnl.so." + std::to_string(DNNL_VERSION_MAJOR);
  void *handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle || !findFunctions(handle, library))
    return nullptr;
  if (library.engine_create(&library.engine, dnnl_cpu, 0) != dnnl_success)
    return nullptr;
  return &library;
}

const OneDnnApi *oneDnn() {
  static const OneDnnApi *library = load();
  return library;
}

bool hasOneDnn() { return oneDnn() != nullptr; }

std::string oneDnnVersion() {
  if (!oneDnn())
    return {};
  const dnnl_version_t &version = *oneDnn()->version();
  return std::to_string(version.major) + "." + std::to_string(version.minor) +
         "." + std::to_string(version.patch) + " " + version.hash;
}

/// So many multiplications are worth the meeting of threads.
static bool isMuch(int64_t multiplications) {
  return multiplications >= 1 << 18;
}

int64_t prepareThreads(const ExecutionContext &context,
                       int64_t multiplications) {
  static thread_local int64_t current = -1;
  int64_t threads = isMuch(multiplications) ? gatherThreads(context) : 1;
  if (current != threads && oneDnn()->setThreads)
    oneDnn()->setThreads(int(threads));
  current = threads;
  return threads;
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

static void multiply(ExecutionState *state, int64_t shapeAddress, int64_t left,
                     int64_t right, int64_t result) {
  const auto &shape = *reinterpret_cast<const MatrixShape *>(shapeAddress);
  int64_t m = shape.rows, n = shape.columns, k = shape.sums;
  const float *a = reinterpret_cast<const float *>(left);
  const float *b = reinterpret_cast<const float *>(right);
  float *c = reinterpret_cast<float *>(result);
  prepareThreads(state->context, m * n * k);
  auto multiplyAll = [&](int64_t from, int64_t to) {
    for (int64_t i = from; i < to; ++i)
      oneDnn()->sgemm(
          shape.leftTransposed ? 'T' : 'N', shape.rightTransposed ? 'T' : 'N',
          m, n, k, 1, a + i * m * k, shape.leftTransposed ? m : k,
          b + i * k * n, shape.rightTransposed ? k : n, 0, c + i * m * n, n);
  };
  // Each of the matrices by one thread, if there are several.
  if (shape.batch > 1 && isMuch(shape.batch * m * n * k))
    inParts(state->context, shape.batch, multiplyAll);
  else
    multiplyAll(0, shape.batch);
}

llvm::ArrayRef<RuntimeFunction> oneDnnFunctions() {
  static const RuntimeFunction functions[] = {
      {"trainlint_cpu_multiply", reinterpret_cast<void *>(multiply)},
      {"trainlint_cpu_multiply_bf16", reinterpret_cast<void *>(multiplyNarrow)},
      {"trainlint_cpu_convolve", reinterpret_cast<void *>(convolve)},
  };
  return functions;
}

} // namespace trainlint::cpu
