//===- Value.h - What an expression of Python stands for --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_VALUES_VALUE_H
#define TRAINLINT_FRONTEND_PYTHON_VALUES_VALUE_H

#include "Diagnostics/Finding.h"
#include "Text/Python/Tree.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace trainlint::python {

struct Call;

enum class ValueKind : uint8_t {
  /// Nobody knows; see `Value::fallback`.
  Unknown,
  None,
  Bool,
  Integer,
  Float,
  /// A text; see `Value::isTemplate`.
  Text,
  List,
  /// Sets and tuples are what their displays are.
  Tuple,
  Dict,
  /// A name of a library with its modules: `google.cloud.aiplatform.CustomJob`.
  Name,
  /// What a call of a name, or of a method of an object, returns.
  Object,
  /// A function or a class of the file itself.
  Function,
  Class,
  /// One of several values, by the branch that was taken.
  Choice,
};

struct Value;
struct TextPart;

struct DictEntry {
  const Value *key;
  const Value *value;
};

/// What an expression stands for. Values never change, and live as long as the
/// evaluation that made them.
struct Value {
  ValueKind kind = ValueKind::Unknown;
  /// Where the value is written: a literal, a display, a call. Of a text in one
  /// string what stands between its quotes, else the whole expression.
  Place place;
  /// Where a value that is written elsewhere was named last: `MACHINE_TYPE`; no
  /// place for one that is used where it is written.
  Place use;
  /// Of a text: true if `place` holds its characters as they are, so that they
  /// can be replaced.
  bool isVerbatim = false;
  /// Of a text: true if parts of it are not known. They are written `${}`.
  bool isTemplate = false;
  /// Of lists and dicts: true if they may hold more than is known.
  bool isOpen = false;
  bool boolean = false;
  /// Of an open list how many items it has at least, also those that nobody
  /// knows.
  int64_t integer = 0;
  double real = 0;
  /// Of a text, and of a name with its modules; of an object the name that was
  /// called: `google.cloud.aiplatform.CustomJob`; of a function or class of the
  /// file its name.
  llvm::StringRef text;
  /// Of a text that was put together: its last part; null for a literal, and
  /// where the parts are not known.
  const TextPart *lastPart = nullptr;
  /// Of a list of words: the text that it was made of; null for other lists.
  const Value *split = nullptr;
  llvm::ArrayRef<const Value *> items;
  llvm::ArrayRef<DictEntry> entries;
  /// Of an object: the call that made it; null for what a library has.
  const Call *call = nullptr;
  /// Of a function or a class: its definition, or the lambda.
  Node definition;
  /// Of an unknown value, and of a text of which nothing is known: what it is
  /// if nobody says otherwise, such as the default of a flag; null if there is
  /// none. Good for warnings.
  const Value *fallback = nullptr;
  /// Of a choice: the branch, and what the value is in each of its arms.
  unsigned branch = 0;
  llvm::ArrayRef<const Value *> arms;

  /// For the evaluation alone, and zero in the values of calls: where the state
  /// keeps what the value holds now, the names that a function sees, and the
  /// object that a method is called on.
  unsigned storage = 0;
  unsigned scope = 0;
  const Value *self = nullptr;

  bool isUnknown() const { return kind == ValueKind::Unknown; }
  bool isNone() const { return kind == ValueKind::None; }
  /// A text all of which is known.
  bool isText() const { return kind == ValueKind::Text && !isTemplate; }
  bool isInteger() const { return kind == ValueKind::Integer; }
  /// A list or a tuple.
  bool isSequence() const {
    return kind == ValueKind::List || kind == ValueKind::Tuple;
  }
  bool isDict() const { return kind == ValueKind::Dict; }
  /// True for a name of a library.
  bool isName(llvm::StringRef name) const {
    return kind == ValueKind::Name && text == name;
  }

  /// The value of a key of a dict; null if it has none. Check `isOpen`.
  const Value *find(llvm::StringRef key) const;
  /// The entry of a key of a dict; null if it has none.
  const DictEntry *findEntry(llvm::StringRef key) const;
  /// Whether Python takes it for true; nothing if nobody knows.
  std::optional<bool> truth() const;
};

/// A part of a text that was put together by `+`, `%`, `.format` or an
/// f-string.
struct TextPart {
  TextPart(const Value *value) : value(value) {}
  /// What the part says as a text.
  const Value *value;
  /// The text in front of it, which knows its own parts; null for none.
  const Value *front = nullptr;
  /// The text whose characters it is, or whose field it fills; null for none.
  const Value *format = nullptr;
  /// Within `format`.
  SourceRange range;
  /// True for what fills a field.
  bool isField = false;
  /// The braces of an f-string; no place for other parts.
  Place braces;
};

/// As a message writes it: `"n1-standard-4"`, `8`, `None`.
std::string printed(const Value &value);

/// The type's name in Python: `str`, `int`, `list`. Empty if not known.
llvm::StringRef typeName(const Value &value);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_VALUES_VALUE_H
