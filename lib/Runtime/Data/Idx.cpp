//===- Idx.cpp - Files of MNIST's format ----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Idx.h"
#include "Support/LLVM.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace trainlint;
using namespace trainlint::data;
using pjrt::abi::Buffer_Type;

/// What the third byte of a file says of its elements.
static Buffer_Type elementOf(unsigned char code) {
  switch (code) {
  case 0x08:
    return Buffer_Type::U8;
  case 0x09:
    return Buffer_Type::S8;
  case 0x0B:
    return Buffer_Type::S16;
  case 0x0C:
    return Buffer_Type::S32;
  case 0x0D:
    return Buffer_Type::F32;
  case 0x0E:
    return Buffer_Type::F64;
  default:
    return Buffer_Type::INVALID;
  }
}

bool data::isIdx(StringRef file) {
  return file.size() >= 4 && file[0] == 0 && file[1] == 0 &&
         elementOf(file[2]) != Buffer_Type::INVALID && file[3] > 0;
}

llvm::Expected<StoredArray> data::readIdxHeader(const FileBytes &file) {
  // A code, and a size for each of up to 255 dimensions.
  constexpr uint64_t MostHeader = 4 + 4 * 255;
  Scratch scratch;
  auto text = file.read(0, std::min(file.size(), MostHeader), scratch);
  if (!text)
    return text.takeError();
  if (!isIdx(*text))
    return llvm::createStringError("it is no IDX file");
  StoredArray out;
  out.isSwapped = true;
  out.shape.type = elementOf((*text)[2]);
  size_t rank = static_cast<unsigned char>((*text)[3]);
  out.offset = 4 + 4 * rank;
  if (file.size() < out.offset)
    return llvm::createStringError("it is cut off");
  for (size_t dim = 0; dim < rank; ++dim)
    out.shape.dims.push_back(
        llvm::support::endian::read32be(text->data() + 4 + 4 * dim));
  std::optional<int64_t> bytes = out.shape.checkedByteSize();
  if (!bytes)
    return llvm::createStringError(
        "its shape has more elements than any computer");
  uint64_t there = file.size() - out.offset;
  if (there != static_cast<uint64_t>(*bytes))
    return llvm::createStringError(
        llvm::formatv("{0} needs {1} bytes, and there are {2}",
                      out.shape.text(), *bytes, there));
  return out;
}
