//===- LiteralText.cpp - What strings say, and where ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/LiteralText.h"
#include "Support/LLVM.h"
#include "Text/Python/StringText.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {
/// Characters of a string that say themselves, or an escape.
struct Piece {
  /// In the text of the cell.
  SourceRange range;
  std::string text;
  /// True if the text stands there character by character.
  bool isWritten;
};

class PieceReader {
public:
  std::vector<Piece> read(Node string);

private:
  void readCharacters(SourceRange range, StringRef written,
                      const StringText &string, StringRef said);
  void add(SourceRange range, StringRef text, bool isWritten) {
    if (!text.empty())
      out.push_back({range, text.str(), isWritten});
  }

  std::vector<Piece> out;
  /// Braces are written twice.
  bool isFormat = false;
};
} // namespace

/// What an escape of two characters says; nothing for a longer one.
static std::optional<StringRef> meaningOf(char escaped) {
  switch (escaped) {
  case '\n':
    return "";
  case 'n':
    return "\n";
  case 't':
    return "\t";
  case '\\':
    return "\\";
  case '\'':
    return "'";
  case '"':
    return "\"";
  default:
    return std::nullopt;
  }
}

/// Characters between quotes, of which it is known what they say. Escapes are
/// pieces of their own, so that the others keep their places.
void PieceReader::readCharacters(SourceRange range, StringRef written,
                                 const StringText &string, StringRef said) {
  if (written == said)
    return add(range, said, true);
  size_t first = out.size();
  uint32_t done = 0;
  std::string all;
  auto addUpTo = [&](uint32_t end) {
    StringRef part = written.slice(done, end);
    all += part;
    add({range.begin + done, range.begin + end}, part, true);
  };
  for (uint32_t at = 0; at + 1 < written.size(); ++at) {
    char c = written[at];
    bool isEscape = c == '\\' && !string.isRaw;
    bool isBrace = isFormat && (c == '{' || c == '}') && written[at + 1] == c;
    if (!isEscape && !isBrace)
      continue;
    std::optional<StringRef> meaning = written.substr(at, 1);
    if (isEscape)
      meaning = meaningOf(written[at + 1]);
    if (!meaning)
      break;
    addUpTo(at);
    add({range.begin + at, range.begin + at + 2}, *meaning, false);
    all += *meaning;
    done = ++at + 1;
  }
  addUpTo(written.size());
  if (all == said)
    return;
  // There are more escapes than are known here.
  out.resize(first);
  add(range, said, false);
}

std::vector<Piece> PieceReader::read(Node string) {
  StringText text = readString(string);
  // The places between quotes, as the tree counts.
  uint32_t done = string.range().begin, end = string.range().end;
  if (Node start = string.child(NodeKind::StringStart)) {
    done = start.range().end;
    isFormat = start.text().contains_insensitive("f");
  }
  if (Node close = string.child(NodeKind::StringEnd))
    end = close.range().begin;
  for (const StringPart &part : text.parts) {
    if (part.expression) {
      done = part.braces.range().end;
      continue;
    }
    const StringPart *next = &part + 1;
    uint32_t to = next == text.parts.end() ? end : next->braces.range().begin;
    readCharacters({done, to}, string.owner()->text().slice(done, to), text,
                   part.text);
  }
  return std::move(out);
}

std::shared_ptr<const MappedText> python::saidText(Node string,
                                                   const Cell &cell) {
  auto text = std::make_shared<MappedText>();
  for (const Piece &piece : PieceReader().read(string)) {
    if (!piece.isWritten)
      text->addMeaning(piece.text, cell.placeOf(piece.range));
    else if (cell.source)
      text->addPart(*cell.source, piece.range);
    else
      text->addWritten(cell.text, piece.range);
  }
  return text;
}

std::shared_ptr<const MappedText> python::literalText(Node string,
                                                      const Cell &cell) {
  bool hasFields = llvm::any_of(string.children(), [](Node child) {
    return child.is(NodeKind::Interpolation);
  });
  return hasFields ? nullptr : saidText(string, cell);
}
