//===- TextPieces.cpp - The parts that an expression of text has ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/TextPieces.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {
class PieceReader {
public:
  explicit PieceReader(std::vector<TextPiece> &out) : out(out) {}

  void read(Node expression, unsigned depth = 0);

private:
  void readString(Node string);
  void readCharacters(SourceRange range, StringRef written,
                      const StringText &string, StringRef said);
  void add(SourceRange range, StringRef text, bool isWritten) {
    if (!text.empty())
      out.push_back({range, text.str(), isWritten, {}});
  }

  std::vector<TextPiece> &out;
  /// Of the string that is read: braces are written twice.
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

void PieceReader::readString(Node string) {
  StringText text = python::readString(string);
  // The places between quotes, as the tree counts.
  uint32_t done = string.range().begin, end = string.range().end;
  isFormat = false;
  if (Node start = string.child(NodeKind::StringStart)) {
    done = start.range().end;
    isFormat = start.text().contains_insensitive("f");
  }
  if (Node close = string.child(NodeKind::StringEnd))
    end = close.range().begin;
  auto part = text.parts.begin();
  auto readUpTo = [&](uint32_t to) {
    if (to > done && part != text.parts.end() && !part->expression)
      readCharacters({done, to}, string.owner()->text().slice(done, to), text,
                     (part++)->text);
  };
  for (Node child : string.children()) {
    if (!child.is(NodeKind::Interpolation))
      continue;
    readUpTo(child.range().begin);
    if (part != text.parts.end() && part->expression) {
      Node inside = part->isFormatted ? child : part->expression;
      out.push_back({child.range(), "", false, inside});
      ++part;
    }
    done = child.range().end;
  }
  readUpTo(end);
}

void PieceReader::read(Node expression, unsigned depth) {
  constexpr unsigned Deepest = 100;
  bool isSum = expression.is(NodeKind::BinaryOperator) &&
               expression.child(Field::Operator).text() == "+";
  bool isGroup = expression.is(NodeKind::ConcatenatedString) ||
                 expression.is(NodeKind::ParenthesizedExpression);
  if (expression.is(NodeKind::String))
    return readString(expression);
  if (depth > Deepest || (!isSum && !isGroup)) {
    out.push_back({expression.range(), "", false, expression});
    return;
  }
  if (isSum) {
    read(expression.child(Field::Left), depth + 1);
    read(expression.child(Field::Right), depth + 1);
    return;
  }
  for (Node part : expression.children())
    read(part, depth + 1);
}

std::vector<TextPiece> python::piecesOf(Node expression) {
  std::vector<TextPiece> pieces;
  PieceReader(pieces).read(expression);
  return pieces;
}

std::shared_ptr<const MappedText> python::literalText(Node string,
                                                      const Cell &cell) {
  auto text = std::make_shared<MappedText>();
  for (const TextPiece &piece : piecesOf(string)) {
    if (piece.expression)
      return nullptr;
    if (!piece.isWritten)
      text->addMeaning(piece.text, cell.placeOf(piece.range));
    else if (cell.source)
      text->addPart(*cell.source, piece.range);
    else
      text->addWritten(cell.text, piece.range);
  }
  return text;
}
