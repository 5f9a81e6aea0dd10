//===- TrainerDevices.h - What a trainer is told of devices -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DEVICE_CHECKS_TRAINERDEVICES_H
#define TRAINLINT_DEVICE_CHECKS_TRAINERDEVICES_H

#include "Device/Target.h"

namespace trainlint::graph {

/// Checks what a trainer is told of its devices against those of the job: rule
/// `trainer-devices`.
void checkTrainerDevices(const Target &target, const TrainingValues &values);

} // namespace trainlint::graph

#endif // TRAINLINT_DEVICE_CHECKS_TRAINERDEVICES_H
