//===- TpuStrategyDatasets.cpp - Datasets that each replica reads ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuStrategies.h"
#include "Frontend/Python/Trainers/CallOrder.h"
#include "Frontend/Python/Trainers/Definitions.h"
#include "Frontend/Python/Trainers/TpuStrategyCalls.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// The function that makes the dataset of each replica; null if a call takes
/// none.
static const Value *datasetFunction(const Call &call) {
  StringRef method = call.callee.rsplit('.').second;
  if (method != "distribute_datasets_from_function" &&
      method != "experimental_distribute_datasets_from_function")
    return nullptr;
  const Value *function = call.value("dataset_fn", 0);
  bool isKnown = function && function->kind == ValueKind::Function &&
                 function->definition && !isDecorated(function->definition);
  return isKnown && call.receiver && mayBeTpuStrategy(*call.receiver) ? function
                                                                      : nullptr;
}

/// The first argument, or the one with a name; none if neither is given.
static Node argumentNode(Node call, StringRef name) {
  Node list = call.child(Field::Arguments);
  if (!list)
    return Node();
  Node first;
  for (Node part : list.children()) {
    if (part.is(NodeKind::KeywordArgument)) {
      if (part.child(Field::Name).text() == name)
        return part.child(Field::Value);
    } else if (!first) {
      first = part;
    }
  }
  return first;
}

/// True if a function gives a name another value.
static bool assigns(Node function, StringRef name) {
  return llvm::any_of(function.subtree(), [&](Node node) {
    bool isTarget =
        node.is(NodeKind::Assignment) || node.is(NodeKind::AugmentedAssignment);
    return isTarget && node.child(Field::Left).text() == name;
  });
}

static void checkBatches(const Context &context, const Value &function,
                         ReportedNodes &reported) {
  Node definition = function.definition;
  for (Node node : definition.subtree()) {
    if (!node.is(NodeKind::Call) ||
        lastNameOf(node.child(Field::Function)) != "batch")
      continue;
    Node batch = argumentNode(node, "batch_size");
    StringRef name = batch ? lastNameOf(batch) : StringRef();
    if (!name.contains_insensitive("global") ||
        assigns(definition, batch.text()) || !reported.insert(node))
      continue;
    Report report = diag::PerReplicaBatch::all(
        context.at({function.place.buffer, batch.place()}), name);
    report.help("divide it: `context.get_per_replica_batch_size(" +
                batch.text() + ")`");
  }
}

/// `context.get_per_replica_batch_size(100)`.
static void checkDivision(const TpuCalls &calls, const Call &call) {
  const graph::Target *tpu = calls.context.target;
  if (!tpu || !tpu->isTpu() || !tpu->devices || *tpu->devices < 2 ||
      call.callee.rsplit('.').second != "get_per_replica_batch_size")
    return;
  const Argument *batch = call.find("global_batch_size", 0);
  if (!batch || !batch->value->isInteger() ||
      batch->value->integer % *tpu->devices == 0)
    return;
  Report report = diag::PerReplicaBatch::notDivisible(calls.context.at(*batch),
                                                      batch->value->integer,
                                                      *tpu->devices, tpu->name);
  if (tpu->location)
    report.note(tpu->location, "the TPU of the job");
}

void python::checkReplicaDatasets(const TpuCalls &calls) {
  const Context &context = calls.context;
  ReportedNodes reported;
  bool distributes = false;
  for (const Call *call : context.program.calls()) {
    const Value *function = datasetFunction(*call);
    if (!function)
      continue;
    distributes = true;
    checkBatches(context, *function, reported);
  }
  if (!distributes)
    return;
  for (const Call *call : context.program.calls())
    checkDivision(calls, *call);
}
