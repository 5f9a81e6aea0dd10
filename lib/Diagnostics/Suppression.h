//===- Suppression.h - Comments that silence findings -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `# trainlint: ignore[rule, rule] reason` on the line of a finding silences
// it; on a line of its own it speaks for what follows, the whole block of a key
// or the whole statement included. `# trainlint: ignore-file[rule] reason`
// speaks for the whole file. In a notebook lines are those of the cell.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIAGNOSTICS_SUPPRESSION_H
#define TRAINLINT_DIAGNOSTICS_SUPPRESSION_H

#include "Diagnostics/Finding.h"
#include "Support/NearMatch.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint {

/// One rule of a suppression comment, with places in the file.
struct Suppression {
  RuleId rule;
  SourceRange ruleRange;
  /// What to remove if it silences nothing.
  SourceRange removal;
  /// What the comment speaks for.
  SourceRange covers;
  bool used = false;
};

/// The suppressions of one file.
class Suppressions {
public:
  /// Where the block that begins on a line ends, given the range of the line.
  using BlockEnd = llvm::function_ref<uint32_t(SourceRange line)>;

  /// Reads the comments; reports those that cannot have an effect.
  Suppressions(const SourceBuffer &buffer, llvm::ArrayRef<SourceRange> comments,
               BlockEnd blockEnd, mlir::MLIRContext *context);

  /// Removes the findings that a comment silences. A comment speaks for a
  /// finding if it covers its place or a related location.
  void apply(std::vector<Finding> &findings);

  /// Reports the suppressions of checked rules that silenced nothing.
  void reportUnused(llvm::function_ref<bool(RuleId)> isChecked);

private:
  class Comment;

  void read(SourceRange place, BlockEnd blockEnd);
  SourceRange coveredBy(const Comment &comment, BlockEnd blockEnd);

  const SourceBuffer &buffer;
  mlir::MLIRContext *context;
  std::vector<Suppression> suppressions;
  /// The lines of comments that speak for what begins on `line`.
  struct Below {
    const SourceBuffer *text = nullptr;
    unsigned from = 0;
    unsigned line = 0;
    SourceRange range;
  } below;
  /// What names that are no rules may mean.
  llvm::StringMap<std::optional<NearMatch>> nearNames;
};

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_SUPPRESSION_H
