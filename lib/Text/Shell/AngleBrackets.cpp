//===- AngleBrackets.cpp - Placeholders and redirections ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Shell/AngleBrackets.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;

bool shell::mayBePlaceholder(StringRef name) {
  if (name == "..." || name == "\u2026")
    return true;
  bool hasBlanks = name.consume_front(" ");
  if (name.empty() || !llvm::isAlpha(name.front()))
    return false;
  hasBlanks |= name.back() == ' ';
  if (hasBlanks && name.find_first_of("|;&()") != StringRef::npos)
    return false;
  if (name.find_first_of("<\"`$\\\t") != StringRef::npos || name.contains(" #"))
    return false;
  // An apostrophe stands behind a letter, a quote behind a blank; what closes
  // no parenthesis of its own ends a substitution.
  unsigned open = 0;
  for (auto [i, c] : llvm::enumerate(name)) {
    if (c == '\'' && !llvm::isAlpha(name[i - 1]))
      return false;
    if (c == '(')
      ++open;
    else if (c == ')' && open-- == 0)
      return false;
  }
  return open == 0;
}

bool shell::isRedirectionTo(StringRef name, StringRef behind) {
  // A word with a digit alone at its end is the number of an output.
  auto [front, last] = name.rsplit(' ');
  bool hasNumber = name.contains(' ') && last.size() == 1 &&
                   llvm::isDigit(last[0]) && !front.contains(' ');
  if (behind.starts_with(">") || (hasNumber && !behind.trim().empty()))
    return true;
  if (behind.starts_with("&"))
    return behind.size() > 1 && llvm::isDigit(behind[1]);
  bool isPlain = llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '-' || c == ' ';
  });
  bool hasBlanks = name.starts_with(" ") || name.ends_with(" ");
  StringRef target = behind.ltrim(" \t");
  bool hasTarget =
      !target.empty() && (llvm::isAlnum(target.front()) ||
                          StringRef("_./~$\"'{").contains(target.front()));
  StringRef first = name.ltrim().take_until([](char c) { return c == ' '; });
  bool isFile = llvm::isAlpha(first.front()) && !first.ends_with("/") &&
                first.find_first_of("./") != StringRef::npos;
  // `< a >` may end a line that goes on in the next.
  bool isCut = target.starts_with("\\");
  if (hasBlanks)
    return hasTarget || (isCut && (isFile || !name.starts_with(" ")));
  if (isPlain || !hasTarget)
    return false;
  return isFile || name.find_first_of("|;&") != StringRef::npos ||
         name.contains(" -");
}
