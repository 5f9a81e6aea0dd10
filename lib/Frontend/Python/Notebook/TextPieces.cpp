//===- TextPieces.cpp - The parts that an expression of text has ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/TextPieces.h"
#include "Support/LLVM.h"
#include "Text/Python/FormatText.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {
class PieceReader {
public:
  explicit PieceReader(std::vector<TextPiece> &out) : out(out) {}

  void read(Node expression, unsigned depth = 0);

private:
  bool readFormat(Node expression, unsigned depth);
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

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

namespace {
/// The expressions that fill the fields of a text.
struct FieldValues {
  Node format;
  bool isPercent = false;
  /// For fields that none of the others fills.
  Node all;
  llvm::SmallVector<Node, 4> positions;
  llvm::SmallVector<std::pair<std::string, Node>, 4> names;

  Node find(const FormatPart &field) const;
};
} // namespace

Node FieldValues::find(const FormatPart &field) const {
  if (field.name.empty())
    return field.position < positions.size() ? positions[field.position] : all;
  for (const auto &[name, value] : names)
    if (name == field.name)
      return value;
  return all;
}

/// `"...".format(...)`.
static std::optional<FieldValues> valuesOfCall(Node call) {
  Node function = call.child(Field::Function);
  Node arguments = call.child(Field::Arguments);
  if (!function.is(NodeKind::Attribute) ||
      !arguments.is(NodeKind::ArgumentList) ||
      function.child(Field::Attribute).text() != "format")
    return std::nullopt;
  FieldValues values;
  values.format = function.child(Field::Object);
  values.all = call;
  bool knowsPositions = true;
  for (Node part : arguments.children()) {
    if (part.is(NodeKind::KeywordArgument))
      values.names.emplace_back(part.child(Field::Name).text().str(),
                                part.child(Field::Value));
    else if (part.is(NodeKind::ListSplat) || part.is(NodeKind::DictionarySplat))
      knowsPositions = false;
    else if (knowsPositions)
      values.positions.push_back(part);
  }
  return values;
}

/// `"..." % (...)`.
static FieldValues valuesOfPercent(Node expression) {
  FieldValues values;
  values.format = expression.child(Field::Left);
  values.isPercent = true;
  values.all = expression;
  Node right = expression.child(Field::Right);
  if (!right.is(NodeKind::Tuple) && !right.is(NodeKind::Dictionary)) {
    values.positions.push_back(right);
    return values;
  }
  for (Node part : right.children()) {
    if (right.is(NodeKind::Tuple)) {
      values.positions.push_back(part);
      continue;
    }
    Node key = part.child(Field::Key), value = part.child(Field::Value);
    if (!key.is(NodeKind::String) || !value)
      continue;
    StringText text = readString(key);
    if (text.parts.size() == 1 && !text.parts.front().expression)
      values.names.emplace_back(text.parts.front().text, value);
  }
  return values;
}

/// Reads a text whose fields are filled in; false if it is none, or if nobody
/// knows which piece stands where.
bool PieceReader::readFormat(Node expression, unsigned depth) {
  std::optional<FieldValues> values;
  if (expression.is(NodeKind::Call))
    values = valuesOfCall(expression);
  else if (expression.is(NodeKind::BinaryOperator) &&
           expression.child(Field::Operator).text() == "%")
    values = valuesOfPercent(expression);
  if (!values || !values->format)
    return false;
  std::vector<TextPiece> pieces;
  PieceReader(pieces).read(values->format, depth + 1);
  if (llvm::any_of(pieces, [](const TextPiece &piece) {
        return static_cast<bool>(piece.expression);
      }))
    return false;
  std::string text;
  for (const TextPiece &piece : pieces)
    text += piece.text;
  auto parts =
      values->isPercent ? readPercentFormat(text) : readBraceFormat(text);
  if (!parts)
    return false;

  // Parts and pieces end where they like.
  size_t at = 0;
  auto next = pieces.begin();
  auto placeOf = [](const TextPiece &piece, size_t begin, size_t end) {
    if (!piece.isWritten)
      return piece.range;
    return SourceRange{piece.range.begin + static_cast<uint32_t>(begin),
                       piece.range.begin + static_cast<uint32_t>(end)};
  };
  for (const FormatPart &part : *parts) {
    bool isMeant = part.isField || part.text.size() != part.range.size();
    size_t left = part.range.size();
    std::optional<SourceRange> place;
    while (left > 0 && next != pieces.end()) {
      size_t count = std::min(left, next->text.size() - at);
      SourceRange here = placeOf(*next, at, at + count);
      if (!isMeant)
        add(here, StringRef(next->text).substr(at, count), next->isWritten);
      place = place ? SourceRange{place->begin, here.end} : here;
      left -= count;
      at += count;
      if (at == next->text.size()) {
        at = 0;
        ++next;
      }
    }
    if (!place)
      continue;
    if (part.isField)
      out.push_back({*place, "", false, values->find(part)});
    else if (isMeant)
      add(*place, part.text, false);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void PieceReader::read(Node expression, unsigned depth) {
  constexpr unsigned Deepest = 100;
  bool isSum = expression.is(NodeKind::BinaryOperator) &&
               expression.child(Field::Operator).text() == "+";
  bool isGroup = expression.is(NodeKind::ConcatenatedString) ||
                 expression.is(NodeKind::ParenthesizedExpression);
  if (expression.is(NodeKind::String))
    return readString(expression);
  if (depth <= Deepest && readFormat(expression, depth))
    return;
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
