//===- MemoryFile.cpp - Bytes as a file that has no place -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz/Targets/MemoryFile.h"
#include "Fuzz/Copies.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace trainlint;
using llvm::StringRef;

test::MemoryFile::MemoryFile(StringRef bytes)
    : descriptor(memfd_create("input", MFD_CLOEXEC)) {
  if (descriptor < 0 ||
      write(descriptor, bytes.data(), bytes.size()) != ssize_t(bytes.size()))
    broken("there is memory for a file");
}

test::MemoryFile::~MemoryFile() { close(descriptor); }

std::string test::MemoryFile::path() const {
  return "/proc/self/fd/" + std::to_string(descriptor);
}
