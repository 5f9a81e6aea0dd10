//===- PipelineJobs.h - Jobs in pipelines of Vertex AI ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_PIPELINEJOBS_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_PIPELINEJOBS_H

namespace trainlint::python {

struct Context;

/// Checks the training jobs that a program makes parts of pipelines with the
/// pipeline components of Google Cloud.
void checkPipelineJobs(const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_PIPELINEJOBS_H
