//===- TensorFlowFields.h - The messages of TensorFlow's graphs -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_FORMATS_TENSORFLOWFIELDS_H
#define TRAINLINT_FRONTEND_FORMATS_TENSORFLOWFIELDS_H

#include "Text/Protobuf/MessageType.h"

/// A type of a message for each in Fields.def, and the numbers of its fields in
/// a namespace of its own.
namespace trainlint::tensorflow::fields {

/// The numbers of the two fields that every entry of a map has.
namespace entry {
enum : uint32_t { Key = 1, Value = 2 };
} // namespace entry

#define PROTO_MESSAGE(type, space)                                             \
  extern const proto::MessageType type;                                        \
  namespace space {                                                            \
  enum : uint32_t {
#define PROTO_ONE(field, number, name, type) field = number,
#define PROTO_MANY(field, number, name, type) field = number,
// clang-format off
#define PROTO_END(type) }; }
// clang-format on
#define PROTO_ENTRY(entryType, type) extern const proto::MessageType entryType;
#include "Frontend/Formats/TensorFlowFields.def"

} // namespace trainlint::tensorflow::fields

#endif // TRAINLINT_FRONTEND_FORMATS_TENSORFLOWFIELDS_H
