//===- RecordFile.h - Files of records (TFRecord) ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_RECORDFILE_H
#define TRAINLINT_RUNTIME_DATA_RECORDFILE_H

#include "Runtime/Data/FileBytes.h"
#include "Runtime/Data/Gzip.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace trainlint::data {

/// True if a file begins with the length of a record and its checksum.
bool isRecordFile(llvm::StringRef file);

/// Finds where each record of a TFRecord file begins, and where the last one
/// ends. In memory all checksums are compared, and all records are visited; of
/// a file on the disk only what is before the records is read, and the first
/// one is visited. Fails at a record that is cut off or does not have its
/// checksum, whose number and place it tells.
llvm::Expected<std::vector<uint64_t>> indexRecords(
    const FileBytes &file,
    llvm::function_ref<llvm::Error(int64_t number, llvm::StringRef record)>
        visit);

/// Reads a record at its place, and compares its checksum. It lies in `scratch`
/// or where the file is in memory.
llvm::Expected<llvm::StringRef> readRecord(const FileBytes &file,
                                           llvm::ArrayRef<uint64_t> places,
                                           size_t number, Scratch &scratch);

/// Reads the records of a packed file in their order.
class RecordReader {
public:
  explicit RecordReader(GzipStream &stream) : stream(stream) {}

  /// Reads the next record, whose checksum is compared; false at the end.
  llvm::Expected<bool> next(Scratch &record);

private:
  GzipStream &stream;
  size_t number = 0;
  uint64_t place = 0;
};

/// Adds a record with its length and checksums.
void appendRecord(std::string &file, llvm::StringRef record);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_RECORDFILE_H
