//===- TextWriter.cpp - Findings for people at a terminal -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/Snippet.h"
#include "Output/Writer.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using llvm::raw_ostream;

namespace {

/// `file:line:column: severity: message [rule]`, the line that editors, Make
/// and problem matchers know.
void printHeader(raw_ostream &os, const Finding &finding,
                 const WriterOptions &options) {
  if (options.color)
    os.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  os << formatPlace(finding.place) << ": ";
  resetColor(os, options);
  setSeverityColor(os, finding.severity, options);
  os << spellingOf(finding.severity) << ": ";
  resetColor(os, options);
  if (options.color)
    os.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  os << finding.message;
  resetColor(os, options);
  os << " [" << infoOf(finding.rule).name << "]\n";
}

class ConciseWriter : public Writer {
public:
  ConciseWriter(raw_ostream &os, const WriterOptions &options)
      : os(os), options(options) {}
  void write(StringRef, llvm::ArrayRef<Finding> findings) override {
    for (const Finding &finding : findings)
      printHeader(os, finding, options);
  }

private:
  raw_ostream &os;
  WriterOptions options;
};

class TextWriter : public Writer {
public:
  TextWriter(raw_ostream &os, const WriterOptions &options)
      : os(os), options(options) {}
  void write(StringRef, llvm::ArrayRef<Finding> findings) override {
    for (const Finding &finding : findings)
      print(finding);
  }

private:
  void print(const Finding &finding);
  void printFooter(StringRef word, StringRef text);

  raw_ostream &os;
  WriterOptions options;
};

} // namespace

void TextWriter::printFooter(StringRef word, StringRef text) {
  os << "  = ";
  if (options.color)
    os.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  os << word << ": ";
  resetColor(os, options);
  os << text << "\n";
}

void TextWriter::print(const Finding &finding) {
  printHeader(os, finding, options);
  Place place = finding.place.inCell();
  if (place) {
    llvm::SmallVector<SnippetLabel> labels = {
        {place.range, finding.label, true}};
    for (const RelatedLocation &other : finding.related) {
      Place related = other.place.inCell();
      if (related.buffer == place.buffer)
        labels.push_back({related.range, other.message, false});
    }
    printSnippet(os, *place.buffer, std::move(labels), finding.severity,
                 options);
  }
  // Places in other inputs, and in other cells, are notes with a snippet of
  // their own.
  for (const RelatedLocation &other : finding.related) {
    Place related = other.place.inCell();
    if (!related || related.buffer == place.buffer)
      continue;
    os << formatPlace(related) << ": note: " << other.message << "\n";
    printSnippet(os, *related.buffer, {{related.range, "", false}},
                 Severity::Info, options);
  }
  if (!finding.help.empty())
    printFooter("help", finding.help);
  for (const FixIt &fix : finding.fixes)
    printFooter(fix.applicability == Applicability::Safe ? "fix" : "unsafe fix",
                fix.title);
  if (!finding.table.empty())
    printFooter("table", finding.table + ", as of " + finding.tableDate);
  os << "\n";
}

std::unique_ptr<Writer>
trainlint::createTextWriter(raw_ostream &os, const WriterOptions &options) {
  return std::make_unique<TextWriter>(os, options);
}

std::unique_ptr<Writer>
trainlint::createConciseWriter(raw_ostream &os, const WriterOptions &options) {
  return std::make_unique<ConciseWriter>(os, options);
}
