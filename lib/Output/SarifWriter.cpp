//===- SarifWriter.cpp - Findings for code scanning -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SARIF 2.1.0, with what GitHub code scanning asks for beyond the standard.
//
//===----------------------------------------------------------------------===//

#include "Output/ReportPaths.h"
#include "Output/RulePage.h"
#include "Output/Writer.h"
#include "Support/CellMap.h"
#include "Support/LLVM.h"
#include "Support/PrintableJson.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace trainlint;

namespace {

class SarifWriter : public Writer {
public:
  explicit SarifWriter(llvm::raw_ostream &stream) : os(stream), out(os, 2) {}

  void begin() override;
  void write(StringRef file, llvm::ArrayRef<Finding> findings) override;
  void end(const Summary &summary) override;

private:
  void writeRule(const RuleInfo &rule);
  void writeResult(StringRef file, const Finding &finding);
  void writeMessage(StringRef key, StringRef text);
  void writeLocation(const Place &place);
  void writeCell(const Place &place);
  void writeRegion(StringRef key, const Place &place);
  void writeFixes(const Finding &finding);
  void writeArtifact(StringRef file);
  std::string uriOf(StringRef file);

  PrintableJson os;
  llvm::json::OStream out;
  ReportPaths paths;
};

} // namespace

static StringRef levelOf(Severity severity) {
  return severity == Severity::Info ? StringRef("note") : spellingOf(severity);
}

/// How often a rule is right, in GitHub's words.
static StringRef precisionOf(Confidence confidence) {
  switch (confidence) {
  case Confidence::Exact:
  case Confidence::Client:
    return "very-high";
  case Confidence::Table:
    return "high";
  case Confidence::Dated:
    return "medium";
  }
  llvm_unreachable("unknown confidence");
}

static std::string percentEncode(StringRef text) {
  std::string out;
  for (unsigned char c : text) {
    if (llvm::isAlnum(c) || StringRef("-._~/").contains(c))
      out += c;
    else
      out += "%" + llvm::toHex(llvm::ArrayRef<uint8_t>(&c, 1));
  }
  return out;
}

std::string SarifWriter::uriOf(StringRef file) {
  StringRef path = paths.of(file);
  return (llvm::sys::path::is_absolute(path) ? "file://" : "") +
         percentEncode(path);
}

void SarifWriter::writeMessage(StringRef key, StringRef text) {
  out.attributeObject(
      key, [&] { out.attribute("text", llvm::json::fixUTF8(text)); });
}

void SarifWriter::writeRule(const RuleInfo &rule) {
  out.object([&] {
    out.attribute("id", rule.name.ref());
    out.attribute("name", rule.code.ref());
    if (!rule.formerNames.empty())
      out.attributeArray("deprecatedIds", [&] {
        for (StringRef former : rule.formerNames)
          out.value(former);
      });
    writeMessage("shortDescription", rule.summary);
    writeMessage("fullDescription", rule.explanation.ref().trim());
    out.attributeObject("help", [&] {
      std::string text = rule.explanation.ref().trim().str();
      out.attribute("text", text);
      out.attribute("markdown", text + "\n\n```" + exampleLanguage(rule).str() +
                                    "\n" + rule.good.str() + "```\n");
    });
    out.attributeObject("defaultConfiguration", [&] {
      out.attribute("level", levelOf(rule.severity));
    });
    out.attributeObject("properties", [&] {
      out.attributeArray("tags", [&] { out.value(rule.group.ref()); });
      out.attribute("precision", precisionOf(rule.confidence));
      out.attribute("problem.severity", rule.severity == Severity::Info
                                            ? StringRef("recommendation")
                                            : spellingOf(rule.severity));
    });
  });
}

void SarifWriter::begin() {
  out.objectBegin();
  out.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  out.attribute("version", "2.1.0");
  out.attributeBegin("runs");
  out.arrayBegin();
  out.objectBegin();
  out.attributeObject("tool", [&] {
    out.attributeObject("driver", [&] {
      out.attribute("name", "trainlint");
      out.attribute("semanticVersion", TRAINLINT_VERSION);
      out.attributeArray("rules", [&] {
        for (const RuleInfo &rule : allRules())
          writeRule(rule);
      });
    });
  });
  out.attribute("columnKind", "utf16CodeUnits");
  out.attributeObject("automationDetails",
                      [&] { out.attribute("id", "trainlint/"); });
  out.attributeBegin("results");
  out.arrayBegin();
}

void SarifWriter::writeRegion(StringRef key, const Place &place) {
  const SourceBuffer &buffer = *place.buffer;
  LineColumn begin = place.begin(), end = place.end();
  out.attributeObject(key, [&] {
    out.attribute("startLine", begin.line);
    out.attribute("startColumn", buffer.utf16Column(begin));
    out.attribute("endLine", end.line);
    out.attribute("endColumn", buffer.utf16Column(end));
  });
}

void SarifWriter::writeArtifact(StringRef file) {
  out.attributeObject("artifactLocation",
                      [&] { out.attribute("uri", uriOf(file)); });
}

/// The cell of a notebook, and the line in it.
void SarifWriter::writeCell(const Place &place) {
  const NotebookCell *cell = cellOf(place);
  if (!cell)
    return;
  out.attributeArray("logicalLocations", [&] {
    out.object([&] {
      std::string name = "cell " + std::to_string(cell->index());
      out.attribute("name", name);
      out.attribute("kind", "cell");
    });
  });
  Place shown = place.inCell();
  LineColumn begin = shown.begin();
  out.attributeObject("properties", [&] {
    out.attribute("cell", cell->index());
    out.attribute("cellLine", begin.line);
    out.attribute("cellColumn", shown.buffer->utf16Column(begin));
  });
}

/// The members of a location.
void SarifWriter::writeLocation(const Place &place) {
  out.attributeObject("physicalLocation", [&] {
    writeArtifact(place.buffer->name());
    writeRegion("region", place);
  });
  writeCell(place);
}

void SarifWriter::writeFixes(const Finding &finding) {
  // GitHub refuses a file that has an empty list of changes anywhere.
  if (finding.fixes.empty() || !finding.place)
    return;
  out.attributeArray("fixes", [&] {
    for (const FixIt &fix : finding.fixes) {
      out.object([&] {
        writeMessage("description", fix.title);
        out.attributeArray("artifactChanges", [&] {
          out.object([&] {
            writeArtifact(finding.place.buffer->name());
            out.attributeArray("replacements", [&] {
              for (const Edit &edit : fix.edits) {
                out.object([&] {
                  writeRegion("deletedRegion", edit.place);
                  writeMessage("insertedContent", edit.text);
                });
              }
            });
          });
        });
      });
    }
  });
}

void SarifWriter::writeResult(StringRef file, const Finding &finding) {
  out.object([&] {
    out.attribute("ruleId", infoOf(finding.rule).name.ref());
    out.attribute("ruleIndex", static_cast<int64_t>(finding.rule));
    out.attribute("level", levelOf(finding.severity));
    std::string message = finding.message;
    if (!finding.help.empty())
      message += "; " + finding.help;
    if (!finding.table.empty())
      message +=
          " (table " + finding.table + ", as of " + finding.tableDate + ")";
    writeMessage("message", message);
    out.attributeArray("locations", [&] {
      out.object([&] {
        if (finding.place)
          return writeLocation(finding.place);
        out.attributeObject("physicalLocation", [&] { writeArtifact(file); });
      });
    });
    out.attributeArray("relatedLocations", [&] {
      int64_t id = 1;
      for (const RelatedLocation &other : finding.related) {
        if (!other.place)
          continue;
        out.object([&] {
          out.attribute("id", id++);
          writeMessage("message", other.message);
          writeLocation(other.place);
        });
      }
    });
    out.attributeObject("partialFingerprints", [&] {
      out.attribute("trainlintFinding/v1", fingerprint(finding));
    });
    writeFixes(finding);
  });
}

void SarifWriter::write(StringRef file, llvm::ArrayRef<Finding> findings) {
  for (const Finding &finding : findings)
    writeResult(file, finding);
  os.flush();
}

void SarifWriter::end(const Summary &summary) {
  out.arrayEnd();
  out.attributeEnd();
  out.attributeObject("properties", [&] {
    out.attributeArray("tables", [&] {
      for (const UsedTable &table : summary.tables) {
        out.object([&] {
          out.attribute("name", table.name);
          out.attribute("asOf", table.asOf);
        });
      }
    });
  });
  out.objectEnd();
  out.arrayEnd();
  out.attributeEnd();
  out.objectEnd();
  os << "\n";
  os.flush();
}

std::unique_ptr<Writer> trainlint::createSarifWriter(llvm::raw_ostream &os) {
  return std::make_unique<SarifWriter>(os);
}
