//===- OnnxFields.h - The messages of ONNX ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_FORMATS_ONNXFIELDS_H
#define TRAINLINT_FRONTEND_FORMATS_ONNXFIELDS_H

#include "Text/Protobuf/MessageType.h"

/// A type of a message for each in Fields.def, and the numbers of its fields in
/// a namespace of its own.
namespace trainlint::onnx::fields {

#define PROTO_MESSAGE(type, space)                                             \
  extern const proto::MessageType type;                                        \
  namespace space {                                                            \
  enum : uint32_t {
#define PROTO_ONE(field, number, name, type) field = number,
#define PROTO_MANY(field, number, name, type) field = number,
// clang-format off
#define PROTO_END(type) }; }
// clang-format on
#include "Frontend/Formats/OnnxFields.def"

} // namespace trainlint::onnx::fields

#endif // TRAINLINT_FRONTEND_FORMATS_ONNXFIELDS_H
