//===- CheckProbe.cpp - Inputs through the whole pipeline -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckProbe.h"
#include "Copies.h"
#include "Device/Target.h"
#include "Diagnostics/Fixes.h"
#include "Diagnostics/RuleIds.h"
#include "Promises.h"
#include "Tables/Tables.h"
#include "Text/Python/Tree.h"

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

/// What the checks on graphs are told as if by flags.
static const StringRef commandLine = "tpu 12 7 1000 30 1.15";

CheckProbe::CheckProbe()
    : flags(SourceBuffer::copy("<command line>", commandLine)) {}

CheckResult CheckProbe::check(const SourceBuffer &text) {
  CheckResult found = checker.check(text, settings);
  if (!found.failures.empty())
    broken("no internal failure: " + found.failures.front());
  return found;
}

void CheckProbe::checkPlaces() const {
  auto lies = [&](const Place &place) {
    bool isKnown = place.buffer == buffer.get() || place.buffer == flags.get();
    return isKnown && place.range.begin <= place.range.end &&
           place.range.end <= place.buffer->text().size();
  };
  for (const Finding &finding : result.findings) {
    if (!lies(finding.place))
      broken("a finding lies in the text: " + finding.message);
    for (const RelatedLocation &related : finding.related) {
      if (!lies(related.place))
        broken("a note lies in the text: " + related.message);
    }
    for (const FixIt &fix : finding.fixes) {
      for (const Edit &edit : fix.edits) {
        if (!lies(edit.place))
          broken("an edit lies in the text: " + fix.title);
      }
    }
  }
}

static bool isWellFormed(const CheckResult &result) {
  return llvm::none_of(result.findings, [](const Finding &finding) {
    return finding.rule == RuleId::YamlSyntax ||
           finding.rule == RuleId::NotebookJson;
  });
}

static bool isWellFormedModule(const SourceBuffer &buffer) {
  std::unique_ptr<python::Tree> tree = python::Tree::parse(buffer.text());
  return tree && !tree->hasErrors();
}

void CheckProbe::checkFixes() {
  for (bool unsafeToo : {false, true}) {
    FixedText fixed = applyFixes(*buffer, result.findings, unsafeToo);
    if (fixed.applied == 0)
      continue;
    auto again = SourceBuffer::copy(buffer->name(), fixed.text);
    if (isWellFormed(result) && !isWellFormed(check(*again)))
      broken("a fix breaks no syntax:\n" + fixed.text);
    if (buffer->name().ends_with(".py") && isWellFormedModule(*buffer) &&
        !isWellFormedModule(*again))
      broken("a fix breaks no module:\n" + fixed.text);
  }
}

void CheckProbe::checkJob(StringRef name, StringRef text, InputKind kind) {
  settings.import.kind = kind;
  buffer = SourceBuffer::copy(name, text);
  result = check(*buffer);
  checkPlaces();
  checkFixes();
}

/// No device, TPUs and GPUs, with values of the trainer that are no multiples
/// of each other.
void CheckProbe::setTarget(unsigned variant) {
  static constexpr llvm::StringLiteral Targets[] = {"", "tpu-v3-8", "tpu-v2-32",
                                                    "gpu-nvidia-tesla-v100x4"};
  StringRef target = Targets[variant % std::size(Targets)];
  GraphSettings &graph = settings.graph;
  graph.target = graph::parseTarget(target, *settings.context.tables);
  graph.commandLine = flags.get();
  graph.targetRange = {0, 3};
  graph.batchSize = FlagValue{12, {4, 6}};
  graph.iterationsPerLoop = FlagValue{7, {7, 8}};
  graph.steps = FlagValue{1000, {9, 13}};
  graph.checkpointSteps = FlagValue{30, {14, 16}};
  graph.runtimeVersion = {17, 21};
  settings.extraSources.assign({flags.get()});
}

void CheckProbe::checkGraph(StringRef text, unsigned variant) {
  settings.import.kind = InputKind::Graph;
  setTarget(variant);
  buffer = std::make_unique<SourceBuffer>(
      "copy.pb", llvm::MemoryBuffer::getMemBufferCopy(text),
      detectGraph(text).bufferKind());
  result = check(*buffer);
  checkPlaces();
}

void CheckProbe::writeReports(llvm::ArrayRef<OutputFormat> formats,
                              unsigned width) const {
  for (OutputFormat format : formats)
    checkReport(format, buffer->name(), result.findings, width);
}
