//===- Makefile.cpp - Recipes and variables of Makefiles ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Shell/Makefile.h"
#include "Support/LLVM.h"
#include "Support/Lines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::shell;

/// `NAME = value`, `NAME := value` or `NAME ?= value` as a word; nothing if the
/// line sets no variable to a text that is known here.
static std::optional<Word> assignmentOf(StringRef line, uint32_t begin) {
  StringRef name =
      line.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  StringRef rest = line.drop_front(name.size()).ltrim(" \t");
  bool sets = rest.consume_front("::=") || rest.consume_front(":=") ||
              rest.consume_front("?=") || rest.consume_front("=");
  if (name.empty() || !sets)
    return std::nullopt;
  // A comment ends the value, and so do blanks behind it.
  StringRef value = rest.split('#').first.trim();
  if (value.contains('$') || value.ends_with("\\"))
    return std::nullopt;
  uint32_t valueBegin = begin + (value.data() - line.data());
  return makeAssignment(name, begin, value, valueBegin);
}

/// The lines of recipes begin with a tab, and go on after a backslash. Make
/// keeps the characters in front for itself.
std::vector<ShellText> shell::recipes(StringRef text) {
  std::vector<Word> variables;
  std::vector<ShellText> recipes;
  bool goesOn = false, inRecipe = false;
  for (Lines lines(text); lines.advance();) {
    StringRef line = lines.line();
    SourceRange range = lines.lineRange();
    bool continues = goesOn && inRecipe;
    inRecipe = continues || line.starts_with("\t");
    goesOn = line.rtrim("\r").ends_with("\\");
    if (continues) {
      recipes.back().parts.back().range.end = range.end;
    } else if (inRecipe) {
      range.begin += line.size() - line.ltrim("\t @+-").size();
      Part part{range};
      part.isRecipe = true;
      recipes.push_back({{part}, nullptr});
    } else if (auto assignment = assignmentOf(line, range.begin)) {
      variables.push_back(std::move(*assignment));
    }
  }
  // Make reads the whole file before it runs anything.
  auto environment = std::make_shared<const Environment>(std::move(variables));
  for (ShellText &recipe : recipes)
    recipe.environment = environment;
  return recipes;
}
