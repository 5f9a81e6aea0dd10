//===- TensorValue.cpp - Constants ----------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/TensorValue.h"
#include "Frontend/Formats/TensorFlowFields.h"
#include "Support/LLVM.h"
#include "Text/Protobuf/Elements.h"
#include "Text/Protobuf/TextScalar.h"
#include "llvm/ADT/SmallString.h"
#include <array>

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::proto;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static ElementCoding codingOf(DataType type) {
  namespace tensor = fields::tensor_proto;
  using llvm::APFloat;
  auto whole = [](ElementForm form, uint32_t field) {
    return ElementCoding{form, field};
  };
  auto real = [](uint32_t field, const llvm::fltSemantics &semantics) {
    return ElementCoding{ElementForm::Real, field, &semantics};
  };
  switch (type) {
  case DataType::Int2:
  case DataType::Int4:
  case DataType::Int8:
  case DataType::Int16:
  case DataType::Int32:
  case DataType::QInt8:
  case DataType::QInt16:
  case DataType::QInt32:
    return whole(ElementForm::Signed, tensor::IntValues);
  case DataType::UInt2:
  case DataType::UInt4:
  case DataType::UInt8:
  case DataType::UInt16:
  case DataType::QUInt8:
  case DataType::QUInt16:
    return whole(ElementForm::Unsigned, tensor::IntValues);
  case DataType::Int64:
    return whole(ElementForm::Signed, tensor::Int64Values);
  case DataType::UInt32:
    return whole(ElementForm::Unsigned, tensor::UInt32Values);
  case DataType::UInt64:
    return whole(ElementForm::Unsigned, tensor::UInt64Values);
  case DataType::Bool:
    return whole(ElementForm::Unsigned, tensor::BoolValues);
  case DataType::String:
    return whole(ElementForm::String, tensor::StringValues);
  case DataType::Complex64:
    return whole(ElementForm::Other, tensor::ComplexValues);
  case DataType::Complex128:
    return whole(ElementForm::Other, tensor::DoubleComplexValues);
  case DataType::Float:
    return real(tensor::FloatValues, APFloat::IEEEsingle());
  case DataType::Double:
    return real(tensor::DoubleValues, APFloat::IEEEdouble());
  case DataType::Half:
    return real(tensor::HalfValues, APFloat::IEEEhalf());
  case DataType::BFloat16:
    return real(tensor::HalfValues, APFloat::BFloat());
  case DataType::Float8E5M2:
    return real(tensor::Float8Values, APFloat::Float8E5M2());
  case DataType::Float8E4M3FN:
    return real(tensor::Float8Values, APFloat::Float8E4M3FN());
  case DataType::Float8E4M3FNUZ:
    return real(tensor::Float8Values, APFloat::Float8E4M3FNUZ());
  case DataType::Float8E4M3B11FNUZ:
    return real(tensor::Float8Values, APFloat::Float8E4M3B11FNUZ());
  case DataType::Float8E5M2FNUZ:
    return real(tensor::Float8Values, APFloat::Float8E5M2FNUZ());
  case DataType::Invalid:
  case DataType::Resource:
  case DataType::Variant:
    break;
  }
  return whole(ElementForm::Other, 0);
}

//===----------------------------------------------------------------------===//
// Outline
//===----------------------------------------------------------------------===//

/// The length of bytes that may not be decoded yet.
static uint64_t countBytes(ReadContext &context, const Field &field) {
  if (field.text.data())
    return field.text.size();
  llvm::SmallString<128> decoded;
  decodeStrings(context.file.slice(field.value.begin, field.value.end),
                field.value.begin, decoded, context.problem);
  return decoded.size();
}

bool tensorflow::readTensor(ReadContext &context, const Message &message,
                            TensorValue &tensor) {
  MessageReader reader(context, fields::TensorProto, message, Detail::Outline);
  tensor.message = message;
  Message shape;
  // The type may follow the values, so each kind of them is counted.
  constexpr unsigned Kinds = fields::tensor_proto::Float8Values + 1;
  std::array<SingleValues, Kinds> values;
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::tensor_proto::Type:
      tensor.type = static_cast<DataType>(field.integer());
      tensor.typeRange = field.value;
      break;
    case fields::tensor_proto::Shape:
      addPart(shape, field);
      break;
    case fields::tensor_proto::Content:
      tensor.content = field.value;
      tensor.contentBytes = field.text;
      break;
    case fields::tensor_proto::Float8Values:
      values[fields::tensor_proto::Float8Values] = {countBytes(context, field),
                                                    field.value};
      break;
    default:
      values[field.number()].add(field);
    }
  }
  if (context.problem || !readShape(context, shape, tensor.shape))
    return false;
  const SingleValues &used =
      values[codingOf(withoutReference(tensor.type)).valueField];
  tensor.valueCount = used.count;
  tensor.values = used.range;
  return true;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// Where the elements of a constant are.
struct ConstantElements : Elements {
  uint64_t count = 0;
};
} // namespace

static std::optional<ConstantElements>
findElements(ReadContext &context, const TensorValue &tensor, uint64_t limit) {
  std::optional<uint64_t> count = elementCount(tensor.shape);
  if (!count || *count > limit)
    return std::nullopt;
  ConstantElements found = {{codingOf(tensor.type), 0, tensor.contentBytes},
                            *count};
  if (found.coding.form == ElementForm::Other ||
      !readBytes(context, fields::TensorProto, tensor.message,
                 fields::tensor_proto::Content, tensor.content, found.content))
    return std::nullopt;
  if (found.coding.form == ElementForm::String)
    return found;
  found.size = elementSize(tensor.type).value_or(0);
  if (!found.content.empty() && found.content.size() != *count * found.size)
    return std::nullopt;
  return found;
}

/// Calls `take` for each single value until there are enough of them.
static bool readValues(ReadContext &context, const TensorValue &tensor,
                       const ConstantElements &elements,
                       llvm::function_ref<void(const Field &)> take) {
  MessageReader reader(context, fields::TensorProto, tensor.message);
  uint64_t taken = 0;
  Field field;
  while (taken < elements.count && reader.next(field)) {
    if (field.number() != elements.coding.valueField)
      continue;
    take(field);
    // A field that is not repeated holds all values, and the last one counts.
    taken += field.type->repeated;
  }
  return !context.problem;
}

/// The last value stands for those that are not there, zero for none.
template <typename T>
static void repeatLast(llvm::SmallVectorImpl<T> &out, uint64_t count) {
  out.resize(count, out.empty() ? T() : T(out.back()));
}

bool tensorflow::readIntegers(ReadContext &context, const TensorValue &tensor,
                              uint64_t limit,
                              llvm::SmallVectorImpl<int64_t> &out) {
  std::optional<ConstantElements> found = findElements(context, tensor, limit);
  if (!found || !found->areIntegers())
    return false;
  out.clear();
  auto append = [&](uint64_t bits) { out.push_back(found->integer(bits)); };
  found->forEachInContent(append);
  if (!found->content.empty())
    return true;
  if (!readValues(context, tensor, *found,
                  [&](const Field &field) { append(field.bits); }))
    return false;
  repeatLast(out, found->count);
  return true;
}

bool tensorflow::readFloats(ReadContext &context, const TensorValue &tensor,
                            uint64_t limit,
                            llvm::SmallVectorImpl<double> &out) {
  std::optional<ConstantElements> found = findElements(context, tensor, limit);
  if (!found || found->coding.form != ElementForm::Real)
    return false;
  out.clear();
  auto append = [&](uint64_t bits) {
    out.push_back(found->real(bits).convertToDouble());
  };
  found->forEachInContent(append);
  if (!found->content.empty())
    return true;
  auto appendValue = [&](const Field &field) {
    switch (field.type->kind) {
    case FieldKind::Bytes:
      // Each byte is an element.
      out.clear();
      for (char byte : field.text)
        append(static_cast<uint8_t>(byte));
      break;
    case FieldKind::Int32:
      append(field.bits);
      break;
    default:
      out.push_back(field.floating());
    }
  };
  if (!readValues(context, tensor, *found, appendValue))
    return false;
  repeatLast(out, found->count);
  return true;
}

/// Splits the content of a tensor of strings: their sizes as varints, and then
/// their bytes.
static bool splitStrings(StringRef content, uint64_t count,
                         llvm::SmallVectorImpl<StringRef> &out) {
  FirstProblem problem;
  WireCursor cursor(content, {0, static_cast<uint32_t>(content.size())},
                    problem);
  llvm::SmallVector<uint64_t> sizes(count);
  for (uint64_t &size : sizes) {
    if (!cursor.readVarint(size))
      return false;
  }
  StringRef rest = content.drop_front(cursor.offset());
  for (uint64_t size : sizes) {
    if (size > rest.size())
      return false;
    out.push_back(rest.take_front(size));
    rest = rest.drop_front(size);
  }
  return rest.empty();
}

bool tensorflow::readStrings(ReadContext &context, const TensorValue &tensor,
                             uint64_t limit,
                             llvm::SmallVectorImpl<StringRef> &out) {
  std::optional<ConstantElements> found = findElements(context, tensor, limit);
  if (!found || found->coding.form != ElementForm::String)
    return false;
  out.clear();
  if (!found->content.empty())
    return splitStrings(found->content, found->count, out);
  if (!readValues(context, tensor, *found,
                  [&](const Field &field) { out.push_back(field.text); }))
    return false;
  repeatLast(out, found->count);
  return true;
}
