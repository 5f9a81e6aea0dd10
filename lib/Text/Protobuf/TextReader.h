//===- TextReader.h - Protobuf's text format --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PROTOBUF_TEXTREADER_H
#define TRAINLINT_TEXT_PROTOBUF_TEXTREADER_H

#include "Support/SourceBuffer.h"
#include "Text/Protobuf/Problem.h"

namespace trainlint::proto {

/// What is written behind the name of a field.
enum class TextKind : uint8_t {
  /// One or more quoted strings, which are one value.
  String,
  /// `12`, `-0x1F`, `1.5e-3f`.
  Number,
  /// `true`, `DT_FLOAT`, `-inf`.
  Word,
  /// Fields in `{}` or `<>`.
  Message,
};

/// One field as it is written. Offsets count from the start of the file.
struct TextField {
  /// As written: `name`, `[package.extension]` or, as the library prints the
  /// fields that it does not know, a number.
  llvm::StringRef name;
  SourceRange nameRange;
  TextKind kind = TextKind::Word;
  /// The value: strings from the first to the last quote, numbers and words
  /// with their sign, of a message what is between its brackets.
  SourceRange value;
  /// True for one quoted string without escapes, which need not be decoded.
  bool plain = false;
};

/// Walks over the fields of one message. The values of a list are given as so
/// many fields of one name. Nothing is copied; nested messages are ranges, of
/// which only strings and brackets were looked at.
class TextReader {
public:
  /// `file` is the whole file, of at most 4 GiB, and stays alive; `depth` is
  /// how many messages the range lies within. Problems are recorded in
  /// `problem` unless it has one already.
  TextReader(llvm::StringRef file, SourceRange range, FirstProblem &problem,
             unsigned depth = 0)
      : base(file.data()), cursor(base + range.begin), end(base + range.end),
        problem(&problem), depth(depth) {}

  /// Reads the next field. False at the end and at a problem.
  bool next(TextField &field);

  /// Moves over the separator that may follow a field: to be called first if
  /// the range begins right behind one.
  void skipSeparator() { endField(); }

  /// Reads the name of the next field and not its value, which may be long: of
  /// a message, `value` is then where its fields begin. False at the end and
  /// where no field begins; never a problem.
  bool peek(TextField &field) const;

private:
  uint32_t offset() const { return cursor - base; }
  bool fail(const char *place, const char *message);
  void skipBlanks();
  bool consume(char c);
  bool readName(TextField &field);
  bool readValue(TextField &field, bool afterColon);
  bool readMessage(TextField &field);
  bool readStrings(TextField &field);
  bool readNumberOrWord(TextField &field);
  bool readNumber();
  bool endField();
  bool skipString(bool &hasEscapes);
  bool skipBrackets(char open);

  const char *base;
  const char *cursor;
  const char *end;
  FirstProblem *problem;
  unsigned depth;
  /// The field whose list is being read.
  llvm::StringRef listName;
  SourceRange listNameRange;
  bool inList = false;
  bool listAfterColon = false;
};

} // namespace trainlint::proto

#endif // TRAINLINT_TEXT_PROTOBUF_TEXTREADER_H
