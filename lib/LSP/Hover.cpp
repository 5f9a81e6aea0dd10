//===- Hover.cpp - What is known of a place -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/Totals.h"
#include "Dialect/Job/Checks/ValueInfo.h"
#include "LSP/Comments.h"
#include "LSP/Features.h"
#include "LSP/GraphFeatures.h"
#include "LSP/Markup.h"
#include "LSP/PythonArguments.h"
#include "LSP/PythonKeys.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// Collects what there is to say, and the narrowest range that it is about.
class HoverText {
public:
  void add(std::string text, SourceRange about) {
    if (text.empty())
      return;
    parts.push_back(std::move(text));
    if (!range || about.size() < range->size())
      range = about;
  }

  llvm::SmallVector<std::string> parts;
  std::optional<SourceRange> range;
};

} // namespace

static void addValue(Analysis &analysis, uint32_t offset, HoverText &hover) {
  std::optional<FieldValue> found = analysis.valueAt(offset);
  if (!found)
    return;
  std::optional<job::ValueInfo> info = job::infoOfValue(
      found->op, found->field, found->value, analysis.checkContext());
  if (info)
    hover.add(describeValue(found->value.getText(), *info), found->range);
}

static void addField(Analysis &analysis, uint32_t offset, HoverText &hover) {
  llvm::SmallVector<SchemaNode> path = analysis.nodesAt(offset);
  if (!path.empty() && path.back().key && path.back().schema) {
    const SchemaNode &field = path.back();
    // A mapping is hovered over in its own fields.
    bool isScalar = llvm::isa<yaml::ScalarNode>(field.node);
    if (field.isKey || isScalar)
      hover.add(describeField(field.key->value, *field.schema),
                field.isKey ? field.key->range : field.node->range);
    return;
  }
  const gcloud::Flag *flag = analysis.commands().flagAt(offset);
  const schema::Schema *schema =
      flag && flag->row ? schemaOf(*flag->row, analysis.tables()) : nullptr;
  if (schema)
    hover.add(describeField(("--" + flag->name).str(), *schema),
              rangeOf(*flag));
}

/// What a job adds up to, at what stands for it.
static void addTotals(Analysis &analysis, uint32_t offset, HoverText &hover) {
  for (job::TrainingOp training : analysis.jobs()) {
    for (SourceRange range : analysis.placesOf(training.getLoc())) {
      if (!holds(range, offset))
        continue;
      std::string totals = job::describeTotals(training, analysis.tables());
      if (!totals.empty())
        hover.add("the job uses " + proseInText(totals), range);
    }
    for (job::PoolOp pool : training.getPools()) {
      for (SourceRange range : analysis.placesOf(pool.getLoc())) {
        if (holds(range, offset))
          hover.add(proseInText(
                        job::describe(job::totalsOf(pool, analysis.tables()))),
                    range);
      }
    }
  }
}

static void addFindings(const FeatureContext &context, uint32_t offset,
                        HoverText &hover) {
  if (!context.open.checked || !context.open.isCurrent())
    return;
  const SourceBuffer &buffer = *context.open.checked->buffer;
  for (const Finding &finding : context.open.checked->result.findings) {
    SourceRange range = placeIn(buffer, finding).range;
    if (holds(range, offset))
      hover.add(describeRule(infoOf(finding.rule)), range);
  }
}

static void addSuppression(const FeatureContext &context, uint32_t offset,
                           HoverText &hover) {
  for (const RuleName &name : ruleNamesIn(context.analysis)) {
    std::optional<RuleId> rule = findRule(name.text);
    if (rule && holds(name.range, offset))
      hover.add(describeRule(infoOf(*rule)), name.range);
  }
}

Value lsp::hover(const FeatureContext &context, uint32_t offset) {
  HoverText hover;
  if (std::optional<PlaceInfo> info = graphInfoAt(context.analysis, offset))
    hover.add(std::move(info->text), info->range);
  if (std::optional<PlaceInfo> info = onnxInfoAt(context.analysis, offset))
    hover.add(std::move(info->text), info->range);
  if (const ProgramText *program = context.analysis.program()) {
    if (std::optional<PlaceInfo> info = program->infoAt(offset))
      hover.add(std::move(info->text), info->range);
  }
  if (std::optional<PlaceInfo> info = argumentInfoAt(context.analysis, offset))
    hover.add(std::move(info->text), info->range);
  if (std::optional<PlaceInfo> info = keyInfoAt(context.analysis, offset))
    hover.add(std::move(info->text), info->range);
  addValue(context.analysis, offset, hover);
  addField(context.analysis, offset, hover);
  addTotals(context.analysis, offset, hover);
  addFindings(context, offset, hover);
  addSuppression(context, offset, hover);
  if (hover.parts.empty())
    return nullptr;
  return Object{{"contents", markupOf(llvm::join(hover.parts, "\n\n---\n\n"),
                                      context.client.markdownHover)},
                {"range", context.range(*hover.range)}};
}
