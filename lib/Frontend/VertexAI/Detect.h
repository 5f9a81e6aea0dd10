//===- Detect.h - Telling Vertex AI jobs from other text --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_VERTEXAI_DETECT_H
#define TRAINLINT_FRONTEND_VERTEXAI_DETECT_H

#include "Schema/Schema.h"
#include "Text/Yaml/View.h"

namespace trainlint::vertexai {

/// Fields of jobs that several files speak of.
namespace fields {
inline constexpr llvm::StringLiteral Pools = "workerPoolSpecs";
inline constexpr llvm::StringLiteral Container = "containerSpec";
inline constexpr llvm::StringLiteral Image = "imageUri";
inline constexpr llvm::StringLiteral Package = "pythonPackageSpec";
} // namespace fields

/// The forms in which a job is written.
enum class Form : uint8_t {
  /// What `gcloud ai custom-jobs create --config` reads.
  JobSpec,
  /// The resource of the REST interface.
  Job,
  /// The request that creates it.
  JobRequest,
  /// The resource, which is also what `gcloud ai hp-tuning-jobs create` reads.
  TuningJob,
  TuningJobRequest,
};

/// True if a text may hold a job. Looks for the field names only, so that most
/// other files need not be parsed.
bool mayHoldJob(llvm::StringRef text);

/// The form of a document; nothing if it is no job. A pipeline that holds a job
/// somewhere inside is none.
std::optional<Form> formOf(yaml::View root, yaml::TreeView &tree);

inline bool isJob(yaml::View root, yaml::TreeView &tree) {
  return formOf(root, tree).has_value();
}

/// The fields of a form that lead from the document to the job, and from there
/// to what holds the pools; empty where the one is the other.
struct FormPath {
  llvm::StringLiteral job;
  llvm::StringLiteral spec;
};
FormPath pathOf(Form form);

/// True for a request that creates a job.
bool isRequest(Form form);
/// True for a job that tunes hyperparameters.
bool isTuning(Form form);

/// The schema of the documents of a form.
const schema::Schema &schemaOf(Form form);

/// What messages call a document of a form, with an article.
llvm::StringRef nounOf(Form form);

} // namespace trainlint::vertexai

#endif // TRAINLINT_FRONTEND_VERTEXAI_DETECT_H
