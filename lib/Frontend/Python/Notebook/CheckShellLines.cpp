//===- CheckShellLines.cpp - Rules on the shell lines of cells ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Notebooks.h"
#include "Frontend/Python/Notebook/CheckCells.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::notebook;

//===----------------------------------------------------------------------===//
// What is lost at the end of a line
//===----------------------------------------------------------------------===//

/// The name of `NAME=value`; empty for other words.
static StringRef assignedName(StringRef word) {
  StringRef name =
      word.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  bool isName = !name.empty() && !llvm::isDigit(name[0]) &&
                word.drop_front(name.size()).starts_with("=");
  return isName ? name : StringRef();
}

/// True for `NAME=value` with nothing behind it.
static bool isAssignment(StringRef line) {
  StringRef name = assignedName(line);
  if (name.empty())
    return false;
  StringRef value = line.drop_front(name.size() + 1);
  char quote = value.empty() ? '\0' : value.front();
  if (quote == '"' || quote == '\'')
    return value.find(quote, 1) == value.size() - 1;
  return !value.contains(' ') && !value.contains('\t');
}

/// True for a text of which a shell and `%env` make the same.
static bool isPlain(StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || StringRef("_-./:=@+,%").contains(c);
  });
}

/// A line that does nothing but change a folder.
static void reportFolder(StringRef line, SourceRange sign, SourceRange body,
                         LocateInCell locate) {
  diag::LostEffect::folder(locate({sign.begin, body.end}), line)
      .fix(/*safe=*/false, "use %cd", locate(sign), "%")
      .help("`%cd` changes the folder of the notebook; `!cd DIR && COMMAND` "
            "runs a command there");
}

/// A line that does nothing but set variables.
static void reportVariable(StringRef line, StringRef assignment,
                           SourceRange sign, SourceRange body,
                           LocateInCell locate) {
  SourceRange all{sign.begin, body.end};
  Report report = diag::LostEffect::variable(locate(all), line);
  report.help("`%env NAME=VALUE` sets a variable for all lines below");
  if (isPlain(assignment))
    report.fix(/*safe=*/false, "use %env", locate(all), "%env " + assignment);
}

static void checkLostEffect(const python::Cell &cell,
                            const python::Magic &magic, LocateInCell locate) {
  StringRef line = cell.text.slice(magic.body.begin, magic.body.end);
  size_t comment = line.find(" #");
  line = line.take_front(comment).rtrim();
  // Anything else may stand between these and the end of the line.
  if (!magic.target.empty() ||
      line.find_first_of(";&|<>\n`(") != StringRef::npos)
    return;
  SourceRange sign{magic.range.begin, magic.body.begin};
  SourceRange body{magic.body.begin,
                   magic.body.begin + static_cast<uint32_t>(line.size())};
  auto [command, rest] = line.split(' ');
  StringRef argument = rest.trim();
  if (command == "cd")
    return reportFolder(line, sign, body, locate);
  if ((command == "source" || command == ".") && !argument.empty()) {
    diag::LostEffect::script(locate({sign.begin, body.end}), line)
        .help("put it in front of the command that needs it, as in "
              "`!source FILE && COMMAND`, or into a `%%bash` cell with it");
    return;
  }
  bool exports = command == "export" && !assignedName(argument).empty();
  bool assigns = isAssignment(line);
  if (exports || assigns)
    reportVariable(line, exports ? argument : line, sign, body, locate);
}

//===----------------------------------------------------------------------===//
// Lines that were meant to go on
//===----------------------------------------------------------------------===//

/// The flag that a line begins with; empty if it begins with something else.
static StringRef flagAtFront(StringRef line) {
  line = line.ltrim(" \t");
  bool isFlag =
      line.size() > 2 && line.starts_with("--") && llvm::isAlpha(line[2]);
  return isFlag ? line.take_while([](char c) {
    return llvm::isAlnum(c) || c == '-' || c == '_';
  })
                : StringRef();
}

namespace {
/// A line of a cell without its end.
struct CellLine {
  CellLine(StringRef text, uint32_t begin) : begin(begin) {
    size_t newline = text.find('\n', begin);
    isLast = newline == StringRef::npos;
    next = isLast ? text.size() : newline + 1;
    content = text.slice(begin, newline).rtrim('\r');
  }

  uint32_t end() const { return begin + content.size(); }

  uint32_t begin;
  uint32_t next;
  bool isLast;
  StringRef content;
};
} // namespace

/// What ends a line so that the next one belongs to it: a backslash behind the
/// last word, and nothing behind that.
static std::pair<SourceRange, StringRef> continuationOf(const CellLine &line) {
  StringRef words = line.content.rtrim(" \t");
  if (words.ends_with("\\"))
    return {{line.begin + static_cast<uint32_t>(words.size()), line.end()}, ""};
  return {{line.begin + static_cast<uint32_t>(words.size()), line.end()},
          " \\"};
}

static void checkContinuation(const python::Cell &cell,
                              const python::Magic &magic, LocateInCell locate) {
  StringRef text = cell.text;
  uint32_t begin =
      text.take_front(magic.range.end).rfind('\n') + 1; // Of its last line.
  CellLine line(text, begin);
  if (line.isLast)
    return;
  CellLine first(text, line.next);
  StringRef flag = flagAtFront(first.content);
  if (flag.empty())
    return;
  llvm::SmallVector<std::pair<mlir::LocationAttr, std::string>> edits;
  bool hasComment = false, isExercise = false;
  while (!line.isLast) {
    CellLine next(text, line.next);
    if (flagAtFront(next.content).empty())
      break;
    hasComment |= line.content.contains(" #");
    isExercise |= line.content.contains("TODO");
    auto [where, what] = continuationOf(line);
    if (!where.empty() || !what.empty())
      edits.emplace_back(locate(where), what.str());
    line = next;
  }
  // Whoever fills the blanks in ends the lines.
  if (isExercise)
    return;
  uint32_t place = flag.data() - text.data();
  Report report = diag::BangContinuation::python(
      locate({place, place + static_cast<uint32_t>(flag.size())}), flag);
  report.help("a line goes on below only if a backslash is its last character");
  // A backslash in a comment is a part of it.
  if (!hasComment)
    report.fix(/*safe=*/true, "end the lines above with a backslash", edits);
}

void notebook::checkShellLines(const python::Cell &cell, LocateInCell locate) {
  for (const python::Magic &magic : cell.magics) {
    if (magic.kind != python::Magic::Kind::Shell)
      continue;
    checkLostEffect(cell, magic, locate);
    checkContinuation(cell, magic, locate);
  }
}
