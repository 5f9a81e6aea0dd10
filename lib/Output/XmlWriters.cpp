//===- XmlWriters.cpp - Findings as Checkstyle and JUnit ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/Writer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;
using llvm::raw_ostream;
using llvm::StringRef;

/// Text for XML 1.0: markup is escaped, and characters that XML cannot hold are
/// replaced.
static std::string escapeXml(StringRef text) {
  std::string out;
  for (char c : llvm::json::fixUTF8(text)) {
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\n':
      out += "&#10;";
      break;
    case '\t':
      out += "&#9;";
      break;
    default:
      out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return out;
}

static std::string attribute(StringRef name, const llvm::Twine &value) {
  return (" " + name + "=\"").str() + escapeXml(value.str()) + "\"";
}

//===----------------------------------------------------------------------===//
// Checkstyle
//===----------------------------------------------------------------------===//

namespace {
class CheckstyleWriter : public Writer {
public:
  explicit CheckstyleWriter(raw_ostream &os) : os(os) {}
  void begin() override {
    os << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
       << "<checkstyle version=\"4.3\">\n";
  }
  void write(StringRef file, llvm::ArrayRef<Finding> findings) override;
  void end(const Summary &) override { os << "</checkstyle>\n"; }

private:
  raw_ostream &os;
};
} // namespace

void CheckstyleWriter::write(StringRef file, llvm::ArrayRef<Finding> findings) {
  if (findings.empty())
    return;
  os << "  <file" << attribute("name", file) << ">\n";
  for (const Finding &finding : findings) {
    LineColumn begin;
    unsigned column = 1;
    if (finding.place) {
      begin = finding.place.begin();
      column = finding.place.buffer->codePointColumn(begin);
    }
    os << "    <error" << attribute("line", llvm::Twine(begin.line))
       << attribute("column", llvm::Twine(column))
       << attribute("severity", spellingOf(finding.severity))
       << attribute("message", finding.message)
       << attribute("source", "trainlint." + infoOf(finding.rule).name)
       << "/>\n";
  }
  os << "  </file>\n";
}

//===----------------------------------------------------------------------===//
// JUnit
//===----------------------------------------------------------------------===//

namespace {
/// One test suite for each file. An error or a warning is a failed test, an
/// info is a passed one with its text as output.
class JUnitWriter : public Writer {
public:
  explicit JUnitWriter(raw_ostream &os) : os(os) {}
  void begin() override {
    os << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
       << "<testsuites name=\"trainlint\">\n";
  }
  void write(StringRef file, llvm::ArrayRef<Finding> findings) override;
  void end(const Summary &) override { os << "</testsuites>\n"; }

private:
  raw_ostream &os;
};
} // namespace

void JUnitWriter::write(StringRef file, llvm::ArrayRef<Finding> findings) {
  unsigned failures = llvm::count_if(findings, [](const Finding &finding) {
    return finding.severity != Severity::Info;
  });
  unsigned tests = std::max<size_t>(findings.size(), 1);
  os << "  <testsuite" << attribute("name", file)
     << attribute("tests", llvm::Twine(tests))
     << attribute("failures", llvm::Twine(failures)) << attribute("errors", "0")
     << ">\n";
  // A file without findings is a passed test; a suite must not be empty.
  if (findings.empty())
    os << "    <testcase" << attribute("name", "trainlint")
       << attribute("classname", file) << "/>\n";
  for (const Finding &finding : findings) {
    StringRef rule = infoOf(finding.rule).name;
    std::string place = formatPlace(finding.place);
    os << "    <testcase" << attribute("name", rule + " " + place)
       << attribute("classname", file) << ">\n";
    std::string text = place + ": " + finding.message;
    if (!finding.help.empty())
      text += "\n" + finding.help;
    if (finding.severity == Severity::Info)
      os << "      <system-out>" << escapeXml(text) << "</system-out>\n";
    else
      os << "      <failure" << attribute("message", finding.message)
         << attribute("type", spellingOf(finding.severity)) << ">"
         << escapeXml(text) << "</failure>\n";
    os << "    </testcase>\n";
  }
  os << "  </testsuite>\n";
}

std::unique_ptr<Writer> trainlint::createCheckstyleWriter(raw_ostream &os) {
  return std::make_unique<CheckstyleWriter>(os);
}

std::unique_ptr<Writer> trainlint::createJUnitWriter(raw_ostream &os) {
  return std::make_unique<JUnitWriter>(os);
}
