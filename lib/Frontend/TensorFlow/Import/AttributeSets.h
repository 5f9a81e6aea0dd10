//===- AttributeSets.h - Attributes that many nodes have --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_ATTRIBUTESETS_H
#define TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_ATTRIBUTESETS_H

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include <limits>
#include <vector>

namespace trainlint::tensorflow {

/// Numbers the attributes of nodes by how they are written. Most of a million
/// nodes say the same as others of their op, and what is written alike is read
/// once.
class AttributeSets {
public:
  /// The number of nodes whose attributes are not compared with others.
  static constexpr uint32_t None = std::numeric_limits<uint32_t>::max();

  /// The number of attributes that are written as `bytes`, which have to live
  /// as long as this. `None` for long ones, such as those of constants, which
  /// hardly ever come twice.
  uint32_t add(llvm::StringRef bytes) {
    constexpr size_t MaxBytes = 256;
    if (bytes.size() > MaxBytes)
      return None;
    auto [known, isNew] = numbers.try_emplace(
        llvm::CachedHashStringRef(bytes), static_cast<uint32_t>(uses.size()));
    if (isNew)
      uses.push_back(0);
    ++uses[known->second];
    return known->second;
  }

  /// True if several nodes have the attributes of a number.
  bool isShared(uint32_t set) const { return set != None && uses[set] > 1; }

private:
  llvm::DenseMap<llvm::CachedHashStringRef, uint32_t> numbers;
  std::vector<uint32_t> uses;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_ATTRIBUTESETS_H
