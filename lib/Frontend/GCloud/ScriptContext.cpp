//===- ScriptContext.cpp - What the import of a script needs --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/ScriptContext.h"
#include "Frontend/GCloud/CheckValues.h"
#include "Support/LLVM.h"
#include "Text/Yaml/ScalarType.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using job::ValueAttr;

mlir::Location ScriptContext::at(SourceRange range) const {
  return makeLocation(getContext(), buffer, range);
}

mlir::Location ScriptContext::at(const shell::Value &value) const {
  mlir::LocationAttr found = makeLocation(getContext(), buffer, value.range);
  if (value.isComputed)
    found = makeComputedLocation(found);
  if (value.use.empty())
    return found;
  return makeAliasLocation(found,
                           makeLocation(getContext(), buffer, value.use));
}

shell::Value ScriptContext::valueOf(const Flag &flag) const {
  shell::Value value = variables.valueOf(*flag.word, flag.valueBegin);
  if (flag.row && value.text == flag.row->flag)
    value.text = UnknownText;
  return value;
}

ValueAttr ScriptContext::unknown(StringRef text, SourceRange range) const {
  auto data = mlir::StringAttr::get(getContext(), text);
  return ValueAttr::get(getContext(), data, false, at(range));
}

/// True for the name of an accelerator, or a type of TPU in capitals.
static bool isNameOfTable(StringRef text, const Tables &tables) {
  if (tables.accelerators.find(text))
    return true;
  auto [front, size] = text.rsplit('-');
  int64_t number;
  std::string lower = front.lower();
  return !size.getAsInteger(10, number) &&
         llvm::any_of(tables.tpuGenerations.rows,
                      [&](const auto &row) { return row.typeName == lower; });
}

bool ScriptContext::isLeftOpen(StringRef text) const {
  return isPlaceholderWord(text) && !isNameOfTable(text, tables());
}

ValueAttr ScriptContext::text(const shell::Value &value) const {
  return make(value, mlir::StringAttr::get(getContext(), value.text));
}

ValueAttr ScriptContext::make(const shell::Value &value,
                              mlir::Attribute data) const {
  bool known = data && !isLeftOpen(value.text);
  if (!known)
    data = mlir::StringAttr::get(getContext(), value.text);
  return ValueAttr::get(getContext(), data, known, at(value));
}

ValueAttr ScriptContext::text(const Command &command, StringRef field) const {
  const Flag *flag = command.setting(field);
  if (!flag || !flag->word)
    return {};
  shell::Value value = valueOf(*flag);
  if (value.text.empty())
    return {};
  // A word of a closed list is no placeholder, though it may look like one.
  if (isChoice(value.text, *flag->row, command))
    return ValueAttr::get(getContext(),
                          mlir::StringAttr::get(getContext(), value.text),
                          /*known=*/true, at(value));
  return text(value);
}

ValueAttr ScriptContext::integer(const Command &command,
                                 StringRef field) const {
  const Flag *flag = command.setting(field);
  if (!flag || !flag->word)
    return {};
  shell::Value value = valueOf(*flag);
  std::optional<int64_t> number = yaml::integerValue(value.text);
  mlir::Builder builder(getContext());
  return make(value, number ? builder.getI64IntegerAttr(*number)
                            : mlir::IntegerAttr());
}

ValueAttr ScriptContext::word(const shell::Word *word) const {
  if (!word)
    return {};
  return text(variables.valueOf(*word, 0));
}

ValueAttr ScriptContext::argument(const Command &command) const {
  return word(command.argument);
}
