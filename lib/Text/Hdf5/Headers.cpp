//===- Headers.cpp - The headers of objects in HDF5 -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/LLVM.h"
#include "Text/Hdf5/Cursor.h"
#include "Text/Hdf5/File.h"
#include "Text/Hdf5/MessageTypes.h"

using namespace trainlint;
using namespace trainlint::hdf5;

static constexpr llvm::StringLiteral NewHeader = "OHDR";
static constexpr llvm::StringLiteral NewBlock = "OCHK";
static constexpr size_t ChecksumSize = 4;
/// As old headers count them in 16 bits.
static constexpr size_t MostMessages = UINT16_MAX;

/// Takes the messages of a block, and those that name further blocks apart.
llvm::Error File::addMessages(StringRef block, bool isNew, bool hasOrder,
                              std::vector<Message> &out,
                              std::vector<StringRef> &blocks) {
  constexpr uint8_t SharedFlag = 2;
  size_t headSize = isNew ? (hasOrder ? 6 : 4) : 8;
  Cursor cursor(block);
  // A few bytes at the end may be too few for a message.
  while (cursor.left() >= headSize) {
    Message message;
    message.type = isNew ? cursor.byte() : cursor.word();
    uint16_t size = cursor.word();
    message.isShared = cursor.byte() & SharedFlag;
    cursor.skip(isNew ? (hasOrder ? 2 : 0) : 3);
    message.bytes = cursor.take(size);
    if (cursor.isCutOff())
      return refuse("a message of an object's header is cut off");
    if (message.type == message::Nothing)
      continue;
    if (out.size() + blocks.size() == MostMessages)
      return refuse("an object's header has more than " +
                    llvm::Twine(MostMessages) + " messages");
    if (message.type == message::Continuation)
      blocks.push_back(message.bytes);
    else
      out.push_back(message);
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<File::Message>> File::messages(uint64_t object) {
  constexpr uint64_t OldSize = 16;
  auto head = bytesAt(object, OldSize, "an object's header");
  if (!head)
    return head.takeError();
  std::vector<Message> out;
  std::vector<StringRef> blocks;
  Cursor cursor(*head);
  bool isNew = head->starts_with(NewHeader);
  bool hasOrder = false;
  uint64_t begin = OldSize;
  uint64_t size = 0;
  if (isNew) {
    cursor.skip(NewHeader.size() + 1);
    uint8_t flags = cursor.byte();
    hasOrder = flags & 4;
    unsigned width = 1 << (flags & 3);
    begin =
        NewHeader.size() + 2 + (flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0);
    auto sizeBytes = bytesAt(object + begin, width, "an object's header");
    if (!sizeBytes)
      return sizeBytes.takeError();
    size = Cursor(*sizeBytes).number(width);
    begin += width;
  } else {
    if (cursor.byte() != 1)
      return refuse("there is no object's header at " + llvm::Twine(object));
    cursor.skip(7);
    size = cursor.number32();
  }
  auto first = bytesAt(object + begin, size, "an object's header");
  if (!first)
    return first.takeError();
  if (llvm::Error error = addMessages(*first, isNew, hasOrder, out, blocks))
    return error;
  for (size_t i = 0; i < blocks.size(); ++i) {
    Cursor place(blocks[i]);
    uint64_t address = place.number64();
    uint64_t length = place.number64();
    if (place.isCutOff())
      return refuse("a message of an object's header is cut off");
    auto block = bytesAt(address, length, "a part of an object's header");
    if (!block)
      return block.takeError();
    if (isNew) {
      if (!block->consume_front(NewBlock) || block->size() < ChecksumSize)
        return refuse("a part of an object's header is damaged");
      *block = block->drop_back(ChecksumSize);
    }
    if (llvm::Error error = addMessages(*block, isNew, hasOrder, out, blocks))
      return error;
  }
  return out;
}
