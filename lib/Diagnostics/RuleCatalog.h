//===- RuleCatalog.h - What there is to know about a rule -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIAGNOSTICS_RULECATALOG_H
#define TRAINLINT_DIAGNOSTICS_RULECATALOG_H

#include "Support/PooledText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace trainlint {

enum class Severity : uint8_t { Info, Warning, Error };

/// How far a finding can be trusted: the text itself shows it, the platform's
/// own list or documented rejection does, or a later or dated source does.
enum class Confidence : uint8_t { Exact, Table, Dated };

/// Whether a rule's findings bring an edit.
enum class Fixability : uint8_t { NoFix, SafeFix, UnsafeFix };

/// How an editor shows the text of a finding: as having no effect, or as
/// working no more.
enum class RuleTag : uint8_t { NoTag, Unnecessary, Deprecated };

/// A rule: its number in the order of the codes. RuleIds.h names them.
enum class RuleId : uint16_t;

/// The text of all rules.
struct RulePool {
  static const char text[];
  /// The array of the sources and tables.
  template <typename T>
  static const T *all();
};
using RuleText = PooledText<RulePool>;
template <>
const RuleText *RulePool::all<RuleText>();

/// A record of lib/Diagnostics/Rules.td.
struct RuleInfo {
  /// The kebab-case name by which people know the rule.
  RuleText name;
  /// `TLxxyy`; never changes and is never used again.
  RuleText code;
  Severity severity;
  Confidence confidence;
  Fixability fix;
  RuleTag tag;
  RuleText group;
  RuleText groupTitle;
  RuleText summary;
  /// Markdown.
  RuleText explanation;
  /// An input that has the finding, and one that is fixed.
  RuleText bad;
  RuleText good;
  /// The name of the file that each of them is.
  RuleText exampleName;
  /// The options that both examples are checked with.
  RuleText exampleOptions;
  /// The program that checks them: `trainlint` or another of its tools.
  RuleText exampleProgram;
  PooledList<RulePool, RuleText> sources;
  PooledList<RulePool, RuleText> tables;
  /// Names that the rule had before and that are still understood.
  PooledList<RulePool, RuleText> formerNames;
  bool suppressible;
  /// True if the rule is checked only where it is asked for.
  bool optIn;
};

/// All rules, in the order of RuleId.
llvm::ArrayRef<RuleInfo> allRules();

const RuleInfo &infoOf(RuleId rule);

/// Finds a rule by its name, its code or a name that it had before.
std::optional<RuleId> findRule(llvm::StringRef nameOrCode);

/// True if a text is the rule's name, its code or a name that it had before.
bool isNamed(const RuleInfo &rule, llvm::StringRef nameOrCode);

/// The names of all rules, for suggestions.
llvm::ArrayRef<llvm::StringRef> ruleNames();

/// "error", "warning", "info".
llvm::StringRef spellingOf(Severity severity);
std::optional<Severity> parseSeverity(llvm::StringRef text);

llvm::StringRef spellingOf(Confidence confidence);
/// "none", "safe", "unsafe".
llvm::StringRef spellingOf(Fixability fix);

/// The page of a rule, relative to the root of the project.
std::string documentationPage(const RuleInfo &rule);

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_RULECATALOG_H
