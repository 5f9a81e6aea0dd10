//===- ExampleTable.cpp - Examples read one by one ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/ExampleTable.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace trainlint;
using namespace trainlint::data;

ExampleTable::~ExampleTable() = default;
ExampleStream::~ExampleStream() = default;

std::unique_ptr<ExampleStream> ExampleTable::stream() const { return nullptr; }

llvm::Error ExampleTable::readTaken(int64_t index, StringRef,
                                    llvm::ArrayRef<FieldUse> fields,
                                    Row &row) const {
  return read(index, fields, row);
}

std::string ExampleTable::nameOf(int64_t index, StringRef column) const {
  return llvm::formatv("example {0} of `{1}`", index, column);
}

void data::swapNumbers(llvm::MutableArrayRef<char> bytes, size_t width) {
  for (size_t begin = 0; begin < bytes.size(); begin += width)
    std::reverse(bytes.begin() + begin, bytes.begin() + begin + width);
}

ArrayTable::ArrayTable(FileBytes file, const StoredArray &array)
    : bytes(file.slice(array.offset, array.shape.byteSize())),
      examples(array.shape.dims.front()) {
  pjrt::BufferShape example = array.shape;
  example.dims.erase(example.dims.begin());
  exampleBytes = example.byteSize();
  size_t width = pjrt::elementBytes(array.shape.type);
  // A complex number is two.
  if (pjrt::isComplex(array.shape.type))
    width /= 2;
  if (array.isSwapped && width > 1)
    swapped = width;
}

ArrayTable::ArrayTable(run::HostTensor tensor)
    : ArrayTable(FileBytes::inMemory(
                     StringRef(tensor.bytes.data(), tensor.bytes.size())),
                 {tensor.shape, /*offset=*/0, /*isSwapped=*/false}) {}

llvm::Error ArrayTable::read(int64_t index, llvm::ArrayRef<FieldUse> fields,
                             Row &row) const {
  auto value = bytes.read(index * exampleBytes, exampleBytes, row.bytes);
  if (!value)
    return value.takeError();
  if (swapped) {
    if (value->data() != row.bytes.data())
      row.bytes.assign(value->begin(), value->end());
    swapNumbers(row.bytes, swapped);
    value = StringRef(row.bytes.data(), row.bytes.size());
  }
  row.values.assign(fields.size(), *value);
  return llvm::Error::success();
}
