//===- InputFile.cpp - Files with data ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/RegularFile.h"
#include <unistd.h>

using namespace trainlint;
using Contents = llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>;

uint64_t run::memoryOfComputer() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

/// A mapped file takes memory only where it is read, and its elements are
/// copied as it is.
static ReadOptions optionsForData() {
  ReadOptions options;
  options.largest = run::memoryOfComputer();
  options.mapAbove = 16 << 20;
  return options;
}

static Contents named(StringRef path, Contents contents) {
  if (!contents)
    return llvm::createStringError("cannot read `" + printable(path) + "`: " +
                                   llvm::toString(contents.takeError()));
  return contents;
}

Contents run::readNamedFile(StringRef path) {
  return named(path, readFileOrStream(path, optionsForData()));
}

Contents run::readFoundFile(StringRef path) {
  return named(path, readRegularFile(path, optionsForData()));
}

Contents run::readProgramText(StringRef path) {
  ReadOptions options;
  // What the compiler counts in 32 bits with a sign.
  options.largest = INT32_MAX;
  if (path == "-")
    return named(path, readStream(STDIN_FILENO, "<stdin>", options));
  return named(path, readFileOrStream(path, options));
}
