//===- Cursor.h - Bounded reads of an HDF5 structure ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_HDF5_CURSOR_H
#define TRAINLINT_TEXT_HDF5_CURSOR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace trainlint::hdf5 {

/// The address of what is not there.
inline constexpr uint64_t NoAddress = UINT64_MAX;

/// How deep trees may be: one of two entries a node has no more in any file.
inline constexpr unsigned MostLevels = 64;

/// Why a file is not read. Names in it may be anything.
llvm::Error refuse(const llvm::Twine &why);

/// Reads one structure from its begin on. Behind its end all is zero, and the
/// cursor is cut off.
class Cursor {
public:
  explicit Cursor(llvm::StringRef bytes) : rest(bytes) {}

  uint64_t number(unsigned size);
  uint8_t byte() { return number(1); }
  uint16_t word() { return number(2); }
  uint32_t number32() { return number(4); }
  /// An address or a length.
  uint64_t number64() { return number(8); }
  llvm::StringRef take(uint64_t size);
  void skip(uint64_t size) { (void)take(size); }

  size_t left() const { return rest.size(); }
  bool isCutOff() const { return isShort; }

private:
  llvm::StringRef rest;
  bool isShort = false;
};

} // namespace trainlint::hdf5

#endif // TRAINLINT_TEXT_HDF5_CURSOR_H
