//===- Cursor.cpp - Bounded reads of an HDF5 structure --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Hdf5/Cursor.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"

using namespace trainlint;
using namespace trainlint::hdf5;

llvm::Error hdf5::refuse(const llvm::Twine &why) {
  return llvm::createStringError(printable(why.str()));
}

StringRef Cursor::take(uint64_t size) {
  if (size > rest.size()) {
    isShort = true;
    rest = {};
    return {};
  }
  StringRef taken = rest.take_front(size);
  rest = rest.drop_front(size);
  return taken;
}

uint64_t Cursor::number(unsigned size) {
  uint64_t out = 0;
  for (unsigned char digit : llvm::reverse(take(size)))
    out = out << 8 | digit;
  return out;
}
