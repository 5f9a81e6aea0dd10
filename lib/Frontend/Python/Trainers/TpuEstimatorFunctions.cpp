//===- TpuEstimatorFunctions.cpp - The functions of a TPUEstimator --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/TpuEstimatorFunctions.h"
#include "Diagnostics/Messages/GraphMemory.h"
#include "Diagnostics/Messages/TpuEstimators.h"
#include "Diagnostics/Messages/TpuGraphs.h"
#include "Frontend/Python/Trainers/Definitions.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/Warnings.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

void python::checkTakesParams(const Context &context,
                              const Argument &argument) {
  const Value &function = *argument.value;
  std::optional<Parameters> parameters = parametersOf(function);
  if (!parameters || parameters->has("params") || parameters->takesMoreKeywords)
    return;
  if (function.definition.is(NodeKind::Lambda)) {
    (void)diag::MissingParamsArgument::lambda(context.at(argument));
    return;
  }
  Report report = diag::MissingParamsArgument::function(
      context.at(argument.place), function.text);
  report.note(context.at(function.place), "the function is defined here");
  report.help("the batch size of the call is `params[\"batch_size\"]`");
}

//===----------------------------------------------------------------------===//
// Specifications
//===----------------------------------------------------------------------===//

/// The function and the tensors of `eval_metrics` and `host_call`.
static void checkHostCall(const Context &context, const Argument &argument,
                          StringRef name) {
  const Value &pair = *argument.value;
  switch (pair.kind) {
  case ValueKind::List:
  case ValueKind::Tuple:
    break;
  case ValueKind::Dict:
  case ValueKind::Text:
  case ValueKind::Integer:
  case ValueKind::Float:
  case ValueKind::Bool:
  case ValueKind::Function:
    (void)diag::HostCall::type(context.at(argument.place), name,
                               ("a " + typeName(pair)).str());
    return;
  default:
    return;
  }
  if (pair.isOpen)
    return;
  if (pair.items.size() != 2) {
    (void)diag::HostCall::pair(context.at(argument), name,
                               pluralize(pair.items.size(), "element"));
    return;
  }
  const Value &function = *pair.items[0], &tensors = *pair.items[1];
  std::optional<Parameters> parameters = parametersOf(function);
  if (!parameters || parameters->takesMore)
    return;
  StringRef called = function.definition.is(NodeKind::Lambda)
                         ? StringRef("lambda")
                         : function.text;
  if (tensors.isSequence() && !tensors.isOpen &&
      tensors.items.size() != parameters->positional.size()) {
    Report report =
        diag::HostCall::tensors(context.at(tensors, argument.place), called,
                                pluralize(tensors.items.size(), "tensor"),
                                std::to_string(parameters->positional.size()));
    report.note(context.at(function.place), "the function is defined here");
    return;
  }
  if (!tensors.isDict() || parameters->takesMoreKeywords)
    return;
  for (const DictEntry &entry : tensors.entries) {
    if (!entry.key->isText() || parameters->has(entry.key->text))
      continue;
    Report report = diag::HostCall::name(context.at(*entry.key, argument.place),
                                         called, entry.key->text);
    report.note(context.at(function.place), "the function is defined here");
    return;
  }
}

void python::checkEstimatorSpec(const Context &context, const Call &spec) {
  if (const Argument *metrics = spec.find("eval_metrics", 4))
    checkHostCall(context, *metrics, "eval_metrics");
  if (const Argument *call = spec.find("host_call", 7))
    checkHostCall(context, *call, "host_call");
}

//===----------------------------------------------------------------------===//
// What stands in the functions that an estimator calls
//===----------------------------------------------------------------------===//

static void addFunction(SmallVectorImpl<CalledFunction> &functions,
                        const Argument *argument, UsesTpu usesTpu,
                        const Program &program) {
  static constexpr size_t MostFunctions = 16;
  if (!argument || usesTpu == UsesTpu::No ||
      argument->value->kind != ValueKind::Function ||
      functions.size() == MostFunctions)
    return;
  Node definition = argument->value->definition;
  auto isSame = [&](const CalledFunction &known) {
    return known.definition == definition;
  };
  if (!llvm::any_of(functions, isSame))
    functions.push_back({definition, argument->value->text, usesTpu,
                         ReachedFunctions(program.module(), definition)});
}

SmallVector<CalledFunction, 2> python::modelFunctions(const Context &context) {
  SmallVector<CalledFunction, 2> functions;
  for (const Call *call : context.program.calls())
    if (tpuClassOf(call->callee) == TpuClass::Estimator)
      addFunction(functions, estimatorArgument(*call, "model_fn"),
                  usesTpu(*call), context.program);
  return functions;
}

static SmallVector<CalledFunction, 2> inputFunctions(const Context &context) {
  SmallVector<CalledFunction, 2> functions;
  for (const Call *call : context.program.calls()) {
    const Call *estimator = estimatorOf(*call);
    if (!estimator || estimator == call)
      continue;
    auto add = [&](const Call &run, StringRef method) {
      if (method == "train" || method == "evaluate")
        addFunction(functions, run.find("input_fn", 0), usesTpu(*estimator),
                    context.program);
    };
    if (trainsAndEvaluates(call->callee))
      forEachSpecification(*call, add);
    else
      add(*call, methodOf(*call, TpuClass::Estimator));
  }
  return functions;
}

const CalledFunction *python::calledAround(ArrayRef<CalledFunction> functions,
                                           const Call &call) {
  for (const CalledFunction &function : functions)
    if (function.reached.contains(call.node))
      return &function;
  return nullptr;
}

/// True for an optimizer that TensorFlow brings.
static bool isOptimizer(StringRef name) {
  return isTensorflowName(name) &&
         tpuClassOf(name) != TpuClass::CrossShardOptimizer &&
         (name.rsplit('.').second.ends_with("Optimizer") ||
          hasModule(name, "optimizers"));
}

void python::checkGradients(const Context &context) {
  SmallVector<CalledFunction, 2> functions = modelFunctions(context);
  if (functions.empty() ||
      ModuleNames(context.program.module()).has("CrossShardOptimizer"))
    return;
  for (const Call *call : context.program.calls()) {
    auto [object, method] = call->callee.rsplit('.');
    if ((method != "minimize" && method != "apply_gradients") ||
        !isOptimizer(object) || !calledAround(functions, *call))
      continue;
    const Value *optimizer = call->receiver;
    if (!optimizer || optimizer->kind != ValueKind::Object || !optimizer->call)
      continue;
    Report report =
        diag::TpuMissingAllReduce::optimizer(context.at(call->calleePlace));
    report.note(context.at(optimizer->call->calleePlace), "the optimizer");
    report.help("wrap it in `tf.tpu.CrossShardOptimizer`");
  }
}

/// The position of `drop_remainder` in a call that makes batches; nothing if it
/// is none.
static std::optional<int> remainderPosition(StringRef callee) {
  if (!isTensorflowName(callee) || !hasModule(callee, "data"))
    return std::nullopt;
  StringRef method = callee.rsplit('.').second;
  if (method == "batch")
    return 1;
  if (method == "padded_batch" || method == "map_and_batch")
    return 3;
  return std::nullopt;
}

/// True if the shape of what a call returns may be given to it later.
static bool mayGiveShape(const CalledFunction &function, const Call &call,
                         const NamedNodes &shapes) {
  // What another function does stands before it, or behind it.
  Node from = isWithin(call.node, function.definition) ? call.node
                                                       : function.definition;
  return shapes.hasBehind(from, function.definition) ||
         shapes.hasBehind(call.node, call.function);
}

void python::checkInputFunctions(const Context &context) {
  SmallVector<CalledFunction, 2> functions = inputFunctions(context);
  if (functions.empty())
    return;
  NamedNodes shapes(context.program.module(), {"set_shape", "reshape"});
  for (const Call *call : context.program.calls()) {
    std::optional<int> position = remainderPosition(call->callee);
    if (!position || call->isOpen)
      continue;
    const CalledFunction *function = calledAround(functions, *call);
    if (!function)
      continue;
    const Argument *drops = call->find("drop_remainder", *position);
    if (drops && drops->value->truth() != false)
      continue;
    if (mayGiveShape(*function, *call, shapes))
      continue;
    bool isLambda = function->definition.is(NodeKind::Lambda);
    Report report = diag::TpuDropRemainder::batch(
        drops ? context.at(*drops) : context.at(call->calleePlace),
        isLambda ? StringRef("lambda") : function->name);
    report.help("add `drop_remainder=True`");
  }
}

void python::checkEvaluationSpecs(const Context &context) {
  SmallVector<CalledFunction, 2> functions = modelFunctions(context);
  if (functions.empty() ||
      ModuleNames(context.program.module()).has("TPUEstimatorSpec"))
    return;
  bool evaluates = llvm::any_of(context.program.calls(), [](const Call *call) {
    return methodOf(*call, TpuClass::Estimator) == "evaluate" ||
           call->callee.ends_with("estimator.train_and_evaluate");
  });
  if (!evaluates)
    return;
  for (const Call *call : context.program.calls()) {
    if (!isTensorflowName(call->callee) ||
        call->callee.rsplit('.').second != "EstimatorSpec")
      continue;
    const Argument *metrics = call->find("eval_metric_ops", 4);
    const CalledFunction *function = calledAround(functions, *call);
    if (!metrics || metrics->value->isNone() || metrics->value->isUnknown() ||
        !function)
      continue;
    auto report = [&] {
      (void)diag::EstimatorSpec::metrics(context.at(metrics->place));
    };
    if (function->usesTpu == UsesTpu::Yes)
      report();
    else
      reportAsWarnings(context, IfUsesTpu, report);
  }
}
