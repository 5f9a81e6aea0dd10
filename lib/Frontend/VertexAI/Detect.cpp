//===- Detect.cpp - Telling Vertex AI jobs from other text ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/VertexAI/Detect.h"
#include "Frontend/VertexAI/SnakeCaseFields.h"
#include "Support/IgnoreCase.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"

using namespace trainlint;
using namespace trainlint::vertexai;
using namespace trainlint::yaml;

/// True if the text is encoded with two or four bytes a character.
static bool isWide(StringRef text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
         text.take_front(4).contains('\0');
}

namespace {
struct FormEntry {
  Form form;
  bool isTuning;
  FormPath path;
};
} // namespace

/// In the order in which a document is compared with them.
static constexpr FormEntry Forms[] = {
    {Form::JobSpec, false, {"", ""}},
    {Form::TuningJob, true, {"", "trialJobSpec"}},
    {Form::Job, false, {"", "jobSpec"}},
    {Form::JobRequest, false, {"customJob", "jobSpec"}},
    {Form::TuningJobRequest, true, {"hyperparameterTuningJob", "trialJobSpec"}},
};

static const FormEntry &entryOf(Form form) {
  return *llvm::find_if(
      Forms, [&](const FormEntry &entry) { return entry.form == form; });
}

FormPath vertexai::pathOf(Form form) { return entryOf(form).path; }

bool vertexai::isRequest(Form form) { return !pathOf(form).job.empty(); }

bool vertexai::isTuning(Form form) { return entryOf(form).isTuning; }

bool vertexai::mayHoldJob(StringRef text) {
  if (isWide(text)) {
    std::string narrow;
    llvm::copy_if(text, std::back_inserter(narrow),
                  [](char c) { return c != '\0'; });
    StringRef letters = narrow;
    return letters.contains(fields::Pools) || letters.contains("studySpec");
  }
  return containsIgnoringCase(text, "workerpoolspec") ||
         containsIgnoringCase(text, "worker_pool_spec") ||
         containsIgnoringCase(text, "worker-pool-specs") ||
         containsIgnoringCase(text, "trialjobspec") ||
         containsIgnoringCase(text, "trial_job_spec");
}

/// The value of a field, in whatever spelling; of no field the mapping itself.
static View fieldOf(View mapping, StringRef field, TreeView &tree) {
  if (field.empty())
    return mapping;
  for (const EntryView &entry : tree.entries(mapping)) {
    if (sameLetters(keyText(entry), field))
      return entry.value;
  }
  return {};
}

/// True if a mapping with `workerPoolSpecs` is a job, and not the settings of
/// another program that makes one of them: in gcloud's spelling most of its
/// fields, and in the spelling of Python all of them, are those of a job.
static bool isJobSpec(View root, TreeView &tree) {
  unsigned own = 0, foreign = 0;
  for (const EntryView &entry : tree.entries(root)) {
    StringRef key = keyText(entry);
    bool known = sameLetters(key, fields::Pools) ||
                 propertyMeant(schemaOf(Form::JobSpec), key) ||
                 propertyMeant(schemaOf(Form::Job), key);
    ++(known ? own : foreign);
  }
  return tree.find(root, fields::Pools).key ? foreign <= own : !foreign;
}

std::optional<Form> vertexai::formOf(View root, TreeView &tree) {
  if (!root.as<MappingNode>())
    return std::nullopt;
  // Manifests of Kubernetes and pipelines have a job of their own around it.
  if (tree.find(root, "apiVersion").key || tree.find(root, "pipelineSpec").key)
    return std::nullopt;
  const auto *found = llvm::find_if(Forms, [&](const FormEntry &entry) {
    View spec =
        fieldOf(fieldOf(root, entry.path.job, tree), entry.path.spec, tree);
    return bool(entry.isTuning ? spec : fieldOf(spec, fields::Pools, tree));
  });
  if (found == std::end(Forms) ||
      (found->form == Form::JobSpec && !isJobSpec(root, tree)))
    return std::nullopt;
  return found->form;
}

const schema::Schema &vertexai::schemaOf(Form form) {
  switch (form) {
  case Form::JobSpec:
    return *schema::vertexCustomJob().anyOf[0];
  case Form::Job:
    return *schema::vertexCustomJob().anyOf[1];
  case Form::JobRequest:
    return *schema::vertexCustomJob().anyOf[2];
  case Form::TuningJob:
    return *schema::vertexHyperparameterTuningJob().anyOf[0];
  case Form::TuningJobRequest:
    return *schema::vertexHyperparameterTuningJob().anyOf[1];
  }
  llvm_unreachable("unknown form");
}

StringRef vertexai::nounOf(Form form) {
  switch (form) {
  case Form::JobSpec:
    return "a CustomJobSpec";
  case Form::Job:
    return "a CustomJob";
  case Form::JobRequest:
  case Form::TuningJobRequest:
    return "a request";
  case Form::TuningJob:
    return "a HyperparameterTuningJob";
  }
  llvm_unreachable("unknown form");
}
