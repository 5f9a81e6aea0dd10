//===- GlooInterface.h - What is used of Gloo, in C -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shared object trainlint-gloo.so, which is linked with Gloo, has a
// function `trainlint_gloo` that returns these functions. No exception leaves
// them.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_GLOOINTERFACE_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_GLOOINTERFACE_H

#include <stddef.h>
#include <stdint.h>

// Names of C, as those of other interfaces between shared objects are.
// NOLINTBEGIN(readability-identifier-naming)

/// Where processes leave words for each other. Both return 0, or something else
/// if they fail.
struct trainlint_gloo_store {
  void *data;
  int (*put)(void *data, const char *key, const char *value, size_t size);
  /// Waits for a value, and gives it to `take`.
  int (*get)(void *data, const char *key, void *target,
             void (*take)(void *target, const char *value, size_t size));
};

/// An array that goes to or comes from a process.
struct trainlint_gloo_array {
  int process;
  uint64_t slot;
  void *bytes;
  size_t size;
};

/// Of a failure: the process that it came with, or -1, and what Gloo says.
struct trainlint_gloo_failure {
  int process;
  char text[512];
};

struct trainlint_gloo_functions {
  /// Connects all processes with each other. Null if that fails.
  void *(*connect)(const char *host, int process, int processes,
                   int64_t milliseconds,
                   const struct trainlint_gloo_store *store,
                   struct trainlint_gloo_failure *failure);
  /// From then on, waiting has no end of its own.
  void (*set_patient)(void *context);
  void (*disconnect)(void *context);

  /// Begins to send and to receive. Null if that fails.
  void *(*begin)(void *context, const struct trainlint_gloo_array *sent,
                 size_t sent_count, const struct trainlint_gloo_array *received,
                 size_t received_count, struct trainlint_gloo_failure *failure);
  /// Waits for all that was begun. 0 if all of it is there.
  int (*wait)(void *exchange, struct trainlint_gloo_failure *failure);
  /// Lets `wait` fail, from another thread.
  void (*abort)(void *exchange);
  /// After that, nothing is read or written any more.
  void (*end)(void *exchange);
};

// NOLINTEND(readability-identifier-naming)

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_GLOOINTERFACE_H
