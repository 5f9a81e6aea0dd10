//===- NamedValues.h - Named values of a plugin -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_NAMEDVALUES_H
#define TRAINLINT_RUNTIME_PJRT_NAMEDVALUES_H

#include "Runtime/Pjrt/AbiTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <variant>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace trainlint::pjrt {

/// An option that a plugin takes, or an attribute that it gives.
struct NamedValue {
  std::string name;
  std::variant<std::string, int64_t, std::vector<int64_t>, float, bool> value;
};

/// Prints "name=value", lists as "[1, 2]".
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const NamedValue &value);

/// Parses "name=value" as users write it: numbers, `true` and `false`, lists of
/// whole numbers as "[1,2]", all else text. The error quotes what has no name.
llvm::Expected<NamedValue> parseNamedValue(llvm::StringRef text);

/// Copies what a plugin gives. `call` names the function in errors: a null
/// list with a count, a value that is shorter than the interface's, a type that
/// the interface does not have.
llvm::Expected<std::vector<NamedValue>>
readNamedValues(const abi::NamedValue *values, size_t count,
                llvm::StringRef call);

/// The values as the interface takes them; they point into `values`.
std::vector<abi::NamedValue>
writeNamedValues(llvm::ArrayRef<NamedValue> values);

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_NAMEDVALUES_H
