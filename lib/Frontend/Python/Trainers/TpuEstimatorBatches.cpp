//===- TpuEstimatorBatches.cpp - The batches and steps of a TPUEstimator --===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/GraphMemory.h"
#include "Diagnostics/Messages/TpuEstimators.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuEstimatorSetup.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

/// The cores of the smallest TPUs that TPUEstimator runs on.
static constexpr int64_t SmallestTpu = 8;

static void offerMultiples(Report &report, int64_t batch, int64_t replicas) {
  int64_t below = batch - batch % replicas;
  if (below > 0)
    report.help("multiples of " + llvm::Twine(replicas) + " nearby are " +
                llvm::Twine(below) + " and " + llvm::Twine(below + replicas));
  else
    report.help("take " + llvm::Twine(replicas) + " or a multiple of it");
}

/// That a batch can be dealt out to the replicas.
static void checkReplicaBatch(const Context &context,
                              const EstimatorSetup &setup,
                              const Argument &argument, int64_t batch,
                              StringRef what) {
  // Each replica gets all of what is broadcast.
  if (setup.inputMode == InputMode::Broadcast || setup.usesOneCore)
    return;
  if (setup.replicas) {
    int64_t replicas = setup.replicas->count;
    if (batch % replicas == 0)
      return;
    Report report = diag::TpuBatchSize::notDivisible(
        context.at(argument), what, batch, replicas, setup.replicas->name);
    if (setup.replicas->location)
      report.note(setup.replicas->location, "the replicas");
    offerMultiples(report, batch, replicas);
    return;
  }
  // Of a model over several cores there are fewer replicas.
  bool spreads =
      setup.config && configArgument(*setup.config, "num_cores_per_replica");
  if (spreads || batch % SmallestTpu == 0)
    return;
  Report report =
      diag::TpuBatchSize::noMultiple(context.at(argument), what, batch);
  offerMultiples(report, batch, SmallestTpu);
}

static void checkBatch(const Context &context, const EstimatorSetup &setup,
                       StringRef name, StringRef what) {
  const Argument *argument = estimatorArgument(*setup.call, name);
  if (!argument)
    return;
  const Value &value = *argument->value;
  bool isNumber = value.isInteger() && value.integer > 0;
  if (isNumber) {
    checkReplicaBatch(context, setup, *argument, value.integer, what);
    return;
  }
  if (value.isInteger() || value.kind == ValueKind::Float || value.isText())
    (void)diag::MissingBatchSize::notPositive(context.at(*argument), name,
                                              printed(value));
}

static bool evaluatesOnTpu(const Call &estimator) {
  const Argument *given = estimatorArgument(estimator, "eval_on_tpu");
  return given ? given->value->truth() == true : !estimator.isOpen;
}

void python::checkEstimatorConstructor(const Context &context,
                                       const EstimatorSetup &setup) {
  const Call &call = *setup.call;
  if (const Argument *model = estimatorArgument(call, "model_fn"))
    checkTakesParams(context, *model);

  const Argument *params = estimatorArgument(call, "params");
  if (params && params->value->isDict()) {
    for (StringRef key : {"batch_size", "context"})
      if (const DictEntry *entry = params->value->findEntry(key))
        (void)diag::ReservedParams::key(context.at(*entry->key, params->place),
                                        key);
  }

  const Argument *config = estimatorArgument(call, "config");
  if (setup.written && isChosen(estimatorArgument(*setup.written, "config")))
    return;
  if (isLeftOut(call, config)) {
    (void)diag::EstimatorRunConfig::absent(
        config ? context.at(*config) : context.at(call.calleePlace));
  } else if (config && config->value->kind == ValueKind::Object &&
             config->value->call && isTensorflowName(config->value->text) &&
             config->value->text.rsplit('.').second == "RunConfig" &&
             !setup.runConfig) {
    Report report = diag::EstimatorRunConfig::type(
        context.at(*config), shortTensorflowName(config->value->text));
    const Call &made = *config->value->call;
    StringRef written = made.node.child(Field::Function).text();
    if (written.ends_with("estimator.RunConfig"))
      report.fix(/*safe=*/false, "take the RunConfig for TPUs",
                 context.at(made.calleePlace), "tpu.RunConfig");
  }
}

void python::checkEstimatorBatches(const Context &context,
                                   const EstimatorSetup &setup) {
  const Call &call = *setup.call;
  const Argument *train = estimatorArgument(call, "train_batch_size");
  bool isChoice =
      setup.written &&
      isChosen(estimatorArgument(*setup.written, "train_batch_size"));
  if (isLeftOut(call, train) && !isChoice)
    (void)diag::MissingBatchSize::train(train ? context.at(*train)
                                              : context.at(call.calleePlace));
  else
    checkBatch(context, setup, "train_batch_size", "a train batch size");
  if (evaluatesOnTpu(call))
    checkBatch(context, setup, "eval_batch_size", "an eval batch size");
  checkBatch(context, setup, "predict_batch_size", "a predict batch size");

  if (!setup.config || setup.inputMode != InputMode::PerShardV1)
    return;
  const Argument *cores =
      configArgument(*setup.config, "num_cores_per_replica");
  if (std::optional<int64_t> count = integerOf(cores); count && *count > 0)
    (void)diag::CoresPerReplica::perShard(context.at(*cores), *count);
}

//===----------------------------------------------------------------------===//
// What runs an estimator
//===----------------------------------------------------------------------===//

static void checkPositive(const Context &context, const Argument *argument,
                          StringRef name) {
  std::optional<int64_t> given = integerOf(argument);
  if (given && *given <= 0)
    (void)diag::MissingSteps::notPositive(context.at(*argument), name,
                                          std::to_string(*given));
}

static void checkTrainSteps(const Context &context, const Call &call,
                            const Call *written, bool isSpec) {
  const Argument *steps = isSpec ? nullptr : call.find("steps", 2);
  const Argument *maxSteps = call.find("max_steps", isSpec ? 1 : 3);
  if ((isSpec || isLeftOut(call, steps)) && isLeftOut(call, maxSteps)) {
    if (written && (isChosen(written->find("steps", 2)) ||
                    isChosen(written->find("max_steps", isSpec ? 1 : 3))))
      return;
    (void)diag::MissingSteps::train(context.at(call.calleePlace));
    return;
  }
  if (integerOf(steps) && integerOf(maxSteps)) {
    Report report = diag::MissingSteps::both(context.at(*maxSteps));
    report.note(context.at(*steps), "`steps` is given here");
    return;
  }
  checkPositive(context, steps, "steps");
  checkPositive(context, maxSteps, "max_steps");
}

static void checkEvaluationSteps(const Context &context, const Call &call,
                                 const Call *written, bool isSpec) {
  const Argument *steps = call.find("steps", 1);
  // A specification without them evaluates a hundred.
  bool isMissing =
      isSpec ? steps && steps->value->isNone() : isLeftOut(call, steps);
  if (!isMissing)
    return checkPositive(context, steps, "steps");
  if (!written || !isChosen(written->find("steps", 1)))
    (void)diag::MissingSteps::evaluate(steps ? context.at(*steps)
                                             : context.at(call.calleePlace));
}

static void checkBatchGiven(const Context &context, const EstimatorSetup &setup,
                            const Call &call, StringRef name,
                            StringRef method) {
  const Argument *argument = estimatorArgument(*setup.call, name);
  if (!isLeftOut(*setup.call, argument) ||
      (setup.written && isChosen(estimatorArgument(*setup.written, name))))
    return;
  Report report =
      diag::MissingBatchSize::call(context.at(call.calleePlace), method, name);
  report.note(context.at(setup.call->calleePlace), "the estimator");
}

/// Datasets are cut along their first axis where the input is read host by
/// host; the other modes do not look at `batch_axis`.
static void checkPredictAxis(const Context &context,
                             const EstimatorSetup &setup, const Call &call) {
  const Argument *axis = estimatorArgument(*setup.call, "batch_axis");
  bool isGiven =
      axis && (axis->value->isSequence() || axis->value->isInteger());
  if (!isGiven || setup.inputMode != InputMode::PerHostV1)
    return;
  Report report = diag::PredictBatchAxis::given(context.at(call.calleePlace));
  report.note(context.at(*axis), "`batch_axis` is given here");
}

void python::checkEstimatorRun(const Context &context,
                               const EstimatorSetup &setup, const Call &call,
                               const Call *written, StringRef method) {
  bool isSpec = methodOf(call, TpuClass::Estimator).empty();
  if (method == "train") {
    checkTrainSteps(context, call, written, isSpec);
  } else if (method == "predict") {
    checkBatchGiven(context, setup, call, "predict_batch_size", method);
    checkPredictAxis(context, setup, call);
  } else if (method == "evaluate" && evaluatesOnTpu(*setup.call)) {
    checkBatchGiven(context, setup, call, "eval_batch_size", method);
    checkEvaluationSteps(context, call, written, isSpec);
  }
}
