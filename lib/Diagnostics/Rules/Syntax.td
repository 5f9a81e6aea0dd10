//===- Syntax.td - Rules on text and syntax ----------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

let group = Syntax in {

def YamlSyntax : Rule<"yaml-syntax", "TL0001"> {
  let summary = "the text is not well-formed YAML or JSON";
  let explanation = [{
The file cannot be read, so nothing in it can be checked, and the tool that sends
the job refuses it as well. trainlint reads what libyaml reads, and the readers of
`gcloud` and of the Python clients descend from the same code: tabs do not indent, a quote has to be closed,
and a key needs its colon. The no-break spaces of web pages indent nothing either.
Text that is not UTF-8, control characters and
nesting deeper than 200 levels are refused too.
}];
  let messages = [Message<"problem", "{problem}", [Text<"problem">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: "n1-standard-8
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: "n1-standard-8"
}];
  let sources = ["YAML 1.1 specification, as libyaml implements it"];
  let suppressible = false;
}

def DuplicateKey : Rule<"duplicate-key", "TL0002"> {
  let summary = "a mapping has the same key twice";
  let explanation = [{
Readers disagree on a key that is given twice: `gcloud` takes the first value and
`kubectl` the last, both without a word, and others refuse the file. One of the two
values is not used.
}];
  let messages = [Message<"twice", "key `{key}` is given twice", [Text<"key">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterType: n1-standard-16
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-16
}];
  let sources = ["YAML 1.1 specification, section 3.2.1.3: keys of a mapping are unique"];
}

def YamlPortability : Rule<"yaml-portability", "TL0003"> {
  let severity = Info;
  let optIn = true;
  let exampleOptions = "--severity=yaml-portability=info";
  let summary = "YAML libraries read this text differently";
  let explanation = [{
trainlint reads files with a reader that follows libyaml. Where this rule is asked
for, it reads them with yaml-cpp as well. Where the two disagree, another tool may
see other values than the service does. Checks go on with the reading of libyaml.
}];
  let messages = [
    Message<"differs", "YAML libraries read this differently: yaml-cpp sees {reading}",
            [Text<"reading">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  args: [--files, data/part?.csv]
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  args: [--files, "data/part?.csv"]
}];
  let sources = ["yaml-cpp 0.7 and libyaml 0.2.5, compared"];
}

def SeveralDocuments : Rule<"several-documents", "TL0006"> {
  let confidence = Client;
  let optIn = true;
  let exampleOptions = "--severity=several-documents=error";
  let summary = "a job file with more than one document";
  let explanation = [{
`gcloud` reads a file of `--config` that holds one job and refuses one in which a
line of three dashes begins another document, even an empty one. Each job needs a
file of its own, unless a script takes the file apart before `gcloud` sees it, which is
why the rule has to be asked for. Manifests for `kubectl` may hold as many as they like.
}];
  let messages = [
    Message<"another", "gcloud reads one document, and this begins another">];
  let bad = [{
trainingInput:
  scaleTier: BASIC
---
trainingInput:
  scaleTier: BASIC_GPU
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
}];
  let sources = ["gcloud 528.0.0: expected a single document in the stream"];
}

def UnreadableValue : Rule<"unreadable-value", "TL0007"> {
  let confidence = Client;
  let fix = SafeFix;
  let summary = "a value that gcloud cannot read or pass on";
  let explanation = [{
`gcloud` makes JSON of the file, in which no key is a date, and knows few tags. To
its reader a plain `=` and a plain `<<` are more than text, and a plain value between
brackets ends at a question mark. It refuses the file wherever such a value stands. Put
it in quotes.
}];
  let messages = [
    Message<"date", "gcloud cannot pass on the key {text}, which YAML reads as a date",
            [Text<"text">]>,
    Message<"tag", "gcloud cannot read the tag `{tag}`", [Text<"tag">]>,
    Message<"sign", "gcloud cannot read a plain `{text}`", [Text<"text">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  args: [--separator, =]
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  args: [--separator, "="]
}];
  let sources = ["gcloud 528.0.0, which writes the file as JSON before it sends anything", "YAML 1.1 types"];
}

def TemplatedFile : Rule<"templated-file", "TL0004"> {
  let severity = Info;
  let summary = "the file is a template, not YAML yet";
  let explanation = [{
The text holds the markers of a template language (`{{ }}`, `{% %}`) in places
where YAML cannot have them. It has to be rendered before it is a job, so it is
not checked.
}];
  let messages = [
    Message<"marker", "`{marker}` makes this a template, which is not checked",
            [Text<"marker">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  {% if gpu %}
  masterType: standard_gpu
  {% endif %}
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: "{{ machine_type }}"
}];
}

def PlaceholderValue : Rule<"placeholder-value", "TL0005"> {
  let severity = Info;
  let summary = "values that somebody has to fill in";
  let explanation = [{
Words such as `your-zone`, `<REGION>`, `choose-gcp-region`, `...` or the name of the
field itself stand for a value that somebody has to fill in. Nothing is known of it,
so what depends on it is not checked. One finding speaks for all such values of a
file. What a program fills in, such as `${ZONE}` or `{{ zone }}`, is not mentioned.
}];
  let messages = [
    Message<"one", "`{value}` is a placeholder, so what depends on it is not checked",
            [Text<"value">]>,
    Message<"several", "{count} values are placeholders, so what depends on them is not checked",
            [Number<"count">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  region: your-region
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  region: us-central1
}];
}

} // group
