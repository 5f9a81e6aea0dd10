//===- TpuEstimatorSetup.h - What a TPUEstimator is given -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUESTIMATORSETUP_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUESTIMATORSETUP_H

#include "Frontend/Python/Context/Context.h"

namespace trainlint::python {

/// How sure it is that an estimator runs on a TPU.
enum class UsesTpu : uint8_t { No, Perhaps, Yes };

/// How a TPU is fed; the values of `InputPipelineConfig`.
enum class InputMode : uint8_t {
  Unknown,
  PerShardV1,
  PerHostV1,
  PerHostV2,
  Broadcast,
  Sliced,
};

/// The mode that `True`, `False`, a number or a name stand for.
InputMode inputModeOf(const Value &value);

/// How often the model is repeated.
struct Replicas {
  int64_t count;
  /// Who says so: `TPUConfig`, `v3-8`.
  std::string name;
  mlir::LocationAttr location;
};

/// What a TPUEstimator is given, in one form of the call that makes it.
struct EstimatorSetup {
  const Call *call;
  /// The call as it is written; null if it may be one of several.
  const Call *written = nullptr;
  /// The calls that made its RunConfig and its TPUConfig; null if not known.
  const Call *runConfig = nullptr;
  const Call *config = nullptr;
  InputMode inputMode = InputMode::Unknown;
  std::optional<Replicas> replicas;
  /// True if it is told to use one core alone.
  bool usesOneCore = false;
};

/// Whether an estimator uses a TPU, by the call that makes it.
UsesTpu usesTpu(const Call &estimator);

/// Reads the setup; `tpu` is what the job has, or null.
EstimatorSetup readSetup(const Call &estimator, const Call *written,
                         const Context &context, const graph::Target *tpu);

/// An argument of a TPUConfig by its name; null if it is not given.
const Argument *configArgument(const Call &config, llvm::StringRef name);
/// An argument of a RunConfig by its name; null if it is not given.
const Argument *runConfigArgument(const Call &runConfig, llvm::StringRef name);
/// An argument of a TPUEstimator by its name; null if it is not given.
const Argument *estimatorArgument(const Call &estimator, llvm::StringRef name);

/// True if an argument is certainly left out or None.
bool isLeftOut(const Call &call, const Argument *argument);
/// True if an argument is None, or another thing, by a branch that was taken.
/// Branches on one flag are not always known to go one way, so that what is
/// None may be meant for another arm.
bool isChosen(const Argument *written);
/// A whole number that is known.
std::optional<int64_t> integerOf(const Argument *argument);

/// True for `tf.estimator.train_and_evaluate`.
bool trainsAndEvaluates(llvm::StringRef callee);
/// What `train_and_evaluate` does with an estimator: each call that makes a
/// specification, and the method that it stands for.
void forEachSpecification(
    const Call &call,
    llvm::function_ref<void(const Call &, llvm::StringRef method)> onSpec);
/// The call that makes the estimator that a call makes or runs; null if it is
/// not known.
const Call *estimatorOf(const Call &call);

// The checks of the calls, each in one form.

void checkEstimatorConstructor(const Context &context,
                               const EstimatorSetup &setup);
/// What holds only for an estimator on a TPU.
void checkEstimatorBatches(const Context &context, const EstimatorSetup &setup);
/// `train`, `evaluate` or `predict`, or the specification of one of them: what
/// holds only on a TPU. `written` is the call as it is written, or null.
void checkEstimatorRun(const Context &context, const EstimatorSetup &setup,
                       const Call &call, const Call *written,
                       llvm::StringRef method);
/// `trains` is true if an estimator with it trains on a TPU, `isOnTpu` unless
/// all with it run elsewhere.
void checkTpuConfig(const Context &context, const Call &config,
                    const graph::Target *tpu, bool trains, bool isOnTpu);
void checkRunConfig(const Context &context, const Call &runConfig, bool trains);
void checkEstimatorSpec(const Context &context, const Call &spec);
void checkEstimatorArguments(const Context &context, const Call &call);

/// What an estimator exports, by the call that makes it.
void checkExportVersion(const Context &context, const Call &estimator);
/// That an estimator exports anything in a call that exports it.
void checkExport(const Context &context, const Call &call);

/// That TPUEstimator can call a function with `params`.
void checkTakesParams(const Context &context, const Argument &function);
/// That the model of an estimator takes the labels that an input function
/// returns.
void checkTakesLabels(const Context &context, const Call &estimator,
                      const Argument &input);

// The checks of all that a program does.

void checkGradients(const Context &context);
void checkInputFunctions(const Context &context);
void checkEvaluationSpecs(const Context &context);
void checkHostSummaries(const Context &context);

/// What is said of findings that hold only on a TPU, where that is not certain.
inline constexpr llvm::StringLiteral IfUsesTpu = "if `use_tpu` is true";

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUESTIMATORSETUP_H
