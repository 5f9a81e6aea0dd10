//===- SortedTable.cpp - Keys and values in one file ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/SortedTable.h"
#include "Runtime/Checkpoints/Snappy.h"
#include "Runtime/Data/Crc32c.h"
#include "Support/LLVM.h"
#include "Support/Varint.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

using namespace trainlint;
using namespace trainlint::checkpoints;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

static constexpr uint64_t Magic = 0xdb4775248b80fb57;
/// Two handles, filled up, and the number that tells the kind of file.
static constexpr size_t HandlesSize = 40, FooterSize = 48;
/// Behind a block: how it is compressed, and a checksum.
static constexpr size_t TrailerSize = 5;
static constexpr char NotCompressed = 0, SnappyCompressed = 1;
/// A block is closed when it has so many bytes.
static constexpr size_t BlockSize = 256 * 1024;
/// Every so many entries, a key is written whole.
static constexpr unsigned EntriesPerRestart = 16;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// Takes numbers and bytes from the front of a text; what is not there is none.
class Cursor {
public:
  explicit Cursor(StringRef text) : text(text) {}

  bool isAtEnd() const { return text.empty(); }
  std::optional<uint64_t> number() { return takeVarint(text); }
  std::optional<StringRef> bytes(uint64_t count) {
    if (count > text.size())
      return std::nullopt;
    StringRef taken = text.take_front(count);
    text = text.drop_front(count);
    return taken;
  }

private:
  StringRef text;
};

/// Where a block lies, without its trailer.
struct Handle {
  uint64_t offset, size;
};

class TableReader {
public:
  explicit TableReader(StringRef text)
      : text(text), room(64 * text.size() + 4096) {}

  llvm::Expected<std::map<std::string, std::string>> read();

private:
  using Entry = std::pair<std::string, StringRef>;

  /// A block, which lies in `unpacked` if it is compressed.
  llvm::Expected<StringRef> blockAt(Handle handle, std::string &unpacked) const;
  llvm::Expected<std::vector<Entry>> entriesOf(StringRef block);

  StringRef text;
  /// Bytes of keys that may still be made: each may repeat the one before.
  size_t room;
};
} // namespace

static std::optional<Handle> readHandle(Cursor &cursor) {
  auto offset = cursor.number(), size = cursor.number();
  if (!offset || !size)
    return std::nullopt;
  return Handle{*offset, *size};
}

llvm::Expected<StringRef> TableReader::blockAt(Handle handle,
                                               std::string &unpacked) const {
  if (handle.offset > text.size() || handle.size > text.size() ||
      text.size() - handle.offset < handle.size + TrailerSize)
    return llvm::createStringError("a block lies outside of the file");
  StringRef block = text.substr(handle.offset, handle.size);
  StringRef whole = text.substr(handle.offset, handle.size + 1);
  if (data::maskedCrc32c(whole) !=
      read32le(text.data() + handle.offset + handle.size + 1))
    return llvm::createStringError("a block has another checksum");
  if (whole.back() == NotCompressed)
    return block;
  if (whole.back() != SnappyCompressed)
    return llvm::createStringError("a block is compressed in an unknown way");
  std::optional<std::string> known = unpackSnappy(block);
  if (!known)
    return llvm::createStringError("a compressed block is broken");
  unpacked = std::move(*known);
  return StringRef(unpacked);
}

llvm::Expected<std::vector<TableReader::Entry>>
TableReader::entriesOf(StringRef block) {
  auto broken = [] { return llvm::createStringError("a block is cut off"); };
  if (block.size() < 4)
    return broken();
  uint64_t restarts = read32le(block.end() - 4);
  if (restarts > (block.size() - 4) / 4)
    return broken();
  Cursor cursor(block.drop_back(4 + 4 * restarts));
  std::vector<Entry> entries;
  std::string key;
  while (!cursor.isAtEnd()) {
    auto shared = cursor.number(), rest = cursor.number(),
         size = cursor.number();
    if (!shared || !rest || !size || *shared > key.size())
      return broken();
    auto own = cursor.bytes(*rest), value = cursor.bytes(*size);
    if (!own || !value)
      return broken();
    key = key.substr(0, *shared) + own->str();
    if (key.size() > room)
      return llvm::createStringError("its keys are too long");
    room -= key.size();
    if (!entries.empty() && key <= entries.back().first)
      return llvm::createStringError("its keys are not sorted");
    entries.emplace_back(key, *value);
  }
  return entries;
}

llvm::Expected<std::map<std::string, std::string>> TableReader::read() {
  if (text.size() < FooterSize || read64le(text.end() - 8) != Magic)
    return llvm::createStringError("it is no table of keys and values");
  Cursor footer(text.take_back(FooterSize).take_front(HandlesSize));
  auto unused = readHandle(footer), index = readHandle(footer);
  if (!unused || !index)
    return llvm::createStringError("its footer is broken");
  std::string unpackedIndex, unpacked;
  auto block = blockAt(*index, unpackedIndex);
  if (!block)
    return block.takeError();
  auto blocks = entriesOf(*block);
  if (!blocks)
    return blocks.takeError();
  std::map<std::string, std::string> out;
  uint64_t end = 0;
  for (const auto &[last, place] : *blocks) {
    Cursor cursor(place);
    std::optional<Handle> handle = readHandle(cursor);
    // A file cannot say the same bytes again and again.
    if (!handle || handle->offset < end)
      return llvm::createStringError("its blocks are not one after the other");
    auto found = blockAt(*handle, unpacked);
    if (!found)
      return found.takeError();
    end = handle->offset + handle->size;
    auto entries = entriesOf(*found);
    if (!entries)
      return entries.takeError();
    for (const auto &[key, value] : *entries)
      out.emplace(key, value.str());
  }
  return out;
}

llvm::Expected<std::map<std::string, std::string>>
checkpoints::readSortedTable(StringRef text) {
  return TableReader(text).read();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void appendNumber(std::string &out, uint64_t value) {
  llvm::raw_string_ostream stream(out);
  llvm::encodeULEB128(value, stream);
}

template <typename Number>
static void appendFixed(std::string &out, Number value) {
  llvm::raw_string_ostream stream(out);
  llvm::support::endian::write(stream, value, llvm::endianness::little);
}

/// How many bytes two keys begin with in common.
static size_t sharedLength(StringRef one, StringRef other) {
  size_t most = std::min(one.size(), other.size()), length = 0;
  while (length < most && one[length] == other[length])
    ++length;
  return length;
}

namespace {
class BlockWriter {
public:
  explicit BlockWriter(unsigned perRestart) : perRestart(perRestart) {}

  void add(StringRef key, StringRef value) {
    size_t shared = 0;
    if (count == perRestart) {
      restarts.push_back(out.size());
      count = 0;
    } else {
      shared = sharedLength(key, last);
    }
    appendNumber(out, shared);
    appendNumber(out, key.size() - shared);
    appendNumber(out, value.size());
    out += key.drop_front(shared);
    out += value;
    last = key.str();
    ++count;
  }

  bool isFull() const {
    return out.size() + 4 * (restarts.size() + 1) >= BlockSize;
  }

  /// Appends the block to a file, and says where it lies.
  std::string finish(std::string &file) {
    for (uint32_t restart : restarts)
      appendFixed(out, restart);
    appendFixed(out, static_cast<uint32_t>(restarts.size()));
    std::string handle;
    appendNumber(handle, file.size());
    appendNumber(handle, out.size());
    out.push_back(0);
    file += out;
    appendFixed(file, data::maskedCrc32c(out));
    *this = BlockWriter(perRestart);
    return handle;
  }

private:
  unsigned perRestart;
  std::string out, last;
  std::vector<uint32_t> restarts = {0};
  unsigned count = 0;
};
} // namespace

/// A short key that is not below `last`, and below `next` if there is one.
static std::string separator(StringRef last, const std::string *next) {
  size_t place = next ? sharedLength(last, *next) : 0;
  if (next) {
    if (place == std::min(last.size(), next->size()))
      return last.str();
    auto byte = static_cast<uint8_t>(last[place]);
    if (byte == 0xff || byte + 1 >= static_cast<uint8_t>((*next)[place]))
      return last.str();
  } else {
    while (place < last.size() && static_cast<uint8_t>(last[place]) == 0xff)
      ++place;
    if (place == last.size())
      return last.str();
  }
  std::string key = last.take_front(place + 1).str();
  ++key.back();
  return key;
}

std::string checkpoints::writeSortedTable(
    const std::map<std::string, std::string> &entries) {
  std::string file;
  BlockWriter block(EntriesPerRestart), index(1);
  for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
    block.add(entry->first, entry->second);
    auto next = std::next(entry);
    bool isLast = next == entries.end();
    if (isLast || block.isFull()) {
      std::string handle = block.finish(file);
      index.add(separator(entry->first, isLast ? nullptr : &next->first),
                handle);
    }
  }
  std::string footer = BlockWriter(1).finish(file);
  footer += index.finish(file);
  footer.resize(HandlesSize);
  appendFixed(footer, Magic);
  return file + footer;
}
