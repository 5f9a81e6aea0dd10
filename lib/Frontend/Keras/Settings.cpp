//===- Settings.cpp - Values of layers' configurations --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/Settings.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::keras;

llvm::ArrayRef<json::Value> keras::listOf(const json::Value *value) {
  if (!value)
    return {};
  if (const json::Value *className = value->find("class_name")) {
    const json::Value *items = value->find("items");
    return className->text == "__tuple__" ? listOf(items)
                                          : llvm::ArrayRef<json::Value>();
  }
  return value->elements;
}

std::optional<int64_t> keras::numberSetting(const Layer &layer, StringRef key) {
  const json::Value *value = layer.setting(key);
  return value ? value->integer() : std::nullopt;
}

bool keras::flagSetting(const Layer &layer, StringRef key, bool missing) {
  const json::Value *value = layer.setting(key);
  return value ? value->boolean().value_or(missing) : missing;
}

StringRef keras::wordSetting(const Layer &layer, StringRef key,
                             StringRef missing) {
  const json::Value *value = layer.setting(key);
  return value && value->isString() ? value->text : missing;
}

std::optional<llvm::SmallVector<int64_t, 3>>
keras::numbersSetting(const Layer &layer, StringRef key, unsigned count) {
  const json::Value *value = layer.setting(key);
  if (!value)
    return std::nullopt;
  if (std::optional<int64_t> number = value->integer())
    return llvm::SmallVector<int64_t, 3>(count, *number);
  llvm::SmallVector<int64_t, 3> numbers;
  for (const json::Value &element : listOf(value)) {
    std::optional<int64_t> number = element.integer();
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  // One number in a list stands for all, too.
  if (numbers.size() == 1)
    numbers.resize(count, numbers.front());
  if (numbers.size() != count)
    return std::nullopt;
  return numbers;
}
