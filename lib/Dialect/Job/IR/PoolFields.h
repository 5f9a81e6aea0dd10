//===- PoolFields.h - The fields of AI Platform's pools ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_IR_POOLFIELDS_H
#define TRAINLINT_DIALECT_JOB_IR_POOLFIELDS_H

#include "Dialect/Job/IR/Job.h"

namespace trainlint::job {

/// The fields of `trainingInput` that describe the machines of a role: all of
/// them begin with the word for it.
struct PoolFields {
  PoolFields(Role role, llvm::StringRef word)
      : role(role), machineType((word + "Type").str()),
        replicas(role == Role::Chief ? "" : (word + "Count").str()),
        config((word + "Config").str()) {}

  Role role;
  /// "masterType", "workerType".
  std::string machineType;
  /// "workerCount"; empty for the master, of which there is always one.
  std::string replicas;
  /// "masterConfig", "workerConfig".
  std::string config;
};

/// Those of all roles, in the order of `Role`.
llvm::ArrayRef<PoolFields> poolFields();

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_IR_POOLFIELDS_H
