//===- DocumentKinds.cpp - The kinds of jobs in documents -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/DocumentKinds.h"
#include "Frontend/AIPlatform/Detect.h"
#include "Frontend/GKE/Detect.h"
#include "Frontend/GKE/Import.h"
#include "Frontend/GKE/Workloads.h"
#include "Schema/Validator.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::yaml;

/// The overrides of the command line, and the defaults for fields that neither
/// they nor the file give.
static llvm::SmallVector<frontend::Override>
overridesFor(View root, TreeView &tree, const ImportOptions &options) {
  llvm::SmallVector<frontend::Override> out(options.overrides);
  View input = tree.find(root, "trainingInput").value;
  for (const frontend::Override &value : options.defaults) {
    bool given = tree.find(input, value.field).key ||
                 llvm::any_of(out, [&](const frontend::Override &other) {
                   return other.field == value.field;
                 });
    if (!given)
      out.push_back(value);
  }
  return out;
}

static unsigned importAIPlatform(View root, TreeView &tree,
                                 const ImportOptions &options,
                                 mlir::OpBuilder &builder) {
  schema::Validator validator(tree);
  validator.validate(root, schema::aiPlatformJob(), "a job");
  if (root.as<MappingNode>())
    aiplatform::importJob(root, tree, overridesFor(root, tree, options),
                          builder);
  return validator.skippedValues();
}

static unsigned importGke(View root, TreeView &tree, const ImportOptions &,
                          mlir::OpBuilder &builder) {
  schema::Validator validator(tree);
  bool isList = !gke::isWorkload({root, schema::gkeWorkload(), tree});
  for (View object : gke::objectsOf(root, tree)) {
    // Of a list, the other objects are none of our business.
    bool taken = object.as<MappingNode>() &&
                 (!isList || gke::isWorkloadWithAccelerators(object, tree));
    if (!taken)
      continue;
    validator.validate(object, schema::gkeWorkload(), "a workload");
    gke::importWorkload(object, tree, builder);
  }
  return validator.skippedValues();
}

static constexpr DocumentKind Kinds[] = {
    {InputKind::AIPlatform, "ai-platform", "a job", aiplatform::mayHoldJob,
     aiplatform::isJob, importAIPlatform},
    {InputKind::GKE, "gke", "a workload", gke::mayHoldWorkload,
     gke::isWorkloadWithAccelerators, importGke},
};

llvm::ArrayRef<DocumentKind> trainlint::documentKinds() { return Kinds; }

std::optional<InputKind> trainlint::inputKindNamed(llvm::StringRef name) {
  if (name == "commands")
    return InputKind::Commands;
  if (name == "none")
    return InputKind::None;
  for (const DocumentKind &kind : Kinds) {
    if (kind.name == name)
      return kind.kind;
  }
  return std::nullopt;
}
