//===- CheckRuntimeVersions.cpp - Runtime and Python versions -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Software.h"
#include "Diagnostics/Messages/Tpu.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/FieldNames.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKRUNTIMEVERSIONS
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {

/// A version such as 1.15, which is later than 1.2.
struct Version {
  unsigned major = 0;
  unsigned minor = 0;
  friend bool operator<(Version a, Version b) {
    return std::tie(a.major, a.minor) < std::tie(b.major, b.minor);
  }
};

struct CheckRuntimeVersions
    : CheckPass<CheckRuntimeVersions,
                job::impl::CheckRuntimeVersionsBase<CheckRuntimeVersions>> {
  using CheckPass::CheckPass;

  void check(TrainingOp training);

private:
  void checkRetired(ValueAttr runtime);
  void checkPython(TrainingOp training, ValueAttr runtime, ValueAttr python);
  void checkTpu(ValueAttr runtime, StringRef what);
  void checkIncident(TrainingOp training, ValueAttr runtime);
  bool offersPython(Version runtime, const AiPlatformPythonVersions::Row &row);
};

} // namespace

static std::optional<Version> parseVersion(StringRef text) {
  Version version;
  auto [major, minor] = text.split('.');
  if (major.getAsInteger(10, version.major) ||
      minor.getAsInteger(10, version.minor))
    return std::nullopt;
  return version;
}

void CheckRuntimeVersions::checkRetired(ValueAttr runtime) {
  const auto &versions = tables().aiPlatformRuntimeVersions;
  const auto *row = versions.find(*runtime.getString());
  if (!row || !row->retired || !context->holdsSince(row->retiredSince))
    return;
  Report report =
      row->retiredSince
          ? diag::RuntimeVersionRetired::since(runtime.getLoc(), row->version,
                                               formatDate(*row->retiredSince))
          : diag::RuntimeVersionRetired::retired(runtime.getLoc(),
                                                 row->version);
  llvm::SmallVector<StringRef> available;
  for (const auto &other : versions.rows) {
    if (!other.retired)
      available.push_back(other.version);
  }
  llvm::sort(available, [](StringRef a, StringRef b) {
    return *parseVersion(a) < *parseVersion(b);
  });
  report.help("later versions are " +
              formatList(available, "and", available.size()));
  cite(report, versions);
}

bool CheckRuntimeVersions::offersPython(
    Version runtime, const AiPlatformPythonVersions::Row &row) {
  std::optional<Version> first = parseVersion(row.firstRuntime);
  std::optional<Version> last = parseVersion(row.lastRuntime);
  return !(first && runtime < *first) && !(last && *last < runtime);
}

void CheckRuntimeVersions::checkPython(TrainingOp training, ValueAttr runtime,
                                       ValueAttr python) {
  std::optional<StringRef> wanted = knownString(python);
  if (!wanted)
    return;
  const auto &pythons = tables().aiPlatformPythonVersions;
  const auto *row = pythons.find(*wanted);
  if (!row) {
    llvm::SmallVector<StringRef> names;
    for (const auto &other : pythons.rows)
      names.push_back(other.python);
    cite(diag::PythonVersionRuntime::unknown(python.getLoc(), *wanted,
                                             formatList(names, "and")),
         pythons);
    return;
  }
  std::optional<StringRef> given = knownString(runtime);
  std::optional<Version> version = given ? parseVersion(*given) : std::nullopt;
  if (!version || offersPython(*version, *row))
    return;
  llvm::SmallVector<StringRef> offered;
  for (const auto &other : pythons.rows) {
    if (offersPython(*version, other))
      offered.push_back(other.python);
  }
  Report report = diag::PythonVersionRuntime::notOffered(
      python.getLoc(), *given, *wanted, formatList(offered, "and"));
  report.note(runtime.getLoc(), "the runtime version");
  // Without quotes YAML takes it for a number; a shell knows text only.
  if (!offered.empty()) {
    StringRef quote = isFromFlag(training, python) ? "" : "\"";
    report.fix(/*safe=*/false, ("use Python " + offered.back()).str(),
               python.getLocation(), (quote + offered.back() + quote).str());
  }
  cite(report, pythons);
}

/// `what` names the kind of version.
void CheckRuntimeVersions::checkTpu(ValueAttr runtime, StringRef what) {
  const auto &versions = tables().aiPlatformRuntimeVersions;
  StringRef name = *runtime.getString();
  const auto *row = versions.find(name);
  llvm::SmallVector<StringRef> supported;
  for (const auto &other : versions.rows) {
    bool ended = other.tpuUntil && context->holdsSince(other.tpuUntil);
    if (other.tpu && context->holdsSince(other.tpuSince) && !ended)
      supported.push_back(other.version);
  }
  std::string help = "TPUs are supported by " + formatList(supported, "and");
  mlir::Location location = runtime.getLoc();
  if (!row) {
    cite(diag::TpuRuntimeVersion::unknown(location, what, name), versions)
        .help(help);
    return;
  }
  // Of versions that are gone altogether no source tells whether they had TPUs.
  if (!row->tpu && row->retired && context->holdsSince(row->retiredSince))
    return;
  if (!row->tpu || !context->holdsSince(row->tpuSince)) {
    cite(diag::TpuRuntimeVersion::unsupported(location, what, name), versions)
        .help(help);
    return;
  }
  if (row->tpuUntil && context->holdsSince(row->tpuUntil))
    cite(diag::TpuRuntimeVersion::ended(location, what, name,
                                        formatDate(*row->tpuUntil)),
         versions)
        .help(help);
}

void CheckRuntimeVersions::checkIncident(TrainingOp training,
                                         ValueAttr runtime) {
  const auto &versions = tables().aiPlatformRuntimeVersions;
  const auto *row = versions.find(*runtime.getString());
  bool inWindow = row && row->gpuBrokenFrom && row->gpuBrokenUntil &&
                  context->asOf && *row->gpuBrokenFrom <= *context->asOf &&
                  *context->asOf < *row->gpuBrokenUntil;
  if (!inWindow)
    return;
  bool complete = true;
  for (const AcceleratorNeed &need :
       acceleratorsOf(training, tables(), complete)) {
    if (need.kind != Accelerators::Kind::Gpu)
      continue;
    cite(diag::GpuRuntimeIncident::window(runtime.getLoc(), row->version,
                                          formatDate(*row->gpuBrokenFrom),
                                          formatDate(*row->gpuBrokenUntil)),
         versions)
        .note(need.askedBy.getLoc(), "GPU");
    return;
  }
}

void CheckRuntimeVersions::check(TrainingOp training) {
  ValueAttr runtime = training.getRuntimeVersionAttr();
  checkPython(training, runtime, training.getPythonVersionAttr());
  // The TPU of a custom container runs the TensorFlow that this names.
  PoolOp worker = training.getPool(Role::Worker);
  ValueAttr tensorFlow = worker ? worker.getTpuTfVersionAttr() : ValueAttr();
  if (knownString(tensorFlow) && isTpuJob(training))
    checkTpu(tensorFlow, "TensorFlow version");
  if (!knownString(runtime))
    return;
  checkRetired(runtime);
  checkIncident(training, runtime);
  if (isTpuJob(training))
    checkTpu(runtime, "runtime version");
}

Check job::checkRuntimeVersions() { return Check::of<CheckRuntimeVersions>(); }
