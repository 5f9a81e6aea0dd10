//===- PathGlob.h - Path patterns with ** and classes -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_PATHGLOB_H
#define TRAINLINT_SUPPORT_PATHGLOB_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace re2 {
class RE2;
} // namespace re2

namespace trainlint {

/// A path pattern: `*` and `?` stay within a path component, `**` crosses
/// them, `[a-z]` and `[!a-z]` are classes. A pattern without a slash matches in
/// every folder; one that ends in a slash matches all that lies below.
class PathGlob {
public:
  explicit PathGlob(llvm::StringRef pattern);
  PathGlob(PathGlob &&);
  PathGlob &operator=(PathGlob &&);
  ~PathGlob();

  /// False if the pattern is malformed, an unclosed class for example.
  bool valid() const;
  /// `path` is relative to the folder that the pattern speaks of and uses `/`.
  bool matches(llvm::StringRef path) const;
  llvm::StringRef pattern() const { return text; }

  /// True if the text holds a character that a pattern treats specially.
  static bool isPattern(llvm::StringRef text);

private:
  std::string text;
  std::unique_ptr<re2::RE2> expression;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_PATHGLOB_H
