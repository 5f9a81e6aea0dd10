//===- CheckTraining.h - What controllers of training refuse ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GKE_CHECKTRAINING_H
#define TRAINLINT_FRONTEND_GKE_CHECKTRAINING_H

#include "Frontend/GKE/KnownValue.h"

namespace trainlint::gke {

/// Checks an object of JobSet, LeaderWorkerSet, KubeRay, Kueue or Kubeflow as
/// the controllers of its kind do before they accept it; does nothing for
/// others.
void checkTraining(yaml::View object, yaml::TreeView &tree);

/// Checks whether a name is one of services and of hosts.
void checkName(const KnownValue &name, llvm::StringRef kind, int64_t limit);

// The checks of one family each; `kind` is that of the object.
void checkJobSet(const KnownValue &object);
void checkLeaderWorkerSet(const KnownValue &object);
void checkKubeflow(const KnownValue &object, llvm::StringRef kind);
void checkTrainJob(const KnownValue &object, yaml::TreeView &tree);
void checkRuntime(const KnownValue &object);
void checkRay(const KnownValue &object, llvm::StringRef kind);
void checkClusterQueue(const KnownValue &object, yaml::TreeView &tree);

/// Replicated jobs that the set does not have, in the `spec` of a JobSet.
void checkReplicatedJobs(const KnownValue &spec);

} // namespace trainlint::gke

#endif // TRAINLINT_FRONTEND_GKE_CHECKTRAINING_H
