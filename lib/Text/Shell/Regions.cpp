//===- Regions.cpp - Where a file holds shell text ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Shell/Regions.h"
#include "Support/LLVM.h"
#include "Text/Shell/Makefile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::shell;

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

/// The blocks of a page that a shell may run. What is written in a fence is
/// what it means.
static llvm::SmallVector<Part, 1> partsOfPage(StringRef page) {
  llvm::SmallVector<Part, 1> parts;
  for (const markdown::Block &block : markdown::codeBlocks(page)) {
    if (!isShellLanguage(block.language))
      continue;
    if (block.kind != markdown::BlockKind::Preformatted) {
      parts.push_back({block.range});
      continue;
    }
    auto text = std::make_shared<const markdown::BlockText>(
        markdown::readBlock(page, block));
    uint32_t size = text->text().size();
    Part part{{0, size}};
    part.block = std::move(text);
    parts.push_back(std::move(part));
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
    return {ShellText{partsOfPage(text), nullptr}};
  }
  llvm_unreachable("unknown kind");
}
