//===- TensorflowNames.h - What TensorFlow calls its parts ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same class has had several names: `tf.contrib.tpu.TPUEstimator`,
// `tf.estimator.tpu.TPUEstimator`, that of `tf.compat.v1`, and those of the
// modules that define it. A class that a repository defines itself is none of
// them.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_TENSORFLOWNAMES_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_TENSORFLOWNAMES_H

#include "Frontend/Python/Values/Calls.h"

namespace trainlint::python {

/// True for names of TensorFlow and of its estimators.
bool isTensorflowName(llvm::StringRef name);

/// True if TensorFlow has one of these modules in a name:
/// `tensorflow.estimator.tpu.RunConfig` has `tpu`.
bool hasModule(llvm::StringRef name, llvm::StringRef module);

/// The classes that train on TPUs.
enum class TpuClass : uint8_t {
  None,
  Estimator,
  RunConfig,
  Config,
  EstimatorSpec,
  CrossShardOptimizer,
  Resolver,
  /// TPUStrategy of TensorFlow 2.
  Strategy,
  /// The same of TensorFlow 1, which runs in sessions.
  SessionStrategy,
};

/// The class that a name stands for.
TpuClass tpuClassOf(llvm::StringRef name);

/// The method of a class that a call calls: `train`; empty if it calls none.
/// The receiver may be unknown to the class otherwise.
llvm::StringRef methodOf(const Call &call, TpuClass wanted);

/// The call that made an object of a class; null if the value is none.
const Call *constructorOf(const Value *value, TpuClass wanted);

/// As users write it: `tf.estimator.tpu.RunConfig`.
std::string shortTensorflowName(llvm::StringRef name);

/// True for `initialize_tpu_system(resolver)`.
bool initializesTpu(llvm::StringRef callee);

/// True for `TPUClusterResolver.connect()`, which connects and initializes.
bool connectsAndInitializes(llvm::StringRef callee);

/// True for `tf.config.experimental_connect_to_cluster` and to a host.
bool connectsToCluster(llvm::StringRef callee);

/// True for a function that reads the files it is given.
bool readsFiles(llvm::StringRef callee);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_TENSORFLOWNAMES_H
