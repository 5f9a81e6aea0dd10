//===- AiPlatformClients.h - AI Platform jobs from Python -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_AIPLATFORMCLIENTS_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_AIPLATFORMCLIENTS_H

namespace trainlint::python {

struct Context;

/// Checks the jobs that a program sends to AI Platform: through the client of
/// Google's APIs, Airflow, Kubeflow's pipelines and fairing, and TFX.
void checkAiPlatformClients(const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_AIPLATFORMCLIENTS_H
