//===- CellMap.cpp - The cells of a notebook in their file ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/CellMap.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;

NotebookCell::NotebookCell(const SourceBuffer &file, unsigned index,
                           std::shared_ptr<const MappedText> text,
                           CellLayout layout, SourceRange range)
    : file(file), number(index), source(std::move(text)), layout(layout),
      place(range),
      ownBuffer((file.name() + ":cell " + llvm::Twine(index)).str(),
                llvm::MemoryBuffer::getMemBuffer(
                    source->text(), "", /*RequiresNullTerminator=*/false)) {}

const NotebookCell *CellMap::at(SourceRange range) const {
  auto behind = llvm::partition_point(
      cells, [&](const std::unique_ptr<NotebookCell> &cell) {
        return cell->range().begin <= range.begin;
      });
  if (behind == cells.begin())
    return nullptr;
  const NotebookCell *cell = std::prev(behind)->get();
  return range.end <= cell->range().end ? cell : nullptr;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// How JSON writes a character.
static void appendEscaped(char c, std::string &out) {
  constexpr StringRef Meanings = "\"\\\b\f\n\r\t";
  constexpr StringRef Letters = "\"\\bfnrt";
  size_t index = Meanings.find(c);
  if (index != StringRef::npos)
    out += {'\\', Letters[index]};
  else if (static_cast<uint8_t>(c) < 0x20)
    out += "\\u00" + llvm::utohexstr(c, /*LowerCase=*/true, /*Width=*/2);
  else
    out += c;
}

/// The quote that opens the string around an offset: the first one in front of
/// it, or of what stands there, that no backslash escapes.
static uint32_t openingQuote(StringRef text, uint32_t offset) {
  while (offset > 0) {
    --offset;
    if (text[offset] != '"')
      continue;
    StringRef before = text.take_front(offset);
    if ((before.size() - before.rtrim('\\').size()) % 2 == 0)
      break;
  }
  return offset;
}

/// The text as it stands within quotes, with a string for each line if the cell
/// is written so.
std::string NotebookCell::encode(StringRef text, SourceRange range) const {
  StringRef all = file.text();
  // What stands between the strings of two lines.
  std::string border;
  if (layout == CellLayout::Lines && text.contains('\n')) {
    StringRef before = all.take_front(openingQuote(all, range.begin));
    StringRef blanks = before.substr(before.rtrim(" \t\r\n").size());
    border = ("\"," + blanks + "\"").str();
  }
  std::string out;
  bool endsString = all.substr(range.end).starts_with("\"");
  for (size_t i = 0; i < text.size(); ++i) {
    appendEscaped(text[i], out);
    bool isLast = i + 1 == text.size() && endsString;
    if (text[i] == '\n' && !isLast)
      out += border;
  }
  return out;
}

/// An edit that leaves nothing of a line removes its string, too.
void NotebookCell::removeEmptyLine(CellEdit &edit) const {
  StringRef all = file.text();
  StringRef before = all.take_front(edit.range.begin);
  StringRef after = all.substr(edit.range.end);
  if (!before.consume_back("\"") || !after.consume_front("\""))
    return;
  // A string behind it takes its place.
  StringRef next = after.ltrim(" \t\r\n");
  if (next.consume_front(",")) {
    edit.range.begin = before.size();
    edit.range.end = all.size() - next.ltrim(" \t\r\n").size();
    return;
  }
  StringRef previous = before.rtrim(" \t\r\n");
  if (previous.consume_back(",")) {
    edit.range.begin = previous.size();
    edit.range.end = all.size() - after.size();
  }
}

CellEdit NotebookCell::edit(SourceRange range, StringRef text) const {
  if (layout == CellLayout::Plain)
    return {range, text.str()};
  // What is cut in two is replaced as a whole.
  CellEdit out{inFile(inCell(range)), ""};
  out.text = encode(text, out.range);
  if (text.empty() && !range.empty() && layout == CellLayout::Lines)
    removeEmptyLine(out);
  return out;
}
