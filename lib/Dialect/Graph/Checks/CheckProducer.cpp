//===- CheckProducer.cpp - The version that wrote a graph -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Graphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKPRODUCER
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {

/// The two numbers of a release that say what it can read.
struct Release {
  int64_t major = 0;
  int64_t minor = 0;

  friend bool operator<(Release a, Release b) {
    return std::pair(a.major, a.minor) < std::pair(b.major, b.minor);
  }
};

class CheckProducer
    : public CheckPass<CheckProducer, impl::CheckProducerBase<CheckProducer>> {
public:
  using CheckPass::CheckPass;

  void check(ModelOp model);
};

} // namespace

/// Reads `1.15.0` and `2.10`; none for versions without two numbers.
static std::optional<Release> parseRelease(StringRef text) {
  Release release;
  auto [major, rest] = text.split('.');
  StringRef minor = rest.take_while(llvm::isDigit);
  if (major.getAsInteger(10, release.major) ||
      minor.getAsInteger(10, release.minor))
    return std::nullopt;
  return release;
}

/// The newest release whose graphs have a number that is not greater; null if
/// none has.
static const TfGraphVersions::Row *releaseOf(int64_t producer,
                                             const TfGraphVersions &versions) {
  const TfGraphVersions::Row *newest = nullptr;
  for (const TfGraphVersions::Row &row : versions.rows) {
    if (row.producer <= producer &&
        (!newest || newest->producer < row.producer))
      newest = &row;
  }
  return newest;
}

void CheckProducer::check(ModelOp model) {
  const auto &runs = context->values.frameworkVersion;
  std::optional<Release> job = runs ? parseRelease(runs->value) : std::nullopt;
  if (!job)
    return;
  // A graph that names its program needs no table.
  if (std::optional<StringRef> written = model.getFrameworkVersion()) {
    std::optional<Release> release = parseRelease(*written);
    if (!release || !(*job < *release))
      return;
    Report report =
        diag::FrameworkVersion::newer(model.getLoc(), *written, runs->value);
    report.note(runs->location, "the job runs with this version");
    return;
  }
  std::optional<uint64_t> producer = model.getProducer();
  const TfGraphVersions &versions = tables().tfGraphVersions;
  const TfGraphVersions::Row *row =
      producer ? releaseOf(*producer, versions) : nullptr;
  std::optional<Release> release =
      row ? parseRelease(row->version) : std::nullopt;
  if (!release || !(*job < *release))
    return;
  Report report = diag::FrameworkVersion::newerProducer(
      model.getLoc(), *producer, row->version, runs->value);
  report.note(runs->location, "the job runs with this version");
  cite(report, versions.info);
}

std::unique_ptr<mlir::Pass>
graph::createCheckProducer(const CheckContext &context) {
  return std::make_unique<CheckProducer>(context);
}
