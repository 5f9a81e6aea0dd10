//===- ColumnChoice.cpp - Which columns an input reads --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/ColumnChoice.h"
#include "Runtime/Data/Binding.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::data;

/// One column of single numbers side by side.
static Column join(const std::string &name, llvm::ArrayRef<Column> parts) {
  Column out = parts.front();
  out.name = name;
  out.fields.clear();
  for (const Column &part : parts)
    llvm::append_range(out.fields, part.fields);
  out.shape.dims = {out.exampleCount(), static_cast<int64_t>(parts.size())};
  return out;
}

/// True if columns are single numbers of one table of text.
static bool canBeJoined(llvm::ArrayRef<Column> parts) {
  return llvm::all_of(parts, [&](const Column &part) {
    return part.kind == ValueKind::Text && part.problem.empty() &&
           part.shape.dims.size() == 1 && part.table == parts.front().table;
  });
}

static llvm::Expected<Column> columnFor(const ColumnChoice &choice,
                                        llvm::ArrayRef<Column> columns) {
  std::vector<Column> parts;
  std::vector<StringRef> names;
  for (const Column &column : columns)
    names.push_back(column.name);
  for (const std::string &name : choice.columns) {
    const auto *found = llvm::find_if(
        columns, [&](const Column &column) { return column.name == name; });
    if (found == columns.end()) {
      std::string message =
          llvm::formatv("`--columns` names `{0}` for `{1}`, and the data has "
                        "no such column",
                        name, choice.input);
      if (auto near = findNearMatch(name, names))
        message += "; it has `" + near->word.str() + "`";
      return llvm::createStringError(message);
    }
    parts.push_back(*found);
  }
  if (parts.size() > 1 && !canBeJoined(parts))
    return llvm::createStringError(llvm::formatv(
        "`--columns` names several columns for `{0}`, and only single numbers "
        "of CSV files and JSON lines become a row",
        choice.input));
  if (parts.size() > 1)
    return join(choice.input, parts);
  parts.front().name = choice.input;
  return parts.front();
}

/// The columns that have a name with a number behind it, in the order of the
/// numbers; nothing unless they are those from 0 or 1 on.
static std::vector<Column> findNumbered(StringRef name, int64_t count,
                                        llvm::ArrayRef<Column> columns) {
  for (int64_t first : {0, 1})
    for (StringRef between : {"", "_"}) {
      std::vector<Column> out;
      for (int64_t number = first; number < first + count; ++number)
        for (const Column &column : columns)
          if (column.name == (name + between + llvm::Twine(number)).str())
            out.push_back(column);
      if (out.size() == static_cast<size_t>(count))
        return out;
    }
  return {};
}

/// True if a column has the name of an input, or one that means the same.
static bool isNamedFor(const Column &column, const InputSpec &input) {
  return meansSame(column.name, input.name);
}

llvm::Error data::chooseColumns(llvm::ArrayRef<InputSpec> inputs,
                                std::vector<Column> &columns,
                                llvm::ArrayRef<ColumnChoice> choices) {
  std::vector<Column> chosen;
  std::vector<StringRef> names;
  for (const InputSpec &input : inputs)
    names.push_back(input.name);
  for (const ColumnChoice &choice : choices) {
    if (!llvm::is_contained(names, choice.input)) {
      std::string message = "`--columns` names the input `" + choice.input +
                            "`, and the step has none";
      if (auto near = findNearMatch(choice.input, names))
        message += "; it has `" + near->word.str() + "`";
      return llvm::createStringError(message);
    }
    auto column = columnFor(choice, columns);
    if (!column)
      return column.takeError();
    chosen.push_back(std::move(*column));
  }
  auto isChosen = [&](StringRef name) {
    return llvm::any_of(
        chosen, [&](const Column &column) { return column.name == name; });
  };
  std::vector<Column> unnamed;
  for (const Column &column : columns) {
    bool isNamed = llvm::any_of(inputs, [&](const InputSpec &input) {
      return isNamedFor(column, input);
    });
    bool isUsed = llvm::any_of(choices, [&](const ColumnChoice &choice) {
      return llvm::is_contained(choice.columns, column.name);
    });
    if (!isNamed && !isUsed)
      unnamed.push_back(column);
  }
  for (const InputSpec &input : inputs) {
    int64_t count = input.exampleShape().elementCount();
    bool isNamed = llvm::any_of(columns, [&](const Column &column) {
      return isNamedFor(column, input);
    });
    if (isNamed || isChosen(input.name) || count < 2)
      continue;
    std::vector<Column> parts = findNumbered(input.name, count, columns);
    if (parts.empty() && unnamed.size() == static_cast<size_t>(count))
      parts = unnamed;
    if (!parts.empty() && canBeJoined(parts))
      chosen.push_back(join(input.name, parts));
  }
  // A column that was there under the name gives way.
  llvm::erase_if(columns,
                 [&](const Column &column) { return isChosen(column.name); });
  llvm::append_range(columns, chosen);
  return llvm::Error::success();
}
