//===- TensorflowVersions.h - What a version of TensorFlow has --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_TENSORFLOWVERSIONS_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_TENSORFLOWVERSIONS_H

#include "Frontend/Python/Trainers/PinnedVersions.h"

namespace trainlint::python {

/// Reports what the pinned version of TensorFlow lacks.
void checkTensorflowVersion(const Context &context,
                            const PinnedVersions &versions);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_TENSORFLOWVERSIONS_H
