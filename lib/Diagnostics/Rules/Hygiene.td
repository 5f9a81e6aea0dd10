//===- Hygiene.td - Rules on suppressions ------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

let group = Hygiene, suppressible = false in {

def UnusedSuppression : Rule<"unused-suppression", "TL0901"> {
  let tag = Unnecessary;
  let severity = Warning;
  let fix = SafeFix;
  let summary = "a suppression that silences nothing";
  let explanation = [{
The finding that the comment silences is gone, or the comment stands at another
place. Remove it, so that it cannot hide a finding that comes later.
}];
  let messages = [
    Message<"unused", "this comment silences no `{rule}` finding", [Text<"rule">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC  # trainlint: ignore[scale-tier-conflict] not needed any more
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
}];
}

def InvalidSuppression : Rule<"invalid-suppression", "TL0902"> {
  let severity = Warning;
  let summary = "a suppression comment that has no effect as written";
  let explanation = [{
A suppression names the rules that it silences: `# trainlint: ignore[rule, rule]
reason` on the line of the finding or above it, `# trainlint: ignore-file[rule]`
for the whole file. An unknown rule or a missing list silences nothing.
}];
  let messages = [
    Message<"unknownRule", "`{rule}` is not a rule", [Text<"rule">]>,
    Message<"noRules", "the comment names no rule to silence">,
    Message<"unknownWord", "`{word}` is not a trainlint comment", [Text<"word">]>,
    Message<"notSuppressible", "`{rule}` cannot be silenced", [Text<"rule">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC  # trainlint: ignore[scale-teer-conflict]
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
}];
}

def InvalidConfiguration : Rule<"invalid-configuration", "TL0903"> {
  let summary = "a configuration that names what does not exist";
  let explanation = [{
`.trainlint.yaml` names a rule, a date or a pattern that trainlint cannot use.
Nothing is checked with a configuration that is only half understood; its fields
and their values have the findings that fields of jobs have.
}];
  let messages = [
    Message<"value", "{problem}", [Text<"problem">]>];
  let exampleName = ".trainlint.yaml";
  let bad = [{
ignore: [region-not-givn]
}];
  let good = [{
ignore: [region-not-given]
}];
}

} // group
