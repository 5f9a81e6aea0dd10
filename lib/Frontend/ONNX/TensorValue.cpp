//===- TensorValue.cpp - Initializers and constants -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/TensorValue.h"
#include "Frontend/Formats/OnnxFields.h"
#include "Support/ElementCount.h"
#include "Support/LLVM.h"
#include "Text/Protobuf/Elements.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <limits>

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::proto;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static ElementCoding codingOf(ElementType type) {
  namespace tensor = fields::tensor_proto;
  using llvm::APFloat;
  switch (type) {
  case ElementType::Int8:
  case ElementType::Int16:
  case ElementType::Int32:
    return {ElementForm::Signed, tensor::Int32Values};
  case ElementType::UInt8:
  case ElementType::UInt16:
  case ElementType::Bool:
    return {ElementForm::Unsigned, tensor::Int32Values};
  case ElementType::Int64:
    return {ElementForm::Signed, tensor::Int64Values};
  case ElementType::UInt32:
  case ElementType::UInt64:
    return {ElementForm::Unsigned, tensor::UInt64Values};
  case ElementType::String:
    return {ElementForm::String, tensor::StringValues};
  case ElementType::Float:
    return {ElementForm::Real, tensor::FloatValues, &APFloat::IEEEsingle()};
  case ElementType::Double:
    return {ElementForm::Real, tensor::DoubleValues, &APFloat::IEEEdouble()};
  case ElementType::Float16:
    return {ElementForm::Real, tensor::Int32Values, &APFloat::IEEEhalf()};
  case ElementType::BFloat16:
    return {ElementForm::Real, tensor::Int32Values, &APFloat::BFloat()};
  case ElementType::Float8E4M3FN:
    return {ElementForm::Real, tensor::Int32Values, &APFloat::Float8E4M3FN()};
  case ElementType::Float8E4M3FNUZ:
    return {ElementForm::Real, tensor::Int32Values, &APFloat::Float8E4M3FNUZ()};
  case ElementType::Float8E5M2:
    return {ElementForm::Real, tensor::Int32Values, &APFloat::Float8E5M2()};
  case ElementType::Float8E5M2FNUZ:
    return {ElementForm::Real, tensor::Int32Values, &APFloat::Float8E5M2FNUZ()};
  case ElementType::Float8E8M0:
    return {ElementForm::Real, tensor::Int32Values, &APFloat::Float8E8M0FNU()};
  case ElementType::Complex64:
    return {ElementForm::Other, tensor::FloatValues};
  case ElementType::Complex128:
    return {ElementForm::Other, tensor::DoubleValues};
  case ElementType::Undefined:
    break;
  case ElementType::UInt4:
  case ElementType::Int4:
  case ElementType::Float4E2M1:
  case ElementType::UInt2:
  case ElementType::Int2:
    // Elements of less than a byte lie packed in the single values, too.
    return {ElementForm::Other, tensor::Int32Values};
  }
  return {};
}

std::optional<uint64_t> TensorValue::sizeInBytes() const {
  std::optional<uint64_t> count = elementCount(dims);
  std::optional<unsigned> bits = elementBits(type);
  if (!count || !bits)
    return std::nullopt;
  std::optional<uint64_t> product =
      llvm::checkedMulUnsigned<uint64_t>(*count, *bits);
  if (!product)
    return std::nullopt;
  return llvm::divideCeil(*product, 8);
}

//===----------------------------------------------------------------------===//
// Outline
//===----------------------------------------------------------------------===//

static std::optional<uint64_t> parseBytes(StringRef text) {
  uint64_t value = 0;
  if (text.getAsInteger(10, value))
    return std::nullopt;
  return value;
}

std::optional<uint64_t> ExternalData::offsetInBytes() const {
  return offset.range.empty() ? 0 : parseBytes(offset.text);
}

std::optional<uint64_t> ExternalData::lengthInBytes() const {
  return parseBytes(length.text);
}

static void readExternal(ReadContext &context, const Message &message,
                         ExternalData &external) {
  MessageReader reader(context, fields::StringEntry, message);
  StringRef key;
  Name value;
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::string_entry::Key)
      key = field.text;
    else
      value = nameOf(field);
  }
  if (key == "location")
    external.location = value;
  else if (key == "offset")
    external.offset = value;
  else if (key == "length")
    external.length = value;
}

/// Adds the dimensions of a field, which the outline leaves packed.
static void readDims(ReadContext &context, const Field &field,
                     TensorValue &tensor) {
  if (tensor.dims.empty())
    tensor.dimsRange.begin = field.value.begin;
  tensor.dimsRange.end = field.value.end;
  if (field.packed == 0) {
    tensor.dims.push_back(field.integer());
    return;
  }
  WireCursor cursor(context.file, field.value, context.problem);
  uint64_t size = 0;
  while (!cursor.atEnd() && cursor.readVarint(size))
    tensor.dims.push_back(static_cast<int64_t>(size));
}

bool onnx::readTensor(ReadContext &context, const Message &message,
                      TensorValue &tensor) {
  MessageReader reader(context, fields::TensorProto, message, Detail::Outline);
  tensor = TensorValue();
  tensor.message = message;
  // The type may follow the values, so each kind of them is counted.
  constexpr unsigned Kinds = fields::tensor_proto::DataLocation + 1;
  std::array<SingleValues, Kinds> values;
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::tensor_proto::Name:
      tensor.name = nameOf(field);
      break;
    case fields::tensor_proto::Type:
      tensor.type = static_cast<ElementType>(field.integer());
      tensor.typeRange = field.value;
      break;
    case fields::tensor_proto::Dims:
      readDims(context, field, tensor);
      break;
    case fields::tensor_proto::RawData:
      tensor.content = field.value;
      tensor.contentBytes = field.text;
      break;
    case fields::tensor_proto::DataLocation:
      tensor.isExternal = field.integer() == 1;
      break;
    case fields::tensor_proto::ExternalData:
      readExternal(context, field.message(), tensor.external);
      break;
    default:
      values[field.number()].add(field);
    }
  }
  if (context.problem)
    return false;
  const SingleValues &used = values[codingOf(tensor.type).valueField];
  tensor.valueCount = used.count;
  tensor.values = used.range;
  return true;
}

bool onnx::readSparseTensor(ReadContext &context, const Message &message,
                            SparseTensor &tensor) {
  MessageReader reader(context, fields::SparseTensorProto, message);
  tensor = SparseTensor();
  Message values, indices;
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::sparse_tensor_proto::Dims) {
      tensor.dims.push_back(field.integer());
      continue;
    }
    bool isValues = field.number() == fields::sparse_tensor_proto::Values;
    addPart(isValues ? values : indices, field);
  }
  return !context.problem && readTensor(context, values, tensor.values) &&
         readTensor(context, indices, tensor.indices);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static std::optional<Elements>
findElements(ReadContext &context, const TensorValue &tensor, uint64_t limit) {
  std::optional<uint64_t> count = elementCount(tensor.dims);
  if (!count || *count > limit || tensor.isExternal)
    return std::nullopt;
  Elements found = {codingOf(tensor.type), 0, tensor.contentBytes};
  if (found.coding.form == ElementForm::Other ||
      !readBytes(context, fields::TensorProto, tensor.message,
                 fields::tensor_proto::RawData, tensor.content, found.content))
    return std::nullopt;
  found.size = elementBits(tensor.type).value_or(0) / 8;
  bool fits = found.content.empty()
                  ? tensor.valueCount == *count
                  : found.content.size() == *count * found.size;
  if (!fits)
    return std::nullopt;
  return found;
}

/// Calls `take` for each single value.
static bool readValues(ReadContext &context, const TensorValue &tensor,
                       uint32_t valueField,
                       llvm::function_ref<void(const Field &)> take) {
  MessageReader reader(context, fields::TensorProto, tensor.message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == valueField)
      take(field);
  }
  return !context.problem;
}

llvm::StringRef onnx::readContent(ReadContext &context,
                                  const TensorValue &tensor, uint64_t limit) {
  std::optional<Elements> found = findElements(context, tensor, limit);
  return found ? found->content : llvm::StringRef();
}

bool onnx::readIntegers(ReadContext &context, const TensorValue &tensor,
                        uint64_t limit, llvm::SmallVectorImpl<int64_t> &out) {
  std::optional<Elements> found = findElements(context, tensor, limit);
  if (!found || !found->areIntegers())
    return false;
  out.clear();
  auto append = [&](uint64_t bits) { out.push_back(found->integer(bits)); };
  found->forEachInContent(append);
  return !found->content.empty() ||
         readValues(context, tensor, found->coding.valueField,
                    [&](const Field &field) { append(field.bits); });
}

bool onnx::readFloats(ReadContext &context, const TensorValue &tensor,
                      uint64_t limit, llvm::SmallVectorImpl<double> &out) {
  std::optional<Elements> found = findElements(context, tensor, limit);
  if (!found || found->coding.form != ElementForm::Real)
    return false;
  out.clear();
  auto append = [&](uint64_t bits) {
    llvm::APFloat value = found->real(bits);
    // The conversion takes the NaN of a type without a mantissa for infinity.
    out.push_back(value.isNaN() ? std::numeric_limits<double>::quiet_NaN()
                                : value.convertToDouble());
  };
  found->forEachInContent(append);
  return !found->content.empty() ||
         readValues(context, tensor, found->coding.valueField,
                    [&](const Field &field) {
                      if (field.type->kind == FieldKind::Int32)
                        append(field.bits);
                      else
                        out.push_back(field.floating());
                    });
}

bool onnx::readStrings(ReadContext &context, const TensorValue &tensor,
                       uint64_t limit, llvm::SmallVectorImpl<StringRef> &out) {
  std::optional<Elements> found = findElements(context, tensor, limit);
  bool hasValues = found && found->coding.form == ElementForm::String &&
                   found->content.empty();
  if (!hasValues)
    return false;
  out.clear();
  return readValues(context, tensor, found->coding.valueField,
                    [&](const Field &field) { out.push_back(field.text); });
}
