//===- TensorflowVersions.cpp - What a version of TensorFlow has ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/TensorflowVersions.h"
#include "Diagnostics/Messages/TpuEstimators.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/Warnings.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {
/// A part of TensorFlow that came or ended with a version.
struct Part {
  StringRef name;
  /// The first version that has it, and the first one that has it no more.
  std::optional<PackageVersion> first, end;
  /// As messages name the first and the last version.
  StringRef firstText, lastText;
};
} // namespace

static constexpr PackageVersion version(uint32_t major, uint32_t minor) {
  return PackageVersion{{major, minor, 0}};
}

static std::optional<Part> partOf(StringRef callee) {
  if (callee.starts_with("tensorflow.contrib."))
    return Part{"tensorflow.contrib", std::nullopt, version(2, 0), "", "1.15"};
  if (callee.starts_with("tensorflow.estimator."))
    return Part{"tensorflow.estimator", std::nullopt, version(2, 16), "",
                "2.15"};
  if (callee.starts_with("tensorflow.compat.v1.estimator."))
    return Part{"tensorflow.compat.v1.estimator", std::nullopt, version(2, 16),
                "", "2.15"};
  if (callee == "tensorflow.distribute.TPUStrategy")
    return Part{callee, version(2, 3), std::nullopt, "2.3", ""};
  return std::nullopt;
}

/// What is told of even if nobody says which version runs it.
static bool trainsOnTpuAsFormerly(StringRef callee) {
  return callee == "tensorflow.contrib.tpu.keras_to_tpu_model" ||
         (callee.starts_with("tensorflow.contrib.distribute.") &&
          callee.ends_with("Strategy"));
}

/// True if the version lacks the part.
static bool lacks(const PinnedVersion &pin, const Part &part) {
  return (part.end && pin.isAtLeast(*part.end)) ||
         (part.first && pin.isBelow(*part.first));
}

static void reportLack(const Context &context, const Call &call,
                       const Part &part, const PinnedVersion &pin) {
  std::string name = shortTensorflowName(part.name);
  mlir::Location place = context.at(call.calleePlace);
  Report report = part.end ? diag::RemovedTensorflowApi::removed(
                                 place, name, pin.text, part.lastText)
                           : diag::RemovedTensorflowApi::tooNew(
                                 place, name, pin.text, part.firstText);
  (void)notePin(report, pin, "tensorflow");
}

void python::checkTensorflowVersion(const Context &context,
                                    const PinnedVersions &versions) {
  // One cause is told once.
  llvm::StringSet<> told;
  for (const Call *call : context.program.calls()) {
    std::optional<Part> part =
        call->receiver ? std::nullopt : partOf(call->callee);
    if (!part || told.contains(part->name))
      continue;
    const PinnedVersion *pin = versions.find("tensorflow");
    if (!pin) {
      if (part->end && trainsOnTpuAsFormerly(call->callee) &&
          told.insert(call->callee).second)
        (void)diag::RemovedTensorflowApi::ended(
            context.at(call->calleePlace), shortTensorflowName(call->callee),
            part->lastText);
      continue;
    }
    if (!lacks(*pin, *part))
      continue;
    told.insert(part->name);
    if (call->path.empty()) {
      reportLack(context, *call, *part, *pin);
      continue;
    }
    // A branch may ask for the version.
    reportAsWarnings(context, "if this is reached",
                     [&] { reportLack(context, *call, *part, *pin); });
  }
}
