//===- RecordFile.cpp - Files of records (TFRecord) -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/RecordFile.h"
#include "Runtime/Data/Crc32c.h"
#include "Support/LLVM.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::data;
using namespace llvm::support;

/// A length of eight bytes, its checksum of four, the record, its checksum.
static constexpr size_t LengthSize = 8;
static constexpr size_t ChecksumSize = 4;
static constexpr size_t HeadSize = LengthSize + ChecksumSize;

static bool hasChecksum(StringRef bytes, const char *checksum) {
  return endian::read32le(checksum) == data::maskedCrc32c(bytes);
}

bool data::isRecordFile(StringRef file) {
  return file.size() >= HeadSize &&
         hasChecksum(file.take_front(LengthSize), file.data() + LengthSize);
}

static llvm::Error damaged(size_t number, uint64_t place, StringRef what) {
  return llvm::createStringError(
      llvm::formatv("record {0}, at byte {1}, {2}", number, place, what));
}

/// The record in its bytes, which it fills.
static llvm::Expected<StringRef> recordIn(StringRef bytes, size_t number,
                                          uint64_t place) {
  if (!data::isRecordFile(bytes))
    return damaged(number, place, "has a length without its checksum");
  StringRef record = bytes.drop_front(HeadSize).drop_back(ChecksumSize);
  if (endian::read64le(bytes.data()) != record.size())
    return damaged(number, place, "has another length than before");
  if (!hasChecksum(record, record.end()))
    return damaged(number, place, "does not have its checksum");
  return record;
}

namespace {
/// Reads the parts of a file in their order, with few calls.
class ForwardReader {
public:
  explicit ForwardReader(const FileBytes &file) : file(file) {}

  /// Bytes behind those of the last call.
  llvm::Expected<StringRef> read(uint64_t offset, uint64_t size) {
    bool isThere = offset >= begin && offset + size <= begin + window.size();
    if (!isThere) {
      // Where parts are far from each other, more would be read in vain.
      constexpr uint64_t Near = 16 << 10, Most = 256 << 10;
      bool isFar = offset > begin + window.size() + Near;
      uint64_t wanted = std::max(size, isFar ? uint64_t(4 << 10) : Most);
      auto text =
          file.read(offset, std::min(wanted, file.size() - offset), scratch);
      if (!text)
        return text.takeError();
      window = *text;
      begin = offset;
    }
    return window.substr(offset - begin, size);
  }

private:
  const FileBytes &file;
  Scratch scratch;
  StringRef window;
  uint64_t begin = 0;
};
} // namespace

llvm::Expected<std::vector<uint64_t>>
data::indexRecords(const FileBytes &file,
                   llvm::function_ref<llvm::Error(int64_t, StringRef)> visit) {
  std::vector<uint64_t> places;
  ForwardReader reader(file);
  Scratch scratch;
  uint64_t at = 0;
  while (at != file.size()) {
    size_t number = places.size();
    uint64_t left = file.size() - at;
    if (left < HeadSize)
      return damaged(number, at, "is cut off");
    auto head = reader.read(at, HeadSize);
    if (!head)
      return head.takeError();
    if (!isRecordFile(*head))
      return damaged(number, at, "has a length without its checksum");
    uint64_t size = endian::read64le(head->data());
    left -= HeadSize;
    if (left < ChecksumSize || size > left - ChecksumSize)
      return damaged(number, at, "is cut off");
    uint64_t whole = HeadSize + size + ChecksumSize;
    if (file.isInMemory() || number == 0) {
      auto bytes = file.read(at, whole, scratch);
      if (!bytes)
        return bytes.takeError();
      auto record = recordIn(*bytes, number, at);
      if (!record)
        return record.takeError();
      if (llvm::Error error = visit(number, *record))
        return error;
    }
    places.push_back(at);
    at += whole;
  }
  places.push_back(at);
  places.shrink_to_fit();
  return places;
}

llvm::Expected<StringRef> data::readRecord(const FileBytes &file,
                                           llvm::ArrayRef<uint64_t> places,
                                           size_t number, Scratch &scratch) {
  uint64_t place = places[number];
  auto bytes = file.read(place, places[number + 1] - place, scratch);
  if (!bytes)
    return bytes.takeError();
  return recordIn(*bytes, number, place);
}

llvm::Expected<bool> RecordReader::next(Scratch &record) {
  record.resize_for_overwrite(HeadSize);
  auto count = stream.read(record);
  if (!count)
    return count.takeError();
  if (*count == 0)
    return false;
  if (*count < HeadSize)
    return damaged(number, place, "is cut off");
  if (!isRecordFile(StringRef(record.data(), HeadSize)))
    return damaged(number, place, "has a length without its checksum");
  uint64_t left = endian::read64le(record.data());
  // A length may be anything, so memory follows what is there.
  constexpr uint64_t Step = 1 << 20;
  constexpr uint64_t MostRecord = uint64_t(1) << 32;
  if (left > MostRecord)
    return damaged(number, place, "is cut off");
  left += ChecksumSize;
  while (left != 0) {
    size_t have = record.size(), part = std::min(left, Step);
    record.resize_for_overwrite(have + part);
    auto got = stream.read(llvm::MutableArrayRef(record).drop_front(have));
    if (!got)
      return got.takeError();
    if (*got < part)
      return damaged(number, place, "is cut off");
    left -= part;
  }
  StringRef whole(record.data(), record.size());
  auto body = recordIn(whole, number++, place);
  if (!body)
    return body.takeError();
  place += whole.size();
  record.erase(record.begin(), record.begin() + HeadSize);
  record.truncate(record.size() - ChecksumSize);
  return true;
}

void data::appendRecord(std::string &file, StringRef record) {
  char length[LengthSize], checksum[ChecksumSize];
  endian::write64le(length, record.size());
  StringRef lengthBytes(length, LengthSize);
  file += lengthBytes;
  endian::write32le(checksum, maskedCrc32c(lengthBytes));
  file.append(checksum, ChecksumSize);
  file += record;
  endian::write32le(checksum, maskedCrc32c(record));
  file.append(checksum, ChecksumSize);
}
