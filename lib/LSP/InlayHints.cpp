//===- InlayHints.cpp - What jobs and pools add up to ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/Totals.h"
#include "LSP/Features.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;

/// The place behind the last of the values that a pool's totals rest on; none
/// if all of them stand elsewhere.
static std::optional<uint32_t> behindValues(Analysis &analysis,
                                            job::PoolOp pool) {
  std::optional<uint32_t> place;
  for (job::ValueAttr value :
       {pool.getMachineTypeAttr(), pool.getReplicasAttr(),
        pool.getAcceleratorTypeAttr(), pool.getAcceleratorCountAttr(),
        pool.getTpuTopologyAttr()}) {
    if (!value || !value.getKnown())
      continue;
    auto places = analysis.placesOf(value.getLocation());
    if (!places.empty())
      place = std::max(place.value_or(0), places.back().end);
  }
  return place;
}

/// The end of the line around an offset, without its comment.
static uint32_t endOfLine(const Analysis &analysis, uint32_t offset) {
  const SourceBuffer &text = analysis.text();
  unsigned line = text.position(offset).line;
  uint32_t end = text.lineStart(line) + text.line(line).rtrim().size();
  for (SourceRange comment : analysis.comments()) {
    if (comment.begin >= offset && comment.begin < end)
      end = comment.begin;
  }
  return text.text().take_front(end).rtrim().size();
}

Array lsp::inlayHints(const FeatureContext &context, SourceRange range) {
  Analysis &analysis = context.analysis;
  std::map<uint32_t, std::string> hints;
  auto add = [&](uint32_t offset, const std::string &text) {
    uint32_t place = endOfLine(analysis, offset);
    if (text.empty() || !holds(range, place))
      return;
    std::string &hint = hints[place];
    hint += (hint.empty() ? "" : "; ") + text;
  };
  for (job::TrainingOp training : analysis.jobs()) {
    size_t pools = 0;
    for (job::PoolOp pool : training.getPools()) {
      ++pools;
      if (std::optional<uint32_t> place = behindValues(analysis, pool))
        add(*place, job::describe(job::totalsOf(pool, analysis.tables())));
    }
    auto places = analysis.placesOf(training.getLoc());
    // Of one pool the sum says nothing new.
    if (!places.empty() && pools > 1)
      add(places.back().begin,
          job::describeTotals(training, analysis.tables()));
  }
  Array out;
  for (const auto &[place, text] : hints) {
    if (out.size() == MostItems)
      break;
    out.push_back(Object{
        {"position",
         toJSON(positionOf(context.text(), place, context.client.encoding))},
        {"label", llvm::json::fixUTF8(text)},
        // Editors cut long hints.
        {"tooltip", llvm::json::fixUTF8(text)},
        {"paddingLeft", true}});
  }
  return out;
}
