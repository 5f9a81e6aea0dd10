//===- Regions.cpp - Where a file holds shell text ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Command/Regions.h"
#include "Frontend/Command/Lines.h"
#include "Frontend/Command/Makefile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::shell;
using llvm::StringRef;

FileKind shell::kindOf(StringRef name, StringRef text) {
  StringRef file = llvm::sys::path::filename(name);
  FileKind kind = llvm::StringSwitch<FileKind>(llvm::sys::path::extension(file))
                      .Cases({".sh", ".bash", ".zsh", ".ksh"}, FileKind::Shell)
                      .Cases({".md", ".markdown"}, FileKind::Markdown)
                      .Case(".mk", FileKind::Makefile)
                      .Default(FileKind::Other);
  if (kind != FileKind::Other)
    return kind;
  if (file == "Makefile" || file == "makefile" || file == "GNUmakefile")
    return FileKind::Makefile;
  StringRef first = text.take_until([](char c) { return c == '\n'; });
  return first.starts_with("#!") && first.rtrim().ends_with("sh")
             ? FileKind::Shell
             : FileKind::Other;
}

static bool isShellLanguage(StringRef language) {
  static const StringRef names[] = {
      "",        "sh",   "shell", "bash",          "zsh",
      "console", "text", "none",  "shell-session", "terminal"};
  return llvm::is_contained(names, language.lower());
}

static llvm::SmallVector<Part, 1> fences(StringRef text) {
  llvm::SmallVector<Part, 1> parts;
  StringRef fence;
  bool isShell = false;
  for (Lines lines(text); lines.advance();) {
    StringRef line = lines.line().trim();
    if (!fence.empty()) {
      bool closes = line.starts_with(fence) && line.trim(fence.front()).empty();
      if (closes)
        fence = "";
      else if (isShell)
        parts.back().range.end = lines.lineRange().end;
      continue;
    }
    if (!line.starts_with("```") && !line.starts_with("~~~"))
      continue;
    char mark = line.front();
    fence = line.take_while([&](char c) { return c == mark; });
    StringRef language = line.drop_front(fence.size()).trim(" {.");
    isShell = isShellLanguage(language.take_until(
        [](char c) { return c == ' ' || c == '}' || c == ','; }));
    uint32_t begin = lines.nextLine();
    if (isShell)
      parts.push_back({{begin, begin}});
  }
  return parts;
}

std::vector<ShellText> shell::shellTexts(FileKind kind, StringRef text) {
  switch (kind) {
  case FileKind::Other:
    return {};
  case FileKind::Shell:
    return {
        ShellText{{Part{{0, static_cast<uint32_t>(text.size())}}}, nullptr}};
  case FileKind::Makefile:
    return recipes(text);
  case FileKind::Markdown:
    return {ShellText{fences(text), nullptr}};
  }
  llvm_unreachable("unknown kind");
}
