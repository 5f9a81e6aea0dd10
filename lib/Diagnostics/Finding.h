//===- Finding.h - A finding as consumers see it ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIAGNOSTICS_FINDING_H
#define TRAINLINT_DIAGNOSTICS_FINDING_H

#include "Diagnostics/RuleCatalog.h"
#include "Support/SourceBuffer.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace trainlint {

/// A range of one input. Without a buffer it stands for no place at all.
struct Place {
  const SourceBuffer *buffer = nullptr;
  SourceRange range;

  explicit operator bool() const { return buffer != nullptr; }
  LineColumn begin() const { return buffer->position(range.begin); }
  LineColumn end() const { return buffer->position(range.end); }

  /// The place in the text of the cell that it lies in, as people see it; the
  /// place itself if it lies in no cell of a notebook.
  Place inCell() const;
};

/// A related location of a finding.
struct RelatedLocation {
  Place place;
  std::string message;
};

/// Replaces the text of a place; an empty range inserts.
struct Edit {
  Place place;
  std::string text;
};

enum class Applicability : uint8_t {
  /// Keeps what the user meant.
  Safe,
  /// Probably what the user meant.
  Unsafe,
};

/// A way to fix a finding. Its edits belong together.
struct FixIt {
  std::string title;
  Applicability applicability;
  llvm::SmallVector<Edit, 1> edits;
};

/// One finding, ready to be shown.
struct Finding {
  RuleId rule;
  Severity severity;
  std::string message;
  Place place;
  /// What to write under the place itself; may be empty.
  std::string label;
  llvm::SmallVector<RelatedLocation, 2> related;
  /// What is offered, or what to do; may be empty.
  std::string help;
  llvm::SmallVector<FixIt, 1> fixes;
  /// The table that the finding rests on, and its date; empty if none.
  std::string table;
  std::string tableDate;
};

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_FINDING_H
