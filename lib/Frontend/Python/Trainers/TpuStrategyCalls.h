//===- TpuStrategyCalls.h - Calls that have to do with a TPU ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUSTRATEGYCALLS_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUSTRATEGYCALLS_H

#include "Frontend/Python/Trainers/ModuleNames.h"
#include "Frontend/Python/Trainers/PinnedVersions.h"

namespace trainlint::python {

/// A call, and its position among all.
struct OrderedCall {
  const Call *call;
  size_t order;
};

/// The calls of a program that have to do with a TPU, in their order: the first
/// ones of each kind, for nobody needs more.
struct TpuCalls {
  const Context &context;
  /// All names that the program has.
  ModuleNames names;
  /// `TPUStrategy(resolver)` of TensorFlow 2.
  llvm::SmallVector<OrderedCall, 2> strategies;
  /// `initialize_tpu_system(resolver)`, and what connects as well.
  llvm::SmallVector<OrderedCall, 2> initializations;
  llvm::SmallVector<OrderedCall, 2> connections;
  llvm::SmallVector<OrderedCall, 2> resolvers;

  explicit TpuCalls(const Context &context);
};

/// The address of a TPU on other machines; empty if it may be this one, or if
/// nobody knows.
llvm::StringRef remoteTpu(const Call &resolver);

/// True if what makes a resolver hands it to no function that may do anything
/// with it.
bool isUsedInSight(const Call &resolver, const Program &program);

/// True for a strategy for TPUs, or a choice between it and others.
bool mayBeTpuStrategy(const Value &strategy);

/// Whether a call stands within `with strategy.scope()`.
enum class InScope : uint8_t { No, Perhaps, Yes };
InScope inScope(const Call &call);
/// True if one of the scopes may be that of a TPUStrategy.
bool mayBeInTpuScope(const Call &call);

void checkStart(const TpuCalls &calls);
void checkScopes(const TpuCalls &calls);
void checkStrategyRuns(const TpuCalls &calls);
void checkTpuFiles(const TpuCalls &calls);
void checkReplicaDatasets(const TpuCalls &calls);
void checkStepLoops(const TpuCalls &calls);
void checkTpuOptions(const TpuCalls &calls, const PinnedVersions &versions);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUSTRATEGYCALLS_H
