//===- TensorFlowFields.cpp - The messages of TensorFlow's graphs ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Formats/TensorFlowFields.h"
#include "Dialect/Graph/Ops/DataType.h"

using namespace trainlint::proto;
using namespace trainlint::tensorflow;

namespace trainlint::tensorflow::fields {

#define PROTO_MESSAGE(type, space) static constexpr FieldType type##Fields[] = {
#define PROTO_ONE(field, number, name, type) one(number, name, type),
#define PROTO_MANY(field, number, name, type) many(one(number, name, type)),
// clang-format off
#define PROTO_END(type) }; constinit const MessageType type = {type##Fields};
// clang-format on
#define PROTO_ENTRY(entryType, type)                                           \
  static constexpr FieldType entryType##Fields[] = {                           \
      one(entry::Key, "key", FieldKind::String),                               \
      one(entry::Value, "value", type)};                                       \
  constinit const MessageType entryType = {entryType##Fields};
#include "Frontend/Formats/TensorFlowFields.def"

} // namespace trainlint::tensorflow::fields
