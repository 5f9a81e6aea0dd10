//===- XmlWriters.cpp - Findings as Checkstyle and JUnit ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/Writer.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using llvm::raw_ostream;

/// True if XML 1.0 can hold a code point, if only as a reference.
static bool isXml(uint32_t point) {
  return point >= 0x20 ? point != 0xFFFE && point != 0xFFFF
                       : point == '\t' || point == '\n' || point == '\r';
}

/// Text for XML 1.0: what is markup or not printable is a reference, and what
/// XML cannot hold is spelled as in messages.
static std::string escapeXml(StringRef text) {
  std::string out;
  bool isBehindSign = false;
  while (!text.empty()) {
    Character character = firstCharacter(text);
    // Two signs may be the start of a command for the service that keeps a log.
    bool isSign = character.bytes == "#";
    bool isMarkup = StringRef("&<>\"").contains(text.front());
    bool isPlain = character.isPrintable() && !isMarkup;
    if (isPlain && !(isSign && isBehindSign))
      out += character.bytes;
    else if (isMarkup)
      out += llvm::StringSwitch<StringRef>(character.bytes)
                 .Case("&", "&amp;")
                 .Case("<", "&lt;")
                 .Case(">", "&gt;")
                 .Default("&quot;");
    else if (character.codePoint && isXml(*character.codePoint))
      out += "&#" + std::to_string(*character.codePoint) + ";";
    else
      out += printable(character.bytes);
    isBehindSign = isSign;
    text = text.drop_front(character.bytes.size());
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
       << attribute("message", messageWithCell(finding))
       << attribute("source", "trainlint." + infoOf(finding.rule).name.str())
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
