//===- CiWriters.cpp - Findings for GitHub and GitLab ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/ReportPaths.h"
#include "Output/Writer.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/PrintableJson.h"
#include "Support/Text.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;
using llvm::raw_ostream;

//===----------------------------------------------------------------------===//
// GitHub workflow commands
//===----------------------------------------------------------------------===//

/// Text of a workflow command, line by line printable; properties have two more
/// separators.
static std::string escapeCommand(StringRef text, bool property) {
  llvm::SmallVector<StringRef> lines;
  text.split(lines, '\n');
  std::string out;
  for (const StringRef &line : lines) {
    if (&line != lines.begin())
      out += "%0A";
    for (char c : printable(line)) {
      bool isSeparator = property && (c == ':' || c == ',');
      if (c == '%')
        out += "%25";
      else if (isSeparator)
        out += c == ':' ? "%3A" : "%2C";
      else
        out += c;
    }
  }
  return out;
}

namespace {
class GitHubWriter : public Writer {
public:
  explicit GitHubWriter(raw_ostream &os) : os(os) {}
  void write(StringRef, llvm::ArrayRef<Finding> findings) override;
  void end(const Summary &summary) override;

private:
  raw_ostream &os;
  ReportPaths paths;
};
} // namespace

void GitHubWriter::write(StringRef file, llvm::ArrayRef<Finding> findings) {
  for (const Finding &finding : findings) {
    StringRef level = finding.severity == Severity::Info
                          ? StringRef("notice")
                          : spellingOf(finding.severity);
    StringRef name = finding.place ? finding.place.buffer->name() : file;
    os << "::" << level
       << " file=" << escapeCommand(paths.of(name), /*property=*/true) << ",";
    if (finding.place) {
      LineColumn begin = finding.place.begin(), end = finding.place.end();
      const SourceBuffer &buffer = *finding.place.buffer;
      os << "line=" << begin.line << ",endLine=" << end.line;
      // GitHub ignores columns of a range that crosses lines.
      if (begin.line == end.line)
        os << ",col=" << buffer.codePointColumn(begin)
           << ",endColumn=" << buffer.codePointColumn(end);
      os << ",";
    }
    os << "title=trainlint (" << infoOf(finding.rule).name << ")::";
    std::string message = messageWithCell(finding);
    if (!finding.help.empty())
      message += "\n" + finding.help;
    if (!finding.table.empty())
      message += "\ntable " + finding.table + ", as of " + finding.tableDate;
    os << escapeCommand(message, false) << "\n";
  }
}

/// GitHub shows ten annotations of each level and step, so the log tells how
/// many there are.
void GitHubWriter::end(const Summary &summary) {
  constexpr unsigned Shown = 10;
  if (summary.errors > Shown || summary.warnings > Shown ||
      summary.infos > Shown)
    os << pluralize(summary.errors, "error") << ", "
       << pluralize(summary.warnings, "warning") << ", "
       << pluralize(summary.infos, "info", "infos")
       << "; GitHub shows ten of each level\n";
}

//===----------------------------------------------------------------------===//
// GitLab code quality
//===----------------------------------------------------------------------===//

namespace {
class GitLabWriter : public Writer {
public:
  explicit GitLabWriter(raw_ostream &stream) : os(stream), out(os, 2) {}
  void begin() override { out.arrayBegin(); }
  void write(StringRef, llvm::ArrayRef<Finding> findings) override;
  void end(const Summary &) override {
    out.arrayEnd();
    os << "\n";
    os.flush();
  }

private:
  PrintableJson os;
  llvm::json::OStream out;
  ReportPaths paths;
  /// Findings of the same fingerprint are numbered: it has to be unique.
  llvm::StringMap<unsigned> seen;
};
} // namespace

static StringRef gitLabSeverity(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "critical";
  case Severity::Warning:
    return "minor";
  case Severity::Info:
    return "info";
  }
  llvm_unreachable("unknown severity");
}

void GitLabWriter::write(StringRef file, llvm::ArrayRef<Finding> findings) {
  for (const Finding &finding : findings) {
    StringRef path =
        paths.of(finding.place ? finding.place.buffer->name() : file);
    std::string hash = fingerprint(finding) + "-" + path.str();
    unsigned number = seen[hash]++;
    out.object([&] {
      out.attribute("type", "issue");
      out.attribute("check_name", infoOf(finding.rule).name.ref());
      out.attribute("description",
                    llvm::json::fixUTF8(messageWithCell(finding)));
      out.attribute("fingerprint",
                    llvm::json::fixUTF8(hash + "-" + std::to_string(number)));
      out.attribute("severity", gitLabSeverity(finding.severity));
      out.attributeArray("categories", [&] { out.value("Bug Risk"); });
      out.attributeObject("location", [&] {
        out.attribute("path", llvm::json::fixUTF8(path));
        LineColumn begin, end;
        if (finding.place) {
          begin = finding.place.begin();
          end = finding.place.end();
        }
        out.attributeObject("lines", [&] {
          out.attribute("begin", begin.line);
          out.attribute("end", end.line);
        });
      });
    });
  }
  os.flush();
}

std::unique_ptr<Writer> trainlint::createGitHubWriter(raw_ostream &os) {
  return std::make_unique<GitHubWriter>(os);
}

std::unique_ptr<Writer> trainlint::createGitLabWriter(raw_ostream &os) {
  return std::make_unique<GitLabWriter>(os);
}
