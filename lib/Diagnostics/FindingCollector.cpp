//===- FindingCollector.cpp - MLIR diagnostics back to findings -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/FindingCollector.h"
#include "Diagnostics/Report.h"
#include "Support/CellMap.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "mlir/IR/BuiltinAttributes.h"
#include <tuple>

using namespace trainlint;

FindingCollector::FindingCollector(mlir::MLIRContext *context,
                                   const SourceSet &sources)
    : sources(sources), handler(context, [this](mlir::Diagnostic &diagnostic) {
        collect(diagnostic);
      }) {}

static Severity severityOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return Severity::Error;
  case mlir::DiagnosticSeverity::Warning:
    return Severity::Warning;
  case mlir::DiagnosticSeverity::Remark:
  case mlir::DiagnosticSeverity::Note:
    return Severity::Info;
  }
  llvm_unreachable("unknown severity");
}

static std::string textOf(mlir::Attribute attribute) {
  return llvm::cast<mlir::StringAttr>(attribute).str();
}

/// What people read. Names of inputs come here with all that they hold; only
/// these are longer than any list of words.
static std::string proseOf(StringRef text) {
  constexpr size_t Longest = 16000;
  return printable(text.size() > Longest ? ellipsize(text) : text.str());
}

static std::string proseOf(mlir::Attribute attribute) {
  return proseOf(textOf(attribute));
}

/// What takes the place of text in quotes keeps them: JSON needs them, and
/// people have their reasons.
static std::string keepQuotes(StringRef replaced, std::string text) {
  bool isQuoted = replaced.size() >= 2 && replaced.front() == replaced.back() &&
                  (replaced.front() == '"' || replaced.front() == '\'');
  if (!isQuoted || text.empty() ||
      StringRef(text).find_first_of("\"'\\[{") != StringRef::npos)
    return text;
  return replaced.front() + text + replaced.back();
}

/// The text of a place, as its cell has it.
static StringRef textAt(const Place &place) {
  Place shown = place.inCell();
  return shown ? shown.buffer->text(shown.range) : "";
}

static bool isQuote(char c) { return c == '"' || c == '\''; }

/// Where the quotes stand around what is replaced, the text brings none.
static StringRef dropQuotes(const Place &shown, StringRef text) {
  StringRef all = shown.buffer->text();
  uint32_t begin = shown.range.begin, end = shown.range.end;
  bool isWithin = begin > 0 && end < all.size() && isQuote(all[begin - 1]) &&
                  all[begin - 1] == all[end];
  bool isQuoted =
      text.size() >= 2 && isQuote(text.front()) && text.front() == text.back();
  return isWithin && isQuoted ? text.drop_front().drop_back() : text;
}

/// An edit of the file: what is written into a cell has the form that the cells
/// of the file have.
static Edit editOf(const Place &place, StringRef text) {
  Place shown = place.inCell();
  std::string meant = text.str();
  if (shown)
    meant = keepQuotes(textAt(place), dropQuotes(shown, text).str());
  const CellMap *cells = place ? place.buffer->cells() : nullptr;
  const NotebookCell *cell = cells ? cells->at(place.range) : nullptr;
  if (!cell)
    return {place, meant};
  CellEdit edit = cell->edit(place.range, meant);
  return {{place.buffer, edit.range}, std::move(edit.text)};
}

static FixIt fixOf(mlir::ArrayAttr parts, Applicability applicability,
                   const SourceSet &sources) {
  FixIt fix{proseOf(parts[0]), applicability, {}};
  for (size_t i = 1; i + 1 < parts.size(); i += 2) {
    Place place = sources.resolve(llvm::cast<mlir::LocationAttr>(parts[i]));
    fix.edits.push_back(editOf(place, textOf(parts[i + 1])));
  }
  return fix;
}

static void readMetadata(llvm::ArrayRef<mlir::DiagnosticArgument> metadata,
                         const SourceSet &sources, Finding &finding) {
  for (size_t i = 2; i + 1 < metadata.size(); i += 2) {
    mlir::Attribute value = metadata[i + 1].getAsAttribute();
    switch (static_cast<ReportKey>(metadata[i].getAsInteger())) {
    case ReportKey::Rule:
      break;
    case ReportKey::Label:
      finding.label = proseOf(value);
      break;
    case ReportKey::Help:
      finding.help = proseOf(value);
      break;
    case ReportKey::Table: {
      auto parts = llvm::cast<mlir::ArrayAttr>(value);
      finding.table = proseOf(parts[0]);
      finding.tableDate = proseOf(parts[1]);
      break;
    }
    case ReportKey::SafeFix:
      finding.fixes.push_back(fixOf(llvm::cast<mlir::ArrayAttr>(value),
                                    Applicability::Safe, sources));
      break;
    case ReportKey::UnsafeFix:
      finding.fixes.push_back(fixOf(llvm::cast<mlir::ArrayAttr>(value),
                                    Applicability::Unsafe, sources));
      break;
    }
  }
}

/// A value that is reached through aliases is fixed at its anchor; each alias
/// on the way is named.
static void addAliases(mlir::LocationAttr location, const SourceSet &sources,
                       Finding &finding) {
  while (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(location)) {
    Place alias = sources.resolve(call.getCaller());
    bool isAlias =
        alias && alias.buffer == sources.resolve(call.getCallee()).buffer;
    if (isAlias)
      finding.related.push_back(
          {alias, "used here through " + quoted(textAt(alias))});
    location = call.getCallee();
  }
}

/// A value that is given outside the input has its finding in the input, at a
/// related location, so that reports name the file.
static void standInInput(mlir::LocationAttr location, const SourceSet &sources,
                         Finding &finding) {
  auto call = llvm::dyn_cast<mlir::CallSiteLoc>(location);
  if (!call)
    return;
  Place input = sources.resolve(call.getCaller());
  if (!input || input.buffer == finding.place.buffer)
    return;
  // Only the input can be edited.
  llvm::erase_if(finding.fixes, [&](const FixIt &fix) {
    return llvm::any_of(fix.edits, [&](const Edit &edit) {
      return edit.place.buffer != input.buffer;
    });
  });
  RelatedLocation given{finding.place,
                        finding.label.empty() ? "given here" : finding.label};
  auto inInput =
      llvm::find_if(finding.related, [&](const RelatedLocation &other) {
        return other.place.buffer == input.buffer;
      });
  if (inInput == finding.related.end()) {
    finding.place = input;
    finding.label.clear();
  } else {
    finding.place = inInput->place;
    finding.label = inInput->message;
    finding.related.erase(inInput);
  }
  finding.related.insert(finding.related.begin(), std::move(given));
}

std::optional<Finding> trainlint::findingIn(mlir::Diagnostic &diagnostic,
                                            const SourceSet &sources) {
  auto &metadata = diagnostic.getMetadata();
  if (metadata.size() < 2)
    return std::nullopt;
  Finding finding;
  finding.rule = static_cast<RuleId>(metadata[1].getAsInteger());
  finding.severity = severityOf(diagnostic.getSeverity());
  finding.message = proseOf(diagnostic.str());
  finding.place = sources.resolve(diagnostic.getLocation());
  readMetadata(metadata, sources, finding);
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    finding.related.push_back(
        {sources.resolve(note.getLocation()), proseOf(note.str())});
    addAliases(note.getLocation(), sources, finding);
  }
  addAliases(diagnostic.getLocation(), sources, finding);
  standInInput(diagnostic.getLocation(), sources, finding);
  return finding;
}

std::vector<Finding> FindingCollector::take() {
  limit.takeExcess([&](ReportLimit::Key key, size_t more) {
    auto last = llvm::find_if(llvm::reverse(findings), [&](const Finding &one) {
      return one.rule == key.first && one.severity == key.second;
    });
    if (last == findings.rend())
      return;
    if (!last->help.empty())
      last->help += "; ";
    last->help +=
        std::to_string(more) + " more findings of this rule are not shown";
  });
  return std::move(findings);
}

void FindingCollector::collect(mlir::Diagnostic &diagnostic) {
  if (std::optional<Finding> finding = findingIn(diagnostic, sources))
    findings.push_back(std::move(*finding));
  else
    internal.push_back(proseOf(diagnostic.str()));
}

void trainlint::sortFindings(std::vector<Finding> &findings) {
  auto key = [](const Finding &finding) {
    llvm::StringRef file =
        finding.place ? finding.place.buffer->name() : llvm::StringRef();
    return std::make_tuple(file, finding.place.range.begin,
                           -static_cast<int>(finding.severity), finding.rule,
                           finding.place.range.end);
  };
  llvm::stable_sort(findings, [&](const Finding &a, const Finding &b) {
    return key(a) < key(b);
  });
  // The same node can be reached through several aliases.
  auto same = [&](const Finding &a, const Finding &b) {
    return key(a) == key(b) && a.message == b.message;
  };
  findings.erase(std::unique(findings.begin(), findings.end(), same),
                 findings.end());
}
