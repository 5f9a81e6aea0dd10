//===- TpuStrategyStart.cpp - The start of a TPU system -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Diagnostics/Messages/TpuStrategies.h"
#include "Frontend/Python/Trainers/Definitions.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuStrategyCalls.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// The call that made the resolver that a call is given; null if not known.
static const Call *resolverOf(const Call &call) {
  const Value *given = call.value("tpu_cluster_resolver", 0);
  if (!given)
    given = call.value("cluster_resolver");
  return constructorOf(given, TpuClass::Resolver);
}

/// True if one of two calls happens if and only if the other one does, once.
static bool goTogether(const Call &a, const Call &b) {
  return a.function == b.function && !a.isInLoop && !b.isInLoop &&
         leadsTo(a.path, b.path) && leadsTo(b.path, a.path);
}

static void checkInitialized(const TpuCalls &calls,
                             const OrderedCall &strategy) {
  const Call *resolver = resolverOf(*strategy.call);
  if (!resolver)
    return;
  const Context &context = calls.context;
  if (calls.initializations.empty()) {
    if (context.program.isPartial() ||
        !isUsedInSight(*resolver, context.program))
      return;
    Report report = diag::TpuUninitialized::strategy(
        context.at(strategy.call->calleePlace));
    report.help("call `tf.tpu.experimental.initialize_tpu_system(resolver)` "
                "first");
    return;
  }
  if (calls.initializations.front().order < strategy.order)
    return;
  for (const OrderedCall &later : calls.initializations) {
    const Call *same = resolverOf(*later.call);
    if (!same || same != resolver || !goTogether(*strategy.call, *later.call))
      continue;
    Report report = diag::TpuInitializationOrder::late(
        context.at(strategy.call->calleePlace));
    report.note(context.at(later.call->calleePlace),
                "the TPU system is initialized here");
    return;
  }
}

static void checkConnected(const TpuCalls &calls,
                           const OrderedCall &initialization) {
  const Call &call = *initialization.call;
  const Call *resolver = resolverOf(call);
  const Context &context = calls.context;
  if (!resolver || !calls.connections.empty() ||
      hasModule(call.callee, "contrib") ||
      hasModule(resolver->callee, "contrib") || context.program.isPartial())
    return;
  StringRef tpu = remoteTpu(*resolver);
  if (tpu.empty() || !isUsedInSight(*resolver, context.program) ||
      calls.names.has("Session"))
    return;
  const Argument *address = resolver->find("tpu", 0);
  Report report = diag::TpuNotConnected::missing(
      context.at(call.calleePlace),
      address->value->isText() ? quoted(tpu) : "the TPU");
  report.note(context.at(*address), "the TPU has an address of its own");
  report.help("call `tf.config.experimental_connect_to_cluster(resolver)` "
              "first");
}

/// True if a call uses an object that a call made.
static bool uses(const Call &call, const Call &made) {
  auto isIt = [&](const Value *value) {
    return value && value->kind == ValueKind::Object && value->call &&
           value->call == &made;
  };
  if (isIt(call.receiver))
    return true;
  return llvm::any_of(call.contexts, [&](const Value *context) {
    return context->kind == ValueKind::Object && context->call &&
           isIt(context->call->receiver);
  });
}

/// That nothing that was made on the TPU is used once it is initialized again.
static void checkAgain(const TpuCalls &calls, const OrderedCall &again) {
  const Context &context = calls.context;
  ArrayRef<const Call *> all = context.program.calls();
  if (again.call->isInLoop)
    return;
  for (const OrderedCall &strategy : calls.strategies) {
    if (strategy.order > again.order ||
        strategy.call->function != again.call->function ||
        !leadsTo(strategy.call->path, again.call->path))
      continue;
    for (const Call *later : all.drop_front(again.order + 1)) {
      if (!uses(*later, *strategy.call) ||
          later->function != again.call->function ||
          !leadsTo(again.call->path, later->path))
        continue;
      Report report =
          diag::TpuInitializedTwice::again(context.at(again.call->calleePlace));
      report.note(context.at(strategy.call->calleePlace),
                  "this strategy was made before");
      report.note(context.at(later->calleePlace), "it is used here");
      return;
    }
  }
}

void python::checkStart(const TpuCalls &calls) {
  for (const OrderedCall &strategy : calls.strategies)
    checkInitialized(calls, strategy);
  for (const OrderedCall &initialization : calls.initializations) {
    checkConnected(calls, initialization);
    checkAgain(calls, initialization);
  }
}
