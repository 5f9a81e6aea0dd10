//===- Structure.td - Rules on fields and types ------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar JobReference = "ml.googleapis.com v1, resource Job and TrainingInput";
defvar GcloudRefuses = "gcloud 528.0.0, which reads the file into the types of the API before it sends anything";

let group = Structure, sources = [JobReference] in {

def UnknownField : Rule<"unknown-field", "TL0101"> {
  let fix = SafeFix;
  let summary = "a field that the job format does not have";
  let explanation = [{
`gcloud` hands a field that it does not know to the service, which refuses the
job; `gcloud ai hp-tuning-jobs create` refuses the file itself. The names are
case-sensitive and written in lowerCamelCase.
}];
  let messages = [
    Message<"unknown", "`{field}` is not a field of {parent}",
            [Text<"field">, Text<"parent">]>,
    Message<"notText", "a field name must be text, this is a {found}",
            [Text<"found">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  master_type: n1-standard-8
  workerCont: 4
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerType: n1-standard-8
  workerCount: 4
}];
}

def WrongType : Rule<"wrong-type", "TL0102"> {
  let confidence = Client;
  let fix = SafeFix;
  let summary = "a value of another type than the field takes";
  let explanation = [{
The field takes another type of value. A list needs its dashes, a mapping its
keys, a number no unit, an integer no decimal point. Integers may stand in quotes,
as the API's JSON form writes 64-bit integers.

The tool that sends the job refuses it before anything runs. What it takes and
reads as something else is a warning: `gcloud` makes a list of a value that stands
alone, takes a number for the word that has it in the API, and sends 1 and 0 for
true and false where a floating-point number belongs.
}];
  let messages = [
    Message<"mismatch", "`{field}` takes {expected}, this is {found}",
            [Text<"field">, Text<"expected">, Text<"found">]>,
    Message<"root", "{whole} takes {expected}, this is {found}",
            [Text<"whole">, Text<"expected">, Text<"found">]>,
    WarningMessage<"alone", "`{field}` takes a list, this is {found}",
                   [Text<"field">, Text<"found">]>,
    WarningMessage<"numbered", "`{field}` takes one of its words, this is {found}",
                   [Text<"field">, Text<"found">]>,
    WarningMessage<"boolean", "`{field}` takes {expected}, this is true or false",
                   [Text<"field">, Text<"expected">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerType: n1-standard-8
  workerCount: four
  useChiefInTfConfig: "true"
  args: {verbose: 1}
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerType: n1-standard-8
  workerCount: 4
  useChiefInTfConfig: true
  args:
  - --verbose
}];
  let sources = [GcloudRefuses, JobReference];
}

def InvalidEnumValue : Rule<"invalid-enum-value", "TL0103"> {
  let fix = SafeFix;
  let summary = "a value that is not one of the field's values";
  let explanation = [{
The field takes one of a fixed set of words, spelled exactly as the API spells
them. The lower-case forms of the command line (`standard-1`) are not valid in a
file.
}];
  let messages = [
    Message<"invalid", "`{value}` is not a value of `{field}`",
            [Text<"value">, Text<"field">]>];
  let bad = [{
trainingInput:
  scaleTier: standard-1
}];
  let good = [{
trainingInput:
  scaleTier: STANDARD_1
}];
}

def MissingField : Rule<"missing-field", "TL0104"> {
  let summary = "a field that must be there is not";
  let explanation = [{
The service needs the field. Fields that the submission supplies (the region,
the packages, the module, the versions, the job's name and folder) are never
asked for in a config file.
}];
  let messages = [
    Message<"missing", "{parent} has no `{field}`",
            [Text<"parent">, Text<"field">]>,
    Message<"empty", "`{field}` has no value", [Text<"field">]>];
  let bad = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    params:
    - parameterName: batch-size
      minValue: 8
      maxValue: 256
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

def ExclusiveFields : Rule<"exclusive-fields", "TL0105"> {
  let summary = "fields that must not be given together";
  let explanation = [{
The service accepts only one of the fields. `args` goes to the entry point of
the image, `containerCommand` and `containerArgs` replace it, so a job has one
or the other.
}];
  let messages = [
    Message<"together", "{fields} must not be given together", [Text<"fields">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    imageUri: gcr.io/project/trainer
    containerArgs: [--epochs, "3"]
  args: [--epochs, "3"]
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    imageUri: gcr.io/project/trainer
    containerArgs: [--epochs, "3"]
}];
}

def UnquotedString : Rule<"unquoted-string", "TL0106"> {
  let confidence = Client;
  let fix = SafeFix;
  let summary = "a text field whose value YAML reads as something else";
  let explanation = [{
Without quotes YAML reads `1.10` as the number 1.1 and `on` as true, and the tool
that sends the job refuses a number, a date or a boolean where the API has text:
versions, arguments, labels, the values of environment variables. Put the value in
quotes.
}];
  let messages = [
    Message<"changed", "`{field}` takes text, and YAML reads {text} as the {type} {value}",
            [Text<"field">, Text<"text">, Text<"type">, Text<"value">]>,
    Message<"same", "`{field}` takes text, and YAML reads {text} as a {type}",
            [Text<"field">, Text<"text">, Text<"type">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  runtimeVersion: 1.10
  pythonVersion: 3.5
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  runtimeVersion: "1.10"
  pythonVersion: "3.5"
}];
  let sources = ["YAML 1.1 types int, float, bool and timestamp", GcloudRefuses, JobReference];
}

def InvalidFormat : Rule<"invalid-format", "TL0107"> {
  let summary = "a text that does not have the field's form";
  let explanation = [{
Durations are seconds with an `s` (`7200s`), networks and keys are full resource
names, job names and labels are made of certain characters. Where only a client
library documents the form, the finding is a warning.
}];
  let messages = [
    Message<"form", "{value} does not have the form of `{field}`",
            [Text<"value">, Text<"field">]>,
    WarningMessage<"formWarning", "{value} does not have the form of `{field}`",
                   [Text<"value">, Text<"field">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  scheduling:
    maxRunningTime: 2h
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  scheduling:
    maxRunningTime: 7200s
}];
}

def ValueOutOfRange : Rule<"value-out-of-range", "TL0108"> {
  let fix = UnsafeFix;
  let summary = "a number outside the field's range";
  let explanation = [{
The service accepts the field within limits only: a priority from 0 to 1000, a
waiting time of at least 30 minutes.
}];
  let messages = [
    Message<"below", "`{field}` is {value}; the minimum is {limit}",
            [Text<"field">, Text<"value">, Text<"limit">]>,
    Message<"above", "`{field}` is {value}; the maximum is {limit}",
            [Text<"field">, Text<"value">, Text<"limit">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  scheduling:
    priority: 2000
    maxWaitTime: 60s
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  scheduling:
    priority: 1000
    maxWaitTime: 1800s
}];
}

def ItemCount : Rule<"item-count", "TL0109"> {
  let summary = "a list or a mapping with too many or too few entries";
  let explanation = [{
The service limits how much a field holds: 100 package URIs, 1,000 discrete
values of a hyperparameter, 64 labels; and a study needs a parameter to tune.
}];
  let messages = [
    Message<"many", "`{field}` has {count} entries; the maximum is {limit}",
            [Text<"field">, Number<"count">, Number<"limit">]>,
    Message<"more", "`{field}` has more than {limit} entries, which is the maximum",
            [Text<"field">, Number<"limit">]>,
    WarningMessage<"manyWarning", "`{field}` has {count} entries; the maximum is {limit}",
                   [Text<"field">, Number<"count">, Number<"limit">]>,
    Message<"few", "`{field}` has {count} entries; the minimum is {limit}",
            [Text<"field">, Number<"count">, Number<"limit">]>];
  let bad = [{
trainingInput:
  hyperparameters:
    goal: MAXIMIZE
    params: []
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

def MisplacedField : Rule<"misplaced-field", "TL0110"> {
  let fix = UnsafeFix;
  let summary = "fields that stand beside their section instead of in it";
  let explanation = [{
The fields of `trainingInput` stand at the top level, most often because they
are not indented under it. `gcloud` hands them to the service where they stand, and
the service refuses the job.
}];
  let messages = [
    Message<"beside", "`{field}` belongs under `{section}`, not beside it",
            [Text<"field">, Text<"section">]>,
    Message<"without", "`{field}` belongs under `{section}`, which is missing",
            [Text<"field">, Text<"section">]>];
  let bad = [{
trainingInput:
scaleTier: CUSTOM
masterType: standard_gpu
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: standard_gpu
}];
}

def OutputOnlyField : Rule<"output-only-field", "TL0111"> {
  let tag = Unnecessary;
  let severity = Info;
  let summary = "a field that only the service sets";
  let explanation = [{
The field is part of what the service returns. It has no effect in a job that is
submitted.
}];
  let messages = [
    Message<"output", "only the service sets `{field}`", [Text<"field">]>];
  let bad = [{
jobId: training_1
state: QUEUED
trainingInput:
  scaleTier: BASIC
}];
  let good = [{
jobId: training_1
trainingInput:
  scaleTier: BASIC
}];
}

def EmptyField : Rule<"empty-field", "TL0112"> {
  let tag = Unnecessary;
  let severity = Info;
  let summary = "a field without a value";
  let explanation = [{
A field with nothing behind the colon counts as absent. That is rarely what was
meant: a value was forgotten, or its lines are not indented.
}];
  let messages = [
    Message<"empty", "`{field}` has no value and counts as absent", [Text<"field">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  scheduling:
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
}];
}

} // group
