//===- NodeTypes.cpp - Element types of values and attributes of nodes ----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/NodeTypes.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;
using tensorflow::Given;

static DataType numberOf(mlir::Type type) {
  bool isReference = llvm::isa<RefType>(type);
  if (isReference)
    type = llvm::cast<RefType>(type).getTarget();
  if (auto tensor = llvm::dyn_cast<mlir::TensorType>(type))
    type = tensor.getElementType();
  if (llvm::isa<UnknownType, ControlType>(type))
    return DataType::Invalid;
  std::optional<DataType> number =
      tensorflow::typeInTable(elementTypeName(type));
  if (!number)
    return DataType::Invalid;
  return isReference ? static_cast<DataType>(static_cast<int32_t>(*number) +
                                             tensorflow::ReferenceOffset)
                     : *number;
}

DataType NodeTypes::ofType(mlir::Type type) {
  auto [place, isNew] = known.try_emplace(type);
  if (isNew)
    place->second = numberOf(type);
  return place->second;
}

Given SourceAttributes::readInteger(StringRef name, int64_t &value) const {
  mlir::Attribute attribute = source.attribute(node, name);
  if (!attribute)
    return Given::No;
  auto integer = llvm::dyn_cast<mlir::IntegerAttr>(attribute);
  if (!integer || !integer.getValue().isSignedIntN(64))
    return Given::Unknown;
  value = integer.getInt();
  return Given::Yes;
}

Given SourceAttributes::readType(StringRef name, DataType &type) const {
  mlir::Attribute attribute = source.attribute(node, name);
  if (!attribute)
    return Given::No;
  auto typed = llvm::dyn_cast<mlir::TypeAttr>(attribute);
  if (!typed)
    return Given::Unknown;
  type = types.ofType(typed.getValue());
  return type == DataType::Invalid ? Given::Unknown : Given::Yes;
}

Given SourceAttributes::readTypes(StringRef name,
                                  llvm::SmallVectorImpl<DataType> &list) const {
  mlir::Attribute attribute = source.attribute(node, name);
  if (!attribute)
    return Given::No;
  auto array = llvm::dyn_cast<mlir::ArrayAttr>(attribute);
  if (!array)
    return Given::Unknown;
  for (mlir::Attribute element : array) {
    auto typed = llvm::dyn_cast<mlir::TypeAttr>(element);
    if (!typed)
      return Given::Unknown;
    list.push_back(types.ofType(typed.getValue()));
  }
  return Given::Yes;
}
