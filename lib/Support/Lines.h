//===- Lines.h - The lines of a text ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_LINES_H
#define TRAINLINT_SUPPORT_LINES_H

#include "Support/SourceBuffer.h"

namespace trainlint {

/// Goes through the lines of a text.
class Lines {
public:
  explicit Lines(llvm::StringRef text) : text(text) {}

  /// Goes to the next line; false behind the last one.
  bool advance() {
    if (next >= text.size())
      return false;
    size_t end = std::min(text.find('\n', next), text.size());
    range = {static_cast<uint32_t>(next), static_cast<uint32_t>(end)};
    next = end + 1;
    return true;
  }

  /// The line without its end.
  llvm::StringRef line() const { return text.slice(range.begin, range.end); }
  SourceRange lineRange() const { return range; }
  /// Where the next line begins.
  uint32_t nextLine() const { return std::min(next, text.size()); }

private:
  llvm::StringRef text;
  size_t next = 0;
  SourceRange range;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_LINES_H
