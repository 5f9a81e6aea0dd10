//===- TorchXlaChecks.h - Checks of PyTorch/XLA -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_TORCHXLACHECKS_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_TORCHXLACHECKS_H

#include "Frontend/Python/Trainers/PinnedVersions.h"
#include "Frontend/Python/Trainers/XlaSpawn.h"

namespace trainlint::python {

/// The number of processes, their function and its arguments.
void checkXlaSpawn(const XlaSpawn &spawn, const Context &context,
                   const PinnedVersions &pins);
/// Devices that are used before processes are started.
void checkXlaDevices(const Context &context, const PinnedVersions &pins);
/// What spawned functions do with gradients, data and steps.
void checkXlaReplicas(const Context &context);
/// Functions and settings that the version does not have.
void checkXlaVersions(const Context &context, const PinnedVersions &pins);
/// Meshes of SPMD.
void checkXlaMesh(const Call &call, const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_TORCHXLACHECKS_H
