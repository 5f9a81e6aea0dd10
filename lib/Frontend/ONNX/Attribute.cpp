//===- Attribute.cpp - Attributes of nodes --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/Attribute.h"
#include "Frontend/Formats/OnnxFields.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/bit.h"
#include <array>

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::proto;

namespace {
struct AttributeRow {
  llvm::StringLiteral name;
  /// The field that holds a value of the type.
  uint32_t field;
};
} // namespace

/// In the order of the types' numbers.
static constexpr AttributeRow AttributeRows[] = {
    {"", 0},
    {"float", fields::attribute_proto::Float},
    {"int", fields::attribute_proto::Int},
    {"string", fields::attribute_proto::String},
    {"tensor", fields::attribute_proto::Tensor},
    {"graph", fields::attribute_proto::Graph},
    {"list of floats", fields::attribute_proto::Floats},
    {"list of ints", fields::attribute_proto::Ints},
    {"list of strings", fields::attribute_proto::Strings},
    {"list of tensors", fields::attribute_proto::Tensors},
    {"list of graphs", fields::attribute_proto::Graphs},
    {"sparse_tensor", fields::attribute_proto::SparseTensor},
    {"list of sparse_tensors", fields::attribute_proto::SparseTensors},
    {"type_proto", fields::attribute_proto::TypeProto},
    {"list of type_protos", fields::attribute_proto::TypeProtos},
};

static const AttributeRow *findRow(AttributeType type) {
  auto number = static_cast<uint32_t>(type);
  return number < std::size(AttributeRows) ? &AttributeRows[number] : nullptr;
}

StringRef onnx::attributeTypeName(AttributeType type) {
  const AttributeRow *row = findRow(type);
  return row ? StringRef(row->name) : StringRef();
}

/// The type whose values a field holds.
static AttributeType typeOfField(uint32_t number) {
  const AttributeRow *row =
      llvm::find_if(AttributeRows, [&](const AttributeRow &row) {
        return row.field == number;
      });
  return row == std::end(AttributeRows)
             ? AttributeType::Undefined
             : static_cast<AttributeType>(row - AttributeRows);
}

double Attribute::floating() const { return llvm::bit_cast<double>(bits); }

/// Calls `take` for each value of an attribute's type.
static bool readValues(ReadContext &context, const Attribute &attribute,
                       llvm::function_ref<void(const Field &)> take) {
  const AttributeRow *row = findRow(attribute.type);
  MessageReader reader(context, fields::AttributeProto, attribute.message);
  Field field;
  while (row && reader.next(field)) {
    if (field.number() == row->field)
      take(field);
  }
  return !context.problem;
}

bool onnx::readAttribute(ReadContext &context, const Message &message,
                         Attribute &attribute) {
  MessageReader reader(context, fields::AttributeProto, message,
                       Detail::Outline);
  attribute = Attribute();
  attribute.message = message;
  if (!message.empty())
    attribute.range = message.parts.back();
  AttributeType found = AttributeType::Undefined;
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::attribute_proto::Name:
      attribute.name = nameOf(field);
      break;
    case fields::attribute_proto::Type:
      attribute.type = static_cast<AttributeType>(field.integer());
      attribute.typeRange = field.value;
      break;
    case fields::attribute_proto::Reference:
      attribute.reference = nameOf(field);
      break;
    default: {
      // An attribute without a type has one value, of the lowest type if there
      // are more.
      AttributeType type = typeOfField(field.number());
      if (found == AttributeType::Undefined || type < found)
        found = type;
    }
    }
  }
  if (attribute.type == AttributeType::Undefined)
    attribute.type = found;
  bool isFirst = true;
  return !context.problem &&
         readValues(context, attribute, [&](const Field &value) {
           if (isFirst || !value.type->repeated)
             attribute.range.begin = value.value.begin;
           attribute.range.end = value.value.end;
           isFirst = false;
           attribute.bits = value.bits;
           attribute.text = value.text;
           if (value.type->kind != FieldKind::Message || value.type->repeated)
             return;
           addPart(attribute.content, value);
         });
}

bool onnx::readInts(ReadContext &context, const Attribute &attribute,
                    llvm::SmallVectorImpl<Number> &out) {
  out.clear();
  if (attribute.type != AttributeType::Ints)
    return true;
  return readValues(context, attribute, [&](const Field &field) {
    out.push_back(numberOf(field));
  });
}

bool onnx::readReals(ReadContext &context, const Attribute &attribute,
                     llvm::SmallVectorImpl<double> &out) {
  out.clear();
  if (attribute.type != AttributeType::Floats)
    return true;
  return readValues(context, attribute, [&](const Field &field) {
    out.push_back(field.floating());
  });
}

bool onnx::readTexts(ReadContext &context, const Attribute &attribute,
                     llvm::SmallVectorImpl<Name> &out) {
  out.clear();
  if (attribute.type != AttributeType::Strings)
    return true;
  return readValues(context, attribute,
                    [&](const Field &field) { out.push_back(nameOf(field)); });
}

bool onnx::readMessages(ReadContext &context, const Attribute &attribute,
                        llvm::SmallVectorImpl<Message> &out) {
  out.clear();
  switch (attribute.type) {
  case AttributeType::Tensors:
  case AttributeType::Graphs:
  case AttributeType::SparseTensors:
  case AttributeType::TypeProtos:
    return readValues(context, attribute, [&](const Field &field) {
      out.push_back(field.message());
    });
  default:
    return true;
  }
}
