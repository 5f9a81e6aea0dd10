//===- JaxChecks.h - Checks of JAX ------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_JAXCHECKS_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_JAXCHECKS_H

#include "Frontend/Python/Trainers/MeshValues.h"

namespace trainlint::python {

/// How and when the processes of several hosts are connected.
void checkJaxStart(const Context &context);
/// The shape, the names and the size of meshes, and the axes that arrays are
/// split along. `devices` may be null.
void checkJaxMesh(const Call &call, const MeshDevices *devices,
                  const Context &context);
/// Batches that are split over the devices of a host.
void checkJaxBatch(const Context &context, const MeshDevices &devices);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_JAXCHECKS_H
