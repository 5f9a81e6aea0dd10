//===- CheckStorage.cpp - Paths are in Cloud Storage ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Software.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/FieldNames.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKSTORAGE
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckStorage
    : CheckPass<CheckStorage, job::impl::CheckStorageBase<CheckStorage>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::AIPlatform || platform == Platform::VertexAI;
  }
  void check(TrainingOp training);
};
} // namespace

static void checkPath(StringRef field, ValueAttr path) {
  std::optional<StringRef> text = knownString(path);
  // `$1` is an argument of the script that the file is written by.
  if (!text || text->empty() || text->starts_with("gs://") ||
      text->starts_with("$"))
    return;
  // gcloud refuses the flag, which is found where its values are checked.
  if (field.starts_with("--"))
    return;
  diag::NotCloudStorage::local(path.getLoc(), field)
      .help("the machines of the job do not see local files; copy them to "
            "gs://BUCKET");
}

void CheckStorage::check(TrainingOp training) {
  bool vertex = training.getPlatform() == Platform::VertexAI;
  checkPath(vertex
                ? nameOfField(training, "baseOutputDirectory.outputUriPrefix")
                : nameOrFlagOf(training, training.getJobDirAttr(), "jobDir"),
            training.getJobDirAttr());
  for (ValueAttr package : itemsOf(training.getPackageUrisAttr()))
    checkPath("packageUris", package);
  for (PoolOp pool : training.getPools()) {
    for (ValueAttr package : itemsOf(pool.getPackageUrisAttr()))
      checkPath(nameOfField(training, "packageUris"), package);
  }
}

Check job::checkStorage() { return Check::of<CheckStorage>(); }
