//===- Factory.h - Makes values ---------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_VALUES_FACTORY_H
#define TRAINLINT_FRONTEND_PYTHON_VALUES_FACTORY_H

#include "Frontend/Python/Values/Calls.h"
#include "llvm/Support/Allocator.h"

namespace trainlint::python {

/// What stands in a text for a part that is not known.
inline constexpr llvm::StringLiteral UnknownPart = "${}";

/// Makes values and what they point to, in memory of its own.
class ValueFactory {
public:
  Value *make(ValueKind kind, Place place) {
    Value *value = new (arena.Allocate<Value>()) Value();
    value->kind = kind;
    value->place = place;
    return value;
  }
  Value *copy(const Value &value) {
    return new (arena.Allocate<Value>()) Value(value);
  }
  const Value *unknown(Place place, const Value *fallback = nullptr);
  const Value *text(llvm::StringRef text, Place place);
  /// A part with one of the values that it may have, behind a text.
  const TextPart *part(const TextPart &part, const Value *value,
                       const Value *front);
  const Value *boolean(bool value, Place place);
  const Value *integer(int64_t value, Place place);
  const Value *name(llvm::StringRef dotted, Place place);
  /// The value of a branch. Arms that are alike make no choice; too many ways
  /// to get a value make an unknown one.
  const Value *choice(unsigned branch, llvm::ArrayRef<const Value *> arms);

  llvm::StringRef keep(llvm::StringRef text) { return text.copy(arena); }
  template <typename T>
  llvm::ArrayRef<T> keep(llvm::ArrayRef<T> items) {
    return items.copy(arena);
  }
  /// The bytes of all that was made.
  size_t size() const { return arena.getBytesAllocated(); }
  Call *call() { return new (arena.Allocate<Call>()) Call(); }

private:
  llvm::BumpPtrAllocator arena;
};

/// True if two values are certainly the same.
bool isSame(const Value *a, const Value *b);

/// The value if a branch goes to one of some arms: one of its choices is made,
/// if one arm is left.
const Value *restricted(const Value *value, unsigned branch, uint32_t arms);
const Value *restricted(const Value *value, Path path);

/// How many values a choice may be, at most `limit`.
unsigned countLeaves(const Value *value, unsigned limit);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_VALUES_FACTORY_H
