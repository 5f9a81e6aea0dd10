//===- PositionMapping.cpp - Places in an older text ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/PositionMapping.h"
#include "Support/LLVM.h"
#include <algorithm>

using namespace trainlint;
using namespace trainlint::lsp;

PositionMapping::PositionMapping(const SourceBuffer &older,
                                 const SourceBuffer &newer)
    : older(older), newer(newer) {
  StringRef a = older.text(), b = newer.text();
  uint32_t most = std::min(a.size(), b.size());
  while (prefix < most && a[prefix] == b[prefix])
    ++prefix;
  while (suffix < most - prefix &&
         a[a.size() - suffix - 1] == b[b.size() - suffix - 1])
    ++suffix;
}

static std::optional<uint32_t> carry(uint32_t offset, size_t from, size_t to,
                                     uint32_t prefix, uint32_t suffix) {
  if (offset <= prefix)
    return offset;
  if (offset + suffix >= from)
    return offset + to - from;
  return std::nullopt;
}

std::optional<uint32_t> PositionMapping::mapToOlder(uint32_t offset) const {
  return carry(offset, newer.text().size(), older.text().size(), prefix,
               suffix);
}

std::optional<uint32_t> PositionMapping::toNewer(uint32_t offset) const {
  return carry(offset, older.text().size(), newer.text().size(), prefix,
               suffix);
}

bool PositionMapping::movePosition(llvm::json::Object &position,
                                   PositionEncoding encoding) const {
  Position place{position.getInteger("line").value_or(0),
                 position.getInteger("character").value_or(0)};
  std::optional<uint32_t> offset = toNewer(offsetOf(older, place, encoding));
  if (!offset)
    return false;
  Position moved = positionOf(newer, *offset, encoding);
  position["line"] = moved.line;
  position["character"] = moved.character;
  return true;
}

/// False if a place of the value is gone.
bool PositionMapping::move(llvm::json::Value &value,
                           PositionEncoding encoding) const {
  if (llvm::json::Array *list = value.getAsArray()) {
    llvm::json::Array kept;
    for (llvm::json::Value &item : *list) {
      if (move(item, encoding))
        kept.push_back(std::move(item));
    }
    *list = std::move(kept);
    return true;
  }
  llvm::json::Object *object = value.getAsObject();
  if (!object)
    return true;
  if (object->get("line") && object->get("character"))
    return movePosition(*object, encoding);
  for (auto &[key, member] : *object) {
    if (!move(member, encoding))
      return false;
  }
  return true;
}

void PositionMapping::mapToCurrent(llvm::json::Value &answer,
                                   PositionEncoding encoding) const {
  if (!move(answer, encoding))
    answer = nullptr;
}
