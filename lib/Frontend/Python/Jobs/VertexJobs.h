//===- VertexJobs.h - Jobs that Python sends to Vertex AI -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_VERTEXJOBS_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_VERTEXJOBS_H

#include "Frontend/Python/Context/Context.h"

namespace trainlint::python {

/// Reports calls of Vertex AI's SDK that it refuses: arguments that it does not
/// have, lacks, or takes in another form, and what does not fit together with
/// the other calls of the module.
void checkVertexCalls(const Context &context);

/// Makes a `job.training` op of every job that the SDK or the clients below it
/// are asked for, and checks it. A job is there from where its worker pools
/// are: a CustomJob that is built and not run in this module is one, too.
void importVertexJobs(const Context &context);

/// Makes an op of a document whose fields are spelled as in files, and runs the
/// checks of jobs. Without a region nothing is known of it. To be called from
/// within `forEachForm`.
job::TrainingOp importVertexDocument(yaml::Node *root, job::ValueAttr region,
                                     const Context &context);

/// The region of a job: what its own call says, or the last call of init()
/// above.
class JobRegions {
public:
  explicit JobRegions(const Context &context) : context(context) {}

  /// The value of an argument that names a region; null if it names none. One
  /// that the SDK does not take is not known.
  job::ValueAttr regionOf(const Value *location, Place use) const;
  /// Remembers a call of init().
  void add(const Call &init);
  /// What holds for a call that names no region itself, by the calls of init()
  /// that were added; null if nothing does.
  job::ValueAttr defaultAt(const Call &call) const;
  job::ValueAttr unknown(mlir::Location location) const;

  /// Reports a location that the SDK does not take.
  void check(const Value *location, Place use) const;

private:
  const Context &context;
  /// Those that may name a region, in their order.
  llvm::SmallVector<const Call *> inits;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_VERTEXJOBS_H
