//===- Checkpoints.cpp - Checkpoints of trainlint-run ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz/Copies.h"
#include "Fuzz/Promises.h"
#include "Fuzz/Targets/Targets.h"
#include "Runtime/Checkpoints/ObjectGraph.h"
#include "Runtime/Checkpoints/SafeTensors.h"
#include "Runtime/Checkpoints/SortedTable.h"
#include "Runtime/Checkpoints/TensorIndex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;
using namespace trainlint::checkpoints;
using namespace trainlint::test;
using llvm::StringRef;

static bool areSame(const TensorFile &a, const TensorFile &b) {
  return a.metadata == b.metadata &&
         llvm::equal(a.tensors, b.tensors, [](const auto &x, const auto &y) {
           return x.first == y.first && x.second.bytes == y.second.bytes &&
                  x.second.shape.type == y.second.shape.type &&
                  x.second.shape.dims == y.second.shape.dims;
         });
}

/// The index of several files begins as JSON does.
static void fuzzIndex(StringRef input) {
  llvm::Expected<TensorIndex> index = readTensorIndex(input);
  if (!index)
    return checkMessage(index.takeError());
  for (const auto &[name, file] : index->files)
    if (StringRef(file).contains('/'))
      broken("a shard lies beside its index");
  auto isUTF8 = [](const auto &entry) {
    return llvm::json::isUTF8(entry.first) && llvm::json::isUTF8(entry.second);
  };
  if (!llvm::all_of(index->files, isUTF8) ||
      !llvm::all_of(index->metadata, isUTF8))
    return;
  llvm::Expected<TensorIndex> again = readTensorIndex(writeTensorIndex(*index));
  if (!again)
    broken("what was written can be read: " +
           llvm::toString(again.takeError()));
  if (again->files != index->files || again->totalSize != index->totalSize)
    broken("what was written reads the same");
}

/// The index of a checkpoint of TensorFlow.
static void fuzzTable(StringRef input) {
  auto entries = readSortedTable(input);
  if (!entries)
    return checkMessage(entries.takeError());
  auto again = readSortedTable(writeSortedTable(*entries));
  if (!again)
    broken("what was written can be read: " +
           llvm::toString(again.takeError()));
  if (*again != *entries)
    broken("what was written reads the same");
}

/// The objects of a checkpoint. A message begins with the tag of its nodes.
static void fuzzObjects(StringRef input) {
  auto variables = readObjectGraph(input);
  if (!variables)
    return checkMessage(variables.takeError());
  for (const ObjectVariable &variable : *variables) {
    if (variable.key.empty())
      broken("a variable has a key");
    if (!variable.key.starts_with(variable.path))
      broken("the path of an object begins the key of its variable");
  }
}

void test::fuzzCheckpoints(StringRef input) {
  if (input.starts_with("{"))
    return fuzzIndex(input);
  if (input.starts_with("\n"))
    fuzzObjects(input);
  // The number at the end that tells the kind of file.
  if (input.ends_with("\x24\x75\x47\xdb"))
    return fuzzTable(input);
  llvm::Expected<TensorFile> file = readTensorFile(input);
  if (!file)
    return checkMessage(file.takeError());
  for (const auto &[name, tensor] : file->tensors)
    if (int64_t(tensor.bytes.size()) != tensor.shape.byteSize())
      broken("a tensor has the bytes of its shape");

  llvm::Expected<TensorFileText> written =
      writeTensorFile(file->tensors, file->metadata);
  if (!written)
    broken("what was read can be written: " +
           llvm::toString(written.takeError()));
  std::string text;
  for (StringRef part : written->parts())
    text += part;
  llvm::Expected<TensorFile> again = readTensorFile(text);
  if (!again)
    broken("what was written can be read: " +
           llvm::toString(again.takeError()));
  if (!areSame(*again, *file))
    broken("what was written reads the same");
}
