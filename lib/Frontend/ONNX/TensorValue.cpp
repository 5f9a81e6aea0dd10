//===- TensorValue.cpp - Initializers and constants -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/TensorValue.h"
#include "Frontend/ONNX/Fields.h"
#include "Frontend/ONNX/TypeValue.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <limits>

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::proto;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {
/// How the elements of a type are encoded.
enum class ElementForm : uint8_t { Other, Signed, Unsigned, Real, String };

struct ElementCoding {
  ElementForm form = ElementForm::Other;
  /// The field of single values; 0 if there is none.
  uint32_t valueField = 0;
  /// Of a real type.
  const llvm::fltSemantics *semantics = nullptr;
};
} // namespace

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
  std::array<uint64_t, Kinds> counts{};
  std::array<SourceRange, Kinds> ranges{};
  Field field;
  while (reader.next(field)) {
    switch (uint32_t number = field.number()) {
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
      if (counts[number] == 0)
        ranges[number].begin = field.value.begin;
      ranges[number].end = field.value.end;
      counts[number] += field.packed ? field.packed : 1;
    }
  }
  if (context.problem)
    return false;
  uint32_t valueField = codingOf(tensor.type).valueField;
  tensor.valueCount = counts[valueField];
  tensor.values = ranges[valueField];
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
    Message &part = field.number() == fields::sparse_tensor_proto::Values
                        ? values
                        : indices;
    part.parts.push_back(field.value);
    part.depth = field.depth;
  }
  return !context.problem && readTensor(context, values, tensor.values) &&
         readTensor(context, indices, tensor.indices);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// Where the elements of a tensor are.
struct Elements {
  ElementCoding coding;
  /// In bytes.
  unsigned size = 0;
  /// Decoded; no data if there are single values.
  StringRef content;
};
} // namespace

/// The content of a tensor, decoded.
static bool readContent(ReadContext &context, const TensorValue &tensor,
                        StringRef &content) {
  content = tensor.contentBytes;
  if (content.data() || tensor.content.empty())
    return true;
  MessageReader reader(context, fields::TensorProto, tensor.message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::tensor_proto::RawData)
      content = field.text;
  }
  return !context.problem;
}

static std::optional<Elements>
findElements(ReadContext &context, const TensorValue &tensor, uint64_t limit) {
  std::optional<uint64_t> count = elementCount(tensor.dims);
  if (!count || *count > limit || tensor.isExternal)
    return std::nullopt;
  Elements found = {codingOf(tensor.type), 0, StringRef()};
  if (found.coding.form == ElementForm::Other ||
      !readContent(context, tensor, found.content))
    return std::nullopt;
  found.size = elementBits(tensor.type).value_or(0) / 8;
  bool fits = found.content.empty()
                  ? tensor.valueCount == *count
                  : found.content.size() == *count * found.size;
  if (!fits)
    return std::nullopt;
  return found;
}

/// The bits of one element in the content.
static uint64_t loadBits(const char *bytes, unsigned size) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < size; ++i)
    bits |= uint64_t(static_cast<uint8_t>(bytes[i])) << (8 * i);
  return bits;
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

bool onnx::readIntegers(ReadContext &context, const TensorValue &tensor,
                        uint64_t limit, llvm::SmallVectorImpl<int64_t> &out) {
  std::optional<Elements> found = findElements(context, tensor, limit);
  if (!found)
    return false;
  bool isSigned = found->coding.form == ElementForm::Signed;
  if (!isSigned && found->coding.form != ElementForm::Unsigned)
    return false;
  out.clear();
  unsigned unused = 64 - 8 * found->size;
  auto append = [&](uint64_t bits) {
    bits <<= unused;
    out.push_back(isSigned ? static_cast<int64_t>(bits) >> unused
                           : static_cast<int64_t>(bits >> unused));
  };
  for (size_t i = 0; i < found->content.size(); i += found->size)
    append(loadBits(found->content.data() + i, found->size));
  return !found->content.empty() ||
         readValues(context, tensor, found->coding.valueField,
                    [&](const Field &field) { append(field.bits); });
}

/// The value of the bits of an element.
static double toDouble(const llvm::fltSemantics &semantics, uint64_t bits) {
  unsigned width = llvm::APFloat::getSizeInBits(semantics);
  llvm::APFloat value(semantics, llvm::APInt(64, bits).trunc(width));
  // The conversion takes the NaN of a type without a mantissa for infinity.
  return value.isNaN() ? std::numeric_limits<double>::quiet_NaN()
                       : value.convertToDouble();
}

bool onnx::readFloats(ReadContext &context, const TensorValue &tensor,
                      uint64_t limit, llvm::SmallVectorImpl<double> &out) {
  std::optional<Elements> found = findElements(context, tensor, limit);
  if (!found || found->coding.form != ElementForm::Real)
    return false;
  const llvm::fltSemantics &semantics = *found->coding.semantics;
  out.clear();
  StringRef content = found->content;
  for (size_t i = 0; i < content.size(); i += found->size)
    out.push_back(
        toDouble(semantics, loadBits(content.data() + i, found->size)));
  return !content.empty() ||
         readValues(context, tensor, found->coding.valueField,
                    [&](const Field &field) {
                      bool areBits = field.type->kind == FieldKind::Int32;
                      out.push_back(areBits ? toDouble(semantics, field.bits)
                                            : field.floating());
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
