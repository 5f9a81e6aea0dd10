//===- CellMagics.cpp - The magics that a cell begins with ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/LLVM.h"
#include "Support/Lines.h"
#include "Text/Python/Magics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// Magics that run the cell as Python, among its neighbors.
static bool runsPython(StringRef name) {
  static constexpr llvm::StringLiteral names[] = {
      "capture", "debug", "lprun", "memit", "mprun", "prun", "time", "timeit"};
  return llvm::is_contained(names, name);
}

/// Datalab takes one percent sign for two. These are no magics of a line, or
/// have nothing behind them if they are one of a cell.
static bool isCellMagicOfDatalab(StringRef name, StringRef arguments) {
  static constexpr llvm::StringLiteral never[] = {
      "bash", "html", "javascript", "script", "sh", "writefile"};
  static constexpr llvm::StringLiteral sometimes[] = {"bigquery", "bq", "sql"};
  return llvm::is_contained(never, name) ||
         (llvm::is_contained(sometimes, name) && arguments.empty());
}

/// Takes the name of a magic off a line.
static StringRef takeName(StringRef &line) {
  // `%%!` runs a shell, as `%%sx` does.
  if (line.consume_front("!"))
    return "sx";
  StringRef name = line.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  line = line.drop_front(name.size());
  return name;
}

bool python::readCellMagics(Cell &cell) {
  for (Lines lines(cell.masked); lines.advance();) {
    SourceRange range = lines.lineRange();
    StringRef line = cell.text.slice(range.begin, range.end).trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    bool isDouble = line.consume_front("%%");
    if (!isDouble && !line.consume_front("%"))
      return true;
    StringRef name = takeName(line);
    StringRef arguments = line.trim();
    StringRef rest = cell.text.substr(lines.nextLine());
    bool isMagic = isDouble ? !name.empty()
                            : isCellMagicOfDatalab(name, arguments) &&
                                  !rest.trim().empty();
    if (!isMagic)
      return true;
    cell.cellMagic = name;
    uint32_t begin = arguments.data() - cell.text.data();
    cell.cellMagicArguments = {
        arguments, {begin, static_cast<uint32_t>(begin + arguments.size())}};
    cell.body.begin = lines.nextLine();
    if (!runsPython(name))
      return false;
    std::fill(cell.masked.begin() + range.begin,
              cell.masked.begin() + range.end, ' ');
  }
  return true;
}
