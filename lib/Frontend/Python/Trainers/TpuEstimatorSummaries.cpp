//===- TpuEstimatorSummaries.cpp - Summaries in calls on the host ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuEstimators.h"
#include "Frontend/Python/Trainers/CallOrder.h"
#include "Frontend/Python/Trainers/PinnedVersions.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuEstimatorFunctions.h"
#include "Frontend/Python/Trainers/Warnings.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {
/// A function of the file that runs on the host with what comes from the TPU.
struct HostFunction {
  Node definition;
  StringRef name;
  UsesTpu usesTpu;
};
} // namespace

static void addHostFunction(SmallVectorImpl<HostFunction> &functions,
                            const Value &pair, UsesTpu usesTpu) {
  static constexpr size_t MostFunctions = 16;
  if (!pair.isSequence() || pair.items.empty() ||
      functions.size() == MostFunctions)
    return;
  const Value &function = *pair.items.front();
  if (function.kind != ValueKind::Function || !function.definition)
    return;
  StringRef name = function.definition.is(NodeKind::Lambda)
                       ? StringRef("lambda")
                       : function.text;
  functions.push_back({function.definition, name, usesTpu});
}

static void addHostFunctions(SmallVectorImpl<HostFunction> &functions,
                             const Argument *argument, UsesTpu usesTpu) {
  if (!argument)
    return;
  if (argument->value->kind != ValueKind::Choice)
    return addHostFunction(functions, *argument->value, usesTpu);
  for (const Value *arm : argument->value->arms)
    addHostFunction(functions, *arm, UsesTpu::Perhaps);
}

static SmallVector<HostFunction> hostFunctions(const Context &context) {
  SmallVector<CalledFunction, 2> models = modelFunctions(context);
  SmallVector<HostFunction> functions;
  for (const Call *call : context.program.calls()) {
    if (tpuClassOf(call->callee) != TpuClass::EstimatorSpec)
      continue;
    const CalledFunction *model = calledAround(models, *call);
    UsesTpu usesTpu = model ? model->usesTpu : UsesTpu::Perhaps;
    addHostFunctions(functions, call->find("eval_metrics", 4), usesTpu);
    addHostFunctions(functions, call->find("host_call", 7), usesTpu);
  }
  return functions;
}

/// True for the functions that make the summaries of TensorFlow 1.
static bool makesSummary(StringRef function) {
  return llvm::StringSwitch<bool>(function)
      .Cases({"scalar", "histogram", "image", "audio", "text"}, true)
      .Cases({"merge", "merge_all", "tensor_summary"}, true)
      .Default(false);
}

namespace {
/// Tells the summaries of TensorFlow 1 from those of TensorFlow 2, which may
/// have the same names.
class SessionSummaries {
public:
  explicit SessionSummaries(const Context &context)
      : context(context), versions(context) {}

  bool contains(const Call &call);

private:
  bool isFirstVersion();

  const Context &context;
  PinnedVersions versions;
  std::optional<bool> isFirst;
};
} // namespace

bool SessionSummaries::isFirstVersion() {
  static constexpr PackageVersion Second{{2, 0, 0}};
  if (isFirst)
    return *isFirst;
  const PinnedVersion *pin = versions.find("tensorflow");
  isFirst = pin ? pin->isBelow(Second)
                : ModuleNames(context.program.module()).has("contrib");
  return *isFirst;
}

bool SessionSummaries::contains(const Call &call) {
  auto [object, function] = call.callee.rsplit('.');
  if (!makesSummary(function) || call.find("step"))
    return false;
  if (object == "tensorflow.compat.v1.summary")
    return true;
  return object == "tensorflow.summary" && isFirstVersion();
}

/// The function around a call whose body it certainly runs in; null if it
/// stands in none.
static const HostFunction *functionAroundCall(ArrayRef<HostFunction> functions,
                                              const Call &call) {
  for (Node node = call.node; node; node = node.parent()) {
    if (node.is(NodeKind::IfStatement) || node.is(NodeKind::TryStatement) ||
        node.is(NodeKind::ConditionalExpression))
      return nullptr;
    if (!node.is(NodeKind::FunctionDefinition) && !node.is(NodeKind::Lambda))
      continue;
    const HostFunction *found =
        llvm::find_if(functions, [&](const HostFunction &one) {
          return one.definition == node;
        });
    return found == functions.end() ? nullptr : found;
  }
  return nullptr;
}

void python::checkHostSummaries(const Context &context) {
  SmallVector<HostFunction> functions = hostFunctions(context);
  if (functions.empty())
    return;
  SessionSummaries summaries(context);
  ReportedNodes reported;
  for (const Call *call : context.program.calls()) {
    const HostFunction *function = functionAroundCall(functions, *call);
    if (!function || !summaries.contains(*call) || !reported.insert(call->node))
      continue;
    auto report = [&] {
      Report report = diag::HostCallSummary::session(
          context.at(call->calleePlace), shortTensorflowName(call->callee),
          function->name);
      report.help("`tf.contrib.summary` of TensorFlow 1 and "
                  "`tf.compat.v2.summary` write to a writer of their own");
    };
    if (function->usesTpu == UsesTpu::Yes)
      report();
    else
      reportAsWarnings(context, IfUsesTpu, report);
  }
}
