//===- ShardingLexer.h - Words and numbers of shardings ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_SHARDINGLEXER_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_SHARDINGLEXER_H

#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LogicalResult.h"

namespace trainlint::stablehlo {

/// Consumes a text from its start.
class ShardingLexer {
public:
  ShardingLexer(Emit emit, llvm::StringRef text)
      : emit(emit), whole(text), rest(text) {}

  llvm::StringRef getWhole() const { return whole; }
  llvm::StringRef getRest() const { return rest; }

  bool atEnd() {
    rest = rest.ltrim();
    return rest.empty();
  }
  /// Consumes a text if it is next.
  bool take(llvm::StringRef expected) {
    rest = rest.ltrim();
    return rest.consume_front(expected);
  }
  llvm::LogicalResult expect(llvm::StringRef expected) {
    if (take(expected))
      return llvm::success();
    return expectedButFound("`" + expected + "`");
  }
  /// Consumes letters, digits and `_`; empty if there are none.
  llvm::StringRef takeWord() {
    rest = rest.ltrim();
    llvm::StringRef word =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(word.size());
    return word;
  }
  /// The name of a symbol, without quotes.
  llvm::StringRef takeSymbol() {
    llvm::StringRef name = rest.take_while([](char c) {
      return llvm::isAlnum(c) || c == '_' || c == '.' || c == '-' || c == '$';
    });
    rest = rest.drop_front(name.size());
    return name;
  }
  /// A number from 0 to a limit.
  llvm::FailureOr<int64_t> number(int64_t limit) {
    rest = rest.ltrim();
    llvm::StringRef digits = rest.take_while(llvm::isDigit);
    if (digits.empty())
      return expectedButFound("a number");
    rest = rest.drop_front(digits.size());
    int64_t value;
    if (digits.getAsInteger(10, value) || value > limit)
      return error() << "the number " << digits.take_front(20)
                     << " is greater than " << limit;
    return value;
  }
  /// Numbers between commas, up to a closing bracket, which is consumed.
  llvm::FailureOr<std::vector<int64_t>> numbers(char close, int64_t limit,
                                                size_t most) {
    std::vector<int64_t> out;
    llvm::StringRef end(&close, 1);
    if (take(end))
      return out;
    do {
      auto next = number(limit);
      if (failed(next))
        return llvm::failure();
      if (out.size() == most)
        return error() << "there are more than " << most << " numbers";
      out.push_back(*next);
    } while (take(","));
    if (failed(expect(end)))
      return llvm::failure();
    return out;
  }
  /// A name in quotes, without escapes.
  llvm::FailureOr<llvm::StringRef> quoted() {
    if (!take("\""))
      return expectedButFound("a name in quotes");
    size_t end = rest.find('"');
    if (end == llvm::StringRef::npos)
      return error() << "a name has no closing quote";
    llvm::StringRef name = rest.take_front(end);
    rest = rest.drop_front(end + 1);
    return name;
  }

  /// Consumes all up to the bracket that closes one which was consumed, and
  /// that too. Brackets within quotes are text.
  llvm::LogicalResult skipTo(llvm::StringRef open, llvm::StringRef close) {
    for (int64_t depth = 1; depth > 0;) {
      if (atEnd())
        return expectedButFound("`" + close + "`");
      if (take(open)) {
        ++depth;
      } else if (take(close)) {
        --depth;
      } else if (take("\"")) {
        if (failed(restOfString()))
          return llvm::failure();
      } else {
        rest = rest.drop_front();
      }
    }
    return llvm::success();
  }

  /// Starts an error, which names the text.
  mlir::InFlightDiagnostic error() {
    mlir::InFlightDiagnostic diagnostic = emit();
    diagnostic << "cannot use the sharding `" << shortened(whole) << "`: ";
    return diagnostic;
  }

  llvm::LogicalResult expectedButFound(const llvm::Twine &expected) {
    return expectedBefore(expected, rest);
  }
  /// Reports what should be before a rest of the text.
  llvm::LogicalResult expectedBefore(const llvm::Twine &expected,
                                     llvm::StringRef found) {
    mlir::InFlightDiagnostic diagnostic = error();
    diagnostic << "expected " << expected;
    found = found.ltrim();
    if (found.empty())
      diagnostic << " at the end";
    else
      diagnostic << " before `" << shortened(found) << "`";
    return diagnostic;
  }

private:
  /// Consumes what follows an opening quote, up to the closing one.
  llvm::LogicalResult restOfString() {
    size_t end = 0;
    while (end < rest.size() && rest[end] != '"')
      end += rest[end] == '\\' ? 2 : 1;
    if (end >= rest.size())
      return error() << "a text has no closing quote";
    rest = rest.drop_front(end + 1);
    return llvm::success();
  }

  static std::string shortened(llvm::StringRef text) {
    constexpr size_t Most = 80;
    if (text.size() <= Most)
      return text.str();
    return (text.take_front(Most) + "...").str();
  }

  Emit emit;
  llvm::StringRef whole, rest;
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_SHARDINGLEXER_H
