//===- DocumentKinds.cpp - The kinds of jobs in documents -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/DocumentKinds.h"
#include "Frontend/AIPlatform/Detect.h"
#include "Schema/Validator.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::yaml;

static unsigned importAIPlatform(View root, TreeView &tree,
                                 const ImportOptions &options,
                                 mlir::OpBuilder &builder) {
  schema::Validator validator(tree);
  validator.validate(root, schema::aiPlatformJob(), "a job");
  if (!root.as<MappingNode>())
    return validator.skippedValues();
  View input = tree.find(root, "trainingInput").value;
  aiplatform::importJob(
      root, tree,
      frontend::withDefaults(input, tree, options.overrides, options.defaults),
      builder);
  return validator.skippedValues();
}

static constexpr DocumentKind Kinds[] = {
    {InputKind::AIPlatform, "ai-platform", "a job", aiplatform::mayHoldJob,
     aiplatform::isJob, importAIPlatform},
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
