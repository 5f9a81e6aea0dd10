//===- CheckFiles.cpp - Files that a TPU cannot reach ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Checks/TrainingLoop.h"
#include "Diagnostics/Messages/Graphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKFILES
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
class CheckFiles
    : public CheckPass<CheckFiles, impl::CheckFilesBase<CheckFiles>> {
public:
  using CheckPass::CheckPass;

  void check(ModelOp model);

private:
  void checkNode(NodeOp reader);

  /// Paths that were reported; a path is one finding.
  llvm::StringSet<> reported;
};
} // namespace

/// True for ops whose first input names files to be read. Checkpoints are left
/// out: what names them in a graph is replaced when it runs.
static bool readsFiles(llvm::StringRef op) {
  static constexpr llvm::StringLiteral Ops[] = {
      "FixedLengthRecordDataset",
      "FixedLengthRecordDatasetV2",
      "MatchingFiles",
      "MatchingFilesDataset",
      "ReadFile",
      "TFRecordDataset",
      "TFRecordDatasetV2",
      "TextLineDataset",
  };
  return llvm::is_contained(Ops, op);
}

void CheckFiles::checkNode(NodeOp reader) {
  if (reader.getInputs().empty())
    return;
  auto constant = reader.getInputs().front().getDefiningOp<NodeOp>();
  if (!constant || !constant.is("Const"))
    return;
  auto paths = llvm::dyn_cast_or_null<mlir::DenseStringElementsAttr>(
      source().attribute(constant, "value"));
  if (!paths)
    return;
  for (llvm::StringRef path : paths.getRawStringData()) {
    if (!isLocalPath(path) || !reported.insert(path).second)
      continue;
    Report report = diag::TpuLocalFile::file(
        source().attributeLocation(constant, "value"), path, reader.getOpName(),
        source().name(reader));
    report.note(source().location(reader, NodePart::Name), "read here");
    if (target().location)
      report.note(target().location, "this TPU has hosts of its own");
    report.help("put the files into a bucket and name them gs://BUCKET/...");
  }
}

void CheckFiles::check(ModelOp model) {
  reported.clear();
  if (!target().isTpu() || target().readsLocalFiles)
    return;
  llvm::SmallVector<NodeOp> readers;
  for (const OpUse &use : uses().all()) {
    if (readsFiles(use.op()))
      llvm::append_range(readers, use.nodes);
  }
  sortByPlace(readers);
  llvm::for_each(readers, [&](NodeOp reader) { checkNode(reader); });
}

std::unique_ptr<mlir::Pass>
graph::createCheckFiles(const CheckContext &context) {
  return std::make_unique<CheckFiles>(context);
}
