//===- JsonWriter.cpp - Findings for programs -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form is documented in docs/formats.md and has a version; fields are only
// ever added to it.
//
//===----------------------------------------------------------------------===//

#include "Output/Writer.h"
#include "Support/CellMap.h"
#include "Support/LLVM.h"
#include "Support/PrintableJson.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;

namespace {

class JsonWriter : public Writer {
public:
  explicit JsonWriter(llvm::raw_ostream &stream) : os(stream), out(os, 2) {}

  void begin() override;
  void write(StringRef file, llvm::ArrayRef<Finding> findings) override;
  void end(const Summary &summary) override;

private:
  void writeFinding(const Finding &finding);
  void writePlace(const Place &place);
  void writeRange(StringRef key, const Place &place);
  void writePosition(StringRef key, const SourceBuffer &buffer,
                     uint32_t offset);
  void writeFix(const FixIt &fix);

  PrintableJson os;
  llvm::json::OStream out;
};

} // namespace

void JsonWriter::begin() {
  out.objectBegin();
  out.attribute("version", 1);
  out.attributeBegin("diagnostics");
  out.arrayBegin();
}

void JsonWriter::writePosition(StringRef key, const SourceBuffer &buffer,
                               uint32_t offset) {
  LineColumn place = buffer.position(offset);
  out.attributeObject(key, [&] {
    out.attribute("line", place.line);
    out.attribute("column", buffer.codePointColumn(place));
    out.attribute("utf16Column", buffer.utf16Column(place));
    out.attribute("offset", offset);
  });
}

void JsonWriter::writeRange(StringRef key, const Place &place) {
  out.attributeObject(key, [&] {
    writePosition("start", *place.buffer, place.range.begin);
    writePosition("end", *place.buffer, place.range.end);
  });
}

/// The file and the range, and in a notebook the cell, as members of the
/// current object.
void JsonWriter::writePlace(const Place &place) {
  if (!place) {
    out.attribute("file", nullptr);
    out.attribute("range", nullptr);
    return;
  }
  out.attribute("file", llvm::json::fixUTF8(place.buffer->name()));
  writeRange("range", place);
  if (const NotebookCell *cell = cellOf(place)) {
    out.attribute("cell", cell->index());
    writeRange("cell_range", place.inCell());
  }
}

void JsonWriter::writeFix(const FixIt &fix) {
  out.object([&] {
    out.attribute("title", fix.title);
    out.attribute("applicability",
                  fix.applicability == Applicability::Safe ? "safe" : "unsafe");
    out.attributeArray("edits", [&] {
      for (const Edit &edit : fix.edits) {
        out.object([&] {
          writePlace(edit.place);
          out.attribute("text", llvm::json::fixUTF8(edit.text));
        });
      }
    });
  });
}

void JsonWriter::writeFinding(const Finding &finding) {
  const RuleInfo &rule = infoOf(finding.rule);
  out.object([&] {
    writePlace(finding.place);
    out.attribute("rule", rule.name.ref());
    out.attribute("code", rule.code.ref());
    out.attribute("severity", spellingOf(finding.severity));
    out.attribute("confidence", spellingOf(rule.confidence));
    out.attribute("message", llvm::json::fixUTF8(finding.message));
    out.attributeArray("related", [&] {
      for (const RelatedLocation &other : finding.related) {
        out.object([&] {
          out.attribute("message", llvm::json::fixUTF8(other.message));
          writePlace(other.place);
        });
      }
    });
    out.attributeArray("fixes", [&] {
      for (const FixIt &fix : finding.fixes)
        writeFix(fix);
    });
    out.attribute("help", finding.help.empty()
                              ? llvm::json::Value(nullptr)
                              : llvm::json::Value(finding.help));
    out.attribute("docs", documentationPage(rule));
    if (finding.table.empty()) {
      out.attribute("table", nullptr);
    } else {
      out.attributeObject("table", [&] {
        out.attribute("name", finding.table);
        out.attribute("as_of", finding.tableDate);
      });
    }
  });
}

void JsonWriter::write(StringRef, llvm::ArrayRef<Finding> findings) {
  for (const Finding &finding : findings)
    writeFinding(finding);
  os.flush();
}

void JsonWriter::end(const Summary &summary) {
  out.arrayEnd();
  out.attributeEnd();
  out.attributeObject("summary", [&] {
    out.attribute("files", summary.files);
    out.attribute("errors", summary.errors);
    out.attribute("warnings", summary.warnings);
    out.attribute("infos", summary.infos);
    out.attribute("skipped_values", summary.skippedValues);
    out.attribute("baselined", summary.baselined);
    out.attributeArray("tables", [&] {
      for (const UsedTable &table : summary.tables) {
        out.object([&] {
          out.attribute("name", table.name);
          out.attribute("as_of", table.asOf);
        });
      }
    });
  });
  out.objectEnd();
  os << "\n";
  os.flush();
}

std::unique_ptr<Writer> trainlint::createJsonWriter(llvm::raw_ostream &os) {
  return std::make_unique<JsonWriter>(os);
}
