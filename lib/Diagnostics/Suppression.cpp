//===- Suppression.cpp - Comments that silence findings -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Suppression.h"
#include "Diagnostics/Messages/Hygiene.h"
#include "Diagnostics/Report.h"
#include "Diagnostics/SourceSet.h"
#include "Support/CellMap.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace trainlint;

Suppressions::Suppressions(const SourceBuffer &buffer,
                           llvm::ArrayRef<SourceRange> comments,
                           BlockEnd blockEnd, mlir::MLIRContext *context)
    : buffer(buffer), context(context) {
  for (SourceRange comment : comments)
    read(comment, blockEnd);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// A comment in the text that it is read in: the file, or a cell of it.
class Suppressions::Comment {
public:
  Comment(const SourceBuffer &file, SourceRange place) {
    const CellMap *cells = file.cells();
    cell = cells ? cells->at(place) : nullptr;
    text = cell ? &cell->buffer() : &file;
    range = cell ? cell->inCell(place) : place;
  }

  SourceRange inFile(SourceRange part) const {
    return cell ? cell->inFile(part) : part;
  }
  SourceRange rangeOf(unsigned line) const {
    uint32_t begin = text->lineStart(line);
    return {begin, begin + static_cast<uint32_t>(text->line(line).size())};
  }
  SourceRange whole() const;
  SourceRange without(SourceRange name) const;

  const SourceBuffer *text;
  SourceRange range;

private:
  const NotebookCell *cell;
};

/// The lines for which a comment speaks: its own if something stands before it,
/// else what begins on the next line that is no comment.
SourceRange Suppressions::coveredBy(const Comment &comment, BlockEnd blockEnd) {
  const SourceBuffer &text = *comment.text;
  unsigned line = text.position(comment.range.begin).line;
  SourceRange own = comment.rangeOf(line);
  bool trailing = !text.text({own.begin, comment.range.begin}).trim().empty();
  if (trailing)
    return comment.inFile(own);
  // Comments one below the other speak for the same.
  if (&text == below.text && line < below.line && line >= below.from)
    return below.range;
  below = {&text, line, line + 1, comment.inFile(own)};
  for (; below.line <= text.lineCount(); ++below.line) {
    StringRef content = text.line(below.line).ltrim();
    if (content.empty() || content.starts_with("#"))
      continue;
    SourceRange next = comment.inFile(comment.rangeOf(below.line));
    below.range = {next.begin, std::max(next.end, blockEnd(next))};
    break;
  }
  return below.range;
}

void Suppressions::read(SourceRange place, BlockEnd blockEnd) {
  Comment comment(buffer, place);
  StringRef whole = comment.text->text();
  StringRef text = comment.text->text(comment.range).drop_front().ltrim();
  if (!text.consume_front("trainlint:"))
    return;
  text = text.ltrim();
  mlir::Location location = makeLocation(context, buffer, place);
  StringRef word =
      text.take_while([](char c) { return llvm::isAlpha(c) || c == '-'; });
  StringRef rest = text.drop_front(word.size()).ltrim();
  if (word != "ignore" && word != "ignore-file") {
    diag::InvalidSuppression::unknownWord(location, word)
        .help("write `# trainlint: ignore[rule]` or "
              "`# trainlint: ignore-file[rule]`");
    return;
  }
  StringRef list = rest.substr(1, rest.find(']') - 1);
  if (!rest.starts_with("[") || !rest.contains(']') || list.trim().empty()) {
    diag::InvalidSuppression::noRules(location).help(
        "write `# trainlint: " + word + "[rule]`");
    return;
  }

  SourceRange covers =
      word == "ignore-file"
          ? SourceRange{0, static_cast<uint32_t>(buffer.text().size())}
          : coveredBy(comment, blockEnd);
  llvm::SmallVector<StringRef> names;
  list.split(names, ',');
  for (StringRef name : names) {
    name = name.trim();
    uint32_t begin = name.data() - whole.data();
    SourceRange range{begin, begin + static_cast<uint32_t>(name.size())};
    SourceRange ruleRange = comment.inFile(range);
    mlir::Location place = makeLocation(context, buffer, ruleRange);
    std::optional<RuleId> rule = findRule(name);
    if (!rule) {
      Report report = diag::InvalidSuppression::unknownRule(place, name);
      auto [near, isNew] = nearNames.try_emplace(name);
      if (isNew)
        near->second = findNearMatch(name, ruleNames());
      if (near->second)
        report.help("did you mean `" + near->second->word + "`?");
      continue;
    }
    if (!infoOf(*rule).suppressible) {
      diag::InvalidSuppression::notSuppressible(place, name);
      continue;
    }
    SourceRange removal =
        names.size() == 1 ? comment.whole() : comment.without(range);
    suppressions.push_back({*rule, ruleRange, comment.inFile(removal), covers});
  }
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

namespace {
/// Ranges of which it is asked whether any touches another.
class RangeSet {
public:
  void add(SourceRange range) { ranges.push_back(range); }

  /// To be called once, behind the last range.
  void sort() {
    llvm::sort(ranges,
               [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
    uint32_t last = 0;
    for (SourceRange range : ranges)
      ends.push_back(last = std::max(last, range.end));
  }

  bool touches(SourceRange other) const {
    auto behind = llvm::partition_point(
        ranges, [&](SourceRange range) { return range.begin <= other.end; });
    size_t count = behind - ranges.begin();
    return count != 0 && ends[count - 1] >= other.begin;
  }

private:
  /// By where they begin.
  std::vector<SourceRange> ranges;
  /// The last end of each and those before it.
  std::vector<uint32_t> ends;
};

/// What comments speak for and where findings are, of one rule.
struct RuleRanges {
  RangeSet comments;
  RangeSet findings;
};
} // namespace

/// Calls a function for the places of a finding in a buffer until it returns
/// true, which is returned.
static bool anyPlace(const Finding &finding, const SourceBuffer &buffer,
                     llvm::function_ref<bool(SourceRange)> visit) {
  auto isWanted = [&](const Place &place) {
    return place.buffer == &buffer && visit(place.range);
  };
  return isWanted(finding.place) ||
         llvm::any_of(finding.related, [&](const RelatedLocation &other) {
           return isWanted(other.place);
         });
}

void Suppressions::apply(std::vector<Finding> &findings) {
  if (suppressions.empty())
    return;
  std::map<RuleId, RuleRanges> rules;
  for (const Suppression &suppression : suppressions)
    rules[suppression.rule].comments.add(suppression.covers);
  for (const Finding &finding : findings) {
    auto found = rules.find(finding.rule);
    if (found == rules.end())
      continue;
    anyPlace(finding, buffer, [&](SourceRange range) {
      found->second.findings.add(range);
      return false;
    });
  }
  for (auto &[rule, ranges] : rules) {
    ranges.comments.sort();
    ranges.findings.sort();
  }
  // All comments that speak for a finding count as used.
  for (Suppression &suppression : suppressions)
    suppression.used |=
        rules[suppression.rule].findings.touches(suppression.covers);
  llvm::erase_if(findings, [&](const Finding &finding) {
    auto found = rules.find(finding.rule);
    return found != rules.end() &&
           anyPlace(finding, buffer, [&](SourceRange range) {
             return found->second.comments.touches(range);
           });
  });
}

/// What to remove of a comment that silences nothing: the blanks before it go
/// with it, and a line of its own altogether.
SourceRange Suppressions::Comment::whole() const {
  StringRef all = text->text();
  SourceRange remove = range;
  remove.begin = all.take_front(remove.begin).rtrim(" \t").size();
  bool wholeLine = remove.begin == 0 || all[remove.begin - 1] == '\n';
  if (wholeLine && all.substr(remove.end).starts_with("\r\n"))
    remove.end += 2;
  else if (wholeLine && all.substr(remove.end).starts_with("\n"))
    ++remove.end;
  return remove;
}

/// One name of several goes with the comma behind it, or the one before it.
SourceRange Suppressions::Comment::without(SourceRange name) const {
  StringRef all = text->text();
  SourceRange remove = name;
  StringRef after = all.substr(remove.end);
  size_t blanks = after.size() - after.ltrim(" \t").size();
  if (after.drop_front(blanks).starts_with(",")) {
    after = after.drop_front(blanks + 1);
    remove.end += blanks + 1 + (after.size() - after.ltrim(" \t").size());
    return remove;
  }
  StringRef before = all.take_front(remove.begin).rtrim(" \t");
  if (before.consume_back(","))
    remove.begin = before.size();
  return remove;
}

void Suppressions::reportUnused(llvm::function_ref<bool(RuleId)> isChecked) {
  for (const Suppression &suppression : suppressions) {
    if (suppression.used || !isChecked(suppression.rule))
      continue;
    diag::UnusedSuppression::unused(
        makeLocation(context, buffer, suppression.ruleRange),
        infoOf(suppression.rule).name)
        .fix(/*safe=*/true, "remove it",
             makeLocation(context, buffer, suppression.removal), "");
  }
}
