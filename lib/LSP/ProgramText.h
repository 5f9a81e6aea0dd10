//===- ProgramText.h - A StableHLO program in text --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_PROGRAMTEXT_H
#define TRAINLINT_LSP_PROGRAMTEXT_H

#include "Frontend/StableHLO/ProgramFile.h"
#include "LSP/Outline.h"
#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace trainlint::lsp {

/// A StableHLO program in text: its functions, its values and their types.
class ProgramText {
public:
  /// The file lives as long as this.
  explicit ProgramText(const stablehlo::ProgramFile &file) : file(&file) {}

  bool isWellFormed() const;

  /// Where the value or function was made that is used at an offset; none if
  /// none is.
  std::optional<SourceRange> targetAt(uint32_t offset) const;
  /// The type of a value, or what an op takes and gives.
  std::optional<PlaceInfo> infoAt(uint32_t offset) const;
  /// The functions.
  std::vector<Symbol> symbols() const;
  /// The ops of several lines.
  void addFolds(Folds &folds) const;

private:
  const stablehlo::ProgramFile *file;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_PROGRAMTEXT_H
