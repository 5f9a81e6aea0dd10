//===- CopiedText.cpp - YAML text with the characters of a page -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/CopiedText.h"
#include "Diagnostics/Messages/Syntax.h"
#include "Diagnostics/Report.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::yaml;

static constexpr llvm::StringLiteral NoBreakSpace = "\u00a0";

namespace {

/// What has to stand in a range.
struct Change {
  SourceRange range;
  std::string text;
};

/// Goes through the lines of a text and gathers what a page has set.
class CopiedText {
public:
  CopiedText(StringRef text, const Stream &stream, SourceRange within);

  std::vector<Change> take() && { return std::move(edits); }

private:
  void readLine(size_t begin, size_t end);
  size_t readBlanks(size_t at, size_t end);
  void readQuotes(size_t at, size_t end);
  bool isInText(size_t place);

  StringRef text;
  /// Scalars whose lines are no structure, in order, and those behind us.
  std::vector<SourceRange> scalars;
  size_t passed = 0;
  std::vector<Change> edits;
};

} // namespace

/// Scalars in quotes and blocks hold what they hold.
CopiedText::CopiedText(StringRef text, const Stream &stream, SourceRange within)
    : text(text) {
  for (const Node *node : stream.nodes) {
    const auto *scalar = llvm::dyn_cast<ScalarNode>(node);
    if (scalar && scalar->style != ScalarStyle::Plain)
      scalars.push_back(scalar->range);
  }
  for (size_t begin = within.begin; begin < within.end;) {
    size_t end = std::min<size_t>(text.find('\n', begin), within.end);
    if (!isInText(begin))
      readLine(begin, end);
    begin = end + 1;
  }
}

bool CopiedText::isInText(size_t place) {
  while (passed < scalars.size() && scalars[passed].end <= place)
    ++passed;
  return passed < scalars.size() && scalars[passed].begin < place;
}

/// Takes the blanks at a place; those with a no-break space are fixed.
size_t CopiedText::readBlanks(size_t at, size_t end) {
  size_t begin = at;
  std::string meant;
  bool isCopied = false;
  while (at < end) {
    bool isNoBreak = text.substr(at, end - at).starts_with(NoBreakSpace);
    if (!isNoBreak && text[at] != ' ')
      break;
    isCopied |= isNoBreak;
    meant += ' ';
    at += isNoBreak ? NoBreakSpace.size() : 1;
  }
  if (isCopied)
    edits.push_back(
        {{static_cast<uint32_t>(begin), static_cast<uint32_t>(at)}, meant});
  return at;
}

/// A value that stands between curly quotes as a whole.
void CopiedText::readQuotes(size_t at, size_t end) {
  StringRef value = text.slice(at, end).rtrim();
  static constexpr llvm::StringLiteral Marks[] = {"\u201c", "\u201d", "\u2018",
                                                  "\u2019"};
  auto isMark = [](StringRef mark) { return llvm::is_contained(Marks, mark); };
  constexpr size_t Size = 3;
  if (value.size() < 2 * Size || !isMark(value.take_front(Size)) ||
      !isMark(value.take_back(Size)))
    return;
  uint32_t begin = at, close = at + value.size() - Size;
  edits.push_back({{begin, begin + uint32_t(Size)}, "\""});
  edits.push_back({{close, close + uint32_t(Size)}, "\""});
}

void CopiedText::readLine(size_t begin, size_t end) {
  size_t at = readBlanks(begin, end);
  while (at < end && text[at] == '-' && at + 1 < end &&
         (text[at + 1] == ' ' || text.substr(at + 1).starts_with(NoBreakSpace)))
    at = readBlanks(at + 1, end);
  size_t name = at;
  while (at < end && (llvm::isAlnum(text[at]) || text[at] == '_'))
    ++at;
  if (at > name && at < end && text[at] == ':')
    at = readBlanks(at + 1, end);
  else
    at = name;
  // They alone are text like any other; beside the spaces of a page they came
  // with these.
  if (!edits.empty())
    readQuotes(at, end);
}

bool yaml::mayBeCopied(StringRef text) { return text.contains(NoBreakSpace); }

bool yaml::reportCopiedText(const Stream &stream, TreeView &tree,
                            SourceRange within) {
  StringRef text = tree.buffer().text();
  if (!mayBeCopied(text.slice(within.begin, within.end)))
    return false;
  std::vector<Change> edits = CopiedText(text, stream, within).take();
  if (edits.empty())
    return false;
  SourceRange first = edits.front().range;
  bool indents = first.begin == 0 || text[first.begin - 1] == '\n';
  Report report = diag::YamlSyntax::problem(
      tree.location(first), indents ? "no-break space in the indentation"
                                    : "no-break space in place of a blank");
  report.help(CopiedTextHelp);
  llvm::SmallVector<std::pair<mlir::LocationAttr, std::string>> changes;
  for (const Change &edit : edits)
    changes.emplace_back(tree.location(edit.range), edit.text);
  report.fix(/*safe=*/true, "write blanks", changes);
  return true;
}
