//===- Groups.cpp - The groups of HDF5 ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Old groups have their names in a heap and their objects in a tree; new ones
// have a message for each.
//
//===----------------------------------------------------------------------===//

#include "Support/LLVM.h"
#include "Text/Hdf5/Cursor.h"
#include "Text/Hdf5/File.h"
#include "Text/Hdf5/MessageTypes.h"

using namespace trainlint;
using namespace trainlint::hdf5;

//===----------------------------------------------------------------------===//
// Groups with a tree
//===----------------------------------------------------------------------===//

llvm::Error File::addSymbolNode(uint64_t address, StringRef names,
                                std::vector<Link> &out) {
  constexpr size_t HeadSize = 8;
  constexpr size_t EntrySize = 40;
  constexpr uint32_t SoftLink = 2;
  auto head = bytesAt(address, HeadSize, "a node of a group");
  if (!head)
    return head.takeError();
  if (!head->starts_with("SNOD"))
    return refuse("there is no node of a group at " + llvm::Twine(address));
  uint16_t count = Cursor(head->drop_front(6)).word();
  auto entries = bytesAt(address + HeadSize, count * uint64_t(EntrySize),
                         "a node of a group");
  if (!entries)
    return entries.takeError();
  for (Cursor cursor(*entries); cursor.left() != 0;) {
    uint64_t nameOffset = cursor.number64();
    uint64_t object = cursor.number64();
    uint32_t kind = cursor.number32();
    cursor.skip(20);
    if (nameOffset >= names.size())
      return refuse("a name lies outside of its heap");
    // Names that overlap cost what is read of them.
    StringRef name =
        names.drop_front(nameOffset).take_until([](char c) { return c == 0; });
    if (name.size() > budget)
      return refuse("structures of the file overlap each other");
    budget -= name.size();
    if (kind != SoftLink)
      out.push_back({name, object});
  }
  return llvm::Error::success();
}

llvm::Error File::addGroupTree(uint64_t address, unsigned depth,
                               StringRef names, std::vector<Link> &out) {
  constexpr size_t HeadSize = 24;
  constexpr size_t EntrySize = 16;
  auto head = bytesAt(address, HeadSize, "the tree of a group");
  if (!head)
    return head.takeError();
  Cursor cursor(*head);
  if (cursor.take(4) != "TREE" || cursor.byte() != 0 || depth > MostLevels)
    return refuse("there is no tree of a group at " + llvm::Twine(address));
  uint8_t level = cursor.byte();
  uint16_t count = cursor.word();
  auto entries = bytesAt(address + HeadSize, count * uint64_t(EntrySize),
                         "the tree of a group");
  if (!entries)
    return entries.takeError();
  for (Cursor entry(*entries); entry.left() != 0;) {
    entry.skip(8);
    uint64_t child = entry.number64();
    if (llvm::Error error = level == 0
                                ? addSymbolNode(child, names, out)
                                : addGroupTree(child, depth + 1, names, out))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error File::addSymbols(StringRef message, std::vector<Link> &out) {
  constexpr size_t HeapSize = 32;
  Cursor cursor(message);
  uint64_t tree = cursor.number64();
  uint64_t heapAddress = cursor.number64();
  if (cursor.isCutOff())
    return refuse("a message of an object's header is cut off");
  auto heap = bytesAt(heapAddress, HeapSize, "the names of a group");
  if (!heap)
    return heap.takeError();
  if (!heap->starts_with("HEAP"))
    return refuse("there are no names of a group at " +
                  llvm::Twine(heapAddress));
  Cursor place(heap->drop_front(8));
  uint64_t size = place.number64();
  place.skip(8);
  auto names = bytesAt(place.number64(), size, "the names of a group");
  if (!names)
    return names.takeError();
  return addGroupTree(tree, /*depth=*/0, *names, out);
}

//===----------------------------------------------------------------------===//
// Groups with messages
//===----------------------------------------------------------------------===//

/// Reads the link of a message; nothing if it leads elsewhere.
static llvm::Expected<std::optional<Link>> readLink(StringRef message) {
  Cursor cursor(message);
  uint8_t version = cursor.byte();
  uint8_t flags = cursor.byte();
  uint8_t kind = flags & 8 ? cursor.byte() : 0;
  if (flags & 4)
    cursor.skip(8);
  if (flags & 0x10)
    cursor.skip(1);
  Link link;
  link.name = cursor.take(cursor.number(1 << (flags & 3)));
  if (kind == 0)
    link.address = cursor.number64();
  if (version != 1 || cursor.isCutOff())
    return refuse("a link of a group is damaged");
  if (kind != 0)
    return std::nullopt;
  return link;
}

/// Fails if a group has so many links that they are in a heap.
static llvm::Error checkLinkInfo(StringRef message) {
  Cursor cursor(message);
  cursor.skip(1);
  if (cursor.byte() & 1)
    cursor.skip(8);
  if (cursor.number64() == NoAddress)
    return llvm::Error::success();
  return refuse("a group keeps its links in the dense form, which h5py writes "
                "with `libver='latest'` only, and which is not read");
}

llvm::Expected<std::vector<Link>> File::links(uint64_t group) {
  auto header = messages(group);
  if (!header)
    return header.takeError();
  std::vector<Link> out;
  for (const Message &message : *header) {
    if (message.type == message::SymbolTable)
      if (llvm::Error error = addSymbols(message.bytes, out))
        return error;
    if (message.type == message::LinkInfo)
      if (llvm::Error error = checkLinkInfo(message.bytes))
        return error;
    if (message.type != message::Link)
      continue;
    auto link = readLink(message.bytes);
    if (!link)
      return link.takeError();
    if (*link)
      out.push_back(**link);
  }
  return out;
}
