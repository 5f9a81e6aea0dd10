//===- TensorflowNames.cpp - What TensorFlow calls its parts --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

bool python::isTensorflowName(StringRef name) {
  StringRef package = name.split('.').first;
  return package == "tensorflow" || package == "tensorflow_core" ||
         package == "tensorflow_estimator";
}

bool python::hasModule(StringRef name, StringRef module) {
  StringRef modules = name.rsplit('.').first;
  while (!modules.empty()) {
    auto [first, rest] = modules.split('.');
    if (first == module)
      return true;
    modules = rest;
  }
  return false;
}

TpuClass python::tpuClassOf(StringRef name) {
  if (!isTensorflowName(name))
    return TpuClass::None;
  TpuClass found =
      llvm::StringSwitch<TpuClass>(name.rsplit('.').second)
          .Case("TPUEstimator", TpuClass::Estimator)
          .Case("RunConfig", TpuClass::RunConfig)
          .Case("TPUConfig", TpuClass::Config)
          .Case("TPUEstimatorSpec", TpuClass::EstimatorSpec)
          .Case("CrossShardOptimizer", TpuClass::CrossShardOptimizer)
          .Case("TPUClusterResolver", TpuClass::Resolver)
          .Cases({"TPUStrategy", "TPUStrategyV2"}, TpuClass::Strategy)
          .Case("TPUStrategyV1", TpuClass::SessionStrategy)
          .Default(TpuClass::None);
  if (found == TpuClass::Strategy &&
      (hasModule(name, "contrib") || hasModule(name, "v1")))
    return TpuClass::SessionStrategy;
  // There are other classes of these names: `tf.estimator.RunConfig`.
  if (found == TpuClass::RunConfig && !hasModule(name, "tpu"))
    return TpuClass::None;
  return found;
}

StringRef python::methodOf(const Call &call, TpuClass wanted) {
  auto [object, method] = call.callee.rsplit('.');
  return tpuClassOf(object) == wanted ? method : StringRef();
}

const Call *python::constructorOf(const Value *value, TpuClass wanted) {
  if (!value || value->kind != ValueKind::Object || !value->call ||
      tpuClassOf(value->call->callee) != wanted)
    return nullptr;
  return value->call;
}

std::string python::shortTensorflowName(StringRef name) {
  if (name.consume_front("tensorflow."))
    return ("tf." + name).str();
  return name.str();
}

bool python::initializesTpu(StringRef callee) {
  return isTensorflowName(callee) &&
         callee.rsplit('.').second == "initialize_tpu_system";
}

bool python::connectsAndInitializes(StringRef callee) {
  auto [object, method] = callee.rsplit('.');
  return method == "connect" && tpuClassOf(object) == TpuClass::Resolver;
}

bool python::connectsToCluster(StringRef callee) {
  StringRef function = callee.rsplit('.').second;
  return isTensorflowName(callee) &&
         (function == "experimental_connect_to_cluster" ||
          function == "experimental_connect_to_host" ||
          function == "connect_to_cluster" ||
          function == "connect_to_remote_host");
}

bool python::readsFiles(StringRef callee) {
  return isTensorflowName(callee) &&
         llvm::StringSwitch<bool>(callee.rsplit('.').second)
             .Cases({"TFRecordDataset", "TextLineDataset",
                     "FixedLengthRecordDataset"},
                    true)
             .Default(false);
}
