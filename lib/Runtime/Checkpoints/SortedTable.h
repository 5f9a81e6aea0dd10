//===- SortedTable.h - Keys and values in one file --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of LevelDB, in which TensorFlow keeps the index of a checkpoint:
// blocks of entries whose keys are sorted and leave out what they share with
// the key before, a block that says where those are, and a footer.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_SORTEDTABLE_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_SORTEDTABLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace trainlint::checkpoints {

/// Reads a table. Nothing in it is trusted: blocks lie in the text and have the
/// checksums that they say, keys grow. Blocks may be packed with Snappy, as
/// those of models from TensorFlow Hub are. Fails for keys that take more than
/// 64 times the bytes of the text.
llvm::Expected<std::map<std::string, std::string>>
readSortedTable(llvm::StringRef text);

/// Writes a table, byte for byte as TensorFlow does.
std::string writeSortedTable(const std::map<std::string, std::string> &entries);

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_SORTEDTABLE_H
