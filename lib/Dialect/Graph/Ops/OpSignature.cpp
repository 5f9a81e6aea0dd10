//===- OpSignature.cpp - Values of a node by its attributes ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/OpSignature.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

NodeAttributes::~NodeAttributes() = default;

static std::optional<int64_t> numberOf(const OpDefinition &op, StringRef name,
                                       const NodeAttributes &attributes) {
  int64_t number;
  switch (attributes.readInteger(name, number)) {
  case Given::Yes:
    return number;
  case Given::Unknown:
    return std::nullopt;
  case Given::No:
    const AttributeDefinition *definition = op.attribute(name);
    return definition ? definition->defaultInteger() : std::nullopt;
  }
  llvm_unreachable("unknown case of Given");
}

static DataType typeOf(const OpDefinition &op,
                       const ArgumentDefinition &argument,
                       const NodeAttributes &attributes) {
  if (argument.typeAttribute.empty())
    return argument.type;
  DataType type;
  switch (attributes.readType(argument.typeAttribute, type)) {
  case Given::Yes:
    return type;
  case Given::Unknown:
    return DataType::Invalid;
  case Given::No:
    const AttributeDefinition *definition =
        op.attribute(argument.typeAttribute);
    return definition ? definition->defaultType().value_or(DataType::Invalid)
                      : DataType::Invalid;
  }
  llvm_unreachable("unknown case of Given");
}

/// The types of an argument that a list of types describes.
static bool typesOf(const OpDefinition &op, StringRef name,
                    const NodeAttributes &attributes,
                    llvm::SmallVectorImpl<DataType> &types) {
  switch (attributes.readTypes(name, types)) {
  case Given::Yes:
    return types.size() <= size_t(MaxValuesOfArgument);
  case Given::Unknown:
    return false;
  case Given::No: {
    // The only default that a list of types has is the empty list.
    const AttributeDefinition *definition = op.attribute(name);
    return definition && !definition->isRequired();
  }
  }
  llvm_unreachable("unknown case of Given");
}

static DataType withReference(DataType type, bool isReference) {
  if (!isReference || type == DataType::Invalid || ::isReference(type))
    return type;
  return static_cast<DataType>(static_cast<int32_t>(type) + ReferenceOffset);
}

/// Appends the types of the values of an argument; false if it is not known how
/// many there are.
static bool appendTypes(const OpDefinition &op,
                        const ArgumentDefinition &argument,
                        const NodeAttributes &attributes,
                        llvm::SmallVectorImpl<DataType> &types) {
  if (!argument.typeListAttribute.empty()) {
    llvm::SmallVector<DataType> listed;
    if (!typesOf(op, argument.typeListAttribute, attributes, listed))
      return false;
    for (DataType type : listed)
      types.push_back(withReference(type, argument.isReference));
    return true;
  }
  int64_t count = 1;
  if (!argument.numberAttribute.empty()) {
    std::optional<int64_t> number =
        numberOf(op, argument.numberAttribute, attributes);
    if (!number || *number < 0 || *number > MaxValuesOfArgument)
      return false;
    count = *number;
  }
  types.append(count, withReference(typeOf(op, argument, attributes),
                                    argument.isReference));
  return true;
}

std::optional<size_t> tensorflow::valueCount(const OpDefinition &op,
                                             const ArgumentDefinition &argument,
                                             const NodeAttributes &attributes) {
  if (argument.isSingle())
    return 1;
  llvm::SmallVector<DataType> types;
  if (!appendTypes(op, argument, attributes, types))
    return std::nullopt;
  return types.size();
}

static bool appendAll(const OpDefinition &op,
                      llvm::ArrayRef<ArgumentDefinition> arguments,
                      const NodeAttributes &attributes,
                      llvm::SmallVectorImpl<DataType> &types) {
  for (const ArgumentDefinition &argument : arguments) {
    if (!appendTypes(op, argument, attributes, types))
      return false;
  }
  return true;
}

bool tensorflow::operandTypes(const OpDefinition &op,
                              const NodeAttributes &attributes,
                              llvm::SmallVectorImpl<DataType> &types) {
  return appendAll(op, op.inputs, attributes, types);
}

bool tensorflow::resultTypes(const OpDefinition &op,
                             const NodeAttributes &attributes,
                             llvm::SmallVectorImpl<DataType> &types) {
  return appendAll(op, op.outputs, attributes, types);
}

std::pair<const ArgumentDefinition *, size_t>
tensorflow::argumentOfValue(const OpDefinition &op,
                            llvm::ArrayRef<ArgumentDefinition> arguments,
                            const NodeAttributes &attributes, size_t value) {
  for (const ArgumentDefinition &argument : arguments) {
    std::optional<size_t> count = valueCount(op, argument, attributes);
    if (!count)
      break;
    if (value < *count)
      return {&argument, value};
    value -= *count;
  }
  return {nullptr, 0};
}
