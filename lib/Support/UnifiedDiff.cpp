//===- UnifiedDiff.cpp - The difference of two texts ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/UnifiedDiff.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <vector>

using namespace trainlint;
using llvm::raw_ostream;

namespace {
/// One line of a difference: ' ', '-' or '+' and the text with its terminator.
struct DiffLine {
  char mark;
  StringRef text;
};
} // namespace

static llvm::SmallVector<StringRef, 0> splitLines(StringRef text) {
  llvm::SmallVector<StringRef, 0> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    size_t length = end == StringRef::npos ? text.size() : end + 1;
    lines.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
  return lines;
}

/// Myers' shortest edit script between the middles of two texts, whose common
/// beginning and end have been taken off, so that it stays small.
static void diffMiddle(llvm::ArrayRef<StringRef> a, llvm::ArrayRef<StringRef> b,
                       std::vector<DiffLine> &out) {
  // The memory grows with the square of the changes. Texts that have less in
  // common are shown as one exchanged for the other.
  constexpr int MostChanges = 1000;
  int n = a.size(), m = b.size(), most = std::min(n + m, MostChanges);
  std::vector<std::vector<int>> trace;
  std::vector<int> furthest(2 * most + 2, 0);
  auto at = [&](std::vector<int> &v, int k) -> int & { return v[k + most]; };
  bool reached = false;
  for (int d = 0; d <= most && !reached; ++d) {
    trace.push_back(furthest);
    for (int k = -d; k <= d; k += 2) {
      bool down =
          k == -d || (k != d && at(furthest, k - 1) < at(furthest, k + 1));
      int x = down ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
      while (x < n && x - k < m && a[x] == b[x - k])
        ++x;
      at(furthest, k) = x;
      reached |= x >= n && x - k >= m;
    }
  }
  if (!reached) {
    for (StringRef line : a)
      out.push_back({'-', line});
    for (StringRef line : b)
      out.push_back({'+', line});
    return;
  }
  std::vector<DiffLine> reversed;
  int x = n, y = m;
  for (int d = trace.size() - 1; d >= 0; --d) {
    std::vector<int> &v = trace[d];
    int k = x - y;
    bool down = k == -d || (k != d && at(v, k - 1) < at(v, k + 1));
    int from = down ? k + 1 : k - 1;
    int startX = d == 0 ? 0 : at(v, from), startY = startX - from;
    if (d == 0)
      startY = 0;
    while (x > startX && y > startY && a[x - 1] == b[y - 1]) {
      reversed.push_back({' ', a[--x]});
      --y;
    }
    if (d == 0)
      break;
    if (down)
      reversed.push_back({'+', b[--y]});
    else
      reversed.push_back({'-', a[--x]});
  }
  out.insert(out.end(), reversed.rbegin(), reversed.rend());
}

static std::vector<DiffLine> diffLines(StringRef before, StringRef after) {
  auto a = splitLines(before), b = splitLines(after);
  size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head])
    ++head;
  while (tail < a.size() - head && tail < b.size() - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  std::vector<DiffLine> out;
  for (size_t i = 0; i < head; ++i)
    out.push_back({' ', a[i]});
  diffMiddle(llvm::ArrayRef(a).drop_front(head).drop_back(tail),
             llvm::ArrayRef(b).drop_front(head).drop_back(tail), out);
  for (size_t i = a.size() - tail; i < a.size(); ++i)
    out.push_back({' ', a[i]});
  return out;
}

static void printLine(raw_ostream &os, const DiffLine &line, bool color) {
  if (color && line.mark != ' ')
    os.changeColor(line.mark == '-' ? raw_ostream::RED : raw_ostream::GREEN);
  StringRef text = line.text;
  bool isTerminated = text.consume_back("\n");
  os << line.mark;
  if (isPrintableLine(text))
    os << text;
  else
    os << printable(text);
  if (isTerminated)
    os << '\n';
  if (color && line.mark != ' ')
    os.resetColor();
  if (!isTerminated)
    os << "\n\\ No newline at end of file\n";
}

/// True if a line can be context of a hunk, behind a blank.
static bool isContext(const DiffLine &line) {
  return line.mark == ' ' && isPrintableLine(line.text) &&
         !beginsLineCommand(line.text);
}

namespace {
/// A run of lines, from `begin` up to `end`.
struct Hunk {
  size_t begin, end;
};
} // namespace

/// The hunk of the change in line `first`, which begins at line `printed` or
/// later.
static Hunk hunkAt(llvm::ArrayRef<DiffLine> lines, size_t first,
                   size_t printed) {
  constexpr size_t Context = 3;
  // It goes on while changes are at most twice the context apart.
  size_t last = first;
  for (size_t i = first + 1; i < lines.size() && i - last <= 2 * Context; ++i) {
    if (lines[i].mark != ' ')
      last = i;
    else if (!isContext(lines[i]))
      break;
  }
  size_t before = 0, behind = 0;
  size_t mostBefore = std::min(Context, first - printed);
  size_t mostBehind = std::min(Context, lines.size() - last - 1);
  while (before < mostBefore && isContext(lines[first - before - 1]))
    ++before;
  while (behind < mostBehind && isContext(lines[last + behind + 1]))
    ++behind;
  // `patch` takes the shorter side for a begin or an end of the file.
  bool isCutBefore = before < mostBefore, isCutBehind = behind < mostBehind;
  if (isCutBefore)
    behind = std::min(behind, before);
  if (isCutBehind)
    before = std::min(before, behind);
  return {first - before, last + behind + 1};
}

void trainlint::printUnifiedDiff(raw_ostream &os, StringRef file,
                                 StringRef before, StringRef after,
                                 bool color) {
  if (before == after)
    return;
  std::vector<DiffLine> lines = diffLines(before, after);
  std::string name = patchName(file);
  os << "--- " << name << "\n+++ " << name << "\n";
  size_t oldLine = 1, newLine = 1, printed = 0;
  auto advance = [&](size_t to) {
    for (; printed < to; ++printed) {
      oldLine += lines[printed].mark != '+';
      newLine += lines[printed].mark != '-';
    }
  };
  for (size_t i = 0; i < lines.size();) {
    if (lines[i].mark == ' ') {
      ++i;
      continue;
    }
    auto [begin, end] = hunkAt(lines, i, printed);
    advance(begin);
    size_t oldCount = 0, newCount = 0;
    for (size_t j = begin; j < end; ++j) {
      oldCount += lines[j].mark != '+';
      newCount += lines[j].mark != '-';
    }
    os << "@@ -" << (oldCount ? oldLine : oldLine - 1) << "," << oldCount
       << " +" << (newCount ? newLine : newLine - 1) << "," << newCount
       << " @@\n";
    for (size_t j = begin; j < end; ++j)
      printLine(os, lines[j], color);
    advance(end);
    i = end;
  }
}
