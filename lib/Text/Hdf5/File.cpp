//===- File.cpp - Files in HDF5 -------------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Hdf5/File.h"
#include "Support/LLVM.h"
#include "Support/ZipArchive.h"
#include "Text/Hdf5/Cursor.h"

using namespace trainlint;
using namespace trainlint::hdf5;

static constexpr llvm::StringLiteral Signature = "\x89HDF\r\n\x1A\n";

/// Where the signature is: behind a block of the user's, whose size is a power
/// of two from 512 on, if there is one. Real ones are short.
static std::optional<size_t> findSignature(StringRef file) {
  for (size_t offset : {0, 512, 1024, 2048})
    if (file.substr(offset).starts_with(Signature))
      return offset;
  return std::nullopt;
}

bool hdf5::isHdf5(StringRef file) { return findSignature(file).has_value(); }

/// Structures are read a few times at most, unless a damaged file has many that
/// share their parts.
File::File(StringRef file)
    : file(file), budget((uint64_t(1) << 20) + 16 * uint64_t(file.size())),
      unpackBudget(4 * zip::mostUnpacked(file.size())) {}

llvm::Expected<std::unique_ptr<File>> File::open(StringRef bytes) {
  std::optional<size_t> begin = findSignature(bytes);
  if (!begin)
    return refuse("the file has no signature of HDF5");
  std::unique_ptr<File> out(new File(bytes.drop_front(*begin)));
  if (llvm::Error error = out->readSuperblock(bytes.size()))
    return error;
  return out;
}

llvm::Error File::readSuperblock(uint64_t wholeSize) {
  Cursor cursor(file.drop_front(Signature.size()));
  unsigned version = cursor.byte();
  if (version > 3)
    return refuse("the superblock has version " + llvm::Twine(version) +
                  ", and 0 to 3 are read");
  bool isOld = version < 2;
  if (isOld)
    cursor.skip(4);
  unsigned offsetSize = cursor.byte();
  unsigned lengthSize = cursor.byte();
  if (offsetSize != 8 || lengthSize != 8)
    return cursor.isCutOff()
               ? refuse("the file is cut off in its superblock")
               : refuse("offsets have " + llvm::Twine(offsetSize) +
                        " bytes and lengths " + llvm::Twine(lengthSize) +
                        ", and 8 are read");
  // Of old ones what trees are like, and flags; of new ones flags.
  cursor.skip(isOld ? 9 : 1);
  if (version == 1)
    cursor.skip(4);
  // The base, to which addresses are relative, is the signature.
  cursor.skip(16);
  uint64_t end = cursor.number64();
  if (isOld)
    cursor.skip(16);
  rootAddress = cursor.number64();
  if (cursor.isCutOff())
    return refuse("the file is cut off in its superblock");
  // Some count from the block of the user's on.
  if (end > wholeSize)
    return refuse("the file is cut off: it has " + llvm::Twine(wholeSize) +
                  " bytes, and its superblock says " + llvm::Twine(end));
  return llvm::Error::success();
}

llvm::Expected<StringRef> File::bytesAt(uint64_t address, uint64_t size,
                                        const llvm::Twine &what) {
  if (address > file.size() || size > file.size() - address)
    return refuse(what + " lies outside of the file: " + llvm::Twine(size) +
                  " bytes at " + llvm::Twine(address) + " of " +
                  llvm::Twine(file.size()));
  // What is looked at costs something even if it is empty.
  constexpr uint64_t Least = 16;
  uint64_t cost = std::max(size, Least);
  if (cost > budget)
    return refuse("structures of the file overlap each other");
  budget -= cost;
  return file.substr(address, size);
}

std::optional<uint64_t> hdf5::countElements(llvm::ArrayRef<uint64_t> sizes) {
  // Far more than there are bytes anywhere.
  constexpr uint64_t Most = uint64_t(1) << 48;
  uint64_t count = 1;
  for (uint64_t size : sizes) {
    if (size != 0 && count > Most / size)
      return std::nullopt;
    count *= size;
  }
  return count;
}

uint64_t Dataset::byteSize() const {
  return countElements(sizes).value_or(0) * type.size;
}

std::string Datatype::text() const {
  std::string bits = std::to_string(size * 8);
  switch (kind) {
  case TypeKind::Integer:
    return (isSigned ? "int" : "uint") + bits;
  case TypeKind::Float:
    return "float" + bits;
  case TypeKind::BFloat16:
    return "bfloat16";
  case TypeKind::FixedString:
    return "strings of " + std::to_string(size) + " bytes";
  case TypeKind::VariableString:
    return "strings";
  case TypeKind::Opaque:
    return "opaque values of " + std::to_string(size) + " bytes";
  case TypeKind::Other:
    break;
  }
  return "values of a type that is not read";
}
