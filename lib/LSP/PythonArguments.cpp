//===- PythonArguments.cpp - Arguments of the SDK -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/PythonArguments.h"
#include "Frontend/Python/Jobs/ArgumentHelp.h"
#include "Frontend/Python/Jobs/ArgumentWords.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Frontend/Python/Jobs/Signatures.h"
#include "Frontend/Python/Values/Program.h"
#include "LSP/Markup.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::lsp;

namespace {
/// A call of the SDK in the text.
struct SdkCall {
  const python::Call *call = nullptr;
  const python::Signature *signature = nullptr;
};
} // namespace

/// The innermost call whose arguments stand around an offset.
static SdkCall callAround(const Analysis &analysis, uint32_t offset) {
  const python::Program *program = analysis.pythonProgram();
  if (!program)
    return {};
  SdkCall found;
  std::optional<uint32_t> narrowest;
  for (const python::Call *call : program->calls()) {
    if (call->buffer != program->module().buffer)
      continue;
    python::Node list = call->node.child(python::Field::Arguments);
    SourceRange around = list ? list.place() : SourceRange();
    bool isInside = around.begin < offset && offset < around.end;
    // Of calls in others the innermost one counts, whatever it calls.
    if (!isInside || (narrowest && around.size() >= *narrowest))
      continue;
    narrowest = around.size();
    python::SdkName name = python::sdkNameOf(call->callee);
    found = {call, name.library == python::SdkLibrary::Sdk
                       ? python::sdkSignature(name.name)
                       : nullptr};
  }
  return found;
}

/// Whether a function has to be given an argument.
static bool isRequired(const python::Signature &signature, StringRef name) {
  int position = signature.positionOf(name);
  return position >= 0 && static_cast<size_t>(position) < signature.required;
}

std::optional<PlaceInfo> lsp::argumentInfoAt(const Analysis &analysis,
                                             uint32_t offset) {
  auto [call, signature] = callAround(analysis, offset);
  if (!signature)
    return std::nullopt;
  for (const python::Argument &argument : call->arguments) {
    SourceRange range = argument.namePlace.range;
    bool isHere = argument.namePlace.buffer == call->buffer &&
                  !argument.name.empty() && range.begin <= offset &&
                  offset <= range.end;
    StringRef help = python::helpOfArgument(argument.name);
    if (!isHere || !signature->takes(argument.name) || help.empty())
      continue;
    std::string text = "**" + nameInText(argument.name) + "** of `" +
                       signature->function.str() + "`";
    if (isRequired(*signature, argument.name))
      text += ", required";
    return PlaceInfo{text + "\n\n" + help.str(), range};
  }
  return std::nullopt;
}

void lsp::addArguments(const Analysis &analysis, uint32_t offset,
                       std::vector<CompletionItem> &items) {
  auto [call, signature] = callAround(analysis, offset);
  if (!signature)
    return;
  // The word at the cursor is an argument, and not a part of one.
  unsigned positions = 0;
  bool isArgument = false;
  for (const python::Argument &argument : call->arguments) {
    if (!argument.name.empty())
      continue;
    positions += argument.place.range.end < offset;
    isArgument |= argument.place.range.begin == offset;
  }
  if (!isArgument)
    return;
  auto add = [&](StringRef name) {
    int position = signature->positionOf(name);
    bool isGiven =
        call->find(name) ||
        (position >= 0 && static_cast<unsigned>(position) < positions);
    if (isGiven)
      return;
    CompletionItem item;
    item.label = name.str();
    item.text = (name + "=").str();
    item.kind = CompletionKind::Property;
    item.detail = isRequired(*signature, name) ? "required" : "";
    item.documentation = python::helpOfArgument(name).str();
    items.push_back(std::move(item));
  };
  for (StringRef name : signature->positional)
    add(name);
  for (StringRef name : signature->keywords)
    add(name);
}

/// What an argument is given: its name, and the words for it.
static llvm::SmallVector<StringRef> wordsFor(StringRef name,
                                             const Tables &tables) {
  llvm::SmallVector<StringRef> words(python::wordsOfArgument(name));
  if (name == "location")
    for (const auto &row : tables.vertexRegions.rows)
      words.push_back(row.region);
  return words;
}

void lsp::addArgumentValues(const Analysis &analysis, uint32_t offset,
                            std::vector<CompletionItem> &items) {
  auto [call, signature] = callAround(analysis, offset);
  if (!signature)
    return;
  auto isHere = [&](StringRef name) {
    const python::Argument *given = python::argumentOf(*call, *signature, name);
    return given && given->place.buffer == call->buffer &&
           given->place.range.begin <= offset &&
           offset <= given->place.range.end;
  };
  for (const auto &names : {signature->positional, signature->keywords}) {
    for (StringRef name : names) {
      if (!isHere(name))
        continue;
      for (StringRef word : wordsFor(name, analysis.tables())) {
        CompletionItem item;
        item.label = item.text = word.str();
        items.push_back(std::move(item));
      }
      return;
    }
  }
}
