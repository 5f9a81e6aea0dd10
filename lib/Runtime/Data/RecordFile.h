//===- RecordFile.h - Files of records (TFRecord) ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_RECORDFILE_H
#define TRAINLINT_RUNTIME_DATA_RECORDFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace trainlint::data {

/// True if a file begins with the length of a record and its checksum.
bool isRecordFile(llvm::StringRef file);

/// The records of a TFRecord file, which lie in it. Fails at a record that is
/// cut off or does not have its checksum, whose number and place it tells.
llvm::Expected<std::vector<llvm::StringRef>> readRecords(llvm::StringRef file);

/// Adds a record with its length and checksums.
void appendRecord(std::string &file, llvm::StringRef record);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_RECORDFILE_H
