//===- Fixes.cpp - Applying the edits of findings -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Fixes.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;

static bool mayApply(const FixIt &fix, const SourceBuffer &buffer,
                     bool unsafeToo) {
  if (fix.applicability == Applicability::Unsafe && !unsafeToo)
    return false;
  return llvm::all_of(fix.edits, [&](const Edit &edit) {
    return edit.place.buffer == &buffer;
  });
}

/// True if two edits change the same text or insert at the same place.
static bool overlap(const Edit &a, const Edit &b) {
  SourceRange x = a.place.range, y = b.place.range;
  if (x.begin == y.begin)
    return true;
  return x.begin < y.end && y.begin < x.end;
}

FixedText trainlint::applyFixes(const SourceBuffer &buffer,
                                llvm::ArrayRef<Finding> findings,
                                bool unsafeToo) {
  FixedText out;
  llvm::SmallVector<const Edit *> accepted;
  for (const Finding &finding : findings) {
    const auto *fix = llvm::find_if(finding.fixes, [&](const FixIt &candidate) {
      return mayApply(candidate, buffer, unsafeToo);
    });
    if (fix == finding.fixes.end())
      continue;
    bool clashes = llvm::any_of(fix->edits, [&](const Edit &edit) {
      return llvm::any_of(
          accepted, [&](const Edit *other) { return overlap(edit, *other); });
    });
    if (clashes)
      continue;
    for (const Edit &edit : fix->edits)
      accepted.push_back(&edit);
    ++out.applied;
  }

  llvm::sort(accepted, [](const Edit *a, const Edit *b) {
    return a->place.range.begin < b->place.range.begin;
  });
  llvm::StringRef text = buffer.text();
  uint32_t copied = 0;
  for (const Edit *edit : accepted) {
    out.text += text.slice(copied, edit->place.range.begin);
    out.text += edit->text;
    copied = edit->place.range.end;
  }
  out.text += text.substr(copied);
  return out;
}
