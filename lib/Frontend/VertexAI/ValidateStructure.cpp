//===- ValidateStructure.cpp - The structure of Vertex AI jobs ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/VertexAI/ValidateStructure.h"
#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Messages/WorkerPools.h"
#include "Diagnostics/Report.h"
#include "Frontend/VertexAI/Detect.h"
#include "Frontend/VertexAI/SnakeCaseFields.h"
#include "Schema/Validator.h"
#include "Text/Yaml/ScalarType.h"

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

/// The mapping that holds the pools.
static View jobSpecOf(View root, Form form, TreeView &tree) {
  FormPath path = pathOf(form);
  for (llvm::StringRef field : {path.job, path.spec})
    if (!field.empty())
      root = tree.find(root, field).value;
  return root;
}

/// The service skips a position that is empty. The commands of gcloud refuse
/// one that is nothing, and the one that creates a job without trials refuses
/// an empty mapping as well. The first pool has a rule of its own.
static void checkEmptyPools(View pools, Form form, TreeView &tree) {
  llvm::SmallVector<View> items = tree.items(pools);
  for (View item : llvm::drop_begin(items, items.empty() ? 0 : 1)) {
    const auto *mapping = item.as<MappingNode>();
    const auto *scalar = item.as<ScalarNode>();
    if (scalar && typeOf(*scalar) == ScalarType::Null)
      diag::MissingField::empty(tree.location(item), fields::Pools)
          .help("gcloud refuses a worker pool that is nothing");
    else if (form == Form::JobSpec && mapping && mapping->entries.empty())
      diag::MissingField::missing(tree.location(item), "the worker pool",
                                  fields::Container)
          .help("gcloud ai custom-jobs create refuses an empty pool; give `" +
                fields::Container + "` or `" + fields::Package + "`");
  }
}

/// To gcloud a container without a name for its image is none at all.
static void checkImages(View pools, TreeView &tree) {
  for (View pool : tree.items(pools)) {
    View container = tree.find(pool, fields::Container).value;
    EntryView image = tree.find(container, fields::Image);
    const auto *scalar = image.value.as<ScalarNode>();
    if (scalar && scalar->value.empty() &&
        typeOf(*scalar) == ScalarType::String)
      diag::MissingField::empty(tree.location(image.key), fields::Image)
          .help("give the image that the container runs");
  }
}

unsigned vertexai::checkStructure(View root, TreeView &tree) {
  Form form = formOf(root, tree).value_or(Form::JobSpec);
  const schema::Schema &schema = schemaOf(form);
  llvm::SmallVector<RenamedKey> renamed;
  View document = inCamelCase(root, schema, tree, renamed);
  reportSpelling(renamed, tree);

  EntryView pools = tree.find(jobSpecOf(document, form, tree), fields::Pools);
  if (pools.value.as<MappingNode>() && !isPlaceholder(pools.value))
    diag::WorkerPoolsMapping::onePool(tree.location(pools.key))
        .help("begin its first line with `- `, and indent the others as far");

  schema::Validator validator(tree);
  validator.setForGcloud();
  validator.validate(document, schema, nounOf(form));
  if (form == Form::JobSpec || form == Form::TuningJob)
    checkEmptyPools(pools.value, form, tree);
  checkImages(pools.value, tree);
  return validator.skippedValues();
}
