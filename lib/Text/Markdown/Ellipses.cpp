//===- Ellipses.cpp - What an excerpt leaves out --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Markdown/Ellipses.h"
#include "Support/LLVM.h"
#include "Support/Lines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace trainlint;
using namespace trainlint::markdown;

/// What a template would bring: fields of a mapping, or an item.
static constexpr llvm::StringLiteral UnknownFields = "<<: $ELLIPSIS";
static constexpr llvm::StringLiteral UnknownItem = "$ELLIPSIS";

static constexpr llvm::StringLiteral Character = "\u2026";

bool markdown::isFlow(StringRef text) {
  StringRef begin = text.ltrim();
  return begin.starts_with("{") || begin.starts_with("[");
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// True for a line that stands for others: `...`, also in a comment, in
/// brackets or as an item, and a placeholder alone.
static bool isEllipsis(StringRef line) {
  StringRef text = line.trim();
  text.consume_front("- ");
  if (text.starts_with("#")) {
    text = text.ltrim("# \t");
    return text.starts_with("...") || text.starts_with(Character);
  }
  bool isMarker = (text.starts_with("<") && text.ends_with(">")) ||
                  (text.starts_with("{{") && text.ends_with("}}")) ||
                  (text.starts_with("{%") && text.ends_with("%}"));
  text = text.trim("[](){}<> ");
  return isMarker || text == "..." || text == Character || text == ". . .";
}

namespace {
/// A collection that is open at a line.
struct Level {
  size_t indent;
  bool isSequence;
};

/// Puts what is not known in the place of lines that stand for it.
class LineFiller {
public:
  explicit LineFiller(const BlockText &block) : block(block) {}
  BlockText fill();

private:
  void enter(StringRef line);
  void replace(SourceRange line, size_t indent, StringRef next);

  const BlockText &block;
  BlockText out;
  llvm::SmallVector<Level> levels;
  bool opensBlock = false;
  bool isFilled = false;
};
} // namespace

static size_t indentOf(StringRef line) {
  return line.size() - line.ltrim(' ').size();
}

static bool isItem(StringRef line) {
  StringRef text = line.ltrim(' ');
  return text.starts_with("- ") || text.rtrim() == "-";
}

/// Follows the collections that a line closes and opens.
void LineFiller::enter(StringRef line) {
  size_t indent = indentOf(line);
  while (!levels.empty() && (levels.back().indent > indent ||
                             (levels.back().indent == indent &&
                              levels.back().isSequence && !isItem(line))))
    levels.pop_back();
  bool item = isItem(line);
  if (levels.empty() || levels.back().indent < indent ||
      (item && !levels.back().isSequence))
    levels.push_back({indent, item});
  StringRef inItem = line.drop_front(item ? indent + 1 : 0);
  if (item && inItem.contains(':'))
    levels.push_back({indent + 1 + indentOf(inItem), false});
  opensBlock = line.rtrim().ends_with(":");
}

/// Text that is left out may be of each collection that is open there.
void LineFiller::replace(SourceRange line, size_t indent, StringRef next) {
  size_t nextIndent = next.empty() ? 0 : indentOf(next);
  std::string filled;
  auto add = [&](Level level) {
    filled += std::string(level.indent, ' ');
    filled += level.isSequence ? "- " : "";
    filled += level.isSequence ? UnknownItem : UnknownFields;
    filled += "\n";
  };
  if (levels.empty() || (opensBlock && nextIndent > levels.back().indent)) {
    add({next.empty() ? indent : nextIndent, isItem(next)});
  } else if (opensBlock && indent > levels.back().indent) {
    add({indent, false});
  } else {
    size_t lowest =
        std::max(std::min(indent, levels.back().indent), nextIndent);
    // Items may stand as deep as the key of their list.
    bool isItemNext = isItem(next);
    for (const Level &level : llvm::reverse(levels)) {
      bool isBelow =
          level.indent < lowest ||
          (isItemNext && level.indent == nextIndent && !level.isSequence);
      if (isBelow)
        break;
      add(level);
    }
  }
  out.addMeaning(filled, block.placeOf(line));
}

BlockText LineFiller::fill() {
  StringRef text = block.text();
  for (Lines lines(text); lines.advance();) {
    StringRef line = lines.line();
    SourceRange range{lines.lineRange().begin, lines.nextLine()};
    if (isEllipsis(line)) {
      // Several lines leave out no more than one.
      if (std::exchange(isFilled, true))
        continue;
      Lines ahead = lines;
      StringRef next;
      while (next.empty() && ahead.advance())
        next = isEllipsis(ahead.line()) ? StringRef() : ahead.line().rtrim();
      replace(range, indentOf(line), next);
      continue;
    }
    if (!line.trim().empty() && !line.ltrim().starts_with("#")) {
      isFilled = false;
      enter(line);
    }
    out.addPart(block, range);
  }
  return std::move(out);
}

//===----------------------------------------------------------------------===//
// Braces and brackets
//===----------------------------------------------------------------------===//

namespace {
/// Does the same where commas separate, and line breaks mean nothing.
class FlowFiller {
public:
  explicit FlowFiller(const BlockText &block)
      : block(block), text(block.text()) {}
  BlockText fill();

private:
  size_t ellipsisAt(size_t at) const;
  void skip(size_t from, size_t to, bool isEllipsis);
  void pass(char c, size_t at);

  const BlockText &block;
  StringRef text;
  BlockText out;
  llvm::SmallVector<char> open;
  /// What was passed already and not added yet begins here.
  size_t pending = 0;
  char last = '\0';
  bool afterEllipsis = false;
};
} // namespace

/// The length of an ellipsis at a place; 0 if there is none.
size_t FlowFiller::ellipsisAt(size_t at) const {
  StringRef rest = text.substr(at);
  return rest.starts_with("...")       ? 3
         : rest.starts_with(Character) ? Character.size()
                                       : 0;
}

/// Leaves out a part of the text, for which an unknown may stand.
void FlowFiller::skip(size_t from, size_t to, bool isEllipsis) {
  auto range = [](size_t begin, size_t end) {
    return SourceRange{static_cast<uint32_t>(begin),
                       static_cast<uint32_t>(end)};
  };
  out.addPart(block, range(pending, from));
  pending = to;
  if (!isEllipsis || afterEllipsis)
    return;
  std::string filled = StringRef("{[,:").contains(last) ? "" : ", ";
  bool isField = !open.empty() && open.back() == '{' && last != ':';
  filled += isField ? UnknownFields : UnknownItem;
  out.addMeaning(filled, block.placeOf(range(from, to)));
  afterEllipsis = true;
}

void FlowFiller::pass(char c, size_t at) {
  if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
    return;
  if (afterEllipsis && !StringRef(",}]").contains(c)) {
    skip(at, at, false);
    out.addMeaning(", ", block.placeOf({static_cast<uint32_t>(at),
                                        static_cast<uint32_t>(at)}));
  }
  afterEllipsis = false;
  if (c == '{' || c == '[')
    open.push_back(c);
  else if ((c == '}' || c == ']') && !open.empty())
    open.pop_back();
  last = c;
}

BlockText FlowFiller::fill() {
  for (size_t at = 0; at < text.size();) {
    char c = text[at];
    if (c == '"' || c == '\'') {
      pass(c, at);
      size_t end = text.find(c, at + 1);
      while (end != StringRef::npos && text[end - 1] == '\\')
        end = text.find(c, end + 1);
      at = std::min(end, text.size() - 1) + 1;
      continue;
    }
    bool isComment = text.substr(at).starts_with("//") &&
                     (at == 0 || StringRef(" \t\n,{[").contains(text[at - 1]));
    size_t ellipsis = ellipsisAt(at);
    if (isComment) {
      size_t end = std::min(text.find('\n', at), text.size());
      StringRef comment = text.slice(at, end);
      skip(at, end, comment.contains("...") || comment.contains(Character));
      at = end;
    } else if (ellipsis > 0) {
      skip(at, at + ellipsis, true);
      at += ellipsis;
    } else {
      pass(c, at++);
    }
  }
  skip(text.size(), text.size(), false);
  return std::move(out);
}

BlockText markdown::fillEllipses(const BlockText &block) {
  return isFlow(block.text()) ? FlowFiller(block).fill()
                              : LineFiller(block).fill();
}
