//===- CheckTuning.cpp - Hyperparameters are consistent -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Tuning.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/FieldNames.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKTUNING
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckTuning
    : CheckPass<CheckTuning, job::impl::CheckTuningBase<CheckTuning>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::AIPlatform || platform == Platform::VertexAI;
  }
  void check(TrainingOp training);
};

/// The names of the fields of a study.
struct StudyFields {
  StringRef categoricalValues, discreteValues;
  StringRef maxTrials, parallelTrials;
  StringRef minValue = "minValue", maxValue = "maxValue";
};

/// What the checks on one parameter share.
struct Parameter {
  ParameterOp op;
  StringRef name;
  StringRef type;
  const StudyFields &fields;
  bool isVertex;
  /// True if the schema asks for whole numbers where the type is INTEGER.
  bool hasTypedBounds;

  bool isNumeric() const { return type == "DOUBLE" || type == "INTEGER"; }
  mlir::Location location() { return op.getParameterTypeAttr().getLoc(); }
};
} // namespace

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static void checkBound(Parameter parameter, StringRef field, ValueAttr bound) {
  if (!bound) {
    if (!parameter.isNumeric())
      return;
    // The interface of Vertex AI cannot tell zero from none.
    Report report =
        parameter.isVertex
            ? diag::ParameterBounds::zero(parameter.location(), parameter.type,
                                          parameter.name, field)
            : diag::ParameterBounds::missing(
                  parameter.location(), parameter.type, parameter.name, field);
    report.help("add `" + field + "`");
    return;
  }
  if (parameter.type == "CATEGORICAL") {
    if (!bound.getKnown())
      return;
    diag::ParameterBounds::unwanted(bound.getLoc(), parameter.name, field)
        .note(parameter.location(), "CATEGORICAL")
        .help("list the values in `" + parameter.fields.categoricalValues +
              "`");
    return;
  }
  std::optional<double> number = bound.getNumber();
  if (parameter.type == "INTEGER" && !parameter.hasTypedBounds && number &&
      !(std::isfinite(*number) && *number == std::trunc(*number)))
    diag::ParameterBounds::notInteger(bound.getLoc(), field, parameter.name,
                                      bound.getText())
        .note(parameter.location(), "INTEGER");
}

/// Integers that differ only beyond the precision of a double are told apart.
static bool isBelow(ValueAttr a, ValueAttr b) {
  std::optional<int64_t> left = a.getInteger(), right = b.getInteger();
  if (left && right)
    return *left < *right;
  return *a.getNumber() < *b.getNumber();
}

static bool isNumber(ValueAttr value) { return value && value.getNumber(); }

static void checkBounds(Parameter parameter) {
  ValueAttr least = parameter.op.getMinValueAttr();
  ValueAttr most = parameter.op.getMaxValueAttr();
  checkBound(parameter, parameter.fields.minValue, least);
  checkBound(parameter, parameter.fields.maxValue, most);
  if (parameter.isNumeric() && isNumber(least) && isNumber(most) &&
      isBelow(most, least))
    diag::ParameterBounds::reversed(least.getLoc(), parameter.name,
                                    parameter.fields.minValue, least.getText(),
                                    parameter.fields.maxValue, most.getText())
        .note(most.getLoc(), "the most")
        .help("exchange the two");
}

//===----------------------------------------------------------------------===//
// Values and scales
//===----------------------------------------------------------------------===//

static void checkValues(Parameter parameter) {
  ValueAttr categories = parameter.op.getCategoricalValuesAttr();
  ValueAttr values = parameter.op.getDiscreteValuesAttr();
  auto checkGiven = [&](StringRef field, ValueAttr list) {
    // The service does not tell an empty list from none.
    if (list && !(list.getKnown() && itemsOf(list).empty()))
      return true;
    diag::ParameterValues::missing(list ? list.getLoc() : parameter.location(),
                                   parameter.type, parameter.name, field)
        .help("list the values in `" + field.str() + "`");
    return false;
  };
  if (parameter.type == "CATEGORICAL")
    checkGiven(parameter.fields.categoricalValues, categories);
  if (parameter.type != "DISCRETE" ||
      !checkGiven(parameter.fields.discreteValues, values))
    return;
  ValueAttr before;
  for (ValueAttr value : itemsOf(values)) {
    if (isNumber(value) && isNumber(before) && !isBelow(before, value)) {
      // Vertex AI says that they should, and no more.
      auto report = parameter.isVertex ? diag::ParameterValues::shouldIncrease
                                       : diag::ParameterValues::notIncreasing;
      report(value.getLoc(), parameter.fields.discreteValues, parameter.name,
             value.getText(), before.getText())
          .note(before.getLoc(), "the value before");
      return;
    }
    before = value;
  }
}

static void checkScale(Parameter parameter) {
  ValueAttr scale = parameter.op.getScaleTypeAttr();
  std::optional<StringRef> name = knownString(scale);
  if (!scale) {
    if (parameter.isNumeric() && !parameter.isVertex)
      diag::ParameterScale::absent(parameter.location(), parameter.type,
                                   parameter.name)
          .help("UNIT_LINEAR_SCALE suits most parameters, UNIT_LOG_SCALE those "
                "that span several powers of ten");
    return;
  }
  if (parameter.type == "CATEGORICAL") {
    // NONE says that there is no scale.
    if (!name || *name == "NONE")
      return;
    diag::ParameterScale::categorical(scale.getLoc(), parameter.name)
        .help("remove it");
    return;
  }
  if (name != StringRef("UNIT_LOG_SCALE") &&
      name != StringRef("UNIT_REVERSE_LOG_SCALE"))
    return;
  auto checkPositive = [&](StringRef field, ValueAttr value) {
    std::optional<double> number = value ? value.getNumber() : std::nullopt;
    if (!number || *number > 0)
      return false;
    diag::ParameterScale::notPositive(value.getLoc(), *name, parameter.name,
                                      field, value.getText())
        .note(scale.getLoc(), "logarithmic scale")
        .help("use UNIT_LINEAR_SCALE, or begin above zero");
    return true;
  };
  // The least value decides; one finding is enough.
  ValueAttr least = parameter.op.getMinValueAttr();
  if (checkPositive(parameter.fields.minValue, least))
    return;
  if (!isNumber(least) &&
      checkPositive(parameter.fields.maxValue, parameter.op.getMaxValueAttr()))
    return;
  if (parameter.type != "DISCRETE")
    return;
  for (ValueAttr value : itemsOf(parameter.op.getDiscreteValuesAttr())) {
    if (checkPositive(parameter.fields.discreteValues, value))
      return;
  }
}

//===----------------------------------------------------------------------===//
// The study
//===----------------------------------------------------------------------===//

static void checkNames(StudyOp study) {
  llvm::StringMap<ValueAttr> seen;
  for (ParameterOp parameter : study.getParameters()) {
    ValueAttr name = parameter.getParameterNameAttr();
    std::optional<StringRef> text = knownString(name);
    // Parameters that exclude each other may have one name.
    if (!text || parameter.getConditionalAttr())
      continue;
    auto [place, isNew] = seen.try_emplace(*text, name);
    if (!isNew)
      diag::DuplicateParameter::twice(name.getLoc(), *text)
          .note(place->second.getLoc(), "first defined here");
  }
}

static void checkMetrics(StudyOp study) {
  llvm::StringMap<ValueAttr> seen;
  for (ValueAttr metric : itemsOf(study.getMetricsAttr())) {
    std::optional<StringRef> name = knownString(metric);
    if (!name)
      continue;
    auto [place, isNew] = seen.try_emplace(*name, metric);
    if (!isNew)
      diag::DuplicateParameter::metric(metric.getLoc(), *name)
          .note(place->second.getLoc(), "first given here");
  }
}

static void checkTrials(StudyOp study, const StudyFields &fields) {
  ValueAttr total = study.getMaxTrialsAttr();
  ValueAttr parallel = study.getMaxParallelTrialsAttr();
  std::optional<int64_t> several = knownInteger(parallel);
  if (!several)
    return;
  if (!total) {
    // An earlier study that is resumed has trials of its own.
    if (*several > 1 && !study.getResumesAttr())
      diag::ParallelTrials::one(parallel.getLoc(), fields.parallelTrials,
                                *several, fields.maxTrials)
          .help("add `" + fields.maxTrials + "`");
    return;
  }
  std::optional<int64_t> all = knownInteger(total);
  // A total below one is a finding of the schema, or means that none is given.
  if (all && *all > 0 && *several > *all)
    diag::ParallelTrials::more(parallel.getLoc(), fields.parallelTrials,
                               *several, fields.maxTrials, *all)
        .note(total.getLoc(), "all trials");
}

static StudyFields fieldsOf(TrainingOp training) {
  if (training.getPlatform() != Platform::VertexAI)
    return {"categoricalValues", "discreteValues", "maxTrials",
            "maxParallelTrials"};
  StringRef maxTrials = nameOrFlagOf(training, "maxTrialCount");
  StringRef parallelTrials = nameOrFlagOf(training, "parallelTrialCount");
  // The classes of the client have arguments of their own.
  if (training.getFromPythonAttr() && !training.getFromFlagsAttr())
    return {"values", "values", maxTrials, parallelTrials, "min", "max"};
  return {"categoricalValueSpec.values", "discreteValueSpec.values", maxTrials,
          parallelTrials};
}

void CheckTuning::check(TrainingOp training) {
  StudyOp study = training.getStudy();
  if (!study)
    return;
  bool isVertex = training.getPlatform() == Platform::VertexAI;
  StudyFields fields = fieldsOf(training);
  // A metric of Vertex AI has a goal of its own, which the schema asks for.
  if (!isVertex && !study.getGoalAttr() && !study.getResumesAttr())
    diag::HyperparameterGoal::absent(study.getLoc())
        .help("add `goal: MAXIMIZE` or `goal: MINIMIZE`");
  checkNames(study);
  checkMetrics(study);
  checkTrials(study, fields);
  bool grid = knownString(study.getAlgorithmAttr()) == StringRef("GRID_SEARCH");
  for (ParameterOp op : study.getParameters()) {
    std::optional<StringRef> type = knownString(op.getParameterTypeAttr());
    ValueAttr name = op.getParameterNameAttr();
    // A parameter without a type is a finding of the schema.
    if (!type)
      continue;
    std::string written = name ? name.getText() : "?";
    Parameter parameter{op,       written,
                        *type,    fields,
                        isVertex, isVertex && !training.getFromPythonAttr()};
    checkBounds(parameter);
    checkValues(parameter);
    checkScale(parameter);
    if (grid && *type == "DOUBLE")
      diag::GridSearchParameter::continuous(parameter.location(),
                                            parameter.name)
          .note(study.getAlgorithmAttr().getLoc(), "grid search")
          .help("list the values in a DISCRETE parameter");
  }
}

Check job::checkTuning() { return Check::of<CheckTuning>(); }
