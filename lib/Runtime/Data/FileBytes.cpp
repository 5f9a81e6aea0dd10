//===- FileBytes.cpp - Bytes of data files --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/FileBytes.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "llvm/Support/FileSystem.h"
#include <cassert>

using namespace trainlint;
using namespace trainlint::data;

FileBytes FileBytes::inMemory(std::shared_ptr<const llvm::MemoryBuffer> text) {
  FileBytes out;
  out.length = text->getBufferSize();
  out.text = std::move(text);
  return out;
}

FileBytes FileBytes::inMemory(StringRef copied) {
  return inMemory(llvm::MemoryBuffer::getMemBufferCopy(copied));
}

FileBytes FileBytes::onDisk(std::shared_ptr<const RandomAccessFile> file) {
  FileBytes out;
  out.length = file->size();
  out.file = std::move(file);
  return out;
}

FileBytes FileBytes::slice(uint64_t offset, uint64_t size) const {
  assert(offset <= length && size <= length - offset);
  FileBytes out = *this;
  out.begin += offset;
  out.length = size;
  return out;
}

llvm::Expected<StringRef> FileBytes::read(uint64_t offset, uint64_t size,
                                          Scratch &scratch) const {
  assert(offset <= length && size <= length - offset);
  if (size == 0)
    return StringRef();
  if (text)
    return text->getBuffer().substr(begin + offset, size);
  scratch.resize_for_overwrite(size);
  if (llvm::Error error = file->read(begin + offset, scratch))
    return error;
  return StringRef(scratch.data(), scratch.size());
}

llvm::Expected<FileBytes> data::openDataFile(StringRef path, bool isFound,
                                             MemoryBudget &budget) {
  llvm::sys::fs::file_status status;
  bool isRegular = !llvm::sys::fs::status(path, status) &&
                   llvm::sys::fs::is_regular_file(status);
  uint64_t most = std::min(budget.left, MemoryBudget::MostOfFile);
  if (isRegular && status.getSize() > most) {
    auto file = RandomAccessFile::open(path);
    if (!file)
      return file.takeError();
    return FileBytes::onDisk(std::move(*file));
  }
  auto text = isFound ? run::readFoundFile(path) : run::readNamedFile(path);
  if (!text)
    return text.takeError();
  budget.left -= std::min<uint64_t>(budget.left, (*text)->getBufferSize());
  return FileBytes::inMemory(std::move(*text));
}
