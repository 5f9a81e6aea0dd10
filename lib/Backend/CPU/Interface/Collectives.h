//===- Collectives.h - Transport of collectives -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that runs in several processes (a replica and a partition each)
// combines tensors through this interface. Which processes belong together is
// worked out before, so an implementation only moves and combines bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_INTERFACE_COLLECTIVES_H
#define TRAINLINT_BACKEND_CPU_INTERFACE_COLLECTIVES_H

#include "Backend/CPU/Interface/BufferType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace trainlint::cpu {

/// How two values are combined. `Custom` is only described by the function.
enum class Reduction { Sum, Product, Minimum, Maximum, And, Or, Custom };

/// Combines `count` elements pairwise: accumulator[i] = f(accumulator[i],
/// value[i]). It is compiled code of the program, may be called from any thread
/// and does not fail.
using Combine = void (*)(void *accumulator, const void *value, int64_t count);

/// One execution of one collective operation, as one process sees it.
struct CollectiveCall {
  /// The operation within its program: the same for all processes that take
  /// part. A process runs its operations in the order of the program, possibly
  /// an operation several times.
  int64_t operation;
  /// The processes that take part, in the order of the group, this one among
  /// them. A process is numbered `replica * partitions + partition`.
  llvm::ArrayRef<int64_t> group;
  /// Position of this process in the group.
  int64_t rank;
  /// What one element of the tensors is.
  ElementType element;
};

/// The collectives. Every function is called by each process of a group and
/// returns when the output of the calling process is complete and its input may
/// be overwritten. Buffers are dense, row-major, never overlapping. An error
/// (a process that failed, for example) ends the run with that error.
class Collectives {
public:
  virtual ~Collectives();

  /// output[i] = input of all processes combined, in the order of the group.
  /// Both have `count` elements.
  virtual llvm::Error allReduce(const CollectiveCall &call, const void *input,
                                void *output, int64_t count, Reduction kind,
                                Combine combine) = 0;

  /// Inputs of `count` elements, one after the other in the order of the group.
  /// The output has `count * group.size()` elements.
  virtual llvm::Error allGather(const CollectiveCall &call, const void *input,
                                void *output, int64_t count) = 0;

  /// Like allReduce, but a process gets only the part of `count` elements whose
  /// index is its rank. The input has `count * group.size()` elements.
  virtual llvm::Error reduceScatter(const CollectiveCall &call,
                                    const void *input, void *output,
                                    int64_t count, Reduction kind,
                                    Combine combine) = 0;

  /// Part `r` of an input goes to the process of rank `r`, where it becomes the
  /// part with the number of the sender. Parts have `count` elements.
  virtual llvm::Error allToAll(const CollectiveCall &call, const void *input,
                               void *output, int64_t count) = 0;

  /// Sends the input to the process of rank `target` and takes that of rank
  /// `source`. -1 stands for none; without a source the output is not written.
  virtual llvm::Error collectivePermute(const CollectiveCall &call,
                                        const void *input, void *output,
                                        int64_t count, int64_t source,
                                        int64_t target) = 0;

  /// The input of rank 0, in each process of the group.
  virtual llvm::Error collectiveBroadcast(const CollectiveCall &call,
                                          const void *input, void *output,
                                          int64_t count) = 0;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_INTERFACE_COLLECTIVES_H
