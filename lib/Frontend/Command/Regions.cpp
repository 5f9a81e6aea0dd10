//===- Regions.cpp - Where a file holds shell text ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Command/Regions.h"
#include "Frontend/Yaml/Tree.h"
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

namespace {
/// Goes through the lines of a text.
struct Lines {
  StringRef text;
  size_t next = 0;
  SourceRange range;

  bool advance() {
    if (next >= text.size())
      return false;
    size_t end = std::min(text.find('\n', next), text.size());
    range = {static_cast<uint32_t>(next), static_cast<uint32_t>(end)};
    next = end + 1;
    return true;
  }
  StringRef line() const { return text.slice(range.begin, range.end); }
};
} // namespace

/// The lines of recipes begin with a tab, and go on after a backslash. Make
/// runs each in a shell of its own, and keeps the characters in front for
/// itself.
static llvm::SmallVector<Part> recipes(StringRef text) {
  llvm::SmallVector<Part> parts;
  bool goesOn = false, inRecipe = false;
  for (Lines lines{text}; lines.advance();) {
    StringRef line = lines.line();
    bool continues = goesOn && inRecipe;
    inRecipe = continues || line.starts_with("\t");
    goesOn = line.rtrim("\r").ends_with("\\");
    if (continues) {
      parts.back().range.end = lines.range.end;
    } else if (inRecipe) {
      SourceRange range = lines.range;
      range.begin += line.size() - line.ltrim("\t @+-").size();
      parts.push_back({range});
    }
  }
  return parts;
}

static bool isShellLanguage(StringRef language) {
  static const StringRef names[] = {
      "",        "sh",   "shell", "bash",          "zsh",
      "console", "text", "none",  "shell-session", "terminal"};
  return llvm::is_contained(names, language.lower());
}

static llvm::SmallVector<Part> fences(StringRef text) {
  llvm::SmallVector<Part> parts;
  StringRef fence;
  bool isShell = false;
  for (Lines lines{text}; lines.advance();) {
    StringRef line = lines.line().trim();
    if (!fence.empty()) {
      bool closes = line.starts_with(fence) && line.trim(fence.front()).empty();
      if (closes)
        fence = "";
      else if (isShell)
        parts.back().range.end = lines.range.end;
      continue;
    }
    if (!line.starts_with("```") && !line.starts_with("~~~"))
      continue;
    char mark = line.front();
    fence = line.take_while([&](char c) { return c == mark; });
    StringRef language = line.drop_front(fence.size()).trim(" {.");
    isShell = isShellLanguage(language.take_until(
        [](char c) { return c == ' ' || c == '}' || c == ','; }));
    uint32_t begin = std::min<size_t>(lines.next, text.size());
    if (isShell)
      parts.push_back({{begin, begin}});
  }
  return parts;
}

llvm::SmallVector<Part> shell::shellParts(FileKind kind, StringRef text) {
  switch (kind) {
  case FileKind::Other:
    return {};
  case FileKind::Shell:
    return {{{0, static_cast<uint32_t>(text.size())}}};
  case FileKind::Makefile:
    return recipes(text);
  case FileKind::Markdown:
    return fences(text);
  }
  llvm_unreachable("unknown kind");
}

llvm::SmallVector<Part> shell::shellParts(const yaml::Stream &stream,
                                          StringRef text) {
  llvm::SmallVector<Part> parts;
  for (const yaml::Node *node : stream.nodes) {
    const auto *scalar = llvm::dyn_cast<yaml::ScalarNode>(node);
    if (!scalar || !scalar->value.contains("gcloud"))
      continue;
    SourceRange range = scalar->range;
    StringRef written = text.slice(range.begin, range.end);
    switch (scalar->style) {
    case yaml::ScalarStyle::Literal:
    case yaml::ScalarStyle::Folded:
      // The commands begin behind the line of the indicator.
      if (written.starts_with("|") || written.starts_with(">"))
        range.begin += std::min(written.find('\n'), written.size());
      parts.push_back({range, scalar->style == yaml::ScalarStyle::Folded});
      break;
    case yaml::ScalarStyle::Plain:
      parts.push_back({range, true});
      break;
    case yaml::ScalarStyle::SingleQuoted:
    case yaml::ScalarStyle::DoubleQuoted:
      // With escapes the text is not that of the shell.
      if (scalar->value == written.drop_front().drop_back())
        parts.push_back({{range.begin + 1, range.end - 1}, true});
      break;
    }
  }
  return parts;
}
