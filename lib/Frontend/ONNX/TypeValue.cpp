//===- TypeValue.cpp - The types of values --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/TypeValue.h"
#include "Frontend/Formats/OnnxFields.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::proto;

static void readDimension(ReadContext &context, const Field &given,
                          Dimension &dimension) {
  MessageReader reader(context, fields::Dimension, given.message());
  dimension.range = given.value;
  Field field;
  // Of a size and a name the last one holds.
  while (reader.next(field)) {
    dimension = Dimension();
    dimension.range = field.value;
    if (field.number() == fields::dimension::Value)
      dimension.size = field.integer();
    else
      dimension.parameter = field.text;
  }
}

static void readShape(ReadContext &context, const Message &message,
                      TypeValue &type) {
  MessageReader reader(context, fields::TensorShapeProto, message);
  type.hasShape = true;
  Field field;
  while (reader.next(field))
    readDimension(context, field, type.dimensions.emplace_back());
}

static void readTensorType(ReadContext &context, const Message &message,
                           TypeValue &type) {
  MessageReader reader(context, fields::TensorTypeProto, message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::tensor_type_proto::Shape) {
      readShape(context, field.message(), type);
      continue;
    }
    type.elementType = static_cast<ElementType>(field.integer());
    type.elementRange = field.value;
  }
}

static void readInnerType(ReadContext &context, const MessageType &described,
                          const Message &message, TypeValue &type) {
  MessageReader reader(context, described, message);
  Message element;
  Field field;
  while (reader.next(field)) {
    if (field.type->kind == FieldKind::Message) {
      addPart(element, field);
      continue;
    }
    type.elementType = static_cast<ElementType>(field.integer());
    type.elementRange = field.value;
  }
  if (context.problem || element.empty())
    return;
  type.element = std::make_unique<TypeValue>();
  readType(context, element, *type.element);
}

static TypeKind kindOf(uint32_t number) {
  switch (number) {
  case fields::type_proto::Tensor:
    return TypeKind::Tensor;
  case fields::type_proto::SparseTensor:
    return TypeKind::SparseTensor;
  case fields::type_proto::Sequence:
    return TypeKind::Sequence;
  case fields::type_proto::Map:
    return TypeKind::Map;
  case fields::type_proto::Optional:
    return TypeKind::Optional;
  default:
    return TypeKind::Opaque;
  }
}

bool onnx::readType(ReadContext &context, const Message &message,
                    TypeValue &type) {
  MessageReader reader(context, fields::TypeProto, message);
  type = TypeValue();
  if (!message.empty())
    type.range = message.parts.back();
  Message content;
  Field field;
  while (reader.next(field)) {
    TypeKind kind = kindOf(field.number());
    if (kind != type.kind)
      content = Message();
    type.kind = kind;
    addPart(content, field);
  }
  if (context.problem)
    return false;
  switch (type.kind) {
  case TypeKind::None:
  case TypeKind::Opaque:
    break;
  case TypeKind::Tensor:
  case TypeKind::SparseTensor:
    readTensorType(context, content, type);
    break;
  case TypeKind::Map:
    readInnerType(context, fields::MapTypeProto, content, type);
    break;
  case TypeKind::Sequence:
  case TypeKind::Optional:
    readInnerType(context, fields::ElementTypeProto, content, type);
    break;
  }
  return !context.problem;
}

bool onnx::readValueInfo(ReadContext &context, const Message &message,
                         ValueInfo &value) {
  MessageReader reader(context, fields::ValueInfoProto, message);
  value = ValueInfo();
  Message type;
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::value_info_proto::Name)
      value.name = nameOf(field);
    else
      addPart(type, field);
  }
  return !context.problem && readType(context, type, value.type);
}
