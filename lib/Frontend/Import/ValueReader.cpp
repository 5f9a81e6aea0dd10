//===- ValueReader.cpp - Values of fields with their places ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Import/ValueReader.h"
#include "Support/LLVM.h"
#include "Text/Yaml/ScalarType.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::job;
using namespace trainlint::yaml;

ValueAttr ValueReader::unknown(View value) {
  const auto *scalar = value.as<ScalarNode>();
  StringRef written = scalar ? scalar->value : tree.text(value);
  return ValueAttr::get(builder.getContext(), builder.getStringAttr(written),
                        false, tree.location(value));
}

ValueAttr ValueReader::read(const Section &section, StringRef field,
                            Convert convert) {
  if (View standIn = section.standIn(field))
    return unknown(standIn);
  View value = section.find(field).value;
  if (!value || isUnset(value))
    return {};
  ValueAttr known =
      isPlaceholder(value) ? ValueAttr() : (this->*convert)(value);
  return known ? known : unknown(value);
}

ValueAttr ValueReader::textOf(View value) {
  const auto *scalar = value.as<ScalarNode>();
  // Text that lacks its quotes is taken for what the user meant.
  if (!scalar || isNull(value))
    return {};
  return make(builder.getStringAttr(scalar->value), value);
}

ValueAttr ValueReader::numberOf(View value) {
  const auto *scalar = value.as<ScalarNode>();
  if (!scalar)
    return {};
  if (std::optional<int64_t> whole = integerValue(scalar->value))
    return make(builder.getI64IntegerAttr(*whole), value);
  if (std::optional<double> number = numberValue(scalar->value))
    return make(builder.getF64FloatAttr(*number), value);
  return {};
}

ValueAttr ValueReader::integerOf(View value) {
  const auto *scalar = value.as<ScalarNode>();
  if (!scalar)
    return {};
  std::optional<int64_t> whole = integerValue(scalar->value);
  // JSON Schema calls 4.0 an integer.
  if (!whole && typeOf(*scalar) == ScalarType::Float)
    whole = wholeNumber(scalar->value);
  if (!whole)
    return {};
  return make(builder.getI64IntegerAttr(*whole), value);
}

ValueAttr ValueReader::flagOf(View value) {
  const auto *scalar = value.as<ScalarNode>();
  if (!scalar || typeOf(*scalar) != ScalarType::Boolean)
    return {};
  return make(builder.getBoolAttr(booleanValue(scalar->value)), value);
}

template <ValueReader::Convert item>
ValueAttr ValueReader::listOf(View value) {
  if (!value.as<SequenceNode>())
    return {};
  llvm::SmallVector<mlir::Attribute> items;
  for (View element : tree.items(value)) {
    if (!element)
      continue;
    ValueAttr known =
        isPlaceholder(element) ? ValueAttr() : (this->*item)(element);
    items.push_back(known ? known : unknown(element));
  }
  return make(builder.getArrayAttr(items), value);
}

template ValueAttr ValueReader::listOf<&ValueReader::textOf>(View);
template ValueAttr ValueReader::listOf<&ValueReader::numberOf>(View);
