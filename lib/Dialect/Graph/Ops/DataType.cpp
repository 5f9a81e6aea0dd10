//===- DataType.cpp - The element types of TensorFlow ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/DataType.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

namespace {
struct Row {
  DataType type;
  llvm::StringLiteral name;
  /// In bytes; 0 for elements that differ.
  unsigned size;
};
} // namespace

// A type of less than a byte takes a whole one in a tensor's content.
static constexpr Row Rows[] = {
    {DataType::Invalid, "DT_INVALID", 0},
    {DataType::Float, "DT_FLOAT", 4},
    {DataType::Double, "DT_DOUBLE", 8},
    {DataType::Int32, "DT_INT32", 4},
    {DataType::UInt8, "DT_UINT8", 1},
    {DataType::Int16, "DT_INT16", 2},
    {DataType::Int8, "DT_INT8", 1},
    {DataType::String, "DT_STRING", 0},
    {DataType::Complex64, "DT_COMPLEX64", 8},
    {DataType::Int64, "DT_INT64", 8},
    {DataType::Bool, "DT_BOOL", 1},
    {DataType::QInt8, "DT_QINT8", 1},
    {DataType::QUInt8, "DT_QUINT8", 1},
    {DataType::QInt32, "DT_QINT32", 4},
    {DataType::BFloat16, "DT_BFLOAT16", 2},
    {DataType::QInt16, "DT_QINT16", 2},
    {DataType::QUInt16, "DT_QUINT16", 2},
    {DataType::UInt16, "DT_UINT16", 2},
    {DataType::Complex128, "DT_COMPLEX128", 16},
    {DataType::Half, "DT_HALF", 2},
    {DataType::Resource, "DT_RESOURCE", 0},
    {DataType::Variant, "DT_VARIANT", 0},
    {DataType::UInt32, "DT_UINT32", 4},
    {DataType::UInt64, "DT_UINT64", 8},
    {DataType::Float8E5M2, "DT_FLOAT8_E5M2", 1},
    {DataType::Float8E4M3FN, "DT_FLOAT8_E4M3FN", 1},
    {DataType::Float8E4M3FNUZ, "DT_FLOAT8_E4M3FNUZ", 1},
    {DataType::Float8E4M3B11FNUZ, "DT_FLOAT8_E4M3B11FNUZ", 1},
    {DataType::Float8E5M2FNUZ, "DT_FLOAT8_E5M2FNUZ", 1},
    {DataType::Int4, "DT_INT4", 1},
    {DataType::UInt4, "DT_UINT4", 1},
    {DataType::Int2, "DT_INT2", 1},
    {DataType::UInt2, "DT_UINT2", 1},
};

static const Row *findRow(DataType type) {
  auto number = static_cast<uint32_t>(type);
  return number < std::size(Rows) ? &Rows[number] : nullptr;
}

bool tensorflow::isReference(DataType type) {
  return static_cast<int32_t>(type) > ReferenceOffset;
}

DataType tensorflow::withoutReference(DataType type) {
  if (!isReference(type))
    return type;
  return static_cast<DataType>(static_cast<int32_t>(type) - ReferenceOffset);
}

StringRef tensorflow::dataTypeName(DataType type) {
  const Row *row = findRow(withoutReference(type));
  return row ? StringRef(row->name) : StringRef();
}

std::optional<int32_t> tensorflow::dataTypeNumber(StringRef word) {
  int32_t offset = word.consume_back("_REF") ? ReferenceOffset : 0;
  const Row *row =
      llvm::find_if(Rows, [&](const Row &row) { return row.name == word; });
  bool refersToNothing = offset && row == Rows;
  if (row == std::end(Rows) || refersToNothing)
    return std::nullopt;
  return static_cast<int32_t>(row->type) + offset;
}

std::optional<unsigned> tensorflow::elementSize(DataType type) {
  const Row *row = findRow(type);
  if (!row || row->size == 0)
    return std::nullopt;
  return row->size;
}
