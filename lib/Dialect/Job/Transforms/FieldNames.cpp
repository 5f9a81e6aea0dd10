//===- FieldNames.cpp - What users call the parts of a job ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Transforms/FieldNames.h"

using namespace trainlint::job;

const RoleNames &trainlint::job::namesOf(Role role) {
  static constexpr RoleNames Names[] = {
      {"the master", "masterType", "", "masterConfig"},
      {"the workers", "workerType", "workerCount", "workerConfig"},
      {"the parameter servers", "parameterServerType", "parameterServerCount",
       "parameterServerConfig"},
      {"the evaluators", "evaluatorType", "evaluatorCount", "evaluatorConfig"},
  };
  return Names[static_cast<unsigned>(role)];
}
