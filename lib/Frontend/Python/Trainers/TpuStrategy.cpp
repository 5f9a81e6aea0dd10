//===- TpuStrategy.cpp - Checks of scripts that train with it -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/TpuStrategy.h"
#include "Frontend/Python/Trainers/TensorflowVersions.h"
#include "Frontend/Python/Trainers/TpuStrategyCalls.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

static bool importsTensorflow(const Program &program) {
  return llvm::any_of(program.imports(), [](llvm::StringRef name) {
    llvm::StringRef package = name.split('.').first;
    return package == "tensorflow" || package == "keras";
  });
}

void python::checkTpuStrategy(const Context &context) {
  if (!importsTensorflow(context.program))
    return;
  PinnedVersions versions(context);
  checkTensorflowVersion(context, versions);
  TpuCalls calls(context);
  checkScopes(calls);
  checkTpuFiles(calls);
  if (calls.strategies.empty() && calls.initializations.empty())
    return;
  checkStart(calls);
  checkStrategyRuns(calls);
  checkStepLoops(calls);
  checkReplicaDatasets(calls);
  checkTpuOptions(calls, versions);
}
