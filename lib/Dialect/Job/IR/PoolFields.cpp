//===- PoolFields.cpp - The fields of AI Platform's pools -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/IR/PoolFields.h"

using namespace trainlint;

llvm::ArrayRef<job::PoolFields> job::poolFields() {
  static const PoolFields fields[] = {
      {Role::Chief, "master"},
      {Role::Worker, "worker"},
      {Role::ParameterServer, "parameterServer"},
      {Role::Evaluator, "evaluator"},
  };
  return fields;
}
