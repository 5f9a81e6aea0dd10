//===- PythonInput.cpp - Python files and notebooks among inputs ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/PythonInput.h"
#include "Support/LLVM.h"
#include "Text/Notebook/Notebook.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
namespace path = llvm::sys::path;

/// True for a first line such as `#!/usr/bin/env -S python3 -u`.
static bool namesPython(StringRef line) {
  if (!line.consume_front("#!"))
    return false;
  while (!line.empty()) {
    auto [word, rest] = line.ltrim(" \t").split(' ');
    if (path::filename(word, path::Style::posix).starts_with("python"))
      return true;
    // The program may follow `env` and its options.
    if (!word.ends_with("env") && !word.starts_with("-"))
      return false;
    line = rest;
  }
  return false;
}

PythonForm trainlint::pythonFormOf(StringRef name, StringRef text) {
  StringRef extension = path::extension(name);
  if (extension == ".py")
    return PythonForm::Script;
  if (extension == ".ipynb")
    return PythonForm::Notebook;
  if (!extension.empty())
    return PythonForm::None;
  StringRef line = text.take_until([](char c) { return c == '\n'; });
  if (namesPython(line.rtrim()))
    return PythonForm::Script;
  return notebook::isNotebook(name, text) ? PythonForm::Notebook
                                          : PythonForm::None;
}

PythonForm trainlint::pythonFormOf(const SourceBuffer &buffer, InputKind kind) {
  switch (kind) {
  case InputKind::Auto:
    return pythonFormOf(buffer.name(), buffer.text());
  case InputKind::Python:
    return PythonForm::Script;
  case InputKind::Notebook:
    return PythonForm::Notebook;
  case InputKind::AIPlatform:
  case InputKind::VertexAI:
  case InputKind::GKE:
  case InputKind::Commands:
  case InputKind::Graph:
  case InputKind::None:
    return PythonForm::None;
  }
  llvm_unreachable("unknown kind");
}
