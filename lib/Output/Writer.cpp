//===- Writer.cpp - Findings in the formats of their readers --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/Writer.h"
#include "Support/CellMap.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SHA1.h"

using namespace trainlint;

std::optional<OutputFormat> trainlint::parseOutputFormat(StringRef name) {
  return llvm::StringSwitch<std::optional<OutputFormat>>(name)
      .Case("text", OutputFormat::Text)
      .Case("concise", OutputFormat::Concise)
      .Case("json", OutputFormat::Json)
      .Case("sarif", OutputFormat::Sarif)
      .Case("github", OutputFormat::GitHub)
      .Case("gitlab", OutputFormat::GitLab)
      .Case("checkstyle", OutputFormat::Checkstyle)
      .Case("junit", OutputFormat::JUnit)
      .Default(std::nullopt);
}

StringRef trainlint::outputFormatNames() {
  return "text, concise, json, sarif, github, gitlab, checkstyle, junit";
}

std::unique_ptr<Writer> trainlint::createWriter(OutputFormat format,
                                                llvm::raw_ostream &os,
                                                const WriterOptions &options) {
  switch (format) {
  case OutputFormat::Text:
    return createTextWriter(os, options);
  case OutputFormat::Concise:
    return createConciseWriter(os, options);
  case OutputFormat::Json:
    return createJsonWriter(os);
  case OutputFormat::Sarif:
    return createSarifWriter(os);
  case OutputFormat::GitHub:
    return createGitHubWriter(os);
  case OutputFormat::GitLab:
    return createGitLabWriter(os);
  case OutputFormat::Checkstyle:
    return createCheckstyleWriter(os);
  case OutputFormat::JUnit:
    return createJUnitWriter(os);
  }
  llvm_unreachable("unknown format");
}

void Summary::count(llvm::ArrayRef<Finding> found) {
  for (const Finding &finding : found) {
    switch (finding.severity) {
    case Severity::Error:
      ++errors;
      break;
    case Severity::Warning:
      ++warnings;
      break;
    case Severity::Info:
      ++infos;
      break;
    }
  }
}

std::string trainlint::formatPlace(const Place &place) {
  if (!place)
    return "trainlint";
  Place shown = place.inCell();
  LineColumn begin = shown.begin();
  return printableLine(shown.buffer->name()) + ":" +
         std::to_string(begin.line) + ":" +
         std::to_string(shown.buffer->codePointColumn(begin));
}

const NotebookCell *trainlint::cellOf(const Place &place) {
  const CellMap *cells = place ? place.buffer->cells() : nullptr;
  return cells ? cells->at(place.range) : nullptr;
}

std::string trainlint::messageWithCell(const Finding &finding) {
  const NotebookCell *cell = cellOf(finding.place);
  if (!cell)
    return finding.message;
  Place shown = finding.place.inCell();
  LineColumn begin = shown.begin();
  return finding.message + " (cell " + std::to_string(cell->index()) + ":" +
         std::to_string(begin.line) + ":" +
         std::to_string(shown.buffer->codePointColumn(begin)) + ")";
}

std::string trainlint::fingerprint(const Finding &finding) {
  return fingerprint(finding, infoOf(finding.rule).name);
}

/// Of the rule, the message if it counts, and the text of the line.
static std::string hashOf(const Finding &finding, StringRef ruleName,
                          StringRef message) {
  llvm::SHA1 hash;
  hash.update(ruleName);
  hash.update(StringRef("\0", 1));
  hash.update(message);
  if (Place place = finding.place.inCell()) {
    hash.update(StringRef("\0", 1));
    // A line as long as a file changes with everything in the file.
    StringRef line = place.buffer->line(place.begin().line);
    hash.update(line.size() <= 1000 ? line.trim()
                                    : place.buffer->text(place.range));
  }
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string trainlint::fingerprint(const Finding &finding, StringRef ruleName) {
  return hashOf(finding, ruleName, finding.message);
}

std::string trainlint::lineFingerprint(const Finding &finding,
                                       StringRef ruleName) {
  return hashOf(finding, ruleName, "");
}
