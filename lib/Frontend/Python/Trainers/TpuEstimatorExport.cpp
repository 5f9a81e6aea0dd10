//===- TpuEstimatorExport.cpp - What a TPUEstimator exports ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuEstimators.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuEstimatorSetup.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

void python::checkExportVersion(const Context &context, const Call &estimator) {
  const Argument *version =
      estimatorArgument(estimator, "export_saved_model_api_version");
  if (!version)
    return;
  const Value &value = *version->value;
  // Python takes `True` and `2.0` for the numbers that they equal.
  bool isOther =
      value.isText() || value.isNone() ||
      (value.isInteger() && value.integer != 1 && value.integer != 2);
  if (isOther)
    (void)diag::EstimatorExport::version(context.at(*version), printed(value));
}

static bool isOff(const Argument *argument) {
  return argument && argument->value->truth() == false;
}

void python::checkExport(const Context &context, const Call &call) {
  StringRef method = methodOf(call, TpuClass::Estimator);
  if (method != "export_saved_model" && method != "export_savedmodel" &&
      method != "experimental_export_all_saved_models")
    return;
  const Call *estimator = estimatorOf(call);
  if (!estimator)
    return;
  const Argument *toCpu = estimatorArgument(*estimator, "export_to_cpu");
  const Argument *toTpu = estimatorArgument(*estimator, "export_to_tpu");
  if (!isOff(toCpu) || !isOff(toTpu))
    return;
  Report report =
      diag::EstimatorExport::nothing(context.at(call.calleePlace), method);
  report.note(context.at(*toCpu), "`export_to_cpu` is off here");
  report.note(context.at(*toTpu), "`export_to_tpu` is off here");
}
