//===- Value.cpp - What an expression of Python stands for ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Value.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::python;

const DictEntry *Value::findEntry(StringRef key) const {
  // Of keys that are equal the last one holds.
  for (const DictEntry &entry : llvm::reverse(entries))
    if (entry.key->isText() && entry.key->text == key)
      return &entry;
  return nullptr;
}

const Value *Value::find(StringRef key) const {
  const DictEntry *entry = findEntry(key);
  return entry ? entry->value : nullptr;
}

std::optional<bool> Value::truth() const {
  switch (kind) {
  case ValueKind::None:
    return false;
  case ValueKind::Bool:
    return boolean;
  case ValueKind::Integer:
    return integer != 0;
  case ValueKind::Float:
    return real != 0;
  case ValueKind::Text:
    if (!isTemplate)
      return !text.empty();
    // What is known of a template makes it true.
    return text == "${}" ? std::nullopt : std::optional<bool>(true);
  case ValueKind::List:
  case ValueKind::Tuple:
    if (!items.empty())
      return true;
    return isOpen ? std::nullopt : std::optional<bool>(false);
  case ValueKind::Dict:
    if (!entries.empty())
      return true;
    return isOpen ? std::nullopt : std::optional<bool>(false);
  case ValueKind::Function:
  case ValueKind::Class:
    return true;
  case ValueKind::Unknown:
  case ValueKind::Name:
  case ValueKind::Object:
  case ValueKind::Choice:
    return std::nullopt;
  }
  llvm_unreachable("unknown kind of value");
}

static std::string printedReal(double real) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.12g", real);
  if (StringRef(text).find_first_of(".en") == StringRef::npos)
    text += ".0";
  return text;
}

std::string python::printed(const Value &value) {
  switch (value.kind) {
  case ValueKind::None:
    return "None";
  case ValueKind::Bool:
    return value.boolean ? "True" : "False";
  case ValueKind::Integer:
    return llvm::itostr(value.integer);
  case ValueKind::Float:
    return printedReal(value.real);
  case ValueKind::Text:
    return "\"" + value.text.str() + "\"";
  case ValueKind::Name:
  case ValueKind::Function:
  case ValueKind::Class:
    return value.text.str();
  case ValueKind::Object:
    return value.text.str() + "()";
  case ValueKind::List:
  case ValueKind::Tuple:
  case ValueKind::Dict:
    return ("a " + typeName(value)).str();
  case ValueKind::Unknown:
  case ValueKind::Choice:
    return "an unknown value";
  }
  llvm_unreachable("unknown kind of value");
}

StringRef python::typeName(const Value &value) {
  switch (value.kind) {
  case ValueKind::None:
    return "None";
  case ValueKind::Bool:
    return "bool";
  case ValueKind::Integer:
    return "int";
  case ValueKind::Float:
    return "float";
  case ValueKind::Text:
    return "str";
  case ValueKind::List:
    return "list";
  case ValueKind::Tuple:
    return "tuple";
  case ValueKind::Dict:
    return "dict";
  case ValueKind::Function:
    return "function";
  case ValueKind::Class:
    return "class";
  case ValueKind::Unknown:
  case ValueKind::Name:
  case ValueKind::Object:
  case ValueKind::Choice:
    return "";
  }
  llvm_unreachable("unknown kind of value");
}
