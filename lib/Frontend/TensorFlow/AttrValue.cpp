//===- AttrValue.cpp - Values of attributes -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/AttrValue.h"
#include "Frontend/Formats/TensorFlowFields.h"
#include "Frontend/TensorFlow/MapEntries.h"
#include "Support/ElementCount.h"
#include "llvm/ADT/bit.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::proto;

double AttrValue::floating() const { return llvm::bit_cast<double>(bits); }

/// The kind that a field of `AttrValue` or of `AttrValue.ListValue` has.
static AttrKind kindOf(uint32_t number, bool inList) {
  if (inList && number == fields::list_value::Func)
    return AttrKind::Func;
  switch (number) {
  case fields::attr_value::String:
    return AttrKind::String;
  case fields::attr_value::Int:
    return AttrKind::Int;
  case fields::attr_value::Float:
    return AttrKind::Float;
  case fields::attr_value::Bool:
    return AttrKind::Bool;
  case fields::attr_value::Type:
    return AttrKind::Type;
  case fields::attr_value::Shape:
    return AttrKind::Shape;
  case fields::attr_value::Tensor:
    return AttrKind::Tensor;
  case fields::attr_value::Placeholder:
    return AttrKind::Placeholder;
  case fields::attr_value::Func:
    return AttrKind::Func;
  default:
    return AttrKind::List;
  }
}

/// Takes over a value of a kind; the parts of one message are put together.
static void assign(AttrValue &value, AttrKind kind, const Field &field) {
  if (value.kind != kind)
    value = AttrValue();
  value.kind = kind;
  value.range = field.value;
  if (field.type->kind == FieldKind::Message) {
    addPart(value.message, field);
    return;
  }
  value.bits = field.bits;
  value.text = field.text;
}

bool tensorflow::readAttrValue(ReadContext &context, const Message &message,
                               AttrValue &value) {
  MessageReader reader(context, fields::AttrValue, message);
  value = AttrValue();
  Field field;
  while (reader.next(field))
    assign(value, kindOf(field.number(), /*inList=*/false), field);
  if (value.kind == AttrKind::None && !message.empty())
    value.range = message.parts.back();
  return !context.problem;
}

bool tensorflow::readAttr(ReadContext &context, const Message &entry,
                          llvm::SmallVectorImpl<Attr> &attrs) {
  MessageReader reader(context, fields::AttrEntry, entry);
  Attr &attr = attrs.emplace_back();
  Message value;
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::entry::Key)
      attr.name = nameOf(field);
    else
      addPart(value, field);
  }
  return !context.problem && readAttrValue(context, value, attr.value);
}

bool tensorflow::readList(ReadContext &context, const AttrValue &list,
                          llvm::SmallVectorImpl<AttrValue> &elements) {
  MessageReader reader(context, fields::ListValue, list.message);
  Field field;
  while (reader.next(field))
    assign(elements.emplace_back(), kindOf(field.number(), /*inList=*/true),
           field);
  return !context.problem;
}

static void readDimension(ReadContext &context, const Field &message,
                          Dimension &dimension) {
  MessageReader reader(context, fields::Dim, message.message());
  dimension.range = message.value;
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::dim::Name) {
      dimension.name = field.text;
      continue;
    }
    dimension.size = field.integer();
    dimension.range = field.value;
  }
}

bool tensorflow::readShape(ReadContext &context, const Message &message,
                           Shape &shape) {
  MessageReader reader(context, fields::TensorShapeProto, message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::tensor_shape_proto::UnknownRank)
      shape.unknownRank = field.boolean();
    else
      readDimension(context, field, shape.dimensions.emplace_back());
  }
  return !context.problem;
}

bool tensorflow::readFunc(ReadContext &context, const Message &message,
                          FuncValue &func) {
  MessageReader reader(context, fields::NameAttrList, message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::name_attr_list::Name)
      func.name = nameOf(field);
    else
      readAttr(context, field.message(), func.attrs);
  }
  dropReplaced(func.attrs);
  return !context.problem;
}

std::optional<uint64_t> tensorflow::elementCount(const Shape &shape) {
  if (shape.unknownRank)
    return std::nullopt;
  llvm::SmallVector<int64_t, 4> sizes;
  for (const Dimension &dimension : shape.dimensions)
    sizes.push_back(dimension.size);
  return trainlint::elementCount(sizes);
}
