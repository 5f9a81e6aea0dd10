//===- Token.h - Tokens and problems of YAML text ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_TOKEN_H
#define TRAINLINT_TEXT_YAML_TOKEN_H

#include "Support/SourceBuffer.h"
#include <string>
#include <vector>

namespace trainlint::yaml {

enum class TokenKind : uint8_t {
  StreamEnd,
  VersionDirective,
  TagDirective,
  DocumentStart,
  DocumentEnd,
  BlockSequenceStart,
  BlockMappingStart,
  BlockEnd,
  FlowSequenceStart,
  FlowSequenceEnd,
  FlowMappingStart,
  FlowMappingEnd,
  BlockEntry,
  FlowEntry,
  Key,
  Value,
  Alias,
  Anchor,
  Tag,
  Scalar,
};

enum class ScalarStyle : uint8_t {
  Plain,
  SingleQuoted,
  DoubleQuoted,
  Literal,
  Folded,
};

/// One token with the exact range of its text. The structural tokens that
/// indentation implies (the block starts and ends, and the key in front of a
/// simple key) have an empty range.
struct Token {
  TokenKind kind;
  ScalarStyle style = ScalarStyle::Plain;
  SourceRange range;
  /// The column at which the lines of a block scalar begin, from 0.
  uint32_t blockIndent = 0;
};

/// Something that keeps a text from being well-formed.
struct Problem {
  std::string message;
  SourceRange range;
  /// A second place that explains the first, such as the quote that is never
  /// closed; empty text if there is none.
  std::string noteMessage = {};
  SourceRange noteRange = {};
  /// What to do about it; may be empty.
  std::string help = {};
};

/// What the scanner read: all tokens up to the end or to the first problem.
struct TokenStream {
  std::vector<Token> tokens;
  /// The comments in source order, from `#` to the end of the line.
  std::vector<SourceRange> comments;
  std::vector<Problem> problems;
};

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_TOKEN_H
