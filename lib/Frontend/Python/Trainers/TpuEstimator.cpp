//===- TpuEstimator.cpp - Checks of scripts that train with it ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/TpuEstimator.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuEstimatorSetup.h"
#include "Frontend/Python/Trainers/Warnings.h"
#include "Support/LLVM.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// True if an estimator of the program trains on a TPU, as far as one can tell.
/// One that is only exported does not.
static bool trainsOnTpu(const Program &program) {
  bool mayUseTpu = false, trains = false;
  for (const Call *call : program.calls()) {
    if (tpuClassOf(call->callee) == TpuClass::Estimator)
      mayUseTpu |= usesTpu(*call) != UsesTpu::No;
    trains |= methodOf(*call, TpuClass::Estimator) == "train" ||
              call->callee == ".train" || trainsAndEvaluates(call->callee);
  }
  return mayUseTpu && trains;
}

/// The configurations of estimators that are told not to use a TPU, and of no
/// others.
static llvm::DenseSet<const Call *> configsOffTpu(const Program &program) {
  llvm::DenseSet<const Call *> off, on;
  for (const Call *call : program.calls()) {
    if (tpuClassOf(call->callee) != TpuClass::Estimator)
      continue;
    llvm::DenseSet<const Call *> &used =
        usesTpu(*call) == UsesTpu::No ? off : on;
    const Argument *given = estimatorArgument(*call, "config");
    const Call *config =
        given ? constructorOf(given->value, TpuClass::RunConfig) : nullptr;
    if (!config)
      continue;
    used.insert(config);
    const Argument *inner = runConfigArgument(*config, "tpu_config");
    if (inner)
      used.insert(constructorOf(inner->value, TpuClass::Config));
  }
  for (const Call *call : on)
    off.erase(call);
  return off;
}

/// `call` takes an input function for the estimator.
static void checkInputFunction(const Context &context, const Call *estimator,
                               const Call &call) {
  const Argument *input = call.find("input_fn", 0);
  if (!input)
    return;
  checkTakesParams(context, *input);
  if (estimator)
    checkTakesLabels(context, *estimator, *input);
}

/// The functions and arguments of a call, whatever it runs on.
static void checkEstimatorCall(const Context &context, const Call &call,
                               const Call &written, const graph::Target *tpu,
                               bool trains, bool isOnTpu) {
  checkEstimatorArguments(context, call);
  switch (tpuClassOf(call.callee)) {
  case TpuClass::Estimator:
    checkExportVersion(context, call);
    return checkEstimatorConstructor(context,
                                     readSetup(call, &written, context, tpu));
  case TpuClass::Config:
    return checkTpuConfig(context, call, tpu, trains, isOnTpu);
  case TpuClass::RunConfig:
    return checkRunConfig(context, call, trains);
  case TpuClass::EstimatorSpec:
    return checkEstimatorSpec(context, call);
  default:
    break;
  }
  const Call *estimator = estimatorOf(call);
  if (!trainsAndEvaluates(call.callee)) {
    checkExport(context, call);
    // A prediction may leave labels behind.
    bool predicts = methodOf(call, TpuClass::Estimator) == "predict";
    return checkInputFunction(context, predicts ? nullptr : estimator, call);
  }
  if (estimator)
    forEachSpecification(call, [&](const Call &spec, StringRef) {
      checkInputFunction(context, estimator, spec);
    });
}

/// What a call does on a TPU.
static void checkOnTpu(const Context &context, const EstimatorSetup &setup,
                       const Call &call, const Call &written) {
  if (setup.call == &call)
    return checkEstimatorBatches(context, setup);
  if (!trainsAndEvaluates(call.callee))
    return checkEstimatorRun(context, setup, call, &written,
                             methodOf(call, TpuClass::Estimator));
  forEachSpecification(call, [&](const Call &spec, StringRef method) {
    checkEstimatorRun(context, setup, spec, /*written=*/nullptr, method);
  });
}

/// Judges the forms in which it is as sure as wanted that the estimator uses a
/// TPU.
static void judgeOnTpu(const Context &context, const Call &call,
                       const graph::Target *tpu, UsesTpu wanted) {
  FormFindings found;
  forEachForm(call, context.program, context.mlirContext(), context.sources,
              found, [&](const Call &form) {
                const Call *estimator = estimatorOf(form);
                if (!estimator || usesTpu(*estimator) != wanted)
                  return;
                EstimatorSetup setup =
                    readSetup(*estimator, estimatorOf(call), context, tpu);
                checkOnTpu(context, setup, form, call);
              });
  if (wanted != UsesTpu::Yes)
    weakenErrors(found.findings, IfUsesTpu);
  llvm::append_range(context.found.findings, found.findings);
  llvm::append_range(context.found.failures, found.failures);
}

static bool isOfEstimators(const Call &call) {
  switch (tpuClassOf(call.callee)) {
  case TpuClass::Estimator:
  case TpuClass::Config:
  case TpuClass::RunConfig:
  case TpuClass::EstimatorSpec:
    return true;
  default:
    return trainsAndEvaluates(call.callee) ||
           !methodOf(call, TpuClass::Estimator).empty();
  }
}

void python::checkTpuEstimator(const Context &context) {
  const Program &program = context.program;
  if (llvm::none_of(program.calls(),
                    [](const Call *call) { return isOfEstimators(*call); }))
    return;
  bool trains = trainsOnTpu(program);
  const graph::Target *tpu = context.target;
  if (tpu && !tpu->isTpu())
    tpu = nullptr;
  llvm::DenseSet<const Call *> offTpu = configsOffTpu(program);
  for (const Call *call : program.calls()) {
    if (!isOfEstimators(*call))
      continue;
    bool isOnTpu = !offTpu.contains(call);
    context.forEachForm(*call, [&](const Call &form) {
      checkEstimatorCall(context, form, *call, isOnTpu ? tpu : nullptr,
                         isOnTpu && trains, isOnTpu);
    });
    judgeOnTpu(context, *call, tpu, UsesTpu::Yes);
    judgeOnTpu(context, *call, tpu, UsesTpu::Perhaps);
  }
  checkGradients(context);
  checkInputFunctions(context);
  checkEvaluationSpecs(context);
  checkHostSummaries(context);
}
