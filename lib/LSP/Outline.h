//===- Outline.h - Symbols and folds ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_OUTLINE_H
#define TRAINLINT_LSP_OUTLINE_H

#include "Support/SourceBuffer.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>
#include <vector>

namespace trainlint::lsp {

/// The kinds of symbols of the protocol that are used here.
enum class SymbolKind : int {
  Job = 2,
  Scope = 3,
  Parameter = 7,
  Function = 12,
  Study = 18,
  Node = 19,
  Pool = 23,
};

/// A thing in a text that has a name.
struct Symbol {
  std::string name;
  std::string detail;
  SymbolKind kind;
  /// All of it, with what is nested in it.
  SourceRange range;
  /// What stands for it.
  SourceRange selection;
  std::vector<Symbol> children;
};

/// What a client shows of a place.
struct PlaceInfo {
  /// Markdown.
  std::string text;
  /// What it is about.
  SourceRange range;
};

/// Collects folds, one for each first line.
class Folds {
public:
  explicit Folds(const SourceBuffer &text) : text(text) {}

  /// Folds what begins on the line of one offset and ends on that of another.
  void add(uint32_t begin, uint32_t end, llvm::StringRef kind = "");

  size_t size() const { return folds.size(); }
  llvm::json::Array toJSON() const;

private:
  const SourceBuffer &text;
  std::map<int64_t, std::pair<int64_t, llvm::StringRef>> folds;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_OUTLINE_H
