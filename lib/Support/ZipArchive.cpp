//===- ZipArchive.cpp - Files within a ZIP archive ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/ZipArchive.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Endian.h"
#include <zlib.h>

using namespace trainlint;

static uint16_t read16(StringRef bytes, size_t at) {
  return llvm::support::endian::read16le(bytes.data() + at);
}
static uint32_t read32(StringRef bytes, size_t at) {
  return llvm::support::endian::read32le(bytes.data() + at);
}

/// Names in an archive may be anything.
static llvm::Error refuse(const llvm::Twine &why) {
  return llvm::createStringError(printable(why.str()));
}

namespace {
/// What the directory of an archive says of a file.
struct Entry {
  uint16_t method = 0;
  uint16_t flags = 0;
  uint32_t checksum = 0;
  uint32_t packedSize = 0;
  uint32_t size = 0;
  uint32_t offset = 0;
};

/// The fixed parts of an archive's records and where in them things are.
constexpr size_t EndSize = 22;
constexpr size_t DirectorySize = 46;
constexpr size_t LocalSize = 30;
} // namespace

bool zip::isArchive(StringRef file) { return file.starts_with("PK\3\4"); }

namespace {
/// Where the directory is and how many entries it has.
struct Directory {
  size_t begin = 0;
  unsigned count = 0;
  /// Where the record is that says so.
  size_t record = 0;
};
} // namespace

/// The record of the directory is the last of the file, but for a comment of up
/// to 64 KiB.
static llvm::Expected<Directory> findDirectory(StringRef file) {
  size_t least =
      file.size() > EndSize + 0xFFFF ? file.size() - EndSize - 0xFFFF : 0;
  size_t place = file.rfind("PK\5\6");
  while (place != StringRef::npos && file.size() - place < EndSize)
    place = place == 0 ? StringRef::npos
                       : file.take_front(place + 3).rfind("PK\5\6");
  if (place == StringRef::npos || place < least)
    return refuse("the archive is cut off: it has no directory");
  Directory out = {read32(file, place + 16), read16(file, place + 10), place};
  if (out.begin > place)
    return refuse("the directory of the archive lies outside of it");
  return out;
}

/// Calls `visit` with each file of the directory, until it returns false.
static llvm::Error
forEachEntry(StringRef file,
             llvm::function_ref<bool(StringRef, const Entry &)> visit) {
  llvm::Expected<Directory> directory = findDirectory(file);
  if (!directory)
    return directory.takeError();
  size_t at = directory->begin;
  for (unsigned i = 0; i < directory->count; ++i) {
    StringRef record = file.drop_front(at);
    if (record.size() < DirectorySize || !record.starts_with("PK\1\2"))
      return refuse("the directory of the archive is malformed");
    size_t nameSize = read16(record, 28);
    size_t wholeSize =
        DirectorySize + nameSize + read16(record, 30) + read16(record, 32);
    if (record.size() < wholeSize)
      return refuse("the directory of the archive is malformed");
    Entry entry = {read16(record, 10), read16(record, 8),  read32(record, 16),
                   read32(record, 20), read32(record, 24), read32(record, 42)};
    if (!visit(record.substr(DirectorySize, nameSize), entry))
      break;
    at += wholeSize;
  }
  return llvm::Error::success();
}

/// Looks a name up in the directory. False without an error if it is not there.
static llvm::Expected<bool> findEntry(StringRef file, StringRef name,
                                      Entry &entry) {
  bool isFound = false;
  llvm::Error error =
      forEachEntry(file, [&](StringRef found, const Entry &its) {
        isFound = found == name;
        if (isFound)
          entry = its;
        return !isFound;
      });
  if (error)
    return error;
  return isFound;
}

//===----------------------------------------------------------------------===//
// Archives of any size
//===----------------------------------------------------------------------===//

static uint64_t read64(StringRef bytes, size_t at) {
  return llvm::support::endian::read64le(bytes.data() + at);
}

namespace {
/// Where the directory of an archive is.
struct DirectoryPlace {
  uint64_t offset = 0;
  uint64_t size = 0;
};

/// The parts of archives with more than 4 GiB.
constexpr size_t LargeLocatorSize = 20;
constexpr size_t LargeEndSize = 56;
constexpr uint16_t LargeSizes = 1;
} // namespace

static llvm::Expected<DirectoryPlace> locateDirectory(uint64_t size,
                                                      zip::ReadBytes read) {
  uint64_t count =
      std::min<uint64_t>(size, LargeLocatorSize + EndSize + 0xFFFF);
  auto tail = read(size - count, count);
  if (!tail)
    return tail.takeError();
  size_t at = tail->rfind("PK\5\6");
  if (at == StringRef::npos || tail->size() - at < EndSize)
    return refuse("the archive is cut off: it has no directory");
  DirectoryPlace out{read32(*tail, at + 16), read32(*tail, at + 12)};
  if (out.offset != UINT32_MAX && out.size != UINT32_MAX)
    return out;
  if (at < LargeLocatorSize ||
      !tail->substr(at - LargeLocatorSize).starts_with("PK\6\7"))
    return refuse("the directory of the archive is malformed");
  uint64_t place = read64(*tail, at - LargeLocatorSize + 8);
  if (place > size || size - place < LargeEndSize)
    return refuse("the directory of the archive lies outside of it");
  auto end = read(place, LargeEndSize);
  if (!end)
    return end.takeError();
  if (!end->starts_with("PK\6\6"))
    return refuse("the directory of the archive is malformed");
  return DirectoryPlace{read64(*end, 48), read64(*end, 40)};
}

/// Takes the numbers that are too large for their places from where they are
/// instead. False if they are not there.
static bool takeLarge(StringRef extra, uint64_t &size, uint64_t &packedSize,
                      uint64_t &offset) {
  while (extra.size() >= 4) {
    uint16_t kind = read16(extra, 0);
    StringRef value = extra.substr(4, read16(extra, 2));
    extra = extra.drop_front(std::min(extra.size(), 4 + value.size()));
    if (kind != LargeSizes)
      continue;
    for (uint64_t *number : {&size, &packedSize, &offset}) {
      if (*number != UINT32_MAX)
        continue;
      if (value.size() < 8)
        return false;
      *number = read64(value, 0);
      value = value.drop_front(8);
    }
  }
  return true;
}

llvm::Expected<std::vector<zip::EntryPlace>>
zip::locateEntries(uint64_t archive, ReadBytes read) {
  constexpr uint64_t MostDirectory = 16 << 20;
  auto place = locateDirectory(archive, read);
  if (!place)
    return place.takeError();
  if (place->offset > archive || place->size > archive - place->offset)
    return refuse("the directory of the archive lies outside of it");
  if (place->size > MostDirectory)
    return refuse("the directory of the archive has more than 16 MiB");
  auto text = read(place->offset, place->size);
  if (!text)
    return text.takeError();
  std::string directory = text->str();
  std::vector<EntryPlace> out;
  StringRef rest = directory;
  while (!rest.empty()) {
    size_t nameSize = rest.size() < DirectorySize ? 0 : read16(rest, 28);
    size_t extraSize = rest.size() < DirectorySize ? 0 : read16(rest, 30);
    size_t whole = DirectorySize + nameSize + extraSize +
                   (rest.size() < DirectorySize ? 0 : read16(rest, 32));
    if (!rest.starts_with("PK\1\2") || rest.size() < whole)
      return refuse("the directory of the archive is malformed");
    EntryPlace &entry = out.emplace_back();
    entry.name = rest.substr(DirectorySize, nameSize).str();
    bool isEncrypted = read16(rest, 8) & 1;
    uint64_t packedSize = read32(rest, 20);
    entry.size = read32(rest, 24);
    entry.offset = read32(rest, 42);
    if (!takeLarge(rest.substr(DirectorySize + nameSize, extraSize), entry.size,
                   packedSize, entry.offset))
      return refuse("the directory of the archive is malformed");
    entry.isStored = read16(rest, 10) == 0 && packedSize == entry.size;
    rest = rest.drop_front(whole);
    if (isEncrypted)
      return refuse(entry.name + " is encrypted");
    auto outside = [&] {
      return refuse(entry.name + " lies outside of the archive");
    };
    if (entry.offset > archive || archive - entry.offset < LocalSize)
      return outside();
    auto local = read(entry.offset, LocalSize);
    if (!local)
      return local.takeError();
    if (!local->starts_with("PK\3\4"))
      return outside();
    entry.offset += LocalSize + read16(*local, 26) + read16(*local, 28);
    if (entry.offset > archive || packedSize > archive - entry.offset)
      return outside();
  }
  return out;
}

//===----------------------------------------------------------------------===//
// Archives in memory
//===----------------------------------------------------------------------===//

/// Unpacks deflated bytes, which have to give exactly as many as `out` takes.
static bool inflateAll(StringRef packed, llvm::MutableArrayRef<char> out) {
  z_stream stream = {};
  // Without the header that zlib would write itself.
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return false;
  stream.next_in = const_cast<Bytef *>(packed.bytes_begin());
  stream.avail_in = packed.size();
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = out.size();
  int status = inflate(&stream, Z_FINISH);
  bool isWhole = status == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  return isWhole;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
zip::readEntry(StringRef file, StringRef name, uint64_t largest) {
  Entry entry;
  llvm::Expected<bool> found = findEntry(file, name, entry);
  if (!found)
    return found.takeError();
  if (!*found)
    return refuse("the archive has no " + name);
  if (entry.flags & 1)
    return refuse(name + " is encrypted");
  if (entry.size > largest)
    return refuse(name + " has " + llvm::Twine(entry.size) + " bytes, and " +
                  llvm::Twine(largest) + " are the most that are read");
  StringRef local =
      file.drop_front(std::min<size_t>(entry.offset, file.size()));
  if (local.size() < LocalSize || !local.starts_with("PK\3\4"))
    return refuse(name + " lies outside of the archive");
  size_t begin = LocalSize + read16(local, 26) + read16(local, 28);
  if (begin > local.size() || entry.packedSize > local.size() - begin)
    return refuse(name + " lies outside of the archive");
  if (entry.size > mostUnpacked(entry.packedSize))
    return refuse(name + " unpacks to " + llvm::Twine(entry.size) +
                  " bytes, and the " + llvm::Twine(entry.packedSize) +
                  " that it has may give " +
                  llvm::Twine(mostUnpacked(entry.packedSize)));
  StringRef packed = local.substr(begin, entry.packedSize);
  auto out =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(entry.size, name);
  bool isStored = entry.method == 0 && packed.size() == entry.size;
  if (isStored)
    llvm::copy(packed, out->getBuffer().begin());
  else if (entry.method != Z_DEFLATED || !inflateAll(packed, out->getBuffer()))
    return refuse(name + " cannot be unpacked");
  const auto *bytes = reinterpret_cast<const Bytef *>(out->getBufferStart());
  if (crc32(0, bytes, entry.size) != entry.checksum)
    return refuse(name + " does not have the checksum of the archive");
  return std::unique_ptr<llvm::MemoryBuffer>(std::move(out));
}

//===----------------------------------------------------------------------===//
// Archives with another content
//===----------------------------------------------------------------------===//

static void write16(std::string &bytes, size_t at, uint16_t value) {
  llvm::support::endian::write16le(bytes.data() + at, value);
}
static void write32(std::string &bytes, size_t at, uint32_t value) {
  llvm::support::endian::write32le(bytes.data() + at, value);
}

/// The bit that says that sizes and checksum stand behind the content.
static constexpr uint16_t SizesBehind = 8;

/// The record before the content of a file, with the name alone behind it.
static std::string localRecord(StringRef old, StringRef name, StringRef content,
                               uint32_t checksum) {
  std::string out = old.take_front(LocalSize).str();
  write16(out, 6, read16(out, 6) & ~SizesBehind);
  write16(out, 8, 0);
  write32(out, 14, checksum);
  write32(out, 18, content.size());
  write32(out, 22, content.size());
  write16(out, 26, name.size());
  write16(out, 28, 0);
  return out + name.str();
}

llvm::Expected<std::string> zip::replaceEntry(StringRef file, StringRef name,
                                              StringRef content) {
  llvm::Expected<Directory> directory = findDirectory(file);
  if (!directory)
    return directory.takeError();
  Entry entry;
  bool isFound = false;
  uint32_t last = 0;
  std::vector<uint32_t> offsets;
  if (llvm::Error error =
          forEachEntry(file, [&](StringRef found, const Entry &its) {
            if (found == name && !isFound) {
              entry = its;
              isFound = true;
            }
            offsets.push_back(its.offset);
            last = std::max({last, its.offset, its.size, its.packedSize});
            return true;
          }))
    return error;
  if (!isFound)
    return refuse("the archive has no " + name);
  if (last == UINT32_MAX || content.size() >= UINT32_MAX - file.size())
    return refuse("the archive is in the form for more than 4 GiB");
  // The next one begins where this one ends, with what stands behind it.
  size_t end = directory->begin;
  for (uint32_t offset : offsets)
    if (offset > entry.offset)
      end = std::min<size_t>(end, offset);
  StringRef old = file.slice(entry.offset, end);
  if (old.size() < LocalSize || !old.starts_with("PK\3\4"))
    return refuse(name + " lies outside of the archive");
  uint32_t checksum = crc32(0, content.bytes_begin(), content.size());
  std::string local = localRecord(old, name, content, checksum);
  uint32_t growth = local.size() + content.size() - old.size();

  std::string tail = file.drop_front(directory->begin).str();
  size_t at = 0;
  for (uint32_t offset : offsets) {
    if (offset > entry.offset)
      write32(tail, at + 42, offset + growth);
    size_t nameSize = read16(tail, at + 28);
    if (StringRef(tail).substr(at + DirectorySize, nameSize) == name &&
        offset == entry.offset) {
      write16(tail, at + 8, entry.flags & ~SizesBehind);
      write16(tail, at + 10, 0);
      write32(tail, at + 16, checksum);
      write32(tail, at + 20, content.size());
      write32(tail, at + 24, content.size());
    }
    at += DirectorySize + nameSize + read16(tail, at + 30) +
          read16(tail, at + 32);
  }
  size_t record = directory->record - directory->begin;
  if (at != record)
    return refuse("the archive is in the form for more than 4 GiB");
  write32(tail, record + 16, directory->begin + growth);
  std::string out = file.take_front(entry.offset).str() + local;
  out += content;
  out += file.slice(end, directory->begin);
  return out + tail;
}
