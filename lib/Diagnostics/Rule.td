//===- Rule.td - What a rule record holds ------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Every diagnostic of trainlint is a message of one of these records. From them
// come the enum, the typed functions that report a finding, `trainlint explain`,
// the pages in docs/rules, the SARIF rules and the tests of the examples.

#ifndef TRAINLINT_DIAGNOSTICS_RULE_TD
#define TRAINLINT_DIAGNOSTICS_RULE_TD

class Severity<string word> { string spelling = word; }
def Error : Severity<"error">;
def Warning : Severity<"warning">;
def Info : Severity<"info">;

/// How far a finding can be trusted.
class Confidence<string word> { string spelling = word; }
/// The text itself shows it.
def Exact : Confidence<"exact">;
/// The tool that sends the job refuses it: the sources say which one, and of
/// which version. test/Differential shows it where the tool is there.
def Client : Confidence<"client">;
/// The platform's own list or documented rejection shows it.
def Table : Confidence<"table">;
/// A later catalog or a dated text shows it; it may have changed.
def Dated : Confidence<"dated">;

/// Whether a finding brings an edit.
class Fix<string word> { string spelling = word; }
def NoFix : Fix<"none">;
/// Keeps what the user meant; applied by --fix.
def SafeFix : Fix<"safe">;
/// Probably what the user meant; applied by --fix --unsafe-fixes.
def UnsafeFix : Fix<"unsafe">;

/// How an editor shows the text of a finding.
class Tag<string word> { string spelling = word; }
/// Like any other.
def NoTag : Tag<"none">;
/// Faded: it has no effect.
def Unnecessary : Tag<"unnecessary">;
/// Struck out: it works no more, or not for long.
def Deprecated : Tag<"deprecated">;

class Group<string word, string heading> {
  string spelling = word;
  string title = heading;
}
def Syntax : Group<"syntax", "Text and syntax">;
def Structure : Group<"structure", "Fields and types">;
def Machines : Group<"machines", "Scale tiers, machines and accelerators">;
def Placement : Group<"placement", "Regions and zones">;
def Tpu : Group<"tpu", "TPUs">;
def Slices : Group<"slices", "Cloud TPU slices">;
def Software : Group<"software", "Runtimes, images and packages">;
def Tuning : Group<"tuning", "Hyperparameter tuning">;
def Pools : Group<"pools", "Worker pools">;
def Commands : Group<"commands", "Command lines">;
def Kubernetes : Group<"kubernetes", "GKE manifests">;
def Graphs : Group<"graphs", "Training graphs">;
def GraphJobs : Group<"graph-jobs", "Training graphs and their jobs">;
def TpuGraphs : Group<"tpu-graphs", "TPU computations in graphs">;
def Lowering : Group<"lowering", "Steps of training graphs">;
def PythonJobs : Group<"python-jobs", "Jobs from Python">;
def Trainers : Group<"trainers", "Trainer scripts">;
def Notebooks : Group<"notebooks", "Notebooks">;
def Hygiene : Group<"hygiene", "Suppressions and configuration">;

/// A typed argument of a message. Text is made printable before it is shown.
class Arg<string type, string argument> {
  string cppType = type;
  string name = argument;
}
class Text<string name> : Arg<"llvm::StringRef", name>;
class Number<string name> : Arg<"int64_t", name>;

/// One wording of a rule. `{name}` stands for an argument. Without a severity of
/// its own a message has that of its rule.
class Message<string function, string wording, list<Arg> arguments = []> {
  string name = function;
  string text = wording;
  list<Arg> args = arguments;
  Severity severity = ?;
}
class ErrorMessage<string function, string wording, list<Arg> arguments = []>
    : Message<function, wording, arguments> {
  let severity = Error;
}
class WarningMessage<string function, string wording, list<Arg> arguments = []>
    : Message<function, wording, arguments> {
  let severity = Warning;
}
class InfoMessage<string function, string wording, list<Arg> arguments = []>
    : Message<function, wording, arguments> {
  let severity = Info;
}

/// A rule. The code is stable and never used again; the name is what people
/// write. A rule that is renamed keeps its old name among the former ones.
class Rule<string ruleName, string ruleCode> {
  string name = ruleName;
  string stableCode = ruleCode;
  /// Names that the rule had before. Options, configurations, comments and
  /// baselines may still use them.
  list<string> formerNames = [];
  Severity severity = Error;
  Confidence confidence = Exact;
  Fix fix = NoFix;
  Tag tag = NoTag;
  Group group = ?;
  /// One line, lower case, no full stop.
  string summary = ?;
  /// What is checked and what it costs to get it wrong, in Markdown.
  string explanation = ?;
  list<Message> messages = ?;
  /// An input that has the finding and one that is fixed.
  string bad = ?;
  string good = ?;
  /// The name of the example's file.
  string exampleName = "config.yaml";
  /// Options that the examples are checked with.
  string exampleOptions = "";
  /// The program that tells; what it is given besides is in the options.
  string exampleProgram = "trainlint";
  /// Where the rule is written down.
  list<string> sources = [];
  /// The tables that the rule reads.
  list<string> tables = [];
  /// False if a comment cannot silence the rule.
  bit suppressible = true;
  /// True if the rule is checked only where an option or a configuration selects
  /// it or gives it a severity.
  bit optIn = false;
}

#endif // TRAINLINT_DIAGNOSTICS_RULE_TD
