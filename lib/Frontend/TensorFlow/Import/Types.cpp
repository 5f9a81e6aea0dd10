//===- Types.cpp - Types of TensorFlow in MLIR ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/Import/Values.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

/// The type of MLIR that stands for an element; null if there is none.
static mlir::Type builtinElement(mlir::MLIRContext *context, DataType type) {
  auto integer = [&](unsigned width, bool isUnsigned = false) -> mlir::Type {
    return mlir::IntegerType::get(context, width,
                                  isUnsigned ? mlir::IntegerType::Unsigned
                                             : mlir::IntegerType::Signless);
  };
  switch (type) {
  case DataType::Float:
    return mlir::Float32Type::get(context);
  case DataType::Double:
    return mlir::Float64Type::get(context);
  case DataType::Half:
    return mlir::Float16Type::get(context);
  case DataType::BFloat16:
    return mlir::BFloat16Type::get(context);
  case DataType::Float8E5M2:
    return mlir::Float8E5M2Type::get(context);
  case DataType::Float8E4M3FN:
    return mlir::Float8E4M3FNType::get(context);
  case DataType::Float8E4M3FNUZ:
    return mlir::Float8E4M3FNUZType::get(context);
  case DataType::Float8E4M3B11FNUZ:
    return mlir::Float8E4M3B11FNUZType::get(context);
  case DataType::Float8E5M2FNUZ:
    return mlir::Float8E5M2FNUZType::get(context);
  case DataType::Complex64:
    return mlir::ComplexType::get(mlir::Float32Type::get(context));
  case DataType::Complex128:
    return mlir::ComplexType::get(mlir::Float64Type::get(context));
  case DataType::Bool:
    return integer(1);
  case DataType::Int2:
    return integer(2);
  case DataType::Int4:
    return integer(4);
  case DataType::Int8:
    return integer(8);
  case DataType::Int16:
    return integer(16);
  case DataType::Int32:
    return integer(32);
  case DataType::Int64:
    return integer(64);
  case DataType::UInt2:
    return integer(2, true);
  case DataType::UInt4:
    return integer(4, true);
  case DataType::UInt8:
    return integer(8, true);
  case DataType::UInt16:
    return integer(16, true);
  case DataType::UInt32:
    return integer(32, true);
  case DataType::UInt64:
    return integer(64, true);
  default:
    return {};
  }
}

mlir::Type TypeImporter::makeElement(DataType type) {
  if (isReference(type))
    return graph::RefType::get(context, element(withoutReference(type)));
  if (mlir::Type builtin = builtinElement(context, type))
    return builtin;
  llvm::StringRef name = dataTypeName(type);
  if (type == DataType::Invalid || name.empty())
    return graph::UnknownType::get(context);
  name.consume_front("DT_");
  return graph::ElementType::get(context, name.lower());
}

mlir::Type TypeImporter::element(DataType type) {
  mlir::Type &known = elements[static_cast<int32_t>(type)];
  // Making a reference makes its target as well, which may move the entries.
  if (!known) {
    mlir::Type made = makeElement(type);
    return elements[static_cast<int32_t>(type)] = made;
  }
  return known;
}

mlir::Type TypeImporter::tensor(DataType type) {
  mlir::Type &known = tensors[static_cast<int32_t>(type)];
  if (known)
    return known;
  Shape unranked;
  unranked.unknownRank = true;
  return known = tensor(type, unranked);
}

mlir::Type TypeImporter::tensor(DataType type, const Shape &shape) {
  mlir::Type of = element(withoutReference(type));
  if (llvm::isa<graph::UnknownType>(of))
    return of;
  mlir::Type result;
  bool isValid = !shape.unknownRank;
  llvm::SmallVector<int64_t, 6> sizes;
  for (const Dimension &dimension : shape.dimensions) {
    isValid &= dimension.size >= -1;
    sizes.push_back(dimension.size < 0 ? mlir::ShapedType::kDynamic
                                       : dimension.size);
  }
  if (isValid)
    result = mlir::RankedTensorType::get(sizes, of);
  else
    result = mlir::UnrankedTensorType::get(of);
  return isReference(type) ? graph::RefType::get(context, result) : result;
}

DataType tensorflow::dataTypeOf(mlir::Type element) {
  if (!element || llvm::isa<graph::UnknownType>(element))
    return DataType::Invalid;
  if (auto reference = llvm::dyn_cast<graph::RefType>(element)) {
    DataType target = dataTypeOf(reference.getTarget());
    return target == DataType::Invalid
               ? target
               : static_cast<DataType>(static_cast<int32_t>(target) +
                                       ReferenceOffset);
  }
  if (auto named = llvm::dyn_cast<graph::ElementType>(element)) {
    std::optional<int32_t> number =
        dataTypeNumber("DT_" + named.getName().upper());
    return number ? static_cast<DataType>(*number) : DataType::Invalid;
  }
  for (int32_t number = 1; number <= static_cast<int32_t>(DataType::UInt2);
       ++number) {
    auto type = static_cast<DataType>(number);
    if (builtinElement(element.getContext(), type) == element)
      return type;
  }
  return DataType::Invalid;
}
