//===- PositionMapping.h - Places in an older text --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_POSITIONMAPPING_H
#define TRAINLINT_LSP_POSITIONMAPPING_H

#include "LSP/Position.h"

namespace trainlint::lsp {

/// Carries places between a text and an older one: what stands before and
/// behind the changed part has stayed, and moved by as much as that has grown.
class PositionMapping {
public:
  PositionMapping(const SourceBuffer &older, const SourceBuffer &newer);

  /// The place in the older text; nothing within the changed part.
  std::optional<uint32_t> mapToOlder(uint32_t offset) const;
  /// Moves the ranges and positions of an answer to the newer text. Leaves out
  /// those objects of lists whose place is in the changed part.
  void mapToCurrent(llvm::json::Value &answer, PositionEncoding encoding) const;

private:
  std::optional<uint32_t> toNewer(uint32_t offset) const;
  bool move(llvm::json::Value &value, PositionEncoding encoding) const;
  bool movePosition(llvm::json::Object &position,
                    PositionEncoding encoding) const;

  const SourceBuffer &older;
  const SourceBuffer &newer;
  uint32_t prefix = 0;
  uint32_t suffix = 0;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_POSITIONMAPPING_H
