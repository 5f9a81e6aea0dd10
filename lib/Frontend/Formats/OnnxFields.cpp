//===- OnnxFields.cpp - The messages of ONNX ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Formats/OnnxFields.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::proto;

namespace trainlint::onnx::fields {

static std::optional<int32_t> attributeTypeNumber(StringRef word) {
  return llvm::StringSwitch<std::optional<int32_t>>(word)
      .Case("UNDEFINED", 0)
      .Case("FLOAT", 1)
      .Case("INT", 2)
      .Case("STRING", 3)
      .Case("TENSOR", 4)
      .Case("GRAPH", 5)
      .Case("FLOATS", 6)
      .Case("INTS", 7)
      .Case("STRINGS", 8)
      .Case("TENSORS", 9)
      .Case("GRAPHS", 10)
      .Case("SPARSE_TENSOR", 11)
      .Case("SPARSE_TENSORS", 12)
      .Case("TYPE_PROTO", 13)
      .Case("TYPE_PROTOS", 14)
      .Default(std::nullopt);
}

static std::optional<int32_t> dataLocationNumber(StringRef word) {
  return llvm::StringSwitch<std::optional<int32_t>>(word)
      .Case("DEFAULT", 0)
      .Case("EXTERNAL", 1)
      .Default(std::nullopt);
}

/// Of an opaque type it is enough to know that it is one.
static constexpr MessageType OpaqueTypeProto = {};

#define PROTO_MESSAGE(type, space) static constexpr FieldType type##Fields[] = {
#define PROTO_ONE(field, number, name, type) one(number, name, type),
#define PROTO_MANY(field, number, name, type) many(one(number, name, type)),
// clang-format off
#define PROTO_END(type) }; constinit const MessageType type = {type##Fields};
// clang-format on
#include "Frontend/Formats/OnnxFields.def"

} // namespace trainlint::onnx::fields
