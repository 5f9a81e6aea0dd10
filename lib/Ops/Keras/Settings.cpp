//===- Settings.cpp - Values of a layer's configuration -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/Settings.h"
#include "Support/LLVM.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace trainlint;
using namespace trainlint::keras;
using mlir::Attribute;

std::optional<int64_t> keras::integerOf(Attribute value) {
  auto integer = llvm::dyn_cast_or_null<mlir::IntegerAttr>(value);
  if (!integer || integer.getType().isInteger(1))
    return std::nullopt;
  return integer.getValue().getSExtValue();
}

std::optional<double> keras::numberOf(Attribute value) {
  if (auto number = llvm::dyn_cast_or_null<mlir::FloatAttr>(value))
    return number.getValueAsDouble();
  if (std::optional<int64_t> integer = integerOf(value))
    return static_cast<double>(*integer);
  return std::nullopt;
}

std::optional<llvm::ArrayRef<Attribute>> keras::listOf(Attribute value) {
  if (auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(value))
    return list.getValue();
  auto object = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(value);
  if (!object)
    return std::nullopt;
  for (StringRef key : {"items", "__tuple__"}) {
    if (auto items = object.getAs<mlir::ArrayAttr>(key))
      return items.getValue();
  }
  return std::nullopt;
}

Attribute Settings::get(StringRef key) const {
  Attribute value = values ? values.get(key) : Attribute();
  return llvm::isa_and_nonnull<mlir::UnitAttr>(value) ? Attribute() : value;
}

int64_t Settings::integer(StringRef key, int64_t missing) const {
  return integerOf(get(key)).value_or(missing);
}

double Settings::number(StringRef key, double missing) const {
  return numberOf(get(key)).value_or(missing);
}

bool Settings::getBool(StringRef key, bool missing) const {
  auto flag = llvm::dyn_cast_or_null<mlir::BoolAttr>(get(key));
  return flag ? flag.getValue() : missing;
}

StringRef Settings::word(StringRef key, StringRef missing) const {
  auto word = llvm::dyn_cast_or_null<mlir::StringAttr>(get(key));
  return word ? word.getValue() : missing;
}

std::optional<SmallVector<int64_t>> Settings::list(StringRef key) const {
  Attribute value = get(key);
  if (std::optional<int64_t> one = integerOf(value))
    return SmallVector<int64_t>{*one};
  std::optional<llvm::ArrayRef<Attribute>> elements = listOf(value);
  if (!elements)
    return std::nullopt;
  SmallVector<int64_t> result;
  for (Attribute element : *elements) {
    std::optional<int64_t> integer = integerOf(element);
    if (!integer)
      return std::nullopt;
    result.push_back(*integer);
  }
  return result;
}

std::optional<SmallVector<int64_t>> Settings::integers(StringRef key,
                                                       unsigned count) const {
  std::optional<SmallVector<int64_t>> result = list(key);
  if (result && result->size() == 1)
    result->resize(count, result->front());
  if (!result || result->size() != count)
    return std::nullopt;
  return result;
}

std::optional<NamedObject> keras::objectOf(Attribute value,
                                           mlir::MLIRContext *context) {
  Settings none{mlir::DictionaryAttr::get(context)};
  if (auto name = llvm::dyn_cast_or_null<mlir::StringAttr>(value))
    return NamedObject{name.getValue(), none};
  auto object = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(value);
  if (!object)
    return std::nullopt;
  Settings settings(object);
  StringRef name = settings.word("class_name", "");
  // A function is an object whose configuration is its name.
  if (StringRef function = settings.word("config", ""); !function.empty())
    return NamedObject{function, none};
  auto config =
      llvm::dyn_cast_or_null<mlir::DictionaryAttr>(settings.get("config"));
  return NamedObject{name, config ? Settings(config) : none};
}
