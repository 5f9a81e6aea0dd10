//===- DetectBinary.cpp - Telling binary messages from one another --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binary messages do not say what they are. Each candidate's types are laid
// over the start of the file: values that fit speak for it, values that do not
// fit speak against it, and the one with the most for it is taken.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Formats/Detect.h"
#include "Frontend/Formats/OnnxFields.h"
#include "Frontend/Formats/TensorFlowFields.h"
#include "Support/LLVM.h"
#include "llvm/Support/ConvertUTF.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::proto;

namespace {
/// Lays a type over bytes and counts what fits.
class Fit {
public:
  explicit Fit(StringRef file) : file(file) {}

  void message(SourceRange range, const MessageType &type, unsigned depth);

  /// Values that fit, and what cannot be of the type.
  unsigned known = 0;
  unsigned wrong = 0;
  /// Fields that the outermost type does not have. Inner ones say little, since
  /// not all fields are described.
  unsigned unknown = 0;
  /// True if the walk came to the end of the file.
  bool complete = true;

private:
  bool field(WireCursor &cursor, uint32_t end, const MessageType &type,
             unsigned depth);
  void number(WireType wire, const FieldType *type, unsigned depth);
  void bytes(SourceRange range, const FieldType *type, unsigned depth,
             bool isCut);

  StringRef file;
  FirstProblem problem;
  /// Fields that are still looked at.
  unsigned budget = 2000;
};
} // namespace

/// True for what a name may be: UTF-8 without control characters.
static bool isName(StringRef text) {
  if (llvm::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
    return false;
  const auto *begin = text.bytes_begin();
  return llvm::isLegalUTF8String(&begin, text.bytes_end());
}

void Fit::number(WireType wire, const FieldType *type, unsigned depth) {
  if (!type) {
    unknown += depth == 0;
    return;
  }
  ++(wire == wireType(type->kind) ? known : wrong);
}

void Fit::bytes(SourceRange range, const FieldType *type, unsigned depth,
                bool isCut) {
  if (!type) {
    unknown += depth == 0;
    return;
  }
  StringRef text = file.slice(range.begin, range.end);
  switch (type->kind) {
  case FieldKind::Message:
    return message(range, *type->message, depth + 1);
  case FieldKind::String:
    // What is cut off tells nothing.
    if (isCut)
      return;
    if (!isName(text))
      ++wrong;
    else
      known += !text.empty();
    return;
  case FieldKind::Bytes:
    return;
  default:
    wrong += !type->repeated;
  }
}

/// False if the bytes are no field.
bool Fit::field(WireCursor &cursor, uint32_t end, const MessageType &type,
                unsigned depth) {
  uint64_t tag = 0;
  if (!cursor.readVarint(tag))
    return false;
  uint64_t fieldNumber = tag >> 3;
  if (fieldNumber == 0 || fieldNumber >= 1 << 29)
    return false;
  const FieldType *found = type.field(static_cast<uint32_t>(fieldNumber));
  uint64_t bits = 0;
  switch (auto wire = static_cast<WireType>(tag & 7)) {
  case WireType::Varint:
  case WireType::Fixed32:
  case WireType::Fixed64:
    if (!cursor.readNumber(wire, bits))
      return false;
    number(wire, found, depth);
    return true;
  case WireType::Bytes: {
    if (!cursor.readVarint(bits))
      return false;
    uint32_t left = end - cursor.offset();
    // The end of a file may cut all off.
    if (bits > left && end != file.size())
      return false;
    uint32_t size = std::min<uint64_t>(bits, left);
    SourceRange value = {cursor.offset(), cursor.offset() + size};
    cursor = WireCursor(file, {value.end, end}, problem);
    bytes(value, found, depth, bits > left);
    return true;
  }
  default:
    return false;
  }
}

void Fit::message(SourceRange range, const MessageType &type, unsigned depth) {
  WireCursor cursor(file, range, problem);
  while (!cursor.atEnd()) {
    if (budget == 0 || depth > NestingLimit) {
      complete = false;
      return;
    }
    --budget;
    if (!field(cursor, range.end, type, depth)) {
      wrong += range.end != file.size() || !cursor.atEnd();
      complete = false;
      return;
    }
  }
}

/// How much speaks for a type; 0 if it is too little.
static unsigned evidence(StringRef file, const MessageType &type) {
  Fit fit(file);
  fit.message({0, static_cast<uint32_t>(file.size())}, type, 0);
  // A few values may be damaged.
  constexpr unsigned KnownPerWrong = 16;
  if (fit.wrong * KnownPerWrong > fit.known || fit.unknown > fit.known)
    return 0;
  // One value alone speaks for a type only if there is nothing else.
  bool alone = fit.complete && fit.unknown == 0;
  return fit.known >= 2 || alone ? fit.known : 0;
}

GraphFormat detection::detectBinaryMessage(StringRef file) {
  file = file.take_front(std::numeric_limits<uint32_t>::max());
  const std::pair<GraphFormat, const MessageType *> candidates[] = {
      {GraphFormat::GraphDef, &tensorflow::fields::GraphDef},
      {GraphFormat::MetaGraphDef, &tensorflow::fields::MetaGraphDef},
      {GraphFormat::SavedModel, &tensorflow::fields::SavedModel},
      {GraphFormat::Onnx, &onnx::fields::ModelProto}};
  GraphFormat best = GraphFormat::Unknown;
  unsigned most = 0;
  for (auto [format, type] : candidates) {
    unsigned found = evidence(file, *type);
    if (found > most) {
      most = found;
      best = format;
    }
  }
  return best;
}
