//===- DocumentKinds.cpp - The kinds of jobs in documents -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/DocumentKinds.h"
#include "Frontend/AIPlatform/Detect.h"
#include "Frontend/VertexAI/Detect.h"
#include "Frontend/VertexAI/Import.h"
#include "Frontend/VertexAI/Structure.h"
#include "Schema/Validator.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::yaml;

/// The overrides of the command line, and the defaults for fields that neither
/// they nor the file give.
static llvm::SmallVector<frontend::Override>
overridesFor(const ImportOptions &options,
             llvm::function_ref<bool(llvm::StringRef field)> isGiven) {
  llvm::SmallVector<frontend::Override> out(options.overrides);
  for (const frontend::Override &value : options.defaults) {
    bool given = isGiven(value.field) ||
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
  View input = tree.find(root, "trainingInput").value;
  auto isGiven = [&](llvm::StringRef field) {
    return static_cast<bool>(tree.find(input, field).key);
  };
  if (root.as<MappingNode>())
    aiplatform::importJob(root, tree, overridesFor(options, isGiven), builder);
  return validator.skippedValues();
}

static unsigned importVertexAI(View root, TreeView &tree,
                               const ImportOptions &options,
                               mlir::OpBuilder &builder) {
  unsigned skipped = vertexai::checkStructure(root, tree);
  auto isGiven = [&](llvm::StringRef field) {
    return field == "region" && vertexai::namesRegion(root, tree);
  };
  if (root.as<MappingNode>())
    vertexai::importJob(root, tree, overridesFor(options, isGiven), builder);
  return skipped;
}

static constexpr DocumentKind Kinds[] = {
    {InputKind::AIPlatform, "ai-platform", "a job", aiplatform::mayHoldJob,
     aiplatform::isJob, importAIPlatform},
    {InputKind::VertexAI, "vertex", "a job", vertexai::mayHoldJob,
     vertexai::isJob, importVertexAI},
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
