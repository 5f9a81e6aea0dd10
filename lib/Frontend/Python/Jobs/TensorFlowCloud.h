//===- TensorFlowCloud.h - Jobs of tensorflow_cloud -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_TENSORFLOWCLOUD_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_TENSORFLOWCLOUD_H

namespace trainlint::python {

struct Context;

/// Checks what a program gives to tensorflow_cloud, which submits the program
/// itself, a script or a notebook to AI Platform: machines, TPUs, arguments.
void checkTensorFlowCloud(const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_TENSORFLOWCLOUD_H
