//===- Json.h - JSON with the places of its values --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_JSON_JSON_H
#define TRAINLINT_TEXT_JSON_JSON_H

#include "Support/SourceBuffer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <optional>
#include <string>

namespace trainlint::json {

enum class Kind : uint8_t { Null, Bool, Number, String, Array, Object };

struct Member;

/// A value and where it is written. Its parts live as long as the document.
struct Value {
  Kind kind = Kind::Null;
  SourceRange range;
  /// Of a string its text, of a number or a boolean how it is written.
  llvm::StringRef text;
  llvm::ArrayRef<Value> elements;
  /// In the order of the file.
  llvm::ArrayRef<Member> members;

  bool isNull() const { return kind == Kind::Null; }
  bool isString() const { return kind == Kind::String; }
  bool isArray() const { return kind == Kind::Array; }
  bool isObject() const { return kind == Kind::Object; }

  /// The value of a key, null if this is no object or has no such key. Of keys
  /// that are equal the last one holds.
  const Value *find(llvm::StringRef key) const;

  /// None if this is no whole number of 64 bits.
  std::optional<int64_t> integer() const;
  std::optional<bool> boolean() const;
};

struct Member {
  llvm::StringRef key;
  SourceRange keyRange;
  Value value;
};

/// Why a text is no JSON, and the offset at which that shows.
struct Problem {
  uint32_t offset = 0;
  std::string message;
};

/// How deep values may nest, which is half of what Python's reader takes.
inline constexpr unsigned NestingLimit = 500;

/// Reads a text, whose strings without escapes the values point into. What has
/// to be kept beside goes to `arena`.
///
/// It takes what Python's `json` takes, with which Keras reads: the numbers
/// `NaN`, `Infinity` and `-Infinity`, too. Of escapes that make no character,
/// U+FFFD stands in the text. None with a problem if it is malformed, or has
/// more than `mostValues`, each of which takes many times the bytes of its
/// text. Of what stands under a key of `unwanted` only the kind and the place
/// are kept, and it does not count.
std::optional<Value> parse(llvm::StringRef text, llvm::BumpPtrAllocator &arena,
                           std::optional<Problem> &problem,
                           size_t mostValues = SIZE_MAX,
                           llvm::ArrayRef<llvm::StringRef> unwanted = {});

/// Appends the character that the escape at the front of a text stands for, and
/// returns the size of the escape; 0 if it is none.
size_t decodeEscape(llvm::StringRef text, llvm::SmallVectorImpl<char> &out);

} // namespace trainlint::json

#endif // TRAINLINT_TEXT_JSON_JSON_H
