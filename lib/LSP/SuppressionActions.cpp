//===- SuppressionActions.cpp - Comments that suppress --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/SuppressionActions.h"
#include "Driver/OpenNotebook.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;

namespace {
/// For the reader to replace; a suppression should say why.
constexpr llvm::StringLiteral Reason = " say why";
} // namespace

/// True if no finding is new and fewer are of the rule.
static bool works(llvm::ArrayRef<RuleId> before, llvm::ArrayRef<RuleId> after,
                  RuleId rule) {
  return after.size() < before.size() &&
         llvm::count(after, rule) < llvm::count(before, rule);
}

static SourceRange at(size_t offset) {
  uint32_t place = offset;
  return {place, place};
}

/// The list of a suppression that stands on a line already gets one rule more.
static std::optional<SuppressionActions>
joinList(const SourceBuffer &buffer, unsigned line, StringRef name) {
  StringRef text = buffer.line(line);
  size_t list = text.find("# trainlint: ignore[");
  size_t end = list == StringRef::npos ? list : text.find(']', list);
  if (end == StringRef::npos)
    return std::nullopt;
  return SuppressionActions{"", at(buffer.lineStart(line) + end),
                            (", " + name).str()};
}

static std::string endOfLines(const SourceBuffer &buffer) {
  return buffer.text().contains("\r\n") ? "\r\n" : "\n";
}

static SuppressionActions beside(const SourceBuffer &buffer, unsigned line,
                                 StringRef comment) {
  StringRef text = buffer.line(line);
  return {"", at(buffer.lineStart(line) + text.rtrim().size()),
          (" " + comment).str()};
}

static SuppressionActions above(const SourceBuffer &buffer, unsigned line,
                                StringRef comment) {
  StringRef text = buffer.line(line);
  StringRef indent = text.take_while([](char c) { return c == ' '; });
  return {"", at(buffer.lineStart(line)),
          (indent + comment).str() + endOfLines(buffer)};
}

std::vector<SuppressionActions>
lsp::waysToSilence(const SourceBuffer &buffer, SourceRange place, RuleId rule,
                   llvm::ArrayRef<RuleId> before, RulesOf rulesOf) {
  auto isFine = [&](const SuppressionActions &way) {
    StringRef text = buffer.text();
    std::string edited = (text.take_front(way.range.begin) + way.text +
                          text.substr(way.range.end))
                             .str();
    return works(before, rulesOf(edited), rule);
  };
  StringRef name = infoOf(rule).name;
  unsigned line = buffer.position(place.begin).line;
  std::string comment = ("# trainlint: ignore[" + name + "]" + Reason).str();

  std::vector<SuppressionActions> candidates;
  if (std::optional<SuppressionActions> joined = joinList(buffer, line, name))
    candidates.push_back(std::move(*joined));
  candidates.push_back(beside(buffer, line, comment));
  candidates.push_back(above(buffer, line, comment));
  // A command goes on over many lines and ends at a comment between them.
  constexpr unsigned LongestCommand = 40;
  for (unsigned up = line; up > 1 && line - up < LongestCommand; --up) {
    if (!buffer.line(up - 1).ends_with("\\"))
      break;
    if (up < 3 || !buffer.line(up - 2).ends_with("\\"))
      candidates.push_back(above(buffer, up - 1, comment));
  }

  std::vector<SuppressionActions> ways;
  auto found = llvm::find_if(candidates, isFine);
  if (found != candidates.end()) {
    ways.push_back(std::move(*found));
    ways.back().title = ("ignore " + name + " here").str();
  }
  // Behind what tells a shell or an editor how to read the file, and behind the
  // line above the first cell of a notebook.
  bool hasShebang = buffer.text().starts_with("#!");
  bool isSecond = hasShebang || isOfCells(buffer.text());
  unsigned first = isSecond && buffer.lineCount() > 1 ? 2 : 1;
  size_t begin = buffer.lineStart(first);
  if (begin == 0 && buffer.text().starts_with(ByteOrderMark))
    begin = ByteOrderMark.size();
  SuppressionActions file{
      ("ignore " + name + " in this file").str(), at(begin),
      ("# trainlint: ignore-file[" + name + "]" + Reason).str() +
          endOfLines(buffer)};
  if (isFine(file))
    ways.push_back(std::move(file));
  return ways;
}
