//===- ScannerImpl.h - State of the YAML scanner ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_SCANNERIMPL_H
#define TRAINLINT_TEXT_YAML_SCANNERIMPL_H

#include "Text/Yaml/Cursor.h"
#include "Text/Yaml/Token.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/LogicalResult.h"

namespace trainlint::yaml {

/// The scanner's state. Its functions fail after they have recorded a problem,
/// and nothing is scanned after that.
class Scanner {
public:
  explicit Scanner(llvm::StringRef text);
  TokenStream run();

private:
  /// A token that turns out to be a mapping key if a `:` follows it on the same
  /// line.
  struct SimpleKey {
    bool possible = false;
    /// True if nothing but a key can stand here: the line starts at the
    /// column of the mapping's other keys.
    bool required = false;
    size_t tokenIndex = 0;
    uint32_t offset = 0;
    uint32_t index = 0;
    unsigned line = 0;
    unsigned column = 0;
  };

  // ScannerBlock.cpp: white space, indentation and keys.
  llvm::LogicalResult scanToken();
  void skipToNextToken();
  void unrollIndent(int column);
  void rollIndent(int column, TokenKind kind, size_t tokenIndex,
                  uint32_t offset);
  llvm::LogicalResult saveSimpleKey();
  llvm::LogicalResult dropSimpleKey();
  llvm::FailureOr<bool> checkSimpleKey(SimpleKey &key);

  llvm::LogicalResult scanStreamEnd();
  llvm::LogicalResult scanDirective();
  llvm::LogicalResult scanDocumentIndicator();
  llvm::LogicalResult scanFlowStart(TokenKind kind);
  llvm::LogicalResult scanFlowEnd(TokenKind kind);
  llvm::LogicalResult scanFlowEntry();
  llvm::LogicalResult scanBlockEntry();
  llvm::LogicalResult scanKey();
  llvm::LogicalResult scanValue();
  llvm::LogicalResult scanAnchorOrAlias();
  llvm::LogicalResult scanTag();

  // ScannerScalars.cpp: the five styles.
  llvm::LogicalResult scanQuoted();
  llvm::LogicalResult scanEscape(uint32_t quote);
  llvm::LogicalResult scanPlain();
  llvm::LogicalResult scanBlockScalar();
  llvm::LogicalResult scanBlockScalarHeader(int &increment);
  llvm::LogicalResult skipBlockScalarBreaks(int &blockIndent);

  llvm::LogicalResult fail(Problem problem);
  void push(TokenKind kind, uint32_t begin,
            ScalarStyle style = ScalarStyle::Plain);
  void skipComment();
  bool inFlow() const { return keys.size() > 1; }

  llvm::StringRef text;
  Cursor cursor;
  TokenStream out;
  /// Where each open flow collection began, for the message if it stays open.
  llvm::SmallVector<uint32_t> flowStarts;
  /// The simple key of the block context, then one for each open flow context.
  llvm::SmallVector<SimpleKey> keys;
  /// The columns of the block collections around `indent`.
  llvm::SmallVector<int> indents;
  int indent = -1;
  /// False where a `:` would not make the preceding token a key.
  bool simpleKeyAllowed = true;
  bool done = false;
};

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_SCANNERIMPL_H
