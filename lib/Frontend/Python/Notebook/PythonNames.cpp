//===- PythonNames.cpp - The names that the cells of Python use -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/PythonNames.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

void PythonNames::addTokens(const Cell &cell, uint32_t place) {
  StringRef text = cell.masked;
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = 0; at < text.size(); ++at) {
    if (!isPart(text[at]))
      continue;
    StringRef name = text.substr(at).take_while(isPart);
    mentions.try_emplace(name, place);
    if (at > 0 && (text[at - 1] == '"' || text[at - 1] == '\''))
      quoted.try_emplace(name, place);
    at += name.size();
  }
}

/// True for a cell that may set names that nobody sees.
static bool mayDefineAnything(const Cell &cell) {
  // What a cell that is skipped does is done all the same by some.
  if (cell.isSkipped || (cell.tree && cell.tree->hasErrors()))
    return true;
  static constexpr llvm::StringLiteral magics[] = {
      "run", "store", "load", "dotenv", "reload", "loadpy"};
  bool hasMagic = llvm::any_of(cell.magics, [](const Magic &magic) {
    return llvm::is_contained(magics, magic.name);
  });
  if (hasMagic)
    return true;
  static constexpr llvm::StringLiteral calls[] = {
      "environ.update", "load_dotenv", "globals()", "locals()",
      "putenv",         "exec(",       "import *",  "environ |="};
  return cell.tree && llvm::any_of(calls, [&](StringRef call) {
           return StringRef(cell.masked).contains(call);
         });
}

PythonNames::PythonNames(const Program &program) {
  if (program.isPartial())
    firstOpen = 0;
  for (const auto &cell : program.module().cells) {
    uint32_t place = cell->begin();
    if (mayDefineAnything(*cell))
      firstOpen = std::min(firstOpen, place);
    if (cell->tree)
      addTokens(*cell, place);
  }
  for (const NameWrite &write : program.names())
    if (!write.function && write.target)
      writes[write.name].push_back(&write);
  for (auto &entry : writes)
    llvm::stable_sort(entry.second, [](const auto *a, const auto *b) {
      return a->target.place().begin < b->target.place().begin;
    });
}

/// The first of some assignments that does not stand above a place.
static const NameWrite *const *
firstFrom(llvm::ArrayRef<const NameWrite *> writes, uint32_t place) {
  return llvm::partition_point(writes, [&](const NameWrite *write) {
    return write->target.place().begin < place;
  });
}

const NameWrite *PythonNames::findAbove(StringRef name, uint32_t place) const {
  auto found = writes.find(name);
  if (found == writes.end())
    return nullptr;
  const auto *from = firstFrom(found->second, place);
  return from == found->second.begin() ? nullptr : from[-1];
}

const NameWrite *PythonNames::findBelow(StringRef name, uint32_t place) const {
  auto found = writes.find(name);
  if (found == writes.end())
    return nullptr;
  const auto *from = firstFrom(found->second, place);
  return from == found->second.end() ? nullptr : *from;
}
