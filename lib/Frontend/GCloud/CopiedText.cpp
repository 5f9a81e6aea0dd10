//===- CopiedText.cpp - Characters that web pages set ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/CopiedText.h"
#include "Diagnostics/Messages/Commands.h"
#include "Diagnostics/Report.h"
#include "Text/Yaml/CopiedText.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using shell::CopiedCharacter;

static Report reportFirst(const CopiedCharacter &first,
                          const ScriptContext &script) {
  mlir::Location location = script.at(first.range);
  switch (first.kind) {
  case CopiedCharacter::Kind::Dash: {
    bool isShort = script.buffer.text(first.range).starts_with("\u2013");
    return diag::CopiedCharacters::dash(location,
                                        isShort ? "an en dash" : "an em dash");
  }
  case CopiedCharacter::Kind::Quote:
    return diag::CopiedCharacters::quote(location);
  case CopiedCharacter::Kind::Space:
    return diag::CopiedCharacters::space(location);
  }
  llvm_unreachable("unknown kind of character");
}

void gcloud::reportCopiedText(llvm::ArrayRef<CopiedCharacter> copied,
                              const ScriptContext &script) {
  if (copied.empty())
    return;
  Report report = reportFirst(copied.front(), script);
  llvm::SmallVector<std::pair<mlir::LocationAttr, std::string>> edits;
  for (const CopiedCharacter &character : copied)
    edits.emplace_back(script.at(character.range), character.meant.str());
  report.help(yaml::CopiedTextHelp);
  report.fix(/*safe=*/true, "write the characters of a shell", edits);
}

std::vector<CopiedCharacter>
gcloud::copiedInAssignments(const shell::Script &words) {
  std::vector<CopiedCharacter> found;
  if (words.copied.empty())
    return found;
  for (const shell::Word &assignment : words.assignments)
    llvm::append_range(found, copiedIn(words, assignment.range));
  return found;
}

llvm::ArrayRef<CopiedCharacter> gcloud::copiedIn(const shell::Script &words,
                                                 SourceRange range) {
  auto isBefore = [](const CopiedCharacter &character, uint32_t place) {
    return character.range.begin < place;
  };
  llvm::ArrayRef<CopiedCharacter> all = words.copied;
  const auto *begin = llvm::lower_bound(all, range.begin, isBefore);
  const auto *end = llvm::lower_bound(all, range.end, isBefore);
  return {begin, end};
}
