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

llvm::Expected<std::vector<StringRef>> data::readRecords(StringRef file) {
  std::vector<StringRef> records;
  StringRef rest = file;
  auto fail = [&](StringRef what) {
    return llvm::createStringError(
        llvm::formatv("record {0}, at byte {1}, {2}", records.size(),
                      file.size() - rest.size(), what));
  };
  while (!rest.empty()) {
    if (rest.size() < HeadSize)
      return fail("is cut off");
    if (!isRecordFile(rest))
      return fail("has a length without its checksum");
    uint64_t size = endian::read64le(rest.data());
    StringRef body = rest.drop_front(HeadSize);
    if (body.size() < ChecksumSize || size > body.size() - ChecksumSize)
      return fail("is cut off");
    StringRef record = body.take_front(size);
    if (!hasChecksum(record, body.data() + size))
      return fail("does not have its checksum");
    records.push_back(record);
    rest = body.drop_front(size + ChecksumSize);
  }
  return records;
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
