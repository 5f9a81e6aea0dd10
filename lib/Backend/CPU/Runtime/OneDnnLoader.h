//===- OneDnnLoader.h - Functions of oneDNN ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_ONEDNNLOADER_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_ONEDNNLOADER_H

#include "Backend/CPU/Interface/Executable.h"
#include <dnnl.h>

namespace trainlint::cpu {

/// The functions that are used, and an engine.
struct OneDnnApi {
#define TRAINLINT_DNNL_FUNCTIONS(X)                                            \
  X(version)                                                                   \
  X(sgemm)                                                                     \
  X(engine_create)                                                             \
  X(stream_create)                                                             \
  X(stream_wait)                                                               \
  X(memory_desc_init_by_strides)                                               \
  X(memory_desc_equal)                                                         \
  X(memory_desc_get_size)                                                      \
  X(memory_create)                                                             \
  X(memory_set_data_handle)                                                    \
  X(memory_destroy)                                                            \
  X(matmul_desc_init)                                                          \
  X(dilated_convolution_forward_desc_init)                                     \
  X(dilated_convolution_backward_data_desc_init)                               \
  X(dilated_convolution_backward_weights_desc_init)                            \
  X(primitive_desc_create)                                                     \
  X(primitive_desc_query)                                                      \
  X(primitive_desc_query_md)                                                   \
  X(primitive_desc_destroy)                                                    \
  X(primitive_create)                                                          \
  X(primitive_destroy)                                                         \
  X(primitive_execute)                                                         \
  X(reorder_primitive_desc_create)
#define TRAINLINT_DECLARE(NAME) decltype(&::dnnl_##NAME) NAME;
  TRAINLINT_DNNL_FUNCTIONS(TRAINLINT_DECLARE)
#undef TRAINLINT_DECLARE
  /// Of the OpenMP runtime that oneDNN uses, if it uses one.
  void (*setThreads)(int);
  dnnl_engine_t engine;
};

/// oneDNN, loaded at the first call; null without it.
const OneDnnApi *oneDnn();

/// Lets oneDNN use the threads of a run for so many multiplications, or
/// only the calling one if they are few. Returns how many it may use.
int64_t prepareThreads(const ExecutionContext &context,
                       int64_t multiplications);

/// A stream of this thread.
dnnl_stream_t threadStream();

/// Multiplies matrices of bf16; arguments are addresses.
void multiplyNarrow(void *state, int64_t shape, int64_t left, int64_t right,
                    int64_t result);

/// Runs a convolution; arguments are addresses.
void convolve(void *state, int64_t shape, int64_t source, int64_t kernel,
              int64_t result);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_ONEDNNLOADER_H
