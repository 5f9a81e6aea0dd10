//===- CheckMagics.cpp - Rules on the magics of cells ---------------------===//
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

/// True if the cell reads the same with its comments below the magic.
static bool takesComments(StringRef magic) {
  static constexpr llvm::StringLiteral names[] = {
      "bash",   "capture", "perl",  "prun", "python", "python3", "ruby",
      "script", "sh",      "shell", "sx",   "system", "time"};
  return llvm::is_contained(names, magic);
}

/// A magic below comments, which Colab takes for one of the cell.
static void checkCommentsAbove(const python::Cell &cell, LocateInCell locate) {
  StringRef head = cell.text.take_front(cell.body.begin);
  StringRef line = head.rtrim("\r\n");
  line = line.substr(line.rfind('\n') + 1);
  StringRef above = head.drop_back(head.end() - line.begin());
  StringRef written = line.ltrim(" \t");
  if (!above.contains('#') || !written.starts_with("%%"))
    return;
  StringRef word = written.take_until(llvm::isSpace);
  Report report = diag::CellMagicLate::belowComments(
      locate(rangeIn(cell.text, word)), word);
  report.help("a cell magic is the first line of its cell");
  bool isDirective = above.contains("#@");
  if (isDirective || !takesComments(cell.cellMagic))
    return;
  std::string text = (head.drop_front(above.size()).rtrim("\r\n") + "\n").str();
  text += head.ends_with("\n") ? above : above.rtrim("\r\n");
  report.fix(/*safe=*/true, "move the comment below it",
             locate(rangeIn(cell.text, head)), text);
}

/// A magic below statements, which is none at all.
static void checkLate(const python::Cell &cell, const python::Magic &magic,
                      LocateInCell locate) {
  StringRef word = cell.text.slice(magic.range.begin, magic.range.end)
                       .take_until(llvm::isSpace);
  if (!word.starts_with("%%"))
    return;
  diag::CellMagicLate::late(locate(rangeIn(cell.text, word)), word)
      .help("a cell magic is the first line of its cell; put this line and "
            "what is below it into a cell of its own");
}

/// The value that `%env` gives a variable.
static StringRef valueOf(StringRef body) {
  size_t equals = body.find('=');
  size_t end = equals == StringRef::npos ? body.find(' ') : equals;
  return end == StringRef::npos ? StringRef() : body.substr(end + 1).trim();
}

static void checkEnvironment(const python::Cell &cell,
                             const python::Magic &magic, LocateInCell locate) {
  if (magic.name != "env" && magic.name != "set_env")
    return;
  StringRef body = cell.text.slice(magic.body.begin, magic.body.end);
  StringRef value = valueOf(body);
  if (value.size() < 2 || value.front() != value.back() ||
      (value.front() != '"' && value.front() != '\''))
    return;
  // Quotes with nothing in them are a blank to fill in.
  StringRef inner = value.drop_front().drop_back();
  if (inner.trim().empty() || inner.contains(value.front()))
    return;
  StringRef name =
      body.take_until([](char c) { return c == '=' || llvm::isSpace(c); });
  Report report =
      diag::EnvQuotes::quoted(locate(rangeIn(cell.text, value)), name);
  // Of what is not in quotes, blanks at its ends are lost.
  if (inner.trim() != inner)
    return;
  SourceRange all = rangeIn(cell.text, value);
  report.fix(/*safe=*/true, "remove the quotes",
             {{locate({all.begin, all.begin + 1}), ""},
              {locate({all.end - 1, all.end}), ""}});
}

void notebook::checkMagics(const python::Cell &cell, LocateInCell locate) {
  if (!cell.cellMagic.empty())
    checkCommentsAbove(cell, locate);
  for (const python::Magic &magic : cell.magics) {
    if (magic.kind != python::Magic::Kind::Line)
      continue;
    checkLate(cell, magic, locate);
    checkEnvironment(cell, magic, locate);
  }
}
