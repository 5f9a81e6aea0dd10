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
// included. `# trainlint: ignore-file[rule] reason` speaks for the whole file.
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

/// One rule of a suppression comment.
struct Suppression {
  RuleId rule;
  /// The whole comment, and the rule in it.
  SourceRange comment;
  SourceRange ruleRange;
  /// How many rules the comment names.
  unsigned siblings = 1;
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
  void read(SourceRange comment, BlockEnd blockEnd);
  SourceRange coveredBy(SourceRange comment, BlockEnd blockEnd);
  SourceRange unusedPart(const Suppression &suppression) const;

  const SourceBuffer &buffer;
  mlir::MLIRContext *context;
  std::vector<Suppression> suppressions;
  /// The lines of comments that speak for what begins on `line`.
  struct Below {
    unsigned from = 0;
    unsigned line = 0;
    SourceRange range;
  } below;
  /// What names that are no rules may mean.
  llvm::StringMap<std::optional<NearMatch>> nearNames;
};

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_SUPPRESSION_H
