//===- CellsTest.cpp - Tests of places in notebooks -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/ReportPaths.h"
#include "Output/Writer.h"
#include "Support/CellMap.h"
#include "TestHelpers.h"

using namespace trainlint;
using llvm::StringRef;

namespace {
/// A notebook of two cells, `REGION = "eu"` and below a comment `run(REGION)`.
class OutputOfCells : public testing::Test {
protected:
  OutputOfCells() {
    auto map = std::make_shared<CellMap>();
    addCell(*map, 3, "REGION = \\\"eu\\\"");
    addCell(*map, 7, "# \\u00e9\\nrun(REGION)");
    buffer->setCells(std::move(map));
  }

  void addCell(CellMap &map, unsigned index, StringRef written) {
    auto begin = static_cast<uint32_t>(buffer->text().find(written));
    auto source = std::make_shared<MappedText>();
    uint32_t end = begin + static_cast<uint32_t>(written.size());
    for (uint32_t at = begin; at < end;) {
      StringRef rest = buffer->text().substr(at);
      uint32_t size = rest.starts_with("\\u") ? 6 : rest[0] == '\\' ? 2 : 1;
      if (size == 1)
        source->addWritten(buffer->text(), {at, at + 1});
      else
        source->addMeaning(size == 6        ? "\u00e9"
                           : rest[1] == 'n' ? "\n"
                                            : "\"",
                           {at, at + size});
      at += size;
    }
    map.add(std::make_unique<NotebookCell>(*buffer, index, source,
                                           CellLayout::String,
                                           SourceRange{begin - 1, end + 1}));
  }

  Place placeOf(StringRef text) const {
    auto begin = static_cast<uint32_t>(buffer->text().find(text));
    return {buffer.get(), {begin, begin + static_cast<uint32_t>(text.size())}};
  }

  Finding finding() const {
    Finding out;
    out.rule = *findRule("unknown-region");
    out.severity = Severity::Error;
    out.message = "no such region";
    out.place = placeOf("(REGION)");
    out.related.push_back({placeOf("\\\"eu\\\""), "set here"});
    return out;
  }

  std::string written(OutputFormat format) const {
    std::string text;
    llvm::raw_string_ostream os(text);
    std::unique_ptr<Writer> writer = createWriter(format, os, {});
    writer->write(buffer->name(), finding());
    return text;
  }

  std::unique_ptr<SourceBuffer> buffer =
      SourceBuffer::copy("a.ipynb", "{\"cells\": [\n \"REGION = \\\"eu\\\"\",\n"
                                    " \"# \\u00e9\\nrun(REGION)\"]}");
};
} // namespace

TEST_F(OutputOfCells, SnippetsShowTheCell) {
  EXPECT_EQ(written(OutputFormat::Text),
            "a.ipynb:cell 7:2:4: error: no such region [unknown-region]\n"
            "   |\n"
            " 2 | run(REGION)\n"
            "   |    ^^^^^^^^\n"
            "a.ipynb:cell 3:1:10: note: set here\n"
            "   |\n"
            " 1 | REGION = \"eu\"\n"
            "   |          ----\n"
            "\n");
}

TEST_F(OutputOfCells, AnnotationsStandAtTheLineOfTheFile) {
  std::string file = "file=" + ReportPaths().of("a.ipynb").str() + ",line=3,";
  EXPECT_NE(written(OutputFormat::GitHub).find(file), std::string::npos);
  EXPECT_NE(written(OutputFormat::GitHub).find("no such region (cell 7:2:4)"),
            std::string::npos);
}

TEST_F(OutputOfCells, PlacesOutsideOfCellsAreThoseOfTheFile) {
  EXPECT_EQ(formatPlace(placeOf("cells")), "a.ipynb:1:3");
}

TEST_F(OutputOfCells, FingerprintsAreThoseOfTheLineOfTheCell) {
  auto plain = SourceBuffer::copy("b.py", "# \u00e9\nrun(REGION)\n");
  Finding same = finding();
  same.place = {plain.get(), {8, 16}};
  EXPECT_EQ(fingerprint(same), fingerprint(finding()));
}
