//===- Tuning.td - Rules on hyperparameter tuning ----------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar StudyApi = "aiplatform.googleapis.com v1, StudySpec";
defvar TuningApi = "ml.googleapis.com v1, HyperparameterSpec and ParameterSpec";

let group = Tuning, confidence = Table, sources = [TuningApi, StudyApi] in {

def HyperparameterGoal : Rule<"hyperparameter-goal", "TL0601"> {
  let severity = Warning;
  let summary = "a study without a goal";
  let explanation = [{
The API marks `goal` as required and gives it the default MAXIMIZE in the same
sentence. A study that should minimize a loss and does not say so searches for
the worst model.
}];
  let messages = [
    WarningMessage<"absent", "the study has no `goal`, which counts as MAXIMIZE">];
  let bad = [{
trainingInput:
  hyperparameters:
    hyperparameterMetricTag: loss
    params:
    - parameterName: batch-size
      type: INTEGER
      minValue: 8
      maxValue: 256
}];
  let good = [{
trainingInput:
  hyperparameters:
    goal: MINIMIZE
    hyperparameterMetricTag: loss
    params:
    - parameterName: batch-size
      type: INTEGER
      minValue: 8
      maxValue: 256
}];
}

def DuplicateParameter : Rule<"duplicate-parameter", "TL0602"> {
  let summary = "two hyperparameters of the same name";
  let explanation = [{
The names of the parameters of a study have to differ, and so have those of its
metrics.
}];
  let messages = [
    Message<"twice", "hyperparameter `{name}` is defined twice", [Text<"name">]>,
    Message<"metric", "metric `{name}` is given twice", [Text<"name">]>];
  let bad = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    params:
    - parameterName: batch-size
      type: INTEGER
      minValue: 8
      maxValue: 256
    - parameterName: batch-size
      type: INTEGER
      minValue: 16
      maxValue: 512
}];
  let good = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    params:
    - parameterName: batch-size
      type: INTEGER
      minValue: 8
      maxValue: 256
}];
}

def ParameterBounds : Rule<"parameter-bounds", "TL0603"> {
  let summary = "bounds that do not match the hyperparameter's type";
  let explanation = [{
A DOUBLE or INTEGER parameter needs `minValue` and `maxValue`, the least not above
the most, whole numbers for INTEGER. A CATEGORICAL one has neither.
}];
  let messages = [
    Message<"missing", "{type} hyperparameter `{name}` has no `{field}`",
            [Text<"type">, Text<"name">, Text<"field">]>,
    WarningMessage<"zero", "{type} hyperparameter `{name}` has no `{field}`, which counts as 0",
                   [Text<"type">, Text<"name">, Text<"field">]>,
    Message<"unwanted", "CATEGORICAL hyperparameter `{name}` takes no `{field}`",
            [Text<"name">, Text<"field">]>,
    Message<"notInteger", "`{field}` of INTEGER hyperparameter `{name}` is {value}, not an integer",
            [Text<"field">, Text<"name">, Text<"value">]>,
    Message<"reversed", "hyperparameter `{name}` has `{leastField}` {least} above `{mostField}` {most}",
            [Text<"name">, Text<"leastField">, Text<"least">, Text<"mostField">, Text<"most">]>];
  let bad = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    params:
    - parameterName: learning-rate
      type: DOUBLE
      minValue: 0.1
      maxValue: 0.001
      scaleType: UNIT_LOG_SCALE
}];
  let good = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    params:
    - parameterName: learning-rate
      type: DOUBLE
      minValue: 0.001
      maxValue: 0.1
      scaleType: UNIT_LOG_SCALE
}];
}

def ParameterValues : Rule<"parameter-values", "TL0604"> {
  let summary = "values that do not match the hyperparameter's type";
  let explanation = [{
A CATEGORICAL parameter needs `categoricalValues`, a DISCRETE one
`discreteValues`, which have to increase strictly.
}];
  let messages = [
    Message<"missing", "{type} hyperparameter `{name}` has no `{field}`",
            [Text<"type">, Text<"name">, Text<"field">]>,
    Message<"notIncreasing", "`{field}` of hyperparameter `{name}` do not increase: {value} follows {before}",
            [Text<"field">, Text<"name">, Text<"value">, Text<"before">]>,
    WarningMessage<"shouldIncrease", "`{field}` of hyperparameter `{name}` do not increase: {value} follows {before}",
                   [Text<"field">, Text<"name">, Text<"value">, Text<"before">]>];
  let bad = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    params:
    - parameterName: batch-size
      type: DISCRETE
      discreteValues: [32, 16, 64]
}];
  let good = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    params:
    - parameterName: batch-size
      type: DISCRETE
      discreteValues: [16, 32, 64]
}];
}

def ParameterScale : Rule<"parameter-scale", "TL0605"> {
  let summary = "a scale that does not match the hyperparameter";
  let explanation = [{
Logarithmic scales need bounds above zero, and a CATEGORICAL parameter has no
scale. Numeric parameters should have one: without it the search treats a
learning rate of 0.0001 and one of 0.001 as the same.
}];
  let messages = [
    Message<"notPositive", "{scale} of hyperparameter `{name}` needs values above zero, `{field}` is {value}",
            [Text<"scale">, Text<"name">, Text<"field">, Text<"value">]>,
    Message<"categorical", "CATEGORICAL hyperparameter `{name}` takes no `scaleType`",
            [Text<"name">]>,
    InfoMessage<"absent", "{type} hyperparameter `{name}` has no `scaleType`",
                [Text<"type">, Text<"name">]>];
  let bad = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    params:
    - parameterName: dropout
      type: DOUBLE
      minValue: 0.0
      maxValue: 0.5
      scaleType: UNIT_LOG_SCALE
}];
  let good = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    params:
    - parameterName: dropout
      type: DOUBLE
      minValue: 0.0
      maxValue: 0.5
      scaleType: UNIT_LINEAR_SCALE
}];
}

def GridSearchParameter : Rule<"grid-search-parameter", "TL0606"> {
  let summary = "a grid search over a continuous hyperparameter";
  let explanation = [{
GRID_SEARCH tries every combination, so all parameters have to be INTEGER,
CATEGORICAL or DISCRETE.
}];
  let messages = [
    Message<"continuous", "GRID_SEARCH cannot search DOUBLE hyperparameter `{name}`",
            [Text<"name">]>];
  let bad = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    algorithm: GRID_SEARCH
    params:
    - parameterName: dropout
      type: DOUBLE
      minValue: 0.0
      maxValue: 0.5
      scaleType: UNIT_LINEAR_SCALE
}];
  let good = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    algorithm: RANDOM_SEARCH
    params:
    - parameterName: dropout
      type: DOUBLE
      minValue: 0.0
      maxValue: 0.5
      scaleType: UNIT_LINEAR_SCALE
}];
}

def ParallelTrials : Rule<"parallel-trials", "TL0607"> {
  let severity = Warning;
  let confidence = Exact;
  let summary = "more trials at once than there are trials";
  let explanation = [{
`maxParallelTrials` above `maxTrials` has no effect. Both are one unless they are
given. On Vertex AI they are `parallelTrialCount` and `maxTrialCount`.
}];
  let messages = [
    Message<"more", "`{parallelField}` is {parallel}, but `{totalField}` is {total}",
            [Text<"parallelField">, Number<"parallel">, Text<"totalField">, Number<"total">]>,
    Message<"one", "`{parallelField}` is {parallel}, but `{totalField}` is 1 unless it is given",
            [Text<"parallelField">, Number<"parallel">, Text<"totalField">]>];
  let bad = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    maxTrials: 4
    maxParallelTrials: 8
    params:
    - parameterName: batch-size
      type: INTEGER
      minValue: 8
      maxValue: 256
      scaleType: UNIT_LINEAR_SCALE
}];
  let good = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    maxTrials: 8
    maxParallelTrials: 4
    params:
    - parameterName: batch-size
      type: INTEGER
      minValue: 8
      maxValue: 256
      scaleType: UNIT_LINEAR_SCALE
}];
}

} // group
