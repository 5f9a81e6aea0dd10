//===- Snippet.cpp - Source lines with labels below them ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/Snippet.h"
#include "Output/DisplayLine.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using llvm::raw_ostream;

void trainlint::setSeverityColor(raw_ostream &os, Severity severity,
                                 const WriterOptions &options) {
  if (!options.color)
    return;
  switch (severity) {
  case Severity::Error:
    os.changeColor(raw_ostream::RED, /*Bold=*/true);
    break;
  case Severity::Warning:
    os.changeColor(raw_ostream::YELLOW, /*Bold=*/true);
    break;
  case Severity::Info:
    os.changeColor(raw_ostream::CYAN, /*Bold=*/true);
    break;
  }
}

void trainlint::resetColor(raw_ostream &os, const WriterOptions &options) {
  if (options.color)
    os.resetColor();
}

namespace {

/// A label in display columns of its line.
struct Mark {
  unsigned begin;
  unsigned end;
  StringRef text;
  bool primary;
};

/// Draws one snippet.
class SnippetPrinter {
public:
  SnippetPrinter(raw_ostream &os, const SourceBuffer &buffer, Severity severity,
                 const WriterOptions &options)
      : os(os), buffer(buffer), severity(severity), options(options) {}

  void print(llvm::SmallVector<SnippetLabel> labels);

private:
  void printLine(unsigned number, llvm::ArrayRef<SnippetLabel> labels);
  void printMarks(llvm::SmallVector<Mark> marks);
  void printGutter(StringRef number);
  void printBlank() {
    printGutter("");
    os << "\n";
  }
  void setMarkColor(bool primary);
  std::pair<unsigned, unsigned> window(const DisplayLine &line,
                                       llvm::ArrayRef<Mark> marks);

  raw_ostream &os;
  const SourceBuffer &buffer;
  Severity severity;
  const WriterOptions &options;
  unsigned gutterWidth = 1;
};

} // namespace

void SnippetPrinter::printGutter(StringRef number) {
  if (options.color)
    os.changeColor(raw_ostream::BLUE, /*Bold=*/true);
  os << " " << std::string(gutterWidth - number.size(), ' ') << number << " |";
  resetColor(os, options);
}

void SnippetPrinter::setMarkColor(bool primary) {
  if (primary)
    return setSeverityColor(os, severity, options);
  if (options.color)
    os.changeColor(raw_ostream::BLUE, /*Bold=*/true);
}

/// The display columns of a long line that are shown: around its marks, the
/// primary one above all.
std::pair<unsigned, unsigned>
SnippetPrinter::window(const DisplayLine &line, llvm::ArrayRef<Mark> marks) {
  // The gutter, a blank, and room for what is written beside a mark.
  unsigned room =
      options.width > gutterWidth + 24 ? options.width - gutterWidth - 4 : 0;
  if (room == 0 || line.width() <= room)
    return {0, line.width()};
  unsigned begin = ~0U, end = 0;
  for (const Mark &mark : marks) {
    begin = std::min(begin, mark.begin);
    end = std::max(end, mark.end);
  }
  if (end - begin > room / 2) {
    const Mark *primary =
        llvm::find_if(marks, [](const Mark &mark) { return mark.primary; });
    const Mark &kept = primary == marks.end() ? marks.front() : *primary;
    begin = kept.begin;
    end = std::min(kept.end, begin + room / 2);
  }
  unsigned spare = room - (end - begin);
  unsigned from = begin > spare / 2 ? begin - spare / 2 : 0;
  unsigned to = std::min(from + room, line.width());
  return {to > room ? to - room : 0, to};
}

/// Draws the underlines of a line, then its texts: that of the last mark beside
/// it, the others below, each under its mark.
void SnippetPrinter::printMarks(llvm::SmallVector<Mark> marks) {
  llvm::stable_sort(marks, [](const Mark &a, const Mark &b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  printGutter("");
  unsigned column = 0;
  auto moveTo = [&](unsigned target) {
    // Where underlines meet, the first one wins.
    if (target + 1 > column) {
      os.indent(target + 1 - column);
      column = target + 1;
    }
  };
  for (const Mark &mark : marks) {
    moveTo(mark.begin);
    setMarkColor(mark.primary);
    for (; column < std::max(mark.end, mark.begin + 1) + 1; ++column)
      os << (mark.primary ? '^' : '-');
    resetColor(os, options);
  }
  const Mark &last = marks.back();
  if (!last.text.empty()) {
    setMarkColor(last.primary);
    os << " " << last.text;
    resetColor(os, options);
  }
  os << "\n";

  marks.pop_back();
  llvm::erase_if(marks, [](const Mark &mark) { return mark.text.empty(); });
  while (!marks.empty()) {
    // One row of bars, then the row with the text of the rightmost mark left.
    for (bool withText : {false, true}) {
      printGutter("");
      column = 0;
      for (const Mark &mark : marks) {
        if (mark.begin + 1 < column)
          continue;
        bool isLast = &mark == &marks.back();
        moveTo(mark.begin);
        setMarkColor(mark.primary);
        if (withText && isLast)
          os << mark.text;
        else
          os << '|';
        resetColor(os, options);
        ++column;
      }
      os << "\n";
    }
    marks.pop_back();
  }
}

/// The part of a very long line that its labels need, so that a file of one
/// line takes no longer than others.
static SourceRange partOf(StringRef line, uint32_t start,
                          llvm::ArrayRef<SnippetLabel> labels) {
  constexpr uint32_t Longest = 4096;
  SourceRange all{start, start + static_cast<uint32_t>(line.size())};
  if (line.size() <= Longest)
    return all;
  uint32_t first = labels.front().range.begin;
  uint32_t last = labels.back().range.begin;
  if (last - first > Longest / 2) {
    const SnippetLabel *primary = llvm::find_if(
        labels, [](const SnippetLabel &label) { return label.primary; });
    first = last = primary == labels.end() ? first : primary->range.begin;
  }
  auto toCharacter = [&](uint32_t offset) {
    while (offset > start && (line[offset - start] & 0xC0) == 0x80)
      --offset;
    return offset;
  };
  // A label may begin in the byte order mark, which is not shown.
  first = std::max(first, start);
  last = std::max(last, start);
  if (first - start > Longest / 4)
    all.begin = toCharacter(first - Longest / 4);
  if (all.end - last > Longest / 4)
    all.end = toCharacter(last + Longest / 4);
  return all;
}

void SnippetPrinter::printLine(unsigned number,
                               llvm::ArrayRef<SnippetLabel> labels) {
  StringRef whole = buffer.line(number);
  uint32_t lineStart = buffer.lineStart(number);
  if (number == 1 && whole.consume_front(ByteOrderMark))
    lineStart += ByteOrderMark.size();
  SourceRange part = partOf(whole, lineStart, labels);
  uint32_t start = part.begin;
  StringRef source = buffer.text(part);
  DisplayLine line(source);
  llvm::SmallVector<Mark> marks;
  for (const SnippetLabel &label : labels) {
    // A range of several lines is underlined to the end of its first.
    uint32_t begin = std::clamp(label.range.begin, part.begin, part.end);
    uint32_t end = std::clamp(label.range.end, begin, part.end);
    marks.push_back({line.column(begin - start), line.column(end - start),
                     label.text, label.primary});
  }
  auto [from, to] = window(line, marks);
  printGutter(std::to_string(number));
  bool cutLeft = from > 0 || part.begin > lineStart;
  bool cutRight = to < line.width() || part.end < lineStart + whole.size();
  if (line.width() > 0)
    os << " " << (cutLeft ? "..." : "")
       << line.slice(from + (cutLeft ? 3 : 0), to - (cutRight ? 3 : 0))
       << (cutRight ? "..." : "");
  os << "\n";
  for (Mark &mark : marks) {
    mark.begin = std::clamp(mark.begin, from, to) - from;
    mark.end = std::clamp(mark.end, from, to) - from;
  }
  printMarks(std::move(marks));
}

void SnippetPrinter::print(llvm::SmallVector<SnippetLabel> labels) {
  llvm::stable_sort(labels, [](const SnippetLabel &a, const SnippetLabel &b) {
    return a.range.begin < b.range.begin;
  });
  auto lineOf = [&](const SnippetLabel &label) {
    return buffer.position(label.range.begin).line;
  };
  gutterWidth = std::to_string(lineOf(labels.back())).size();
  printBlank();
  unsigned previous = 0;
  for (size_t i = 0; i < labels.size();) {
    unsigned line = lineOf(labels[i]);
    size_t end = i + 1;
    while (end < labels.size() && lineOf(labels[end]) == line)
      ++end;
    if (previous != 0 && line == previous + 2) {
      DisplayLine between(buffer.line(previous + 1));
      printGutter(std::to_string(previous + 1));
      if (between.width() > 0)
        os << " "
           << between.slice(0, options.width > 24 ? options.width - 8 : ~0U);
      os << "\n";
    } else if (previous != 0 && line > previous + 2) {
      os << std::string(gutterWidth + 1, ' ') << "...\n";
    }
    printLine(line, llvm::ArrayRef(labels).slice(i, end - i));
    previous = line;
    i = end;
  }
}

void trainlint::printSnippet(raw_ostream &os, const SourceBuffer &buffer,
                             llvm::SmallVector<SnippetLabel> labels,
                             Severity severity, const WriterOptions &options) {
  // Bytes are nothing to look at.
  if (buffer.isBinary()) {
    for (const SnippetLabel &label : labels) {
      if (!label.text.empty())
        os << "  = byte " << label.range.begin << ": " << label.text << "\n";
    }
    return;
  }
  SnippetPrinter(os, buffer, severity, options).print(std::move(labels));
}
