//===- ValidateStructure.cpp - The structure of Vertex AI jobs ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/VertexAI/ValidateStructure.h"
#include "Diagnostics/Messages/WorkerPools.h"
#include "Diagnostics/Report.h"
#include "Frontend/VertexAI/Detect.h"
#include "Frontend/VertexAI/SnakeCaseFields.h"
#include "Schema/Validator.h"

using namespace trainlint;
using namespace trainlint::vertexai;
using namespace trainlint::yaml;

/// One finding for a whole file: it is written for another reader.
static void reportSpelling(llvm::ArrayRef<RenamedKey> renamed, TreeView &tree) {
  if (renamed.empty())
    return;
  const RenamedKey &first = renamed.front();
  Report report = diag::SnakeCaseField::python(
      tree.location(first.key), keyText({first.key, {}}), first.field);
  report.help("the fields are checked as if they were spelled in this way");
  llvm::SmallVector<std::pair<mlir::LocationAttr, std::string>> edits;
  for (const RenamedKey &key : renamed)
    edits.emplace_back(tree.location(key.key), key.field.str());
  report.fix(/*safe=*/false, "spell the fields as gcloud does", edits);
}

/// The mapping that holds `workerPoolSpecs`.
static View jobSpecOf(View root, Form form, TreeView &tree) {
  auto below = [&](View view, llvm::StringRef field) {
    return tree.find(view, field).value;
  };
  switch (form) {
  case Form::JobSpec:
    return root;
  case Form::Job:
    return below(root, "jobSpec");
  case Form::JobRequest:
    return below(below(root, "customJob"), "jobSpec");
  case Form::TuningJob:
    return below(root, "trialJobSpec");
  case Form::TuningJobRequest:
    return below(below(root, "hyperparameterTuningJob"), "trialJobSpec");
  }
  llvm_unreachable("unknown form");
}

unsigned vertexai::checkStructure(View root, TreeView &tree) {
  Form form = formOf(root, tree).value_or(Form::JobSpec);
  const schema::Schema &schema = schemaOf(form);
  llvm::SmallVector<RenamedKey> renamed;
  View document = inCamelCase(root, schema, tree, renamed);
  reportSpelling(renamed, tree);

  EntryView pools =
      tree.find(jobSpecOf(document, form, tree), "workerPoolSpecs");
  if (pools.value.as<MappingNode>() && !isPlaceholder(pools.value))
    diag::WorkerPoolsMapping::onePool(tree.location(pools.key))
        .help("begin its first line with `- `, and indent the others as far");

  schema::Validator validator(tree);
  validator.validate(document, schema, nounOf(form));
  return validator.skippedValues();
}
